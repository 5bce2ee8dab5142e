"""Pieces that several kinds of page show: chips, statements, evidence, what relies on what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from generator import cells, labels, urls
from generator.derive import Catalog, Reliance
from generator.freshness import Freshness
from generator.schema import (
    Caveat,
    Figure,
    Fit,
    Share,
    Statement,
)
from generator.table import Cell, Link


@dataclass(frozen=True)
class Chip:
    """A word in a coloured box, with its mark."""

    text: str
    state: str
    mark: str = ""
    title: str = ""


@dataclass(frozen=True)
class Line:
    """One statement on a page: what it is about, the value, and its anchor."""

    label: Link
    cell: Cell
    anchor: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Standing:
    """How current something is, in one line."""

    text: str
    state: str
    mark: str
    review_by: date | None = None


@dataclass(frozen=True)
class CaveatView:
    """A caveat as pages show it."""

    name: str
    caveat: Caveat
    severity: Chip
    kind: str
    affects: tuple[Link, ...]
    dates: str
    cell: Cell
    link: Link


def statement_lines(catalog: Catalog, owner: str, section: str, labels: Mapping[str, Link]) -> list[Line]:
    """The statements of one section of a thing, in the order of `labels`; what nobody stated is left out."""
    found = []
    for name, label in labels.items():
        address = f"{owner}:{section}.{name}"
        placed = catalog.claims.get(address)
        if placed is None or not isinstance(placed.claim, Statement):
            continue
        claim = placed.claim
        remarks = [
            text
            for text in (
                f"since {claim.since}" if claim.since else "",
                f"removed in {claim.removed}" if claim.removed else "",
                f"stated for {', '.join(catalog.dataset.backends[b].name for b in claim.on)}" if claim.on else "",
            )
            if text
        ]
        found.append(Line(label, cells.of_statement(catalog, address), urls.anchor_of(address), tuple(remarks)))
    return found


def standing(catalog: Catalog, addresses: Iterable[str]) -> Standing | None:
    """The worst state among claims, and the day of the oldest check."""
    known = [address for address in addresses if address in catalog.freshness]
    worst = catalog.worst(known)
    if worst is None:
        return None
    oldest = min(catalog.claims[address].claim.as_of for address in known)
    first = min(catalog.freshness[address].review_by for address in known)
    until = None if first == date.max else first
    return Standing(_standing_words(catalog, known, worst, oldest, until), worst.state, _mark(catalog, worst), until)


@dataclass(frozen=True)
class LookUp:
    """The oldest look-up of releases among some ledgers, and how old it may get before a page says so."""

    day: date
    promised_days: int


def look_up(catalog: Catalog, engines: Iterable[str]) -> LookUp | None:
    known = [catalog.dataset.releases[name].looked_up for name in engines if name in catalog.dataset.releases]
    return LookUp(min(known), catalog.dataset.site.look_up_days) if known else None


def _mark(catalog: Catalog, state: Freshness) -> str:
    return catalog.dataset.vocabulary.freshness[state.state].mark or ""


def _standing_words(catalog: Catalog, known: Sequence[str], worst: Freshness, oldest: date, until: date | None) -> str:
    if worst.state == "fresh":
        return f"Facts in date until {until}; oldest check {oldest}" if until else f"Checked {oldest}; history"
    label = catalog.dataset.vocabulary.freshness[worst.state].label
    which = next(address for address in known if catalog.freshness[address] == worst)
    return f"{label.capitalize()} ({address_label(catalog, which)}): {worst.reason}"


def severity_chip(catalog: Catalog, severity: str) -> Chip:
    word = catalog.dataset.vocabulary.severities[severity]
    return Chip(word.label, f"severity-{severity}", word.mark or "", word.means)


def caveat_view(catalog: Catalog, name: str, caveat: Caveat) -> CaveatView:
    address = f"caveats/{name}"
    return CaveatView(
        name=name,
        caveat=caveat,
        severity=severity_chip(catalog, caveat.severity),
        kind=catalog.dataset.vocabulary.caveat_kinds[caveat.kind].label,
        affects=tuple(_affected_links(catalog, caveat)),
        dates=", ".join(filter(None, (_began(caveat), _ended(caveat)))),
        cell=cells.of_text(catalog, address, caveat.title),
        link=urls.link_to(address, caveat.title),
    )


def _began(caveat: Caveat) -> str:
    """`since 1.3.0 of 2026-07-20`. A day alone may be that of a report, which is seldom the day a fault began."""
    if caveat.introduced_in:
        return f"since {caveat.introduced_in}" + (f" of {caveat.introduced}" if caveat.introduced else "")
    return f"dated {caveat.introduced}" if caveat.introduced else ""


def _ended(caveat: Caveat) -> str:
    if caveat.resolved is None:
        return ""
    version, day = caveat.resolved.version, caveat.resolved.date
    if version:
        return f"resolved in {version}" + (f" of {day}" if day else "")
    return f"resolved {day}" if day else "resolved"


def _affected_links(catalog: Catalog, caveat: Caveat) -> Iterable[Link]:
    """What a caveat concerns, one link an entry: the engine with its versions, narrowed in brackets."""
    data = catalog.dataset
    for affected in caveat.affects:
        named = [
            (collection, name, label)
            for collection, name, label in (
                ("engines", affected.engine, affected.engine and data.engines[affected.engine].name),
                ("formats", affected.format, affected.format and data.formats[affected.format].name),
                ("backends", affected.backend, affected.backend and data.backends[affected.backend].name),
                ("devices", affected.device, affected.device and data.devices[affected.device].name),
                ("", affected.feature, affected.feature and in_sentence(data.features[affected.feature].label)),
            )
            if name and label
        ]
        if not named:
            continue
        (collection, name, first), rest = named[0], [str(label) for _, _, label in named[1:]]
        versions = f" {affected.versions}" if affected.versions else ""
        narrowed = f" ({', '.join(rest)})" if rest else ""
        yield Link(f"{first}{versions}{narrowed}", page=urls.page_of(collection, str(name)) if collection else "")


def reliance_link(catalog: Catalog, reliance: Reliance) -> Link:
    """Where something that relies on a claim can be read."""
    data = catalog.dataset
    if reliance.kind == "trees":
        tree = data.trees[reliance.name]
        text = f"{tree.title}: {tree.outcomes[reliance.part].title}"
    elif reliance.kind == "faq":
        text = data.faq[reliance.name].questions[reliance.part].ask
    else:
        text = f"“{data.myths[reliance.name].belief}”"
        return Link(text, page=urls.page_of("myths", reliance.name), anchor=reliance.name)
    return Link(text, page=urls.page_of(reliance.kind, reliance.name), anchor=reliance.part)


def relied_on_by(catalog: Catalog, owner: str) -> dict[str, list[Link]]:
    """Trees, answers and myths that stand on any claim of a thing, by kind, each once."""
    found: dict[str, list[Link]] = {"trees": [], "faq": [], "myths": []}
    for address, reliances in catalog.reliances.items():
        if address == owner or address.startswith(f"{owner}:"):
            for reliance in reliances:
                link = reliance_link(catalog, reliance)
                if link not in found[reliance.kind]:
                    found[reliance.kind].append(link)
    return found


def cited(catalog: Catalog, addresses: Iterable[str]) -> list[Line]:
    """Cited statements and things, each with its value and evidence."""
    found = []
    for address in addresses:
        label = address_label(catalog, address)
        found.append(Line(urls.link_to(address, label), claim_cell(catalog, address), ""))
    return found


def claim_cell(catalog: Catalog, address: str) -> Cell:
    """The value of any claim with its mark; no words for a claim that is a text of its own."""
    placed = catalog.claims.get(address)
    match placed and placed.claim:
        case Statement():
            return cells.of_statement(catalog, address)
        case Fit():
            return cells.of_fit(catalog, address)
        case Figure() | Share():
            return cells.of_figure(catalog, address)
    return cells.of_text(catalog, address, "")


def address_label(catalog: Catalog, address: str) -> str:
    return labels.of_address(catalog.dataset, address)


def part_label(catalog: Catalog, address: str) -> str:
    return labels.of_part(catalog.dataset, address)


def either(names: Sequence[str]) -> str:
    """Alternatives in a sentence: `A`, `A or B`, `A, B, or C`."""
    *others, last = names
    return f"{', '.join(others)}{',' if len(others) > 1 else ''} or {last}" if others else last


def in_sentence(label: str) -> str:
    """A label inside a sentence: small at the start, unless its first word is a name or an abbreviation."""
    first = label.split(" ", 1)[0]
    return label[:1].lower() + label[1:] if first[1:].islower() else label


def engine_link(catalog: Catalog, name: str, anchor: str = "") -> Link:
    """A link to an engine that says so when it is no longer developed."""
    engine = catalog.dataset.engines[name]
    retired = "" if engine.status.value == "active" else f" ({engine.status.value})"
    return Link(engine.name + retired, page=urls.page_of("engines", name), anchor=anchor)


def edit_link(catalog: Catalog, collection: str, name: str) -> Link:
    """The file to change, as a link when the site knows where its repository is."""
    file = catalog.dataset.origin(collection, name).file
    base = catalog.dataset.site.edit_base
    return Link(file, url=f"{base.rstrip('/')}/{file}" if base else "")
