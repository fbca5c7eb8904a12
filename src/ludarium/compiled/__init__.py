"""The compiled core: its calling convention, the thin state class, searches that run inside, and the cache."""
