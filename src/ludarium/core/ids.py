"""Names with levels and parameters: `NAME[/LEVEL][?key=value&…]`, the same text everywhere."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote_plus, unquote_plus

from ludarium.core.errors import BadParameter, nearest

_PLAIN = ",.:;-_/"


@dataclass(frozen=True, slots=True)
class Id:
    """A parsed id. Values are kept as text; `coerce` turns them into what a constructor asks for."""

    name: str
    level: str | None = None
    params: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Id:
        """Read an id; a malformed one raises BadParameter and says which part."""
        head, mark, tail = text.strip().partition("?")
        name, slash, level = head.partition("/")
        if not name:
            raise BadParameter(f"'{text}': an id starts with a name, as in nim?rows=1,3,5")
        if slash and not level:
            raise BadParameter(f"'{text}': a level should follow the '/'")
        params: dict[str, str] = {}
        for part in tail.split("&") if mark else []:
            key, equals, value = part.partition("=")
            if not equals or not key:
                raise BadParameter(f"'{text}': '{part}' should be key=value")
            if key in params:
                raise BadParameter(f"'{text}': '{key}' is given twice")
            params[key] = unquote_plus(value)
        return cls(name, unquote_plus(level) or None, params)

    def __str__(self) -> str:
        level = f"/{quote_plus(self.level, safe=_PLAIN)}" if self.level is not None else ""
        pairs = "&".join(f"{key}={quote_plus(value, safe=_PLAIN)}" for key, value in sorted(self.params.items()))
        return f"{self.name}{level}{'?' if pairs else ''}{pairs}"


def write_value(value: object) -> str:
    """Write a parameter's value as an id writes it: true, none, 1,3,5."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return ",".join(write_value(part) for part in value)
    return str(value)


def parameters(maker: type) -> Mapping[str, inspect.Parameter]:
    """Return the constructor's parameters by name, with real types for annotations."""
    if maker not in _PARAMETERS:
        _PARAMETERS[maker] = _read_parameters(maker)
    return _PARAMETERS[maker]


_PARAMETERS: dict[type, Mapping[str, inspect.Parameter]] = {}
"""Read once: it takes 0.1 ms, as long as two moves of a quick match."""


def _read_parameters(maker: type) -> dict[str, inspect.Parameter]:
    hints = typing.get_type_hints(maker.__init__)  # type: ignore[misc]  # the one of the class itself or inherited
    found = inspect.signature(maker).parameters.values()
    return {p.name: p.replace(annotation=hints.get(p.name, p.annotation)) for p in found}


def id_of(thing: object, name: str, fixed: Mapping[str, object] | None = None) -> Id:
    """Return the id of an object from its attributes: the parameters that differ from their defaults."""
    params: dict[str, str] = {}
    level = None
    for key, parameter in parameters(type(thing)).items():
        value = getattr(thing, key, parameter.default)
        if value == parameter.default or callable(value) or key in (fixed or {}):
            continue
        if key == "level":
            level = write_value(value)
        else:
            params[key] = write_value(value)
    return Id(name, level, params)


def coerce(owner: str, key: str, text: str, wanted: Any) -> object:
    """Turn text into the annotated type, or raise BadParameter with what was expected."""
    origin, arguments = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (typing.Union, types.UnionType):
        if type(None) in arguments and text.lower() in ("none", ""):
            return None
        (wanted,) = [a for a in arguments if a is not type(None)][:1]
        return coerce(owner, key, text, wanted)
    if origin is tuple:
        parts = [part for part in text.split(",") if part.strip()]
        return tuple(coerce(owner, key, part.strip(), arguments[0]) for part in parts)
    if origin is Literal:
        if text not in arguments:
            raise BadParameter(f"{owner}: {key}={text!r}; choose from {', '.join(arguments)}{nearest(text, arguments)}")
        return text
    if wanted is bool:
        if text.lower() in ("true", "1", "yes", "on"):
            return True
        if text.lower() in ("false", "0", "no", "off"):
            return False
        raise BadParameter(f"{owner}: {key}={text!r}; choose true or false")
    if wanted in (int, float):
        try:
            return wanted(text)
        except ValueError:
            kind = "a whole number" if wanted is int else "a number"
            raise BadParameter(f"{owner}: {key}={text!r} is not {kind}") from None
    return text


def arguments_for(maker: type, owner: str, given: Id, extra: Mapping[str, object]) -> dict[str, object]:
    """Return constructor arguments for an id and extra keyword parameters, checked and converted."""
    known = parameters(maker)
    arguments: dict[str, object] = {}
    texts = dict(given.params)
    if given.level is not None:
        if "level" not in known:
            raise BadParameter(f"{owner} has no levels (asked for '{given.level}')")
        texts["level"] = given.level
    for key in (*texts, *extra):
        if key not in known:
            has = f"it has: {', '.join(known)}" if known else "it has none"
            raise BadParameter(f"{owner} has no parameter '{key}'{nearest(key, known)} ({has})")
    for key, text in texts.items():
        arguments[key] = coerce(owner, key, text, known[key].annotation)
    for key, value in extra.items():
        arguments[key] = coerce(owner, key, value, known[key].annotation) if isinstance(value, str) else value
    return arguments
