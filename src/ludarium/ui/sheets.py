"""Tables that are written once and read in three ways: HTML for a page, Markdown for a forge, LaTeX for a paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_TEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "−": "$-$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "μ": r"$\mu$",
    "∞": r"$\infty$",
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: heads, rows of cells, and how many columns at the left are words (the others are numbers)."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1


def as_html(sheet: Sheet) -> str:
    """Return a table for a page."""
    kinds = ["" if column < sheet.words else " class=n" for column in range(len(sheet.heads))]
    head = "".join(f"<th{kind}>{escape(text)}</th>" for kind, text in zip(kinds, sheet.heads, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td{kind}>{escape(text)}</td>' for kind, text in zip(kinds, row, strict=True))}</tr>"
        for row in sheet.rows
    )
    return f"<table><caption>{escape(sheet.caption)}</caption><tr>{head}</tr>{body}</table>"


def as_markdown(sheet: Sheet) -> str:
    """Return a table in Markdown, its columns aligned for people who read the text itself."""
    rows = [[_markdown(cell) for cell in row] for row in (sheet.heads, *sheet.rows)]
    widths = [max(3, *(len(row[column]) for row in rows)) for column in range(len(sheet.heads))]
    lines = [_padded(row, widths, sheet.words) for row in rows]
    rule = ["-" * width if at < sheet.words else "-" * (width - 1) + ":" for at, width in enumerate(widths)]
    return "\n".join([f"{sheet.caption}\n", lines[0], f"| {' | '.join(rule)} |", *lines[1:]]) + "\n"


def as_latex(sheet: Sheet) -> str:
    """Return a table in LaTeX, with the rules of the booktabs package."""
    columns = "".join("l" if column < sheet.words else "r" for column in range(len(sheet.heads)))
    rows = [" & ".join(map(latex, row)) + r" \\" for row in (sheet.heads, *sheet.rows)]
    return "\n".join(
        [
            r"\begin{table}",
            r"  \centering",
            f"  \\caption{{{latex(sheet.caption)}}}",
            f"  \\begin{{tabular}}{{{columns}}}",
            r"    \toprule",
            f"    {rows[0]}",
            r"    \midrule",
            *(f"    {row}" for row in rows[1:]),
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def latex(text: str) -> str:
    """Return a text that LaTeX prints as it is."""
    return "".join(_TEX.get(letter, letter) for letter in text)


def _markdown(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*").replace("\n", " ")


def _padded(row: Sequence[str], widths: Sequence[int], words: int) -> str:
    cells = [
        cell.ljust(width) if at < words else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return f"| {' | '.join(cells)} |"
