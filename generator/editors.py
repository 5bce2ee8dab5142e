"""JSON Schema of the files in data/ as people write them, for completion in editors. Says less than `kb check` does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from generator import schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]

# What people write; the key that a single word stands for, by the name of its type.
KINDS: Mapping[str, type[BaseModel]] = {
    **{name: kind for name, kind in schema.FOLDERS.items() if name not in schema.WRITTEN},
    **schema.FILES,
}
_SHORT = {"Statement": "level", "StatusClaim": "is"}
_CLAIMS = {name for name, kind in vars(schema).items() if isinstance(kind, type) and issubclass(kind, schema.Claim)}


def schema_of(kind: str) -> Schema:
    """The schema of one kind of file. Evidence may be left out everywhere, since a statement inherits it."""
    told = KINDS[kind].model_json_schema(by_alias=True)
    definitions = {name: _typed(_inheriting(name, part)) for name, part in told.pop("$defs", {}).items()}
    return {"$schema": DRAFT, **_typed(told), "$defs": definitions}


def _inheriting(name: str, part: Schema) -> Schema:
    if name not in _CLAIMS:
        return part
    required = [field for field in part.get("required", []) if field not in schema.Evidence.model_fields]
    record = {**part, "required": required}
    short = _SHORT.get(name)
    return {"anyOf": [part["properties"][short], record]} if short else record


def _typed(part: Any) -> Any:
    """What an editor takes for a number, such as 1.10, is text here; a single text may stand for a list of one."""
    if isinstance(part, list):
        return [_typed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    found = {key: _typed(inner) for key, inner in part.items()}
    if part.get("type") == "string" and not {"enum", "const", "format"} & part.keys():
        return {**found, "type": ["string", "number"]}
    if part.get("type") == "array" and isinstance(part.get("items"), dict) and part["items"].get("type") == "string":
        return {"anyOf": [{key: value for key, value in found.items() if key != "default"}, found["items"]]}
    return found
