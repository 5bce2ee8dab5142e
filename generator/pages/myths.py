"""Old impressions put to the test: by verdict, each with who says what and what the evidence says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import cells
from generator.comparisons import capital
from generator.edition import Edition
from generator.pages import parts
from generator.prose import GLOSSARY
from generator.schema import Myth, Position, Source
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "myths/index.md"

# What is wrong comes first, then what has gone out of date, then what depends, then what still holds.
VERDICTS = ("wrong", "outdated", "depends", "holds")


@dataclass(frozen=True)
class Voice:
    """Who holds a position: short, and in full where the short form leaves something out."""

    link: Link
    title: str = ""


@dataclass(frozen=True)
class Entry:
    """A belief as the page shows it."""

    name: str
    myth: Myth
    verdict: parts.Chip
    positions: tuple[tuple[Voice, Position], ...]
    cited: tuple[parts.Line, ...]
    cell: Cell
    standing: parts.Standing | None


@dataclass(frozen=True)
class Group:
    """The beliefs of one verdict."""

    id: str
    label: str
    means: str
    entries: tuple[Entry, ...]


def pages(edition: Edition) -> Iterator[Artifact]:
    yield edition.page("myths.md.j2", INDEX, groups=list(groups_of(edition)))


def groups_of(edition: Edition) -> Iterator[Group]:
    data = edition.catalog.dataset
    ordered = sorted(data.myths.items(), key=lambda item: item[1].belief.casefold())
    for verdict in VERDICTS:
        entries = tuple(_entry(edition, name, myth) for name, myth in ordered if myth.verdict == verdict)
        if entries:
            word = data.vocabulary.verdicts[verdict]
            yield Group(f"verdict-{verdict}", capital(word.label), word.means, entries)


def _entry(edition: Edition, name: str, myth: Myth) -> Entry:
    catalog = edition.catalog
    verdict = catalog.dataset.vocabulary.verdicts[myth.verdict]
    address = f"myths/{name}"
    placed = catalog.claims[address]
    since = f" since {myth.since}" if myth.since else ""
    return Entry(
        name=name,
        myth=myth,
        verdict=parts.Chip(verdict.label + since, f"verdict-{myth.verdict}", title=verdict.means),
        positions=tuple(
            (voice(edition, position.who, catalog.source(placed, position.who)), position)
            for position in myth.positions
        ),
        cited=tuple(parts.cited(catalog, myth.cites)),
        cell=cells.of_text(catalog, address, ""),
        standing=parts.standing(catalog, [address, *myth.cites]),
    )


def voice(edition: Edition, name: str, source: Source) -> Voice:
    """A source that the glossary names goes by the last word of that name and its publisher; others by title."""
    spelling, term = edition.terms.spelled(name)
    if not spelling:
        return Voice(cells.source_link(source))
    short = " · ".join(part for part in (spelling.split()[-1], source.publisher) if part)
    return Voice(Link(short, page=GLOSSARY, anchor=term), source.title)
