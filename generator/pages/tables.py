"""The comparison tables: an index and one page each, with every export."""

from __future__ import annotations

from collections.abc import Iterator

from generator import exports, urls
from generator.edition import Edition
from generator.table import Link
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
            levels=list(catalog.dataset.vocabulary.levels.values()),
        )
