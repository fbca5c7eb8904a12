"""General agents: they know the contract and the compiled core, never a game."""
