"""Other ecosystems' interfaces over the contract: they know core only, and any registered game works without edits."""
