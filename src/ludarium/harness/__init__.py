"""Plays and measures: knows the contract only, asks the registry for games and agents by name."""
