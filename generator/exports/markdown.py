"""A table as Markdown that GitHub, GitLab and Python-Markdown read alike: one row a line, nothing run as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.table import Cell, Table

SUFFIX = "md"
# Signs that start markup or a web address, and what would start a list where a note begins.
_ACTIVE = re.compile(r"[\\`*_\[\]~#{}$@&<>|]|:(?=//|\w+:)|^[-+]|^\d(?=\d*[.)])")


def plain(text: str) -> str:
    """Text of data as Markdown that shows exactly that text, in one line."""
    text = _ACTIVE.sub(lambda match: f"&#{ord(match[0])};", text.strip())
    return re.sub(r"\s*[\n\r]\s*", "<br>", text)


def render(table: Table) -> str:
    heads = [table.head, *(column.label for column in table.columns)]
    lines = [_line(map(plain, heads)), _line(["---"] * len(heads))]
    notes: list[str] = []
    lines += [_line([plain(row.head.text), *(_cell(cell, notes) for cell in row.cells)]) for row in table.rows]
    foot = [f"\n{number}. {plain(note)}" for number, note in enumerate(notes, 1)]
    sentence = plain(table.coverage.sentence)
    return "\n".join([*lines, *foot, *(["", sentence] if sentence else [])]) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell, notes: list[str]) -> str:
    text = plain(f"{cell.mark} {cell.text}".strip())
    if not cell.note:
        return text
    if cell.note not in notes:
        notes.append(cell.note)
    return f"{text} <sup>{notes.index(cell.note) + 1}</sup>"
