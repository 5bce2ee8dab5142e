"""How current the facts are: coverage, the queue of what to check again, and the release ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator import overdue, urls
from generator.comparisons import capital
from generator.edition import Edition
from generator.pages import parts
from generator.table import Link
from generator.templating import Artifact

INDEX = "freshness/index.md"
SHOWN = 60


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    data = catalog.dataset
    states = list(data.vocabulary.freshness)
    by_collection: dict[str, Counter[str]] = {}
    by_engine: dict[str, Counter[str]] = {}
    for address, state in catalog.freshness.items():
        placed = catalog.claims[address]
        by_collection.setdefault(placed.collection, Counter())[state.state] += 1
        if placed.collection == "engines":
            by_engine.setdefault(placed.name, Counter())[state.state] += 1
    queue = overdue.queue(catalog, edition.tables.values())
    yield edition.page(
        "freshness.md.j2",
        INDEX,
        words=[data.vocabulary.freshness[state] for state in states],
        states=states,
        collections=[
            ("FAQ" if name == "faq" else capital(name), [counts[state] for state in states], sum(counts.values()))
            for name, counts in by_collection.items()
        ],
        engines=[
            (
                Link(data.engines[name].name, page=urls.page_of("engines", name)),
                [counts[state] for state in states],
                sum(counts.values()),
            )
            for name, counts in by_engine.items()
        ],
        queue=[
            (
                urls.link_to(one.address, parts.address_label(catalog, one.address)),
                data.vocabulary.freshness[one.state.state],
                one,
            )
            for one in queue[:SHOWN]
        ],
        more=max(len(queue) - SHOWN, 0),
        total=len(catalog.freshness),
        look_up=parts.look_up(catalog, data.releases),
        ledgers=[
            (
                Link(data.engines[name].name, page=urls.page_of("engines", name)),
                catalog.newest.get(name),
                catalog.newest_prerelease.get(name),
                ledger,
            )
            for name, ledger in data.releases.items()
        ],
    )
