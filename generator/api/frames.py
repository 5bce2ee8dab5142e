"""The page of a table alone, for an iframe: no navigation, light or dark, and it tells its height."""

from __future__ import annotations

from generator.edition import Edition
from generator.table import Link, Table
from generator.templating import Artifact
from generator.urls import frame_of


def page(edition: Edition, table: Table) -> Artifact:
    full = Link(edition.catalog.dataset.site.name, page=f"tables/{table.id}/index.md")
    return edition.page("frame.html.j2", frame_of(table.id), table=table, full=full)
