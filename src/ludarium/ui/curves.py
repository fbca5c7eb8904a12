"""Learning curves as a picture file. Needs matplotlib, which is an extra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ludarium.core.errors import LudariumError

Line = Sequence[tuple[float, float]]


def plot_lines(lines: Mapping[str, Line], path: Path, *, title: str, x: str, y: str) -> Path:
    """Draw named lines over a logarithmic axis (learning is fast at first), and return the file."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise LudariumError("plots need matplotlib, which is not installed: pip install 'ludarium[bench]'") from None
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for number, (name, points) in enumerate(lines.items()):
        axes.plot([at for at, _ in points], [value for _, value in points], marker="os^vD"[number % 5], label=name)
    axes.set(xscale="log", xlabel=x, ylabel=y, title=title)
    axes.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    return path
