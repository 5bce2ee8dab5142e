"""The claims inside a document, each with its place. Knows nothing of the dataset around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from types import NoneType
from typing import Any

from pydantic import BaseModel

from generator.schema import Claim, Document, Evidence

Path_ = tuple[str | int, ...]
SCALARS = (str, int, float, date, NoneType)  # most values; whether something is a Mapping takes long to ask


@dataclass(frozen=True)
class PlacedClaim:
    """A claim and where it stands: `engines/x:formats.gguf`, or a whole file: `caveats/x`."""

    collection: str
    name: str
    path: Path_
    claim: Claim

    @cached_property
    def address(self) -> str:
        tail = ".".join(map(str, self.path))
        return f"{self.collection}/{self.name}" + (f":{tail}" if tail else "")


def file_claim(evidence: Evidence) -> Claim | None:
    """The evidence of a file as the claim that the file's own description is true."""
    if evidence.as_of is None or not evidence.sources:
        return None
    return Claim(**{name: getattr(evidence, name) for name in Claim.model_fields})


def claims_of(document: Document) -> Iterator[tuple[Path_, Claim]]:
    """The claims inside one document, with their paths. The whole file comes first, with an empty path."""
    whole = file_claim(document.evidence)
    if whole is not None:
        yield (), whole
    yield from _walk(document, ())


def _walk(value: Any, path: Path_) -> Iterator[tuple[Path_, Claim]]:
    if isinstance(value, Claim):
        yield path, value
    elif isinstance(value, BaseModel):
        for name in _fields(type(value)):
            yield from _walk(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _walk(item, (*path, index))
    elif not isinstance(value, SCALARS) and isinstance(value, Mapping):
        for key, item in value.items():
            yield from _walk(item, (*path, key))


@cache
def _fields(kind: type[BaseModel]) -> tuple[str, ...]:
    return tuple(name for name in kind.model_fields if name not in ("evidence", "sources"))
