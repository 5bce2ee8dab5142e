"""The comparison tables: an index and one page each, with every export."""

from __future__ import annotations

from collections.abc import Iterator

from generator import exports, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.schema import Word
from generator.table import Cell, Link, Table
from generator.templating import Artifact

INDEX = "tables/index.md"


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    built = edition.tables
    listed = [(Link(t.title, page=f"tables/{t.id}/index.md"), t.summary, t.coverage.sentence) for t in built.values()]
    yield edition.page("tables.md.j2", INDEX, tables=listed)
    for table in built.values():
        files = [Link(suffix.upper(), page=f"{urls.EXPORTS}{table.id}.{suffix}") for suffix in exports.formats()]
        yield edition.page(
            "table.md.j2",
            f"tables/{table.id}/index.md",
            table=table,
            files=files,
            frame=urls.frame_of(table.id),
            data=f"{urls.API}tables/{table.id}.json",
            levels=_legend(catalog, table),
            opens=any(cell.details for cell in _cells(table)),
            noted=any(cell.note and cell.details for cell in _cells(table)),
        )


def _cells(table: Table) -> Iterator[Cell]:
    return (cell for row in table.rows for cell in row.cells)


def _legend(catalog: Catalog, table: Table) -> list[Word]:
    """The levels whose mark occurs in a table."""
    used = {cell.state for cell in _cells(table) if cell.mark}
    return [word for level, word in catalog.dataset.vocabulary.levels.items() if level in used]
