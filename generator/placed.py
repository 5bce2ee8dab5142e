"""What a document says, each thing with its place: claims and prose. Knows nothing of the dataset around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from types import NoneType
from typing import Any

from pydantic import BaseModel

from generator.schema import Claim, Document, Evidence, Probe

Path_ = tuple[str | int, ...]
_COMMANDS = ("commands", "command")
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
    found: list[tuple[Path_, Claim]] = []
    _collect_claims(document, (), found)
    yield from found


def texts_of(value: Any, path: Path_ = ()) -> list[tuple[Path_, str]]:
    """All prose inside a value, with its place. Commands are typed, not read, and are left out."""
    found: list[tuple[Path_, str]] = []
    _collect_texts(value, path, found)
    return found


# Lists that grow, not generators inside generators: these walks visit every value of the data.


def _collect_claims(value: Any, path: Path_, found: list[tuple[Path_, Claim]]) -> None:
    if isinstance(value, SCALARS):
        return
    if isinstance(value, Claim):
        found.append((path, value))
    elif isinstance(value, BaseModel):
        for name in _fields_with_claims(type(value)):
            _collect_claims(getattr(value, name), (*path, name), found)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            _collect_claims(item, (*path, index), found)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _collect_claims(item, (*path, key), found)


def _collect_texts(value: Any, path: Path_, found: list[tuple[Path_, str]]) -> None:
    if isinstance(value, str):
        found.append((path, value))
    elif isinstance(value, (*SCALARS, Probe)):
        return
    elif isinstance(value, BaseModel):
        for name, written in _fields_with_prose(type(value)):
            _collect_texts(getattr(value, name), (*path, written), found)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            _collect_texts(item, (*path, index), found)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _collect_texts(item, (*path, key), found)


@cache
def _fields_with_claims(kind: type[BaseModel]) -> tuple[str, ...]:
    return tuple(name for name in kind.model_fields if name not in ("evidence", "sources"))


@cache
def _fields_with_prose(kind: type[BaseModel]) -> tuple[tuple[str, str], ...]:
    """The fields that may hold prose, with their names as people write them."""
    return tuple((name, field.alias or name) for name, field in kind.model_fields.items() if name not in _COMMANDS)
