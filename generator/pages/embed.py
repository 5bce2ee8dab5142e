"""How to get a table or a tree into another document: choose, look, copy. Without script, the markers as a list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from generator import urls
from generator.edition import Edition
from generator.table import Link, Table
from generator.templating import Artifact

INDEX = "embed/index.md"


def pages(edition: Edition) -> Iterator[Artifact]:
    tables = _by_title(edition)
    choices = _script_safe({"tables": [_choices(table) for table in tables]})
    yield edition.page("embed.md.j2", INDEX, groups=markers(edition), choices=choices)


def markers(edition: Edition) -> list[tuple[str, list[tuple[Link, str]]]]:
    """Every marker with a link to what it shows, by kind."""
    data = edition.catalog.dataset
    tables = [(Link(one.title, page=f"tables/{one.id}/index.md"), f"table={one.id}") for one in _by_title(edition)]
    trees = [(Link(one.title, page=urls.page_of("trees", name)), f"tree={name}") for name, one in data.trees.items()]
    checklists = [
        (Link(one.title, page=urls.page_of("checklists", name)), f"checklist={name}")
        for name, one in data.checklists.items()
    ]
    return [("Tables", tables), ("Decision trees", trees), ("Checklists", checklists)]


def _by_title(edition: Edition) -> list[Table]:
    return sorted(edition.tables.values(), key=lambda table: table.title)


def _choices(table: Table) -> dict[str, Any]:
    """What a reader may choose from: ids with the words they stand for, in the order of the table."""
    return {
        "id": table.id,
        "title": table.title,
        "rows": [[row.id, row.head.text] for row in table.rows],
        "columns": [[column.id, column.label] for column in table.columns],
    }


def _script_safe(value: Any) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
