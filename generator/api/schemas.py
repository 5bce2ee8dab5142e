"""A JSON Schema (draft 2020-12) for each kind of document, from the types of documents and of data/.

Published schemas allow keys that they do not name, since v1 may gain some.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, TypeAdapter

from generator import schema
from generator.api import documents, overview_documents, table_documents
from generator.api.paths import ITEMS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
# What the documents that are no items look like.
WHOLE: Mapping[str, Any] = {
    "index": overview_documents.Index,
    "table": table_documents.Table,
    "ledger": overview_documents.Ledger,
    "freshness": overview_documents.FreshnessReport,
    "changes": overview_documents.Changes,
}
_DATA: Mapping[str, Any] = {
    **{collection: kind for collection, kind in schema.FOLDERS.items() if collection not in schema.WRITTEN},
    "glossary": schema.Term,
    "features": schema.Feature,
    "sources": schema.Source,
    "vocabulary": dict[str, schema.Word | int],
}
_CLAIMS = {name for name, kind in vars(schema).items() if isinstance(kind, type) and issubclass(kind, schema.Claim)}
_REF = "#/$defs/{model}"

Schema = dict[str, Any]


def by_kind() -> dict[str, Schema]:
    """Every schema by its kind, which is the name of its file."""
    found = {kind: _document(kind, TypeAdapter(told).json_schema(ref_template=_REF)) for kind, told in WHOLE.items()}
    for collection, kind in ITEMS.items():
        item = _item(collection)
        found[kind] = _document(kind, item)
        found[collection] = _document(collection, _collection(collection, item))
    return found


def _document(kind: str, told: Schema) -> Schema:
    """What a document says, and before it what every document starts with."""
    head = _open(TypeAdapter(documents.Document).json_schema())
    described = {"title": kind, "description": told["description"]} if "description" in told else {"title": kind}
    told = _open(told)
    return {
        "$schema": DRAFT,
        **described,
        **told,
        "properties": {**head["properties"], **told["properties"]},
        "required": [*head["required"], *told["required"]],
    }


def _item(collection: str) -> Schema:
    """An item whose `data` has the fields of its type in data/."""
    envelope = documents.TreeItem if collection == "trees" else documents.Item
    told = TypeAdapter(envelope).json_schema(ref_template=_REF)
    data = TypeAdapter(_DATA[collection]).json_schema(mode="serialization", by_alias=True, ref_template=_REF)
    claim = TypeAdapter(documents.Claim).json_schema(ref_template=_REF)
    inner = {name: _claim(part, claim) if name in _CLAIMS else part for name, part in data.pop("$defs", {}).items()}
    kind = _DATA[collection]
    whole = isinstance(kind, type) and issubclass(kind, schema.Document)  # a term has sources that are told
    properties = {**told["properties"], "data": _without(data, schema.Document) if whole else data}
    # What is of the API comes last: it has names of its own for what stands behind a claim.
    definitions = {**inner, **claim["$defs"], **told["$defs"]}
    return {**told, "properties": properties, "$defs": _reached(properties, definitions)}


def _claim(part: Schema, claim: Schema) -> Schema:
    """A statement: what it says, then address, permalink and evidence in place of the fields in data/."""
    own = _without(part, schema.Claim)
    return {**own, "properties": {**own["properties"], **claim["properties"]}}


def _without(part: Schema, kind: type[BaseModel]) -> Schema:
    """A record without the fields of a type."""
    kept = {name: inner for name, inner in part.get("properties", {}).items() if name not in kind.model_fields}
    return {**part, "properties": kept} if "properties" in part else part


# What holds for people who write data/, and what pydantic makes up.
_NOT_FOR_READERS = ("title", "default", "minLength", "maxLength", "additionalProperties", "patternProperties")


def _open(part: Schema) -> Schema:
    """A schema for readers: every key of a record is there, more may come, and texts may grow longer."""
    found: Schema = {key: value for key, value in part.items() if key not in _NOT_FOR_READERS}
    for key in ("properties", "$defs"):
        if key in part:
            found[key] = {name: _open(inner) for name, inner in part[key].items()}
    if isinstance(part.get("additionalProperties"), dict):
        found["additionalProperties"] = _open(part["additionalProperties"])
    for inner in part.get("patternProperties", {}).values():  # by id; there is one pattern
        found["additionalProperties"] = _open(inner)
    if "items" in part:
        found["items"] = _open(part["items"])
    if "anyOf" in part:
        found["anyOf"] = [_open(inner) for inner in part["anyOf"]]
    return {**found, "required": list(part["properties"])} if part.get("properties") else found


def _collection(collection: str, item: Schema) -> Schema:
    definitions = {**item["$defs"], "Item": {key: value for key, value in item.items() if key != "$defs"}}
    return {
        "type": "object",
        "description": f"All items of {collection}, as in their own files.",
        "properties": {
            "collection": {"const": collection, "type": "string"},
            "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        },
        "$defs": definitions,
    }


def _reached(start: Any, definitions: Schema) -> Schema:
    """The definitions that something refers to, directly or not, in the order of their names."""
    seen: set[str] = set()
    waiting = list(_refs(start))
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += _refs(definitions[name])
    return {name: definitions[name] for name in sorted(seen)}


def _refs(part: Any) -> list[str]:
    if isinstance(part, dict):
        own = [part["$ref"].rpartition("/")[2]] if isinstance(part.get("$ref"), str) else []
        return [*own, *(name for inner in part.values() for name in _refs(inner))]
    return [name for inner in part for name in _refs(inner)] if isinstance(part, list) else []
