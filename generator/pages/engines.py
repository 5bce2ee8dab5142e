"""The list of engines and one page each: what it is, where it runs, how to start it, what to beware of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator import cells, comparisons, urls, values
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import mentions, parts
from generator.schema import Caveat, Engine, Listener, Quickstart
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "engines/index.md"


@dataclass(frozen=True)
class Share:
    """What is stated at one level: its mark, its word unless that is a plain yes, and the things."""

    level: str
    mark: str
    label: str
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Fact:
    label: str
    cells: tuple[Cell, ...] = ()
    links: tuple[Link, ...] = ()
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True)
class Start:
    quickstart: Quickstart
    cell: Cell
    runs_on: str
    anchor: str


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    yield edition.page("engines.md.j2", INDEX, groups=_groups(catalog), first=_first_tree(catalog))
    for name, engine in catalog.dataset.engines.items():
        yield edition.page("engine.md.j2", urls.page_of("engines", name), **_view(catalog, name, engine))


def _first_tree(catalog: Catalog) -> Link | None:
    """The tree that the site's own order puts first."""
    ordered = sorted(catalog.dataset.trees.items(), key=lambda item: (item[1].order, item[0]))
    return next((Link(tree.title, page=urls.page_of("trees", name)) for name, tree in ordered), None)


def chips(catalog: Catalog, engine: Engine) -> list[parts.Chip]:
    words = catalog.dataset.vocabulary
    layer, family = words.layers[engine.layer], words.families[engine.family]
    status = words.statuses[engine.status.value]
    return [
        parts.Chip(layer.label, "layer", title=layer.means),
        parts.Chip(family.label, "family", title=family.means),
        parts.Chip(status.label, f"status-{engine.status.value}", title=engine.status.note or status.means),
    ]


def _groups(catalog: Catalog) -> list[tuple[str, str, str, list[tuple[Link, str, list[parts.Chip]]]]]:
    """Engines by layer, as (layer, label, meaning, [(link, summary, chips)])."""
    found = []
    for layer, word in catalog.dataset.vocabulary.layers.items():
        members = [
            (Link(engine.name, page=urls.page_of("engines", name)), engine.summary, chips(catalog, engine)[1:])
            for name, engine in sorted(
                catalog.dataset.engines.items(), key=lambda it: (it[1].status.value != "active", it[1].name.casefold())
            )
            if engine.layer == layer
        ]
        if members:
            found.append((layer, word.label, word.means, members))
    return found


def _view(catalog: Catalog, name: str, engine: Engine) -> dict[str, object]:
    owner = f"engines/{name}"
    found = [parts.caveat_view(catalog, caveat_name, caveat) for caveat_name, caveat in _caveats(catalog, name)]
    return {
        "name": name,
        "engine": engine,
        "chips": chips(catalog, engine),
        "facts": list(_facts(catalog, name, engine)),
        "starts": _starts(catalog, name, engine),
        "suits": _suits(catalog, owner, engine),
        "caveats": [view for view in found if view.caveat.resolved is None],
        "resolved": [view for view in found if view.caveat.resolved is not None],
        "groups": list(_statement_groups(catalog, owner, engine)),
        "defaults": _defaults(catalog, owner, engine),
        "relations": list(_relations(catalog, name, engine)),
        "mentions": mentions.of(catalog, owner),
        "ledger": _ledger(catalog, name),
        "look_up": parts.look_up(catalog, [name]),
        "standing": parts.standing(catalog, [a for a in catalog.claims if a == owner or a.startswith(f"{owner}:")]),
        "checked": cells.of_text(catalog, owner, ""),
        "edit": parts.edit_link(catalog, "engines", name),
    }


def _caveats(catalog: Catalog, name: str) -> list[tuple[str, Caveat]]:
    """The caveats of an engine: its own before those of other projects that touch it, each danger first."""

    def of_others(item: tuple[str, Caveat]) -> bool:
        return next(affected.engine for affected in item[1].affects if affected.engine) != name

    return sorted(catalog.caveats_of(name), key=of_others)


def _facts(catalog: Catalog, name: str, engine: Engine) -> Iterator[Fact]:
    owner = f"engines/{name}"
    yield Fact("Newest stable", (comparisons.newest_cell(catalog, name, engine),))
    if name in catalog.newest_prerelease:
        ahead = catalog.newest_prerelease[name]
        yield Fact("Newest pre-release", (Cell(f"{ahead.version} ({ahead.date})"),))
    yield Fact(
        "Status",
        (cells.of_text(catalog, f"{owner}:status", catalog.dataset.vocabulary.statuses[engine.status.value].label),),
    )
    data = catalog.dataset
    for label, section, names in (
        ("Systems", "systems", {key: word.label for key, word in data.vocabulary.systems.items()}),
        ("Runs on", "backends", {key: item.name for key, item in data.backends.items()}),
        ("Reads", "formats", {key: item.name for key, item in data.formats.items()}),
    ):
        shares = _by_level(catalog, owner, section, names)
        applies = section == "systems" or engine.layer in comparisons.RUNNERS
        if shares:
            yield Fact(label, shares=shares)
        elif applies:
            yield Fact(label, (cells.unknown(catalog),))
    for way, listener in engine.defaults.items():
        cell = cells.of_text(
            catalog,
            f"{owner}:defaults.{way}",
            default_words(catalog, listener),
            state=f"{listener.exposes} auth-{listener.auth}",
        )
        yield Fact(f"Listens: {listener.label}", (cell,))
    if engine.python:
        yield Fact("Python", (cells.of_text(catalog, owner, engine.python),))
    yield Fact("Licence", (cells.of_text(catalog, owner, engine.license),))
    yield Fact("Made by", (cells.of_text(catalog, owner, engine.maintainer),))
    links = [
        Link(label, url=url)
        for label, url in (("Code", engine.upstream.repository), ("Documentation", engine.upstream.docs))
        if url
    ]
    if links:
        yield Fact("Links", links=tuple(links))


def _by_level(catalog: Catalog, owner: str, section: str, names: Mapping[str, str]) -> tuple[Share, ...]:
    """What an engine states in one section, gathered by level; a plain no is left to the full list below."""
    found = []
    for level, word in catalog.dataset.vocabulary.levels.items():
        links = [
            Link(name, anchor=f"{section}-{key}")
            for key, name in names.items()
            if level != "unsupported"
            and cells.of_statement(catalog, f"{owner}:{section}.{key}").state == level != "unknown"
        ]
        if links:
            found.append(Share(level, word.mark or "", "" if level == "supported" else word.label, tuple(links)))
    return tuple(found)


def default_words(catalog: Catalog, listener: Listener) -> str:
    return values.listener_words(catalog.dataset.vocabulary, listener)


def _starts(catalog: Catalog, name: str, engine: Engine) -> list[Start]:
    data = catalog.dataset
    found = []
    for index, start in enumerate(engine.quickstarts):
        address = f"engines/{name}:quickstarts.{index}"
        systems = [data.vocabulary.systems[system].label for system in start.systems]
        backends = [data.backends[backend].name for backend in start.backends]
        found.append(
            Start(
                start,
                cells.of_text(catalog, address, start.title),
                ", ".join([*systems, *backends]),
                urls.anchor_of(address),
            )
        )
    return found


def _suits(catalog: Catalog, owner: str, engine: Engine) -> list[parts.Line]:
    audiences = catalog.dataset.vocabulary.audiences
    return [
        parts.Line(Link(word.label), cells.of_fit(catalog, f"{owner}:suits.{name}"), f"suits-{name}")
        for name, word in audiences.items()
        if name in engine.suits
    ]


def _life(catalog: Catalog, owner: str, engine: Engine) -> list[parts.Line]:
    """What is known of the project itself: its status, and its newest release where somebody saw it."""
    word = catalog.dataset.vocabulary.statuses[engine.status.value]
    status = cells.of_text(catalog, f"{owner}:status", word.label, note=engine.status.note or "")
    lines = [parts.Line(Link("Status"), status, "status")]
    if engine.latest:
        text = f"{engine.latest.version}{f' ({engine.latest.date})' if engine.latest.date else ''}"
        latest = cells.of_text(catalog, f"{owner}:latest", text, note=engine.latest.note or "")
        lines.append(parts.Line(Link("Newest release seen"), latest, "latest"))
    return lines


def _statement_groups(catalog: Catalog, owner: str, engine: Engine) -> Iterator[tuple[str, str, list[parts.Line], int]]:
    """(title, anchor, lines, how many nobody stated) for each part of what is known about an engine."""
    data = catalog.dataset
    sections: list[tuple[str, str, str, dict[str, Link]]] = [
        ("Systems", "systems", "systems", {key: Link(word.label) for key, word in data.vocabulary.systems.items()}),
        (
            "Hardware backends",
            "backends",
            "backends",
            {key: Link(item.name, page=urls.page_of("backends", key)) for key, item in data.backends.items()},
        ),
        (
            "Formats",
            "formats",
            "formats",
            {key: Link(item.name, page=urls.page_of("formats", key)) for key, item in data.formats.items()},
        ),
    ]
    for group, word in data.vocabulary.feature_groups.items():
        labels = {
            key: Link(
                feature.label, page=urls.page_of("glossary", "") if feature.term else "", anchor=feature.term or ""
            )
            for key, feature in data.features.items()
            if feature.group == group and (not feature.layers or engine.layer in feature.layers)
        }
        sections.append((word.label, f"features-{group}", "features", labels))
    yield "The project", "project", _life(catalog, owner, engine), 0
    for title, anchor, section, labels in sections:
        lines = parts.statement_lines(catalog, owner, section, labels)
        yield title, anchor, lines, len(labels) - len(lines)
    precisions = [
        line
        for precision in engine.precisions
        for line in parts.statement_lines(
            catalog,
            owner,
            f"precisions.{precision}",
            {
                a: Link(f"{data.formats[precision].name} on {word.label}")
                for a, word in data.vocabulary.architectures.items()
            },
        )
    ]
    yield "Precision by architecture", "precisions", precisions, 0


def _defaults(catalog: Catalog, owner: str, engine: Engine) -> list[parts.Line]:
    return [
        parts.Line(
            Link(listener.label),
            cells.of_text(
                catalog,
                f"{owner}:defaults.{way}",
                default_words(catalog, listener),
                state=listener.exposes,
                note=listener.note or "",
            ),
            f"defaults-{way}",
        )
        for way, listener in engine.defaults.items()
    ]


_RELATIONS = {
    "bundles": ("Contains", "Contained in"),
    "serves": ("Runs as its workers", "Run as a worker by"),
    "plugs_into": ("Plugs into", "Extended by"),
    "successor_of": ("Replaces", "Replaced by"),
}


def _relations(catalog: Catalog, name: str, engine: Engine) -> Iterator[tuple[str, parts.Line]]:
    engines = catalog.dataset.engines
    for kind, (forward, backward) in _RELATIONS.items():
        for other in getattr(engine.relations, kind):
            address = f"engines/{name}:relations.{kind}.{other}"
            link = Link(engines[other].name, page=urls.page_of("engines", other))
            yield forward, parts.Line(link, cells.of_statement(catalog, address), urls.anchor_of(address))
        for other, candidate in engines.items():
            if name in getattr(candidate.relations, kind):
                address = f"engines/{other}:relations.{kind}.{name}"
                link = Link(candidate.name, page=urls.page_of("engines", other))
                yield backward, parts.Line(link, cells.of_statement(catalog, address), "")


def _ledger(catalog: Catalog, name: str) -> dict[str, object] | None:
    ledger = catalog.dataset.releases.get(name)
    if ledger is None:
        return None
    newest = list(reversed(ledger.releases))[:8]
    return {"looked_up": ledger.looked_up, "count": len(ledger.releases), "newest": newest}
