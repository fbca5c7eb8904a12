"""The only list of games and of the specialists that live with them: strings, so that listing imports nothing."""

from __future__ import annotations

from ludarium.core.registry import Entry
from ludarium.core.tour import Pairing, Stop

_NIM = "ludarium.games.nim"
_QUARTO = "ludarium.games.quarto"
_NORTH = "ludarium.games.north"
_TREASURE = "ludarium.games.treasure"

GAMES: tuple[Entry, ...] = (
    Entry(
        "arcade", "ludarium.games.arcade.files:ArcadeFile", "A video game from a text file (VGDL): arcade?game=FILE."
    ),
    Entry("nim", f"{_NIM}.game:Nim", "Take objects from one row; the last one wins (or loses: misère)."),
    Entry("north", f"{_NORTH}.game:North", "Find the far end of a hidden cave before stamina or life runs out."),
    Entry("quarto", f"{_QUARTO}.game:Quarto", "Four in a row of a shared trait, with pieces that your opponent gives."),
    Entry(
        "treasure", f"{_TREASURE}.game:Treasure", "Find a pirate's treasure; his hints may be lies, and he gets free."
    ),
)

AGENTS: tuple[Entry, ...] = (
    Entry("nim.expert", f"{_NIM}.agents:Expert", "Plays Nim exactly, by Grundy values; bound and misère included."),
    Entry("nim.dumb", f"{_NIM}.agents:Dumb", "Takes one object from the first row."),
    Entry("nim.dumb-random", f"{_NIM}.agents:DumbRandom", "Dumb half of the time, random the other half."),
    Entry("nim.random", f"{_NIM}.agents:RandomRow", "A random row, then a random number of objects from it."),
    Entry("nim.layered", f"{_NIM}.agents:Layered", "Takes a whole random row, as far as the bound allows."),
    Entry("nim.demigod", f"{_NIM}.agents:Demigod", "Expert half of the time, random the other half."),
    Entry("nim.god", f"{_NIM}.agents:God", "The last rung of the ladder: the expert."),
    Entry(
        "quarto.careful", f"{_QUARTO}.agents:Careful", "One ply: takes a win, leaves a safe piece, gives a safe piece."
    ),
    Entry("quarto.frontier", f"{_QUARTO}.agents:Frontier", "Frontiers and score board, min-max when threats stand."),
    Entry("quarto.champion", f"{_QUARTO}.agents:Champion", "Plays exactly where it can be computed, searches before."),
    Entry(
        "treasure.mask",
        f"{_TREASURE}.agents:MaskAgent",
        "The source's agent: verifies, masks, walks to the fullest scan.",
    ),
    Entry(
        "treasure.hunter",
        f"{_TREASURE}.hunter:Hunter",
        "Weighs unverified hints, plans scans against the pirate's clock.",
    ),
    Entry(
        "treasure.oracle",
        f"{_TREASURE}.hunter:Oracle",
        "The hunter in the game where every hint is told with its truth.",
    ),
)

CHECKER = "ludarium.games.arcade.notation:check_file"
"""What `ludarium check` asks: a path to its problems, each with severity, source, line, column, message, text."""

TEXT_CHECKER = "ludarium.games.arcade.notation:check_text"
"""What the workshop asks as one types: a text to its problems."""

GENERATORS: tuple[Entry, ...] = (
    Entry("north", f"{_NORTH}.generator:NorthGenerator", "Caves of North, with a walk that crosses them."),
    Entry(
        "treasure", f"{_TREASURE}.generator:TreasureGenerator", "Islands of Treasure, every prison with a way to it."
    ),
)

STORIES: tuple[Entry, ...] = (
    Entry("north", f"{_NORTH}.story:Story", "Keep heading north, told in the terminal beside the drawn map."),
)

TOUR: tuple[Stop, ...] = (
    Stop(
        "arcade",
        "A video game is one text file; the engine plays it as GVGAI does, and planners search in it.",
        pairings=(Pairing("arcade", ("iw",), 6, steps=300), Pairing("arcade", ("random",), 6, steps=1)),
    ),
    Stop(
        "nim",
        "Nim is solved by theory; the solver, the expert and a search that knows no theory should agree.",
        solve=(("nim?rows=1,3,5", ""), ("nim?rows=1,3,5,7", ""), ("nim?rows=1,3,5,7&k=4&misere=true", "")),
        pairings=(
            Pairing("nim?rows=1,3,5,7", ("nim.expert", "random"), 20),
            Pairing("nim?rows=1,3,5,7", ("mcts", "nim.demigod"), 10, steps=2000),
        ),
    ),
    Stop(
        "quarto",
        "Quarto is a draw under perfect play; the solver is exact from six pieces on the board in milliseconds.",
        solve=(("quarto", "..a....94f.b.7.. 8"), ("quarto", "3..9.c..7..5.... -")),
        pairings=(
            Pairing("quarto", ("quarto.champion", "random"), 10),
            Pairing("quarto", ("quarto.careful", "random"), 20),
            Pairing("quarto", ("quarto.frontier", "quarto.careful"), 10),
        ),
    ),
    Stop(
        "north",
        "A hidden cave whose exact life table is known: a perfect game scores 500, or 1000 when it is hard.",
        solve=(("north/7", ""), ("north/7?bound=6&mode=explorer", ""), ("north/7?difficulty=hard&mode=survivor", "")),
        pairings=(
            Pairing("north?bound=2&mode=survivor", ("mcts",), 6, steps=1000),
            Pairing("north?bound=2&mode=survivor", ("iw",), 6, steps=1000),
            Pairing("north?bound=2&mode=survivor", ("random",), 6),
        ),
    ),
    Stop(
        "treasure",
        "A pirate's hints may be lies; a belief over tiles weighs them, and the hunter finds the treasure in time.",
        pairings=(
            Pairing("treasure?size=32", ("treasure.hunter",), 10),
            Pairing("treasure?size=32", ("treasure.mask",), 10),
            Pairing("treasure?size=32", ("random",), 10),
        ),
    ),
)
