"""Tables as documents: all that is needed to show any part of one elsewhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from generator import exports
from generator import table as table_
from generator.api import table_documents
from generator.api.paths import permalink
from generator.api.table_documents import Cell, Column, Coverage, Detail, Row
from generator.table import Link, Table
from generator.urls import frame_of

FILES = tuple(suffix for suffix in exports.formats() if suffix != "json")


def document_of(table: Table) -> table_documents.Table:
    page = Link("", page=f"tables/{table.id}/index.md")
    return {
        "id": table.id,
        "title": table.title,
        "summary": table.summary,
        "head": table.head,
        "path": f"tables/{table.id}.json",
        "permalink": permalink(page) or "",
        "embed": frame_of(table.id),
        "files": {suffix: f"tables/{table.id}.{suffix}" for suffix in FILES},
        "columns": [_column(column) for column in table.columns],
        "rows": [_row(table, row, page) for row in table.rows],
        "coverage": _coverage(table),
        "notes": list(table.notes),
    }


def _column(column: table_.Column) -> Column:
    return {
        "id": column.id,
        "label": column.label,
        "group": column.group or None,
        "title": column.title or None,
        "permalink": permalink(column.link),
    }


def _row(table: Table, row: table_.Row, page: Link) -> Row:
    cells = zip(table.columns, row.cells, strict=True)
    return {
        "id": row.id,
        "label": row.head.text,
        "group": row.group or None,
        "permalink": permalink(row.head),
        "cells": {column.id: _cell(cell, replace(page, anchor=f"{row.id}--{column.id}")) for column, cell in cells},
    }


def _cell(cell: table_.Cell, place: Link) -> Cell:
    """`place` is the cell in its table; a statement is read in full on the page of what it is about."""
    return {
        "text": cell.text,
        "mark": cell.mark or None,
        "state": cell.state or None,
        "note": cell.note or None,
        "freshness": cell.freshness or None,  # type: ignore[typeddict-item]  # one of freshness.STATES
        "as_of": _day(cell.as_of),
        "against": cell.against or None,
        "review_by": _day(cell.review_by),
        "address": cell.address or None,
        "permalink": permalink(cell.link or place),
        "details": [_detail(detail) for detail in cell.details],
    }


def _detail(detail: table_.Detail) -> Detail:
    return {"label": detail.label, "text": detail.text or None, "links": [_link(link) for link in detail.links]}


def _link(link: Link) -> table_documents.Link:
    return {"text": link.text, "url": link.url or None, "permalink": permalink(link)}


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _coverage(table: Table) -> Coverage:
    found = table.coverage
    return {
        "verified": found.verified,
        "due": found.due,
        "behind": found.behind,
        "overtaken": found.overtaken,
        "unknown": found.unknown,
        "oldest": _day(found.oldest),
        "newest": _day(found.newest),
        "sentence": found.sentence or None,
    }
