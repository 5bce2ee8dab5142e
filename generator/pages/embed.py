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
    data = edition.catalog.dataset
    tables = sorted(edition.tables.values(), key=lambda table: table.title)
    yield edition.page(
        "embed.md.j2",
        INDEX,
        tables=[(Link(table.title, page=f"tables/{table.id}/index.md"), f"table={table.id}") for table in tables],
        trees=[
            (Link(tree.title, page=urls.page_of("trees", name)), f"tree={name} as=mermaid")
            for name, tree in data.trees.items()
        ],
        checklists=[
            (Link(checklist.title, page=urls.page_of("checklists", name)), f"checklist={name}")
            for name, checklist in data.checklists.items()
        ],
        choices=_script_safe({"tables": [_choices(table) for table in tables]}),
    )


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
