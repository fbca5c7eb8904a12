"""The terminal: drawing a frame, a person's game, a game to watch."""
