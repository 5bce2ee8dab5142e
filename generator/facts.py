"""What of a document is a fact, and what is wording or evidence of one: the one place that draws this line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from generator.load import Dataset
from generator.placed import PlacedClaim
from generator.schema import Claim, Evidence

EVIDENCE = frozenset(Evidence.model_fields) | frozenset(Claim.model_fields)
# What may be worded anew without having been checked again.
WORDING = frozenset(
    {"note", "because", "title", "label", "what", "do", "why", "answer", "ask", "truth", "belief", "means", "short"}
    | {"summary", "needs", "security", "name", "beware", "hardware", "help", "next", "lesson", "situation", "says"}
)


def facts_of(dataset: Dataset, placed: PlacedClaim) -> Mapping[str, Any]:
    """The facts a claim states, without wording and evidence; of a whole file those that no claim inside it states."""
    if placed.path:
        return _plain(placed.claim)
    document = dataset.document(placed.collection, placed.name)
    return {name: value for name, value in _plain(document).items() if name not in document.SECTIONS}


def _plain(record: BaseModel) -> dict[str, Any]:
    dumped = record.model_dump(exclude={name for name in EVIDENCE if name in type(record).model_fields})
    return {name: _without_wording(value) for name, value in dumped.items() if name not in WORDING}


def _without_wording(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {name: inner for name, inner in value.items() if name not in WORDING | EVIDENCE}
        return {name: _without_wording(inner) for name, inner in kept.items()}
    return tuple(map(_without_wording, value)) if isinstance(value, (tuple, list)) else value
