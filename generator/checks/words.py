"""Words and names: the vocabulary covers what code knows, and nothing is called the same twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import get_args

from generator import schema
from generator.freshness import STATES
from generator.load import KEY, Dataset
from generator.problems import Problem

_WORDS: dict[str, tuple[str, ...]] = {
    "levels": get_args(schema.Level),
    "freshness": STATES,
    "how": get_args(schema.How),
    "statuses": get_args(schema.Status),
    "severities": get_args(schema.Severity),
    "verdicts": get_args(schema.Verdict),
    "exposures": get_args(schema.Exposure),
    "auth": get_args(schema.Auth),
    "format_kinds": get_args(schema.FormatKind),
    "source_kinds": get_args(schema.SourceKind),
    "fits": ("yes", "with-care", "no"),
}


def vocabulary_covers_the_code(dataset: Dataset, today: date) -> Iterator[Problem]:
    origin = dataset.origin("vocabulary", "vocabulary")
    for name, words in _WORDS.items():
        found = getattr(dataset.vocabulary, name)
        for word in words:
            if word not in found:
                yield origin.problem((name,), f"{name}: needs the word {word!r}.", "word")
        for word in found:
            if word not in words:
                yield origin.problem((name, word, KEY), f"{name}: the program knows no word {word!r}.", "word")
    for collection in (*(c for c in schema.FOLDERS if c not in schema.WRITTEN), "glossary"):
        if collection not in dataset.vocabulary.review_days:
            yield origin.problem(("review_days",), f"review_days: needs {collection!r}.", "word")


def labels_are_unique(dataset: Dataset, today: date) -> Iterator[Problem]:
    for collection in ("engines", "formats", "backends", "devices", "models"):
        yield from _twice(dataset, collection, {name: item.name for name, item in getattr(dataset, collection).items()})
    for collection in ("caveats", "trees", "faq", "checklists", "cases"):
        yield from _twice(
            dataset, collection, {name: item.title for name, item in getattr(dataset, collection).items()}
        )
    yield from _twice_inside(dataset, "features", {name: f.label for name, f in dataset.features.items()}, "features")
    yield from _twice_inside(dataset, "glossary", {name: t.term for name, t in dataset.glossary.terms.items()}, "terms")


def _twice(dataset: Dataset, collection: str, labels: Mapping[str, str]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for name, label in labels.items():
        other = first.setdefault(label.casefold(), name)
        if other != name:
            message = f"{label!r} is also the name of {collection}/{other}."
            field = "name" if "name" in type(getattr(dataset, collection)[name]).model_fields else "title"
            yield dataset.origin(collection, name).problem((field,), message, "duplicate")


def _twice_inside(dataset: Dataset, file: str, labels: Mapping[str, str], key: str) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for name, label in labels.items():
        other = first.setdefault(label.casefold(), name)
        if other != name:
            message = f"{label!r} is also the label of {other!r}."
            yield dataset.origin(file, file).problem((key, name), message, "duplicate")


def terms_are_used(dataset: Dataset, today: date) -> Iterator[Problem]:
    """A term that no prose uses and nothing points to explains a word nobody meets."""
    prose = "\n".join(_prose(dataset)).casefold()
    pointed = {feature.term for feature in dataset.features.values()}
    pointed |= {other for term in dataset.glossary.terms.values() for other in term.see}
    origin = dataset.origin("glossary", "glossary")
    for name, term in dataset.glossary.terms.items():
        spellings = (term.term, *term.also)
        if name not in pointed and not any(spelling.casefold() in prose for spelling in spellings):
            yield origin.problem(("terms", name, KEY), f"term {term.term!r}: nothing uses it.", "orphan")


def _prose(dataset: Dataset) -> Iterator[str]:
    for collection, name, _ in dataset.documents():
        if collection != "glossary":
            for path, text in dataset.prose_in(collection, name):
                if path[0] not in ("sources", "evidence"):
                    yield text


CHECKS: tuple[Callable[[Dataset, date], Iterator[Problem]], ...] = (
    vocabulary_covers_the_code,
    labels_are_unique,
    terms_are_used,
)
