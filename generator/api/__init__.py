"""The static API: what the site says, as files for programs. `files` is all of it; within v1 it only gains fields."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator import exports
from generator.api import frames, index, items, schemas, tables, trees, upkeep
from generator.api.documents import Item
from generator.api.paths import FOLDER, ITEMS, head
from generator.edition import Edition
from generator.exports.html import render as html
from generator.exports.json import in_lines
from generator.revision import revision_of
from generator.table import Table
from generator.templating import Artifact


def files(edition: Edition) -> Iterator[Artifact]:
    """Every file of the API, and the page of each table alone."""
    catalog = edition.catalog
    revision = revision_of(catalog.dataset)
    known, drawn = schemas.by_kind(), trees.tree_items(catalog)
    held: dict[str, Sequence[Item]] = {
        name: drawn if name == "trees" else items.of_collection(catalog, name) for name in ITEMS
    }
    yield _document("index", "index.json", revision, index.index(edition, held, drawn, known))
    for name, kind in ITEMS.items():
        path = f"{name}.json"
        yield _document(name, path, revision, {"collection": name, "items": held[name]})
        yield from (_document(kind, one["path"], revision, one) for one in held[name] if one["path"] != path)
    yield _document("ledger", "ledger.json", revision, upkeep.ledger(edition))
    yield _document("freshness", "freshness.json", revision, upkeep.freshness(edition))
    yield _document("changes", "changes.json", revision, upkeep.changes(edition))
    for table in edition.tables.values():
        yield from _table(table, revision)
        yield frames.page(edition, table)
    yield from trees.files(catalog)
    for kind, schema in known.items():
        yield Artifact(f"{FOLDER}schema/{kind}.json", json.dumps(schema, indent=1, ensure_ascii=False) + "\n")


def _document(kind: str, path: str, revision: str, told: Mapping[str, Any]) -> Artifact:
    return Artifact(FOLDER + path, in_lines({**head(kind, path, revision), **told}))


def _table(table: Table, revision: str) -> Iterator[Artifact]:
    told = tables.document_of(table)
    yield _document("table", told["path"], revision, told)
    for suffix, path in told["files"].items():
        # The links of the one in HTML are relative to where it lies.
        text = html(table, FOLDER + path) if suffix == "html" else exports.formats()[suffix](table)
        yield Artifact(FOLDER + path, text)
