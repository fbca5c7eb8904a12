"""One folder a family, the same file names in each; `catalogue` lists them as strings."""
