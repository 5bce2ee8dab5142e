"""Twins of engines, formats, backends, devices and reference models: all that is stated of each, with its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator import cells, comparisons, urls, values
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import mentions, models, parts
from generator.schema import Caveat, Document, Engine, Figure, Fit, Format, Quickstart, Statement
from generator.table import Cell, Link
from generator.twins.text import Twin, Writer, fenced, items, plain

SECTIONS = {
    "status": "Status",
    "latest": "Newest release seen",
    "memory": "Memory",
    "bandwidth": "Memory bandwidth",
    "links": "Links",
    "compute": "Peak rates",
    "power": "Power",
    "bits": "Bits per weight",
    "systems": "Systems",
    "backends": "Hardware backends",
    "formats": "Formats",
    "features": "Features",
    "precisions": "Low precision",
    "acceleration": "Where it is computed natively",
    "conversions": "Conversion",
    "suits": "Whom it suits, in our judgement",
    "defaults": "What it listens on",
    "quickstarts": "Start it",
    "relations": "Relations",
}


def pages(edition: Edition) -> Iterator[Twin]:
    catalog = edition.catalog
    for collection in ("engines", "formats", "backends", "devices"):
        for name, thing in getattr(catalog.dataset, collection).items():
            yield _twin(catalog, collection, name, thing)
    yield _models(catalog)


def _twin(catalog: Catalog, collection: str, name: str, thing: Document) -> Twin:
    owner = f"{collection}/{name}"
    writer = Writer(urls.page_of(collection, name))
    own = [address for address in catalog.claims if address == owner or address.startswith(f"{owner}:")]
    standing = parts.standing(catalog, own)
    return writer.twin(
        str(getattr(thing, "name", name)),
        str(getattr(thing, "summary", "")),
        plain(standing.text) if standing else "",
        items([*_about(catalog, writer, collection, name, thing), _evidence(catalog, writer, owner)]),
        *_sections(catalog, writer, owner, own),
        *_silence(catalog, thing),
        *_said_by(catalog, writer, collection, name),
        *_caveats(catalog, writer, collection, name),
        *_mentions(catalog, writer, owner),
        *_ledger(catalog, collection, name),
    )


def _about(catalog: Catalog, writer: Writer, collection: str, name: str, thing: Document) -> Iterator[str]:
    """What a file says of the thing itself."""
    words = catalog.dataset.vocabulary
    if isinstance(thing, Engine):
        newest = catalog.newest.get(name)
        if newest:
            yield f"Newest stable release: {plain(newest.version)} ({newest.date})"
        yield f"Layer: {plain(words.layers[thing.layer].label)}; family: {plain(words.families[thing.family].label)}"
        yield f"Made by: {plain(thing.maintainer)}; licence: {plain(thing.license)}"
        if thing.python:
            yield f"Python: {plain(thing.python)}"
        for label, url in (("Code", thing.upstream.repository), ("Documentation", thing.upstream.docs)):
            if url:
                yield f"{label}: {writer.link(Link(url, url=url))}"
        return
    if isinstance(thing, Format):
        yield f"Kind: {plain(words.format_kinds[thing.kind].label)}"
        if thing.made_by:
            yield f"Made by: {plain(thing.made_by)}"
        stored = [_link_to(catalog, "formats", other) for other in thing.stored_in]
        if stored:
            yield f"Stored in: {writer.links(stored)}"
        return
    for field in ("vendor", "architecture", "compute_capability", "hardware", "beware"):
        value = getattr(thing, field, None)
        if value:
            label = words.architectures[value].label if field == "architecture" else value
            yield f"{comparisons.capital(field.replace('_', ' '))}: {writer.line(label)}"
    if collection == "devices":
        yield f"Backends: {writer.links(_link_to(catalog, 'backends', one) for one in getattr(thing, 'backends', ()))}"


def _link_to(catalog: Catalog, collection: str, name: str) -> Link:
    return Link(getattr(catalog.dataset, collection)[name].name, page=urls.page_of(collection, name))


def _evidence(catalog: Catalog, writer: Writer, owner: str) -> str:
    why = writer.why(cells.of_text(catalog, owner, ""))
    return f"Evidence for this page: {why}" if why else ""


def _sections(catalog: Catalog, writer: Writer, owner: str, own: list[str]) -> Iterator[str]:
    """Every statement below its section, in the order of the data."""
    by_section: dict[str, list[str]] = {section: [] for section in SECTIONS}
    for address in own:
        section = address.removeprefix(f"{owner}:").partition(".")[0]
        if address != owner:
            by_section.setdefault(section, []).append(address)
    for section, addresses in by_section.items():
        if addresses:
            title = SECTIONS.get(section, comparisons.capital(section))
            yield f"## {title}\n\n" + "\n".join(_statement(catalog, writer, address) for address in addresses)


def _statement(catalog: Catalog, writer: Writer, address: str) -> str:
    claim = catalog.claims[address].claim
    label = parts.part_label(catalog, address)
    if isinstance(claim, Quickstart):
        return _start(catalog, writer, address, claim)
    cell = value_of(catalog, address)
    return f"- {plain(label)}: " + "; ".join(filter(None, (writer.says(cell), writer.why(cell))))


def value_of(catalog: Catalog, address: str) -> Cell:
    """Any claim as a cell with its value in words."""
    claim = catalog.claims[address].claim
    if isinstance(claim, (Statement, Fit, Figure)):
        return parts.claim_cell(catalog, address)
    return cells.of_text(catalog, address, values.said(catalog.dataset, claim), note=getattr(claim, "note", None) or "")


def _start(catalog: Catalog, writer: Writer, address: str, start: Quickstart) -> str:
    data = catalog.dataset
    places = [data.vocabulary.systems[one].label for one in start.systems]
    places += [data.backends[one].name for one in start.backends]
    lines = items(
        [
            f"For: {plain(', '.join(places))}" if places else "",
            f"Needs: {writer.line(start.needs)}" if start.needs else "",
            f"Beware: {writer.line(start.security)}" if start.security else "",
            f"Evidence: {writer.why(cells.of_text(catalog, address, ''))}",
        ]
    )
    return f"### {plain(start.title)}\n\n{fenced(start.commands)}\n\n" + "\n".join(lines) + "\n"


def _silence(catalog: Catalog, thing: Document) -> Iterator[str]:
    """What no source we read states of an engine: unknown, which is not no."""
    if not isinstance(thing, Engine):
        return
    data = catalog.dataset
    runs = thing.layer in comparisons.RUNNERS
    backends = [item.name for key, item in data.backends.items() if runs and key not in thing.backends]
    features = [
        one.label
        for key, one in data.features.items()
        if (not one.layers or thing.layer in one.layers) and key not in thing.features
    ]
    silent = [("Backends", backends), ("Features", features)]
    lines = items(f"{label}: {plain(', '.join(names))}" for label, names in silent if names)
    if lines:
        yield "## Unknown\n\nNo source we read states these either way.\n\n" + "\n".join(lines)


def _said_by(catalog: Catalog, writer: Writer, collection: str, name: str) -> Iterator[str]:
    """What the engines state on a backend or a format."""
    if collection in ("backends", "formats"):
        found = comparisons.said_by(catalog, collection, name)
        lines = items(
            "; ".join([f"{writer.link(head)}: {writer.says(cell)}", writer.why(cell)]) for head, cell in found
        )
        yield "\n".join(["## What the engines say", "", *(lines or ["No engine states anything on it."])])


def _caveats(catalog: Catalog, writer: Writer, collection: str, name: str) -> Iterator[str]:
    kind = collection.removesuffix("s")
    found = [
        (other, caveat)
        for other, caveat in catalog.dataset.caveats.items()
        if any(getattr(affected, kind) == name for affected in caveat.affects)
    ]
    lines = items(_caveat(catalog, writer, other, caveat) for other, caveat in found)
    if lines:
        yield "\n".join(["## Beware", "", *lines])


def _caveat(catalog: Catalog, writer: Writer, name: str, caveat: Caveat) -> str:
    view = parts.caveat_view(catalog, name, caveat)
    dates = f" ({plain(view.dates)})" if view.dates else ""
    return f"{plain(view.severity.text)}: {writer.link(view.link)}{dates}"


def _mentions(catalog: Catalog, writer: Writer, owner: str) -> Iterator[str]:
    kinds = mentions.of(catalog, owner)
    lines = [
        f"- {plain(kind.label)}: "
        + "; ".join(
            ": ".join(filter(None, [writer.link(one.head) if one.head.text else "", writer.links(one.places)]))
            for one in kind.mentions
        )
        for kind in kinds
    ]
    if lines:
        yield "\n".join(["## Where this site names it", "", *lines])


def _ledger(catalog: Catalog, collection: str, name: str) -> Iterator[str]:
    ledger = catalog.dataset.releases.get(name) if collection == "engines" else None
    if ledger is None:
        return
    lines = items(
        f"{plain(one.version)} ({one.date}, {one.channel}{', withdrawn' if one.yanked else ''})"
        for one in list(reversed(ledger.releases))[:8]
    )
    yield "\n".join([f"## Newest releases\n\nOf {len(ledger.releases)}, looked up {ledger.looked_up}.\n", *lines])


def _models(catalog: Catalog) -> Twin:
    writer = Writer(models.INDEX)
    blocks = []
    for shape in models.shapes(catalog):
        counts: Mapping[str, object] = {
            "Parameters": shape.parameters,
            "Active": shape.active,
            "Layers": shape.model.layers,
            "Kept per layer and token": shape.kept,
            "KV cache per token": shape.per_token,
            "Attention": shape.attention,
        }
        lines = items([*(f"{label}: {plain(str(value))}" for label, value in counts.items())])
        summary = writer.prose(shape.model.summary)
        blocks.append("\n".join([f"## {plain(shape.model.name)}\n\n{summary}\n", *lines, writer.evidence(shape.cell)]))
    return writer.twin("Reference models", "Exact shapes of models for capacity arithmetic.", *blocks)
