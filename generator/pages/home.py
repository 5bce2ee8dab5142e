"""The home page: the first question at once, what changed lately, and the state of the facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from generator import urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import cases, formats, models, parts, tables
from generator.schema import Tree
from generator.table import Link
from generator.templating import Artifact

PAGE = "index.md"
LATELY = 6

# Where somebody with a problem starts: a tree, or a question inside one.
TROUBLES = (("does-not-run", ""), ("does-not-run", "memory"), ("is-slow", ""))


@dataclass(frozen=True)
class Way:
    """Another way into the site: what the reader has or wants, and where that starts."""

    title: str
    links: tuple[Link, ...]


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    data = catalog.dataset
    ordered = sorted(data.trees.items(), key=lambda item: (item[1].order, item[0]))
    first_name, first = ordered[0] if ordered else ("", None)
    starts = (
        [
            Link(option.label, page=urls.page_of("trees", first_name), anchor=_anchor(first, option.next))
            for option in first.questions[first.start].options
        ]
        if first
        else []
    )
    counts = {
        word: sum(state.state == word for state in catalog.freshness.values()) for word in data.vocabulary.freshness
    }
    yield edition.page(
        "home.md.j2",
        PAGE,
        site=data.site,
        ask=first.questions[first.start].ask if first else "",
        starts=starts,
        ways=[way for way in _ways(catalog) if way.links],
        trees=[(Link(tree.title, page=urls.page_of("trees", name)), tree.summary) for name, tree in ordered],
        changes=_lately(catalog),
        counts=[(data.vocabulary.freshness[word], word, count) for word, count in counts.items() if count],
        total=len(catalog.freshness),
        look_up=parts.look_up(catalog, data.releases),
        marks=list(data.vocabulary.levels.items()),
    )


def _anchor(tree: Tree, target: str) -> str:
    return f"q-{target}" if target in tree.questions else target


def _ways(catalog: Catalog) -> Iterator[Way]:
    data = catalog.dataset
    yield Way("I have a problem", tuple(troubles(data.trees)))
    yield Way("I have a file", (Link("Find its format", page=formats.INDEX),))
    yield Way(
        "Compare",
        (
            Link(f"All {len(data.engines)} engines", page="tables/engines/index.md"),
            Link("All tables", page=tables.INDEX),
        ),
    )
    yield Way(
        "Size it",
        (Link("Capacity arithmetic", page="capacity.md"), Link("Reference models", page=models.INDEX)),
    )
    yield Way("Embed a table", (Link("As Markdown, HTML, CSV or JSON", page=tables.INDEX),))
    if data.cases:
        yield Way("See it done", (Link("Worked cases", page=cases.INDEX),))


def troubles(trees: Mapping[str, Tree]) -> Iterator[Link]:
    """The way to each trouble that the trees know; a question goes by the answer that leads to it."""
    for name, question in TROUBLES:
        tree = trees.get(name)
        if tree is None:
            continue
        page = urls.page_of("trees", name)
        if not question:
            yield Link(tree.title, page=page)
        answers = (option for each in tree.questions.values() for option in each.options if option.next == question)
        for answer in islice(answers, 1):
            yield Link(answer.label, page=page, anchor=_anchor(tree, question))


def _lately(catalog: Catalog) -> list[tuple[str, str, Link]]:
    """The newest dated lines: releases from the ledger and caveats that began or ended."""
    data = catalog.dataset
    lines = [
        (
            release.date,
            "release",
            Link(f"{data.engines[name].name} {release.version}", page=urls.page_of("engines", name)),
        )
        for name, release in catalog.newest.items()
    ]
    for name, caveat in data.caveats.items():
        view = parts.caveat_view(catalog, name, caveat)
        if caveat.introduced and caveat.introduced <= catalog.today:
            lines.append((caveat.introduced, "caveat", view.link))
        if caveat.resolved and caveat.resolved.date and caveat.resolved.date <= catalog.today:
            lines.append((caveat.resolved.date, "resolved", view.link))
    lines.sort(key=lambda line: (line[0], line[2].text), reverse=True)
    return [(str(day), what, link) for day, what, link in lines[:LATELY]]
