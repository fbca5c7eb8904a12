"""Dungeon: rooms, locks and keys; generated, proven to have no dead end for any player, drawn, narrated.

After "Zeldagen" (D. De Martino, University of Salerno): Zelda-like dungeons in which any key opens any locked door.
"""
