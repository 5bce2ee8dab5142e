"""What stands behind a claim, as documents tell it: sources by title and address, day, version, freshness."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from generator.api.documents import Evidence, Freshness, Run, SourceRef
from generator.cells import source_link
from generator.claims import PlacedClaim
from generator.derive import Catalog
from generator.schema import Document, Source


def source_id(document: Document, owner: str, name: str) -> str:
    """The id of a source in the collection `sources`; ids hold no dots, so one of a file never meets a shared one."""
    return f"{owner.replace('/', '.')}.{name}" if name in document.sources else name


def source_ref(name: str, source: Source) -> SourceRef:
    return {"id": name, "title": source_link(source).text, "url": source.url, "kind": source.kind}


def source_refs(catalog: Catalog, placed: PlacedClaim, names: Iterable[str]) -> list[SourceRef]:
    """Sources as the file of a claim names them."""
    data = catalog.dataset
    held = data.document(placed.collection, placed.name)
    owner = f"{placed.collection}/{placed.name}"
    return [source_ref(source_id(held, owner, name), catalog.source(placed, name)) for name in names]


def evidence_of(catalog: Catalog, placed: PlacedClaim) -> Evidence:
    claim = placed.claim
    return {
        "as_of": claim.as_of.isoformat(),
        "against": claim.against,
        "how": claim.how,
        "sources": source_refs(catalog, placed, claim.sources),
        "freshness": freshness_of(catalog, placed.address),
        "looked_again": _run(catalog, placed.address),
    }


def freshness_of(catalog: Catalog, address: str) -> Freshness:
    state = catalog.freshness[address]
    return {
        "state": state.state,  # type: ignore[typeddict-item]  # one of freshness.STATES
        "reason": state.reason,
        "review_by": None if state.review_by == date.max else state.review_by.isoformat(),
        "since": state.since.isoformat() if state.since else None,
        "releases_behind": state.releases_behind,
    }


def _run(catalog: Catalog, address: str) -> Run | None:
    run = catalog.runs.get(address)
    if run is None:
        return None
    return {
        "date": run.date.isoformat(),
        "place": run.place,
        "version": run.version,
        "result": run.result,
        "saw": run.saw,
    }
