"""What there is and where: the document that everything else is found from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from generator.api import tables
from generator.api.documents import Item, TreeItem
from generator.api.overview_documents import CollectionEntry, Days, Entry, Index, TableEntry, TreeEntry
from generator.api.paths import ITEMS, VERSION
from generator.derive import Catalog
from generator.edition import Edition
from generator.table import Table
from generator.urls import frame_of


def index(
    edition: Edition, collections: Mapping[str, Sequence[Item]], drawn: Sequence[TreeItem], kinds: Iterable[str]
) -> Index:
    """`collections` are all items, `drawn` the trees among them, `kinds` the names of the schemas."""
    catalog, site = edition.catalog, edition.catalog.dataset.site
    return {
        "version": VERSION,
        "name": site.name,
        "tagline": site.tagline,
        "site": "../../",
        "as_of": _days(catalog),
        "statements": len(catalog.claims),
        "licences": {"data": "CC-BY-4.0", "code": "MIT"},
        "collections": {name: _collection(name, held) for name, held in collections.items()},
        "tables": [_table(table) for table in edition.tables.values()],
        "trees": [_tree(item) for item in drawn],
        "ledger": "ledger.json",
        "freshness": "freshness.json",
        "changes": "changes.json",
        "schemas": {kind: f"schema/{kind}.json" for kind in kinds},
    }


def _days(catalog: Catalog) -> Days:
    days = [placed.claim.as_of for placed in catalog.claims.values()]
    return {"oldest": min(days).isoformat() if days else None, "newest": max(days).isoformat() if days else None}


def _collection(name: str, held: Sequence[Item]) -> CollectionEntry:
    path = f"{name}.json"
    return {
        "path": path,
        "schema": f"schema/{name}.json",
        "item_schema": f"schema/{ITEMS[name]}.json",
        "count": len(held),
        "items": [_entry(item) for item in held if item["path"] != path],
    }


def _entry(item: Item) -> Entry:
    return {
        "id": item["id"],
        "address": item["address"],
        "title": item["title"],
        "path": item["path"],
        "permalink": item["permalink"],
    }


def _tree(item: TreeItem) -> TreeEntry:
    return {**_entry(item), "files": item["files"]}


def _table(table: Table) -> TableEntry:
    return {
        "id": table.id,
        "title": table.title,
        "summary": table.summary,
        "path": f"tables/{table.id}.json",
        "permalink": f"tables/{table.id}/index.html",
        "embed": frame_of(table.id),
        "files": {suffix: f"tables/{table.id}.{suffix}" for suffix in tables.FILES},
    }
