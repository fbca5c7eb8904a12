"""Plots as SVG text, small enough to stand inside a page, in the page's own colours by day and by night."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

_FONT = 'font-family="system-ui, sans-serif" font-size="13"'
COLOURS = ("#3b82f6", "#f97316", "#10b981", "#a855f7", "#ef4444", "#eab308", "#06b6d4", "#84cc16")
_DASHES = ("", "6 3", "2 3", "8 3 2 3")


@dataclass(frozen=True, slots=True)
class Mark:
    """A value with its interval."""

    name: str
    value: float
    low: float
    high: float


def forest(marks: Sequence[Mark], title: str, bounds: tuple[float, float] | None = None) -> str:
    """Return a forest plot: a row a name, a dot for the value, a line for the interval.

    *bounds* are what the axis shows at least; an interval that goes on beyond it is cut there.
    """
    left = 16 + 7.2 * max(len(mark.name) for mark in marks)
    width, row = left + 430.0, 24
    low, high, ticks = _axis([end for mark in marks for end in (mark.low, mark.value, mark.high)], bounds)
    height = row * len(marks) + 58

    def x(value: float) -> float:
        return left + 400 * (min(max(value, low), high) - low) / (high - low)

    parts = [f'<text x="{left}" y="14" fill="currentColor">{escape(title)}</text>']
    bottom = 28 + row * len(marks)
    colours = _colours(mark.name for mark in marks)
    parts += [
        f'<line x1="{x(tick):.1f}" y1="24" x2="{x(tick):.1f}" y2="{bottom}" stroke="#8886" />'
        f'<text x="{x(tick):.1f}" y="{bottom + 18}" text-anchor="middle" fill="#888">{_number(tick)}</text>'
        for tick in ticks
    ]
    for place, mark in enumerate(marks):
        y = 28 + row * (place + 0.5)
        colour = colours[mark.name]
        said = f"{mark.name}: {_number(mark.value)} ({_number(mark.low)} to {_number(mark.high)})"
        parts.append(
            f'<text x="{left - 10}" y="{y + 4}" text-anchor="end" fill="currentColor">{escape(mark.name)}</text>'
            f'<line x1="{x(mark.low):.1f}" y1="{y}" x2="{x(mark.high):.1f}" y2="{y}" stroke="{colour}" '
            f'stroke-width="3" stroke-linecap="round" />'
            f'<circle cx="{x(mark.value):.1f}" cy="{y}" r="5" fill="{colour}"><title>{escape(said)}</title></circle>'
        )
    return _picture(width, height, parts, title)


def curves(lines: Mapping[str, Sequence[tuple[float, Mark]]], title: str, across: str) -> str:
    """Return lines with intervals over a logarithmic axis: what a larger budget brings."""
    every = [point for line in lines.values() for point in line]
    low, high, ticks = _axis([end for _, mark in every for end in (mark.low, mark.value, mark.high)], None)
    first, last = math.log(min(at for at, _ in every)), math.log(max(at for at, _ in every))
    last = max(last, first + 1e-9)
    left, top, bottom = 56.0, 28.0, 228.0

    def x(at: float) -> float:
        return left + 20 + 380 * (math.log(at) - first) / (last - first)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (min(max(value, low), high) - low) / (high - low)

    parts = [f'<text x="{left}" y="14" fill="currentColor">{escape(title)}</text>']
    parts += [
        f'<line x1="{left}" y1="{y(tick):.1f}" x2="{left + 420}" y2="{y(tick):.1f}" stroke="#8886" />'
        f'<text x="{left - 8}" y="{y(tick) + 4:.1f}" text-anchor="end" fill="#888">{_number(tick)}</text>'
        for tick in ticks
    ]
    parts += [
        f'<text x="{x(at):.1f}" y="{bottom + 18}" text-anchor="middle" fill="#888">{at:g}</text>'
        for at in sorted({at for at, _ in every})
    ]
    parts.append(f'<text x="{left + 420}" y="{bottom + 36}" text-anchor="end" fill="#888">{escape(across)}</text>')
    colours = _colours(lines)
    for place, (name, line) in enumerate(lines.items()):
        colour, shift = colours[name], 4 * (place - (len(lines) - 1) / 2)
        path = " ".join(f"{x(at) + shift:.1f},{y(mark.value):.1f}" for at, mark in line)
        dash = f' stroke-dasharray="{_DASHES[place // len(COLOURS) % len(_DASHES)]}"'
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash} />')
        for at, mark in line:
            parts.append(
                f'<line x1="{x(at) + shift:.1f}" y1="{y(mark.low):.1f}" x2="{x(at) + shift:.1f}" '
                f'y2="{y(mark.high):.1f}" stroke="{colour}" stroke-width="1.5" />'
                f'<circle cx="{x(at) + shift:.1f}" cy="{y(mark.value):.1f}" r="4" fill="{colour}" />'
            )
        parts.append(
            f'<circle cx="{left + 440}" cy="{top + 20 * place + 6}" r="4" fill="{colour}" />'
            f'<text x="{left + 452}" y="{top + 20 * place + 10}" fill="currentColor">{escape(name)}</text>'
        )
    width = left + 470 + 7.2 * max(map(len, lines))
    return _picture(width, max(bottom + 46, top + 20 * len(lines) + 20), parts, title)


def _axis(values: Sequence[float], bounds: tuple[float, float] | None) -> tuple[float, float, list[float]]:
    """Return the ends of an axis that shows all finite values, and round numbers along it."""
    finite = [value for value in values if math.isfinite(value)] + list(bounds or ())
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / 4
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    start, end = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return start * step, end * step, [place * step for place in range(start, end + 1)]


def _number(value: float) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return (f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}").replace("-", "−")


def _colours(names: Iterable[str]) -> dict[str, str]:
    """Return a colour for each name, the same wherever the same names are drawn."""
    return {name: COLOURS[place % len(COLOURS)] for place, name in enumerate(sorted(names))}


def _picture(width: float, height: float, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" {_FONT} role="img" aria-label="{escape(title, quote=True)}">{"".join(parts)}</svg>'
    )
