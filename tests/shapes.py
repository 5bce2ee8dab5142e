"""The shape of a document: a line for each key with the types of its values, in the order of the keys."""

from __future__ import annotations

from typing import Any

NAMES = {
    "string": "text",
    "boolean": "flag",
    "integer": "number",
    "number": "number",
    "null": "null",
    "object": "object",
    "array": "list",
}
Schema = dict[str, Any]


def shape_of(document: Any, schema: Schema) -> list[str]:
    """Lines such as `rows[].cells.*.text: text`: the keys that a document has, with the types that its schema allows.

    The schema also tells the keys of a record from names that the data chooses.
    """
    found: dict[str, set[str]] = {}
    _walk(document, schema, schema, "", found)
    return [f"{path}: {' or '.join(sorted(kinds))}" for path, kinds in sorted(found.items()) if path]


def _walk(value: Any, part: Schema, root: Schema, path: str, found: dict[str, set[str]]) -> None:
    found.setdefault(path, set()).update(_kinds(part, root))
    part = _resolved(value, part, root)
    if isinstance(value, dict):
        named = part.get("properties", {})
        for key, inner in value.items():
            below = named.get(key) or part.get("additionalProperties") or {}
            _walk(inner, below, root, f"{path}.{key if key in named else '*'}".lstrip("."), found)
    elif isinstance(value, list):
        for inner in value:
            _walk(inner, part.get("items", {}), root, f"{path}[]", found)


def _kinds(part: Schema, root: Schema) -> set[str]:
    """The types that a part of a schema allows; all of them where it says none."""
    part = _followed(part, root)
    if "anyOf" in part:
        return {kind for one in part["anyOf"] for kind in _kinds(one, root)}
    return {NAMES[part["type"]]} if "type" in part else set(NAMES.values())


def _followed(part: Schema, root: Schema) -> Schema:
    while "$ref" in part:
        part = root["$defs"][part["$ref"].rpartition("/")[2]]
    return part


def _resolved(value: Any, part: Schema, root: Schema) -> Schema:
    """The part of a schema that says what is inside this value: of several, the one that is no null."""
    part = _followed(part, root)
    inner = [_followed(one, root) for one in part.get("anyOf", ())]
    wanted = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else ""
    return next((one for one in inner if one.get("type") == wanted), part)


def closed(part: Any) -> Any:
    """A schema that allows no key which it does not name."""
    if isinstance(part, list):
        return [closed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    found = {key: closed(inner) for key, inner in part.items()}
    is_record = isinstance(part.get("properties"), dict) and part.get("type") == "object"
    return {**found, "additionalProperties": False} if is_record else found
