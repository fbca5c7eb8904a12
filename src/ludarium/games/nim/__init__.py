"""Nim: rows of objects, taken from one row at a time. Solved by theory, and by a search that knows none."""

from ludarium.games.nim.game import Nim
from ludarium.games.nim.rules import NimState
from ludarium.games.nim.solver import MinMax, NimSolver, best_move, grundy, is_win

__all__ = ["MinMax", "Nim", "NimSolver", "NimState", "best_move", "grundy", "is_win"]
