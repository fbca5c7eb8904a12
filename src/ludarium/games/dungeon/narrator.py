"""Who tells the story: nobody, the built-in grammar, or a language model on an Ollama or OpenAI-compatible server.

A model is told `Facts` only, and answers with JSON: `{"text": …, "damage": …, "rupees": …}`. What it says is checked
before anybody reads it: no exits that are not there, no keys, health or rupees that the program does not know, no
markup, no addresses, not too long. A late, broken, endless or lying answer is thrown away, and the grammar speaks;
after some of those in a row the server is not asked again. The numbers are suggestions (`adventure.Adventure.settle`).
"""

from __future__ import annotations

import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from ludarium.core.errors import BadParameter, LudariumError
from ludarium.core.rng import derive
from ludarium.games.dungeon import grammar
from ludarium.games.dungeon.adventure import Facts
from ludarium.games.dungeon.level import SIDES

KINDS = ("none", "grammar", "ollama", "openai")
URLS: Mapping[str, str] = {"ollama": "http://localhost:11434", "openai": "http://localhost:8080"}
MODELS: Mapping[str, str] = {"ollama": "llama3.2", "openai": "default"}
TIMEOUT_S = 15.0
LONGEST_ANSWER = 64_000
LONGEST_TEXT = 900
PATIENCE = 3
"""After so many bad answers in a row the server is not asked any more."""
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}
_COUNTED = re.compile(
    r"(?P<number>\d+|" + "|".join(_NUMBERS) + r"|a|an|another|several|many|some)\s+(?:\w+\s+){0,2}?"
    r"(?P<what>keys?|hearts?|health|life|lives|hit points?|hp|rupees?|coins?|gold)\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?P<what>health|life|hp|keys|rupees)\s*(?:is|are|:|=|drops to|falls to|at)\s*(?P<number>\d+)", re.IGNORECASE
)
_SUSPICIOUS = re.compile(
    r"https?:|www\.|<[a-z/!]|```|\[/?[a-z#@!][^\]]*\]|\bignore (?:all|any|previous|the)\b|\bsystem\s*:|\bassistant\s*:|"
    r"\bas an ai\b|\blanguage model\b|\{|\}",
    re.IGNORECASE,
)
_DIRECTION = re.compile(r"\b(" + "|".join(SIDES) + r")(?:ern|wards?)?\b", re.IGNORECASE)


class BadAnswer(LudariumError):
    """An answer of a narrator's server that is not told; the message says why."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What is told, and what it suggests. `aside` says, where that is so, why the server's words were not used."""

    text: str
    damage: int | None = None
    rupees: int | None = None
    aside: str = ""


class Narrator(ABC):
    """Tells what happens in a room."""

    @abstractmethod
    def tell(self, facts: Facts) -> Telling:
        """Return the words for these facts; never raises, never waits longer than its time-out."""


class Silent(Narrator):
    """Says what has to be known, in few words."""

    def tell(self, facts: Facts) -> Telling:
        """Return the bare facts."""
        return Telling(" ".join(_bare(facts)))


def _bare(facts: Facts) -> list[str]:
    parts = [f"Room {facts.room}."]
    if facts.enemy:
        parts.append("The boss." if facts.boss else f"A {facts.enemy}.")
    for there, words in (
        (facts.found_key, "You find a small key."),
        (facts.found_boss_key, "You find the boss key."),
        (facts.found_map, "You find the map."),
        (facts.found_heart, "You find a heart."),
        (facts.pressed_switch, "A switch clicks."),
    ):
        parts += [words] if there else []
    return parts


class Grammar(Narrator):
    """The built-in narrator: phrases drawn from the story's own luck."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._words = grammar.Words(derive(seed, "narrator"))
        self._places: dict[str, tuple[str, str]] = {}

    def tell(self, facts: Facts) -> Telling:
        """Describe the room, then what happens in it."""
        words = self._words
        if facts.room not in self._places:
            used = {place for place, _ in self._places.values()}
            fresh = [place for place in grammar.PLACES if place not in used] or list(grammar.PLACES)
            self._places[facts.room] = (words.one(fresh), words.one(grammar.MOODS))
        place, mood = self._places[facts.room]
        frame = words.one(grammar.ENTRIES if facts.first else grammar.RETURNS)
        parts = [frame.format(place=place, mood=mood, Place=place[0].upper() + place[1:])]
        if facts.first:
            parts.append(words.one(grammar.SENSES))
            if words.chance(0.7):
                parts.append(words.one(grammar.DETAILS))
        if facts.enemy:
            encounter = words.one(grammar.ENCOUNTERS).format(enemy=facts.enemy)
            parts.append("And here, filling it, the one you came for." if facts.boss else encounter)
        for there, phrases in (
            (facts.found_rupees[1] > 0, grammar.TREASURES),
            (facts.found_key, grammar.KEYS),
            (facts.found_boss_key, grammar.BOSS_KEYS),
            (facts.found_map, grammar.MAPS),
            (facts.pressed_switch, grammar.SWITCHES),
            (facts.found_heart, grammar.HEARTS),
        ):
            if there:
                parts.append(words.one(phrases))
        return Telling(" ".join(parts))


class Server(Narrator):
    """A language model behind HTTP; the grammar speaks where it fails. `kind` is the protocol: ollama or openai."""

    def __init__(self, kind: str, model: str, url: str, seed: int = 0, timeout_s: float = TIMEOUT_S) -> None:
        try:
            import httpx
        except ImportError:
            raise LudariumError(
                f"the narrator '{kind}' needs httpx, which is not installed: pip install 'ludarium[play]'"
            ) from None
        self._httpx = httpx
        self._kind, self._model, self._timeout = kind, model, timeout_s
        path = "/api/chat" if kind == "ollama" else "/v1/chat/completions"
        self._url = url.rstrip("/").removesuffix("/v1") + path
        self._seed, self._failed = seed, 0
        self._fallback = Grammar(seed)

    def tell(self, facts: Facts) -> Telling:
        """Ask the server, check its answer, fall back to the grammar."""
        plain = self._fallback.tell(facts)
        if self._failed >= PATIENCE:
            return plain
        try:
            telling = checked(self._asked(facts), facts)
        except BadAnswer as fault:
            self._failed += 1
            rest = "" if self._failed < PATIENCE else "; it is not asked any more"
            return replace(plain, aside=f"The narrator is not heard: {fault}{rest}.")
        self._failed = 0
        return telling

    def _asked(self, facts: Facts) -> dict[str, Any]:
        """Return the model's JSON; BadAnswer for everything else that a server can do."""
        raw = self._fetched(facts)
        try:
            data = json.loads(raw)
            message = data["message"] if self._kind == "ollama" else data["choices"][0]["message"]
            content = message["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            raise BadAnswer("its answer is damaged") from None
        if not isinstance(content, str):
            raise BadAnswer("its answer is no text")
        try:
            answer = json.loads(content)
        except (ValueError, RecursionError):
            answer = {"text": content}
        if not isinstance(answer, dict):
            raise BadAnswer("its answer has no text")
        return answer

    def _fetched(self, facts: Facts) -> bytes:
        """Return the body, at most so long, and by the deadline, however slowly it drips."""
        httpx, deadline = self._httpx, time.monotonic() + self._timeout
        body = b""
        try:
            with (
                httpx.Client(timeout=self._timeout, follow_redirects=False, trust_env=False) as client,
                client.stream(
                    "POST", self._url, json=self._request(facts), headers={"Accept-Encoding": "identity"}
                ) as reply,
            ):
                if reply.status_code != 200:
                    raise BadAnswer(f"it answered with status {reply.status_code}")
                if reply.headers.get("content-encoding", "identity") != "identity":
                    raise BadAnswer("its answer is packed")
                for part in reply.iter_raw(4096):
                    body += part
                    if len(body) > LONGEST_ANSWER:
                        raise BadAnswer(f"it said more than {LONGEST_ANSWER} bytes")
                    if time.monotonic() > deadline:
                        raise BadAnswer(f"it took longer than {self._timeout:g} s")
        except httpx.TimeoutException:
            raise BadAnswer(f"it took longer than {self._timeout:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as fault:
            raise BadAnswer(f"it cannot be reached ({type(fault).__name__})") from None
        return body

    def _request(self, facts: Facts) -> dict[str, Any]:
        messages = [{"role": "system", "content": RULES}, {"role": "user", "content": prompt(facts)}]
        request: dict[str, Any] = {"model": self._model, "messages": messages, "stream": False}
        if self._kind == "ollama":
            return request | {"format": "json", "options": {"seed": self._seed % (1 << 31), "num_predict": 300}}
        return request | {"max_tokens": 300, "seed": self._seed % (1 << 31), "response_format": {"type": "json_object"}}


RULES = (
    "You narrate a text adventure in a dungeon, in the second person, in at most 80 words of plain text. You are given "
    "the facts of one room as JSON. Name no exits, keys, rupees or health that the facts do not hold, decide nothing "
    'for the player. Answer with JSON: {"text": "…", "damage": n, "rupees": n}, with damage inside "hurts" and rupees '
    'inside "found_rupees".'
)


def prompt(facts: Facts) -> str:
    """Return what a model is told: the facts as JSON."""
    return json.dumps(asdict(facts), ensure_ascii=False)


def checked(answer: Mapping[str, Any], facts: Facts) -> Telling:
    """Return an answer that contradicts nothing; BadAnswer says what is wrong with any other."""
    text = answer.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadAnswer("its answer has no text")
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if len(text) > LONGEST_TEXT:
        raise BadAnswer(f"it said more than {LONGEST_TEXT} signs")
    strange = _SUSPICIOUS.search(text)
    if strange:
        raise BadAnswer(f"it said '{strange.group()[:20]}', which is no story")
    names = {name for name, _ in facts.exits}
    for match in _DIRECTION.finditer(text):
        if names & set(SIDES) and match.group(1).lower() not in names:
            raise BadAnswer(f"it told of a way {match.group(1).lower()}, and there is none")
    _check_counts(text, facts)
    if re.search(r"\bkeys?\b", text, re.IGNORECASE) and not _key_may_be_named(facts):
        raise BadAnswer("it told of a key, and there is none")
    return Telling(text, _whole(answer.get("damage")), _whole(answer.get("rupees")))


def _key_may_be_named(facts: Facts) -> bool:
    locks = any("lock" in looks for _, looks in facts.exits)
    return facts.found_key or facts.found_boss_key or facts.keys > 0 or locks


def _check_counts(text: str, facts: Facts) -> None:
    """Refuse numbers of keys, health or rupees that the program does not know."""
    low, high = facts.found_rupees
    allowed = {
        "key": {facts.keys, int(facts.found_key or facts.found_boss_key)},
        "health": {facts.health, facts.most_health, *range(facts.hurts[0], facts.hurts[1] + 1)},
        "rupee": {facts.rupees, *range(low, high + 1)},
    }
    for match in (*_COUNTED.finditer(text), *_AFTER.finditer(text)):
        said, what = match.group("number").lower(), match.group("what").lower()
        kind = "key" if what.startswith("key") else "rupee" if what[0] in "rcg" else "health"
        number = int(said[:9]) if said.isdigit() else _NUMBERS.get(said)
        if said in ("a", "an", "another"):
            number = 1 if kind == "key" else None
            if kind == "key" and any("lock" in looks for _, looks in facts.exits):
                number = None  # a lock may be said to want a key
        if said in ("several", "many", "some") and kind == "key":
            number = -1
        if number is not None and number not in allowed[kind]:
            raise BadAnswer(f"it told of '{match.group()[:40]}', which is not so")


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1_000_000 else None


def narrator_for(
    kind: str, *, model: str | None = None, url: str | None = None, seed: int = 0, timeout_s: float = TIMEOUT_S
) -> Narrator:
    """Return the narrator of a name; BadParameter lists the names."""
    if kind not in KINDS:
        raise BadParameter(f"narrator={kind!r}; choose {', '.join(KINDS)}")
    if kind in ("none", "grammar"):
        for name, value in (("model", model), ("url", url)):
            if value is not None:
                raise BadParameter(f"{name}={value!r} is for the narrators ollama and openai, not for '{kind}'")
        return Silent() if kind == "none" else Grammar(seed)
    place = url or URLS[kind]
    if not place.startswith(("http://", "https://")):
        raise BadParameter(f"url={place!r}; an address begins with http:// or https://, as in {URLS[kind]}")
    if not timeout_s > 0:
        raise BadParameter(f"timeout_s={timeout_s!r}; a number of seconds above 0 is needed")
    return Server(kind, model or MODELS[kind], place, seed, timeout_s)
