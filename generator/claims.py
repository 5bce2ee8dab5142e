"""Every claim of a dataset with its address, so that checks, freshness and pages speak of the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.load import Dataset
from generator.placed import PlacedClaim, claims_of, file_claim
from generator.schema import Claim, Document, Source

__all__ = [
    "PlacedClaim",
    "all_claims",
    "claims_of",
    "engine_of",
    "file_claim",
    "source_of",
    "sources_of",
    "versions_checked",
]

_VERSION = re.compile(r"v?\d+(?:\.\w+)+|b\d+")  # a commit has no dots


def all_claims(dataset: Dataset) -> Iterator[PlacedClaim]:
    return iter(dataset.claims)


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
    found = []
    for part in re.split(r"[,;]\s+|\s+and\s+", against):
        product, _, version = part.strip().rpartition(" ")
        named = dataset.engine_ids.get(product.casefold(), product) if product else engine
        if named in dataset.releases and named is not None and _VERSION.fullmatch(version):
            found.append((named, version))
    return found


def source_of(dataset: Dataset, document: Document, source: str) -> Source | None:
    """A source by its id: the file's own first, then the shared list."""
    return document.sources.get(source) or dataset.sources.get(source)


def sources_of(dataset: Dataset, document: Document, claim: Claim) -> list[Source]:
    """What a claim cites; an id that leads nowhere is told elsewhere."""
    return [source for source in (source_of(dataset, document, one) for one in claim.sources) if source]
