"""Games at random: any classes, any rules, any level. They mean nothing, but the engine must survive them."""

from __future__ import annotations

import random

from ludarium.games.arcade import vocabulary as words

TYPES = ("ant", "bee", "cow", "dog", "elk", "fox", "gnu", "hen")
_AVATARS = sorted(name for name in words.AVATARS if not words.SPRITES[name].outside)
_CLASSES = sorted(name for name, word in words.SPRITES.items() if not word.outside and name not in words.AVATARS)
_EFFECTS = sorted(name for name, word in words.EFFECTS.items() if not word.outside)
_WAYS = ("UP", "DOWN", "LEFT", "RIGHT")


def soup(seed: int) -> tuple[str, str]:
    """Return the texts of a game and a level."""
    rng = random.Random(seed)
    lines = [f"BasicGame obs=wall,{rng.choice(TYPES)}" + rng.choice(("", " square_size=10", " square_size=7"))]
    lines += ["    SpriteSet", "        herd >"]
    for index, name in enumerate(TYPES):
        kind = rng.choice(_CLASSES)
        indent = "            " if index < 4 else "        "
        lines.append(f"{indent}{name} > {kind} {_params(rng, words.SPRITES[kind])}")
    kind = rng.choice(_AVATARS)
    lines += [f"        avatar > {kind} {_params(rng, words.SPRITES[kind])}", "    LevelMapping"]
    lines += [f"        {name[0]} > {name} {rng.choice(TYPES) if rng.random() < 0.3 else ''}" for name in TYPES]
    lines.append("    InteractionSet")
    for _ in range(rng.randint(3, 18)):
        effect = rng.choice(_EFFECTS)
        first = rng.choice((*TYPES, "avatar", "avatar", "herd"))
        second = rng.choice((*TYPES, "avatar", "wall", "wall", "herd", "EOS", "TIME"))
        params = _params(rng, words.EFFECTS[effect])
        if second == "TIME" or effect == "addTimer":
            params += f" timer={rng.randint(1, 9)} {'repeating=True' if rng.random() < 0.5 else ''}"
        if effect == "addTimer":
            params = (
                f"timer={rng.randint(1, 9)} ftype=transformToAll stype={rng.choice(TYPES)} stypeTo={rng.choice(TYPES)}"
            )
        lines.append(f"        {first} {second} > {effect} {params} scoreChange={rng.randint(-2, 3)}")
    lines += ["    TerminationSet", f"        SpriteCounter stype={rng.choice(TYPES)} limit=-1 win=True"]
    width, height = rng.randint(3, 12), rng.randint(2, 9)
    cells = [[rng.choice("w   " + "".join(name[0] for name in TYPES)) for _ in range(width)] for _ in range(height)]
    cells[rng.randrange(height)][rng.randrange(width)] = "A"
    return "\n".join(lines) + "\n", "\n".join("".join(row) for row in cells) + "\n"


def _params(rng: random.Random, word: words.Word) -> str:
    """Return what the word needs, and some of what it may say."""
    said = []
    for name, param in word.params.items():
        wanted = param.use == "needed" or (param.use == "played" and rng.random() < 0.35)
        if not wanted or name in ("scoreChange", "repeat", "timer", "nextExecution", "repeating", "hidden"):
            continue
        values = {
            "int": rng.randint(0, 4),
            "float": rng.choice((0, 0.3, 0.5, 1, 1.7)),
            "bool": rng.choice(("True", "False")),
            "flag": rng.choice(("True", "False")),
            "direction": rng.choice(_WAYS),
            "type": rng.choice(TYPES),
            "make": rng.choice(TYPES),
            "types": ",".join(rng.sample(TYPES, 2)),
            "makes": ",".join(rng.sample(TYPES, 2)),
            "score": rng.randint(-2, 2),
            "effect": rng.choice(("killSprite", "stepBack", "transformTo")),
        }
        if param.kind in values:
            said.append(f"{name}={values[param.kind]}")
    return " ".join(said)
