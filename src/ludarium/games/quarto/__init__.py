"""Quarto: four in a row of a shared trait, with pieces that the opponent chooses."""
