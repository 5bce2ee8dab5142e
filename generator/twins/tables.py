"""Twins of the comparison tables: the table, its notes, and what stands behind its cells."""

from __future__ import annotations

from collections.abc import Iterator

from generator.edition import Edition
from generator.table import Cell, Row, Table
from generator.twins.text import Twin, Writer, items, plain, rows


def pages(edition: Edition) -> Iterator[Twin]:
    for table in edition.tables.values():
        writer = Writer(f"tables/{table.id}/index.md")
        yield writer.twin(table.title, table.summary, *_body(writer, table))


def _body(writer: Writer, table: Table) -> Iterator[str | list[str]]:
    notes: list[str] = []
    heads = [plain(table.head), *(plain(column.label) for column in table.columns)]
    lines = [[writer.link(row.head), *(_cell(writer, cell, notes) for cell in row.cells)] for row in table.rows]
    yield list(rows(heads, lines))
    yield plain(table.coverage.sentence)
    yield [f"{number}. {writer.line(note)}" for number, note in enumerate(notes, 1)]
    evidence = items(line for row in table.rows for line in _evidence(writer, table, row))
    if evidence:
        yield "\n".join(["## What stands behind the cells", "", *evidence])


def _cell(writer: Writer, cell: Cell, notes: list[str]) -> str:
    text = writer.says(cell)
    if not cell.note:
        return text
    if cell.note not in notes:
        notes.append(cell.note)
    return f"{text} (note {notes.index(cell.note) + 1})"


def _evidence(writer: Writer, table: Table, row: Row) -> Iterator[str]:
    """The evidence of a row, cells with the same one told together."""
    found: dict[str, list[str]] = {}
    for column, cell in zip(table.columns, row.cells, strict=True):
        why = "; ".join(
            writer.detail(detail) for detail in cell.details if detail.label not in ("Note", "Because", "Since")
        )
        if why:
            found.setdefault(why, []).append(column.label)
    for why, columns in found.items():
        yield f"{plain(row.head.text)}, {plain(', '.join(columns))}: {why}"
