"""The contract: what a game, an agent, a solver and a record are. Standard library and NumPy, nothing of ours."""
