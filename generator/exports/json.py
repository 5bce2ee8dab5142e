"""A table as JSON: every cell with its state, note, freshness, day and sources. Keys keep their order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from generator.table import Cell, Table

SUFFIX = "json"


def render(table: Table) -> str:
    coverage = table.coverage
    value = {
        "id": table.id,
        "title": table.title,
        "summary": table.summary,
        "columns": [{"id": c.id, "label": c.label, "group": c.group or None} for c in table.columns],
        "rows": [
            {
                "id": row.id,
                "label": row.head.text,
                "group": row.group or None,
                "cells": {column.id: _cell(cell) for column, cell in zip(table.columns, row.cells, strict=True)},
            }
            for row in table.rows
        ],
        "coverage": {
            "verified": coverage.verified,
            "due": coverage.due,
            "behind": coverage.behind,
            "overtaken": coverage.overtaken,
            "unknown": coverage.unknown,
            "oldest": _day(coverage.oldest),
            "newest": _day(coverage.newest),
        },
        "notes": list(table.notes),
    }
    return in_lines(value)


def in_lines(value: Mapping[str, Any]) -> str:
    """An object with a key a line, and of lists an entry a line."""
    return "{\n" + ",\n".join(f'"{key}": {_lines(part)}' for key, part in value.items()) + "\n}\n"


def _lines(part: Any) -> str:
    """A row a line: a diff then shows what changed, and the fast encoder of the standard library can write it."""
    if isinstance(part, list) and part:
        return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in part) + "\n]"
    return json.dumps(part, ensure_ascii=False)


def _day(day: Any) -> str | None:
    return day.isoformat() if day else None


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "text": cell.text,
        "state": cell.state or None,
        "note": cell.note or None,
        "freshness": cell.freshness or None,
        "as_of": _day(cell.as_of),
        "statement": cell.address or None,
        "details": {detail.label: detail.text or [_link(link) for link in detail.links] for detail in cell.details},
    }


def _link(link: Any) -> dict[str, str]:
    return {"text": link.text, **({"url": link.url} if link.url else {})}
