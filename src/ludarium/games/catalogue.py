"""The only list of games and of the specialists that live with them: strings, so that listing imports nothing."""

from __future__ import annotations

from ludarium.core.registry import Entry
from ludarium.core.tour import Pairing, Stop

_ARCADE = "ludarium.games.arcade"
_NIM = "ludarium.games.nim"
_QUARTO = "ludarium.games.quarto"
_NORTH = "ludarium.games.north"
_DUNGEON = "ludarium.games.dungeon"
_SETCOVER = "ludarium.games.setcover"
_TREASURE = "ludarium.games.treasure"

LIBRARY: dict[str, str] = {
    # set 1: quick reactions
    "aliens": "Shoot the invaders down before their bombs, or they themselves, reach you.",
    "boulderdash": "Dig for ten gems and take them to the exit.",
    "butterflies": "Catch them all, but not before you must: their cocoons are what keeps the meadow alive.",
    "chase": "Run down every shy goat; one that finds another's remains turns angry and comes for you.",
    "frogs": "Cross the road between the trucks and the river on the logs, and reach the far bank's gate.",
    "missilecommand": "Save at least one city; your blasts stop the rockets that fall on them.",
    "portals": "Find the way to the goal through one-way portals, past sparks that rest, roam or run to and fro.",
    "sokoban": "Push every crate into a pit.",
    "survivezombies": "Stay alive for a thousand ticks while the graves keep opening.",
    "zelda": "Fetch the key, leave by the door, and mind the monsters that roam the dungeon.",
    # set 2: longer ways
    "camelrace": "Reach the finish before any other camel does.",
    "digdug": "Clear the mine: take every gem, break every nugget loose, kill every monster.",
    "firestorms": "Reach the shelter while flames shoot out of the vents.",
    "infection": "Catch the bug and pass it on until nobody is healthy; doctors undo your work.",
    "firecaster": "Burn your way to the gate through walls of crates.",
    "overload": "Bring eleven coins to the castle, but no more weight than a marsh will bear.",
    "pacman": "Eat everything in the maze; ghosts hunt you, until a power pill turns the tables for a while.",
    "seaquest": "Stay under water for a thousand ticks, bring divers up, and never run out of air.",
    "whackamole": "Stamp on moles as they come up, and keep out of the cat's way.",
    "eggomania": "Catch every egg that the hens drop, then send some back.",
    # set 3: puzzles
    "bait": "Take the key to the door; push crates into the holes that bar the way.",
    "boloadventures": "Get to the door past laser cannons, with blocks that slide and balls that roll.",
    "brainman": "Send sliding keys into the doors, gather gems, find the exit.",
    "chipschallenge": "Gather eleven chips, open the gate, reach the exit.",
    "modality": "Push a crate onto the mark, in a world of light and dark between which only grey lets you change.",
    "painter": "Paint every tile; a tile that you leave changes from bare to painted, and from painted to bare.",
    "realportals": "Shoot an entrance and an exit into the walls, and walk through them to the goal.",
    "realsokoban": "Push every crate onto a mark, and leave it there.",
    "thecitadel": "Fill the pits that bar your way, square ones with crates and round ones with barrels.",
    "zenpuzzle": "Rake the whole garden in one walk, without treading on what is raked, and step out of it.",
}
"""The thirty games of the arcade library, each `games/arcade/library/NAME.vgdl`, and the summaries of their cards."""

GAMES: tuple[Entry, ...] = (
    Entry("arcade", f"{_ARCADE}.files:ArcadeFile", "A video game from a text file (VGDL): arcade?game=FILE."),
    Entry("dungeon", f"{_DUNGEON}.game:DungeonGame", "Find keys, open doors, reach the boss in few moves."),
    Entry("nim", f"{_NIM}.game:Nim", "Take objects from one row; the last one wins (or loses: misère)."),
    Entry("north", f"{_NORTH}.game:North", "Find the far end of a hidden cave before stamina or life runs out."),
    Entry("quarto", f"{_QUARTO}.game:Quarto", "Four in a row of a shared trait, with pieces that your opponent gives."),
    Entry("setcover", f"{_SETCOVER}.game:SetCover", "Choose lists that cover every element, at the least weight."),
    *(Entry(name, f"{_ARCADE}.shelf:LibraryGame", says, {"name": name}) for name, says in LIBRARY.items()),
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
    Entry("nim.evolved", f"{_NIM}.evolved:Evolved", "Plays by rules that evolution wrote on the ladder."),
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

FILES: dict[str, str] = {".json": f"{_DUNGEON}.report:report"}
"""What `ludarium solve FILE` asks, by the end of the file's name: a path and a budget to a `core.solver.Report`."""

GENERATORS: tuple[Entry, ...] = (
    Entry("dungeon", f"{_DUNGEON}.generator:DungeonGenerator", "Dungeons on a grid in which nobody can get stuck."),
    Entry("north", f"{_NORTH}.generator:NorthGenerator", "Caves of North, with a walk that crosses them."),
    Entry(
        "treasure", f"{_TREASURE}.generator:TreasureGenerator", "Islands of Treasure, every prison with a way to it."
    ),
)

LESSONS: tuple[Entry, ...] = (
    Entry("dungeon", f"{_DUNGEON}.lessons:lesson_for", "Walks in the level's dungeon, −1 a move."),
    Entry("nim", f"{_NIM}.lessons:lesson_for", "Every position of the rows, both seats; judged by theory."),
    Entry("north", f"{_NORTH}.lessons:lesson_for", "Walks in the level's cave, rewarded as its mode asks."),
)

STORIES: tuple[Entry, ...] = (
    Entry("dungeon", f"{_DUNGEON}.story:Story", "A dungeon told room by room, by a grammar or a language model."),
    Entry("north", f"{_NORTH}.story:Story", "Keep heading north, told in the terminal beside the drawn map."),
)

TOUR: tuple[Stop, ...] = (
    Stop(
        "arcade",
        "A video game is one text file; the engine plays it as GVGAI does, and planners search in it.",
        pairings=(Pairing("arcade", ("iw",), 6, steps=300), Pairing("arcade", ("random",), 6, steps=1)),
    ),
    Stop(
        "dungeon",
        "Dungeons of locks and keys, made so that nobody can get stuck; the shortest walk is worth 100 points.",
        solve=(("dungeon/7", ""), ("dungeon/7?rooms=60", "")),
        pairings=(Pairing("dungeon", ("iw",), 6, steps=1000), Pairing("dungeon", ("random",), 6, steps=1)),
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
        "setcover",
        "Lists that cover all elements at the least weight: 23 is proven the best for 20 elements, seed 42.",
        pairings=(
            Pairing("setcover", ("mcts",), 2, steps=2000),
            Pairing("setcover", ("greedy",), 2, steps=500),
            Pairing("setcover", ("random",), 6),
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
