"""Twins of the pages that list others, and of the state of the facts: home, indexes, freshness, changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from generator import overdue, urls
from generator.changes import KINDS, summary
from generator.comparisons import capital
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import changes, checklists, decide, embed, engines, faq, formats, freshness, hardware, home, tables
from generator.schema import Engine, Format, Word
from generator.table import Link
from generator.twins.text import Twin, Writer, items, plain

Named = TypeVar("Named", Engine, Format)
Entry = tuple[Link, str]  # a page, and what it holds


def pages(edition: Edition) -> Iterator[Twin]:
    catalog = edition.catalog
    yield _home(edition)
    listed = _tables(edition)
    yield _index(decide.INDEX, "Decide", "Questions that end at the engine to try first.", [("", _trees(catalog))])
    yield _index(engines.INDEX, "Engines", "What runs and serves models, by layer.", _engines(catalog))
    yield _index(formats.INDEX, "Formats", "How weights are stored or quantized.", _formats(catalog))
    yield _index(hardware.INDEX, "Hardware", "Backends and devices.", _hardware(catalog))
    yield _index(tables.INDEX, "Tables", "Comparisons; every cell is dated and sourced.", [("", listed)])
    yield _index(checklists.INDEX, "Checklists", "What to go through, to tick off.", [("", _checklists(catalog))])
    yield _index(faq.INDEX, "Questions and answers", "Answers that cite what they stand on.", [("", _topics(catalog))])
    yield _embed(edition)
    yield _freshness(edition)
    yield _changes(edition)


def _index(page: str, title: str, lead: str, groups: Iterable[tuple[str, Iterable[Entry]]]) -> Twin:
    writer = Writer(page)
    return writer.twin(title, lead, *(_group(writer, head, entries) for head, entries in groups))


def _group(writer: Writer, head: str, entries: Iterable[Entry]) -> str:
    lines = items(f"{writer.link(link)}{f': {writer.line(what)}' if what else ''}" for link, what in entries)
    return "\n".join([*([f"## {plain(head)}", ""] if head else []), *lines])


def _embed(edition: Edition) -> Twin:
    """Every marker that a document may hold."""
    writer = Writer(embed.INDEX)
    lead = "Tables, trees and checklists in your own documents, between `<!-- kb:begin … -->` and `<!-- kb:end -->`."
    groups = embed.markers(edition)
    parts = [
        [f"## {title}", "", *items(f"{writer.link(link)}: `{marker}`" for link, marker in found)]
        for title, found in groups
    ]
    return writer.twin("Embed", lead, *parts)


def _trees(catalog: Catalog) -> list[Entry]:
    ordered = sorted(catalog.dataset.trees.items(), key=lambda item: (item[1].order, item[0]))
    return [(Link(tree.title, page=urls.page_of("trees", name)), tree.summary) for name, tree in ordered]


def _engines(catalog: Catalog) -> Iterator[tuple[str, list[Entry]]]:
    data = catalog.dataset
    return _by_word("engines", data.engines, data.vocabulary.layers, lambda engine: engine.layer)


def _formats(catalog: Catalog) -> Iterator[tuple[str, list[Entry]]]:
    data = catalog.dataset
    return _by_word("formats", data.formats, data.vocabulary.format_kinds, lambda one: one.kind)


def _by_word(
    collection: str, things: Mapping[str, Named], words: Mapping[str, Word], word_of: Callable[[Named], str]
) -> Iterator[tuple[str, list[Entry]]]:
    """Things below the word that they stand under, in the order of the vocabulary; words without any are left out."""
    for key, word in words.items():
        found = [
            (Link(one.name, page=urls.page_of(collection, name)), one.summary)
            for name, one in things.items()
            if word_of(one) == key
        ]
        if found:
            yield capital(word.label), found


def _hardware(catalog: Catalog) -> Iterator[tuple[str, list[Entry]]]:
    for collection in ("backends", "devices"):
        things = getattr(catalog.dataset, collection).items()
        yield (
            capital(collection),
            [(Link(one.name, page=urls.page_of(collection, name)), one.summary) for name, one in things],
        )


def _tables(edition: Edition) -> list[Entry]:
    built = edition.tables.values()
    return [
        (Link(one.title, page=f"tables/{one.id}/index.md"), f"{one.summary} {one.coverage.sentence}") for one in built
    ]


def _checklists(catalog: Catalog) -> list[Entry]:
    lists = checklists.in_order(catalog.dataset.checklists)
    return [(Link(each.title, page=urls.page_of("checklists", name)), each.summary) for name, each in lists]


def _topics(catalog: Catalog) -> list[Entry]:
    topics = sorted(catalog.dataset.faq.items(), key=lambda item: (item[1].order, item[0]))
    return [(Link(topic.title, page=urls.page_of("faq", name)), topic.summary) for name, topic in topics]


def _states(catalog: Catalog) -> list[str]:
    """How many statements are in each state, in words."""
    words = catalog.dataset.vocabulary.freshness
    counts = {state: sum(one.state == state for one in catalog.freshness.values()) for state in words}
    return items(f"{counts[state]} {word.label}: {plain(word.means)}" for state, word in words.items() if counts[state])


def _home(edition: Edition) -> Twin:
    catalog, writer = edition.catalog, Writer(home.PAGE)
    site, words = catalog.dataset.site, catalog.dataset.vocabulary
    marks = items(f"{word.mark} {plain(word.label)}: {plain(word.means)}" for word in words.levels.values())
    return writer.twin(
        site.name,
        site.tagline,
        _group(writer, "Decide", _trees(catalog)),
        "\n".join(["## State of the facts", "", *_states(catalog)]),
        "\n".join(["## How to read it", "", *marks]),
    )


def _freshness(edition: Edition) -> Twin:
    catalog, writer = edition.catalog, Writer(freshness.INDEX)
    queue = overdue.queue(catalog, edition.tables.values())
    waiting = items(
        f"{writer.link(urls.link_to(one.address, one.address))} is {one.state.state}: {plain(one.state.reason)}"
        + (f" (carries {one.resting})" if one.resting else "")
        for one in queue
    )
    ledgers = items(
        f"{writer.link(Link(catalog.dataset.engines[name].name, page=urls.page_of('engines', name)))}: newest stable "
        f"{f'{catalog.newest[name].version} ({catalog.newest[name].date})' if name in catalog.newest else 'none'}; "
        f"{len(ledger.releases)} releases known, looked up {ledger.looked_up}"
        for name, ledger in catalog.dataset.releases.items()
    )
    return writer.twin(
        "Freshness",
        "How current the facts are, what to check again first, and the release ledger.",
        _states(catalog),
        f"{writer.link(Link('What changed in facts', page=changes.INDEX))}",
        "\n".join(["## Check again first", "", *(waiting or ["Nothing is due."])]),
        "\n".join(["## Release ledger", "", *ledgers]) if ledgers else "",
    )


def _changes(edition: Edition) -> Twin:
    writer, told = Writer(changes.INDEX), edition.chronicle
    blocks = []
    for day in told.days:
        lines = []
        for one in day.changes:
            head = writer.link(edition.place_of(one))
            what = " → ".join(plain(text) for text in (one.before, one.after) if text)
            when = f"checked {one.day}" if one.kind != "release" else f"released {one.day}"
            lines.append(f"{capital(KINDS[one.kind][0])}: {head}{f': {what}' if what else ''} ({when})")
        blocks.append("\n".join([f"## {day.day}", "", f"{capital(summary(day.changes))}.", "", *items(lines)]))
    nothing = "This was built without the history of the data." if told.missing else "No fact changed lately."
    lead = "Values, caveats, verdicts, releases and recommendations that changed, by day; wording is left out."
    return writer.twin("What changed in facts", lead, *map(plain, told.notes), *(blocks or [nothing]))
