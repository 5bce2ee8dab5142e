"""Every claim of a dataset with its address, so that checks, freshness and pages speak of the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from generator.load import Dataset, Path_
from generator.schema import Claim, Document, Evidence, Source

_VERSION = re.compile(r"v?\d+(?:\.\w+)+|b\d+")  # a commit has no dots


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
        for name in type(value).model_fields:
            if name not in ("evidence", "sources"):
                yield from _walk(getattr(value, name), (*path, name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _walk(item, (*path, key))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _walk(item, (*path, index))


def all_claims(dataset: Dataset) -> Iterator[PlacedClaim]:
    for collection, name, document in dataset.documents():
        for path, claim in claims_of(document):
            yield PlacedClaim(collection, name, path, claim)


def engine_of(dataset: Dataset, placed: PlacedClaim) -> str | None:
    """The engine whose versions a claim speaks of: the file's own, or the only one that a caveat affects."""
    if placed.collection == "engines":
        return placed.name
    if placed.collection == "caveats":
        named = {affected.engine for affected in dataset.caveats[placed.name].affects if affected.engine}
        return named.pop() if len(named) == 1 else None
    return None


def versions_checked(dataset: Dataset, engine: str | None, against: str) -> list[tuple[str, str]]:
    """The releases an `against` names, as (engine, version): `1.2` of the claim's own engine, `Birch 1.2, Elm 3`.

    Only engines with a ledger count; commits, days and other products are not compared with anything.
    """
    names = {engine.name.casefold(): name for name, engine in dataset.engines.items()}
    found = []
    for part in re.split(r"[,;]\s+|\s+and\s+", against):
        product, _, version = part.strip().rpartition(" ")
        named = names.get(product.casefold(), product) if product else engine
        if named in dataset.releases and named is not None and _VERSION.fullmatch(version):
            found.append((named, version))
    return found


def source_of(dataset: Dataset, document: Document, source: str) -> Source | None:
    """A source by its id: the file's own first, then the shared list."""
    return document.sources.get(source) or dataset.sources.get(source)
