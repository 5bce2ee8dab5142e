"""Caveats: how many each engine has, open ones by severity and kind, resolved ones as history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator import urls
from generator.derive import Catalog, caveat_order
from generator.edition import Edition
from generator.pages import myths, parts
from generator.schema import Affected, Caveat, Word
from generator.table import Link
from generator.templating import Artifact

INDEX = "caveats/index.md"


@dataclass(frozen=True)
class Concerned:
    """One thing a caveat concerns: an engine with its versions, or another thing, and what of it."""

    link: Link
    only: str


@dataclass(frozen=True)
class Entry:
    """A caveat as this page shows it in full."""

    view: parts.CaveatView
    concerned: tuple[Concerned, ...]


@dataclass(frozen=True)
class Kind:
    label: str
    anchor: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Group:
    """The open caveats of one severity, by kind."""

    name: str
    word: Word
    kinds: tuple[Kind, ...]

    @property
    def count(self) -> int:
        return sum(len(kind.entries) for kind in self.kinds)


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    ordered = sorted(catalog.dataset.caveats.items(), key=lambda item: caveat_order(*item))
    yield edition.page(
        "caveats.md.j2",
        INDEX,
        groups=list(_groups(catalog, [entry_of(catalog, name, one) for name, one in ordered if one.resolved is None])),
        engines=_by_engine(catalog),
        resolved=[entry_of(catalog, name, one) for name, one in ordered if one.resolved is not None],
    )
    yield from myths.pages(edition)


def _groups(catalog: Catalog, entries: Sequence[Entry]) -> Iterator[Group]:
    """Open caveats by severity, then by kind, both in the order of the vocabulary."""
    words = catalog.dataset.vocabulary
    for severity, word in words.severities.items():
        kinds = []
        for kind, label in words.caveat_kinds.items():
            mine = [one for one in entries if (one.view.caveat.severity, one.view.caveat.kind) == (severity, kind)]
            if mine:
                kinds.append(Kind(label.label, f"{severity}-{kind}", tuple(mine)))
        if kinds:
            yield Group(severity, word, tuple(kinds))


def _by_engine(catalog: Catalog) -> list[tuple[Link, list[tuple[parts.Chip, int]]]]:
    """Every engine that an open caveat names, with how many of each severity."""
    data = catalog.dataset
    found: dict[str, Counter[str]] = {}
    for caveat in data.caveats.values():
        if caveat.resolved is None:
            for name in {affected.engine for affected in caveat.affects if affected.engine}:
                found.setdefault(name, Counter())[caveat.severity] += 1
    return [
        (
            Link(data.engines[name].name, page=urls.page_of("engines", name), anchor="beware"),
            [(parts.severity_chip(catalog, one), counts[one]) for one in data.vocabulary.severities if counts[one]],
        )
        for name, counts in sorted(found.items(), key=lambda item: data.engines[item[0]].name.casefold())
    ]


def entry_of(catalog: Catalog, name: str, caveat: Caveat) -> Entry:
    return Entry(parts.caveat_view(catalog, name, caveat), tuple(_concerned(catalog, caveat)))


def _concerned(catalog: Catalog, caveat: Caveat) -> Iterator[Concerned]:
    """What a caveat concerns, each thing once: entries that differ in the narrower part are told together."""
    found: dict[Link, list[str]] = {}
    for affected in caveat.affects:
        (first, *rest) = _named(catalog, affected)
        versions = f" {affected.versions}" if affected.versions else ""
        narrower = found.setdefault(replace(first, text=first.text + versions), [])
        if rest:
            narrower.append(" on ".join(link.text for link in rest))
    for link, only in found.items():
        yield Concerned(link, ", ".join(only))


def _named(catalog: Catalog, affected: Affected) -> list[Link]:
    """What one entry names, the widest first."""
    data = catalog.dataset
    found = []
    for collection in ("engines", "formats", "backends", "devices"):
        name = getattr(affected, collection.removesuffix("s"))
        if name:
            thing = getattr(data, collection)[name]
            found.append(Link(thing.name, page=urls.page_of(collection, name)))
    if affected.feature:
        found.append(Link(parts.in_sentence(data.features[affected.feature].label)))
    return found
