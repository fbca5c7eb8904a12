"""North: a text adventure on a hidden graph, with its exact life table.

After "Keep heading north" (F. Caporali, University of Turin): wake at the start of a cave, find its far end before
stamina or life runs out.
"""
