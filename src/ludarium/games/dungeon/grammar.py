"""The built-in narrator's words: a small grammar, drawn from the story's luck, so that no two rooms read alike.

A description is some of: how one comes in, what the place is, what is heard or smelt, what lies about; then what the
facts demand (an enemy, a key, a gate). Words are drawn without what the last rooms used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np

PLACES = (
    "a round chamber", "a long hall", "a low crypt", "a flooded cellar", "a dusty armoury", "a chapel without a roof",
    "a kitchen gone cold", "a gallery of empty frames", "a store of broken urns", "a guardroom", "a well house",
    "a library of damp scrolls", "a stair that leads nowhere", "a cave that someone squared off", "a granary",
    "a forge with a dead hearth", "a nursery of blind statues", "a bath with cracked tiles", "a dovecote", "a vault",
    "a room of hanging chains", "a workshop", "a dried-up cistern", "a mosaic court", "a room with a sunken floor",
    "a tunnel that widens", "a drying loft", "a shrine to a forgotten beast", "a map room", "a wine cellar",
)  # fmt: skip
MOODS = (
    "thick with old smoke", "lit by a single crack in the ceiling", "so quiet that your steps seem rude",
    "colder than the rest", "with walls that sweat", "half eaten by roots", "painted in a blue that has peeled",
    "where the torches burn without heat", "ankle-deep in sand", "with a floor that tilts to the left",
    "full of pale moths", "as clean as if someone had just swept it", "that hums under your soles",
    "where moss has taken the benches", "with a draught from below", "crossed by a thread of running water",
    "whose pillars lean on each other", "with soot in the shape of wings", "where every sound comes back twice",
    "strewn with feathers", "with chalk marks counted in fives", "smelling of rain", "and very dark",
)  # fmt: skip
SENSES = (
    "Somewhere water drips, and stops when you listen.", "A bell rings once, far away, and is not answered.",
    "You smell tallow and iron.", "The air tastes of copper.", "Something small runs along the wall and is gone.",
    "A warm wind comes and goes, like breath.", "The stones tick as they cool.", "You hear your own heart.",
    "There is a scratching behind the plaster.", "It smells of pears, of all things.",
    "A chain sways, though nobody touched it.", "Far above, something heavy is dragged a step, then another.",
    "The dark at the edges does not quite keep still.", "Dust falls in a straight line.",
    "A voice counts under the floor, and loses its place.", "Old incense hangs here.",
    "The silence has a grain, like wood.", "Somebody whistled here; you are nearly sure.",
    "Ice cracks inside the wall.", "You feel watched by the furniture.",
)  # fmt: skip
DETAILS = (
    "A boot lies in the middle, laced.", "Someone has carved a tally into the doorpost.",
    "A table is laid for nobody.", "Three candles stand in a row; the middle one is new.",
    "A mural shows a hero whose face was scraped off.", "A broken spear leans in a corner.",
    "The remains of a camp fire are still grey, not white.", "A stone dog guards nothing.",
    "There is a child's drawing of a sun on the wall.", "A ladder leads up to solid rock.",
    "A cracked mirror shows you from behind.", "Coins are set into the floor, worn flat.",
    "A harp without strings lies on its side.", "Someone left half an apple.",
    "A row of hooks holds one cloak, your size.", "The hourglass on the shelf has stopped half way.",
    "Ropes hang from above, cut.", "A shield with a swan on it serves as a plate.",
    "Names are written on the beams; the last one is unfinished.", "A toad sits on the threshold like a doorman.",
    "Glass beads roll away from your foot.", "A saddle waits on a trestle.", "Bones are sorted by length.",
    "A clay mask smiles at the ceiling.", "A chessboard stands one move before mate.",
)  # fmt: skip
ENTRIES = (
    "You step into {place}, {mood}.", "Before you lies {place}, {mood}.", "This is {place}, {mood}.",
    "The way opens on {place}, {mood}.", "You duck under a beam and stand in {place}, {mood}.",
    "Your light finds {place}, {mood}.", "You have come to {place}, {mood}.", "Here is {place}, {mood}.",
)  # fmt: skip
RETURNS = (
    "You are back in {place}.", "{Place} again; nothing has moved.", "You know this: {place}.",
    "Once more {place}, {mood}.", "Your own footprints cross {place}.",
)  # fmt: skip
ENCOUNTERS = (
    "A {enemy} bars the way.", "Out of the dark comes a {enemy}.", "A {enemy} wakes, and is not pleased.",
    "You surprise a {enemy}, which surprises you back.", "A {enemy} drops from above.", "Two eyes open: a {enemy}.",
    "What you took for a heap of rags is a {enemy}.", "A {enemy} has been waiting here, for anybody.",
)  # fmt: skip
ENEMIES = (
    "moss bat", "bone archer", "glass beetle", "lantern ghoul", "tin knight", "mire hound", "ember imp",
    "blind crawler", "salt wraith", "thorn rat", "clay guard", "hollow monk", "two-headed eel", "ash crow",
    "rust golem",
)  # fmt: skip
BOSSES = ("the Warden of Keys", "the Lidless King", "the Thing in the Well", "the Brass Dragon", "the Last Librarian")
TREASURES = (
    "Something glints under a loose slab.", "A cracked jar has not been emptied.", "There is a glint in the dust.",
    "A boot in the corner is heavier than a boot should be.", "Someone hid a purse here, badly.",
)  # fmt: skip
KEYS = (
    "On a nail hangs a small key; you take it.", "A small key lies in a bowl of dry petals. It is yours now.",
    "A skeleton hand gives up a small key.", "Between two bricks you feel a small key, and pull it out.",
)  # fmt: skip
BOSS_KEYS = ("On an altar lies the great key. It is heavier than it looks.",)
MAPS = (
    "Pinned to the wall is a map of the whole place. You roll it up.",
    "A dead scout's map case is still dry: a map!",
)
SWITCHES = ("A lever sticks out of the floor. You lean on it, and somewhere a gate rattles open.",
            "A stone plate sinks under your foot; far off, chains run.")  # fmt: skip
HEARTS = ("A flask of something red closes your wounds a little.", "You rest on a warm stone, and feel better.")


class Words:
    """Draws phrases, and avoids those that the last draws used."""

    def __init__(self, rng: np.random.Generator, memory: int = 12) -> None:
        self._rng, self._last = rng, deque[str](maxlen=memory)

    def one(self, phrases: Sequence[str]) -> str:
        """Draw a phrase, rather a fresh one."""
        fresh = [phrase for phrase in phrases if phrase not in self._last] or list(phrases)
        chosen = fresh[int(self._rng.integers(len(fresh)))]
        self._last.append(chosen)
        return chosen

    def chance(self, share: float) -> bool:
        """Say yes so often."""
        return bool(self._rng.random() < share)
