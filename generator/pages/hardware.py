"""Backends and devices: an index and one page each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from generator import capacity, cells, comparisons, urls, values
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import models, parts
from generator.schema import Backend, Device, Figure, Share, Word
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "hardware/index.md"


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    data = catalog.dataset
    yield edition.page(
        "hardware.md.j2",
        INDEX,
        backends=_backends(catalog),
        devices=_by_vendor(catalog),
    )
    for name, backend in sorted(data.backends.items(), key=lambda item: comparisons.natural(item[1].name)):
        yield edition.page(
            "backend.md.j2",
            urls.page_of("backends", name),
            name=name,
            backend=backend,
            runners=runners(catalog, name),
            silent=[
                Link(e.name, page=urls.page_of("engines", n)) for n, e in data.engines.items() if name not in e.backends
            ],
            devices=[Link(d.name, page=urls.page_of("devices", n)) for n, d in _devices(catalog) if name in d.backends],
            caveats=_caveats(catalog, "backend", name),
            checked=cells.of_text(catalog, f"backends/{name}", ""),
            edit=parts.edit_link(catalog, "backends", name),
        )
    yield from models.pages(edition)
    for name, device in _devices(catalog):
        yield edition.page("device.md.j2", urls.page_of("devices", name), **_device(catalog, name, device))


def runners(catalog: Catalog, backend: str) -> list[tuple[Link, Cell]]:
    """What each engine says about a backend, best first; engines that say nothing are left out."""
    return comparisons.said_by(catalog, "backends", backend)


def _backends(catalog: Catalog) -> list[tuple[Link, Backend, int]]:
    """Every backend with the number of engines that run on it, most first; a no is no engine."""
    found = [
        (
            Link(backend.name, page=urls.page_of("backends", name)),
            backend,
            sum(cell.state != "unsupported" for _, cell in runners(catalog, name)),
        )
        for name, backend in catalog.dataset.backends.items()
    ]
    return sorted(found, key=lambda one: (-one[2], one[1].name.casefold()))


def _devices(catalog: Catalog) -> list[tuple[str, Device]]:
    return sorted(catalog.dataset.devices.items(), key=lambda item: comparisons.natural(item[1].name))


def _by_vendor(catalog: Catalog) -> list[tuple[str, list[Link]]]:
    found: dict[str, list[Link]] = {}
    for name, device in _devices(catalog):
        found.setdefault(device.vendor, []).append(Link(device.name, page=urls.page_of("devices", name)))
    return sorted(found.items(), key=lambda item: item[0].casefold())


def _support(catalog: Catalog, backend: str) -> tuple[Link, list[tuple[Word, str, int]]]:
    """A backend, and how many engines state each level for it."""
    counts = Counter(cell.state for _, cell in runners(catalog, backend))
    words = catalog.dataset.vocabulary.levels
    link = Link(catalog.dataset.backends[backend].name, page=urls.page_of("backends", backend), anchor="engines")
    return link, [(word, level, counts[level]) for level, word in words.items() if counts[level]]


def _caveats(catalog: Catalog, what: str, name: str) -> list[parts.CaveatView]:
    return [
        parts.caveat_view(catalog, other, caveat)
        for other, caveat in catalog.dataset.caveats.items()
        if any(getattr(affected, what) == name for affected in caveat.affects) and caveat.resolved is None
    ]


def _device(catalog: Catalog, name: str, device: Device) -> dict[str, object]:
    data, owner = catalog.dataset, f"devices/{name}"
    figures: list[tuple[str, str, Figure | Share | None]] = [
        ("Memory", "memory", device.memory),
        ("Of it for the GPU, by default", "gpu_share", device.gpu_share),
        ("Memory bandwidth", "bandwidth", device.bandwidth),
        *((f"Link, {link.name or key.replace('-', ' ')}", f"links.{key}", link) for key, link in device.links.items()),
        *((f"Peak {key.upper()}", f"compute.{key}", rate) for key, rate in device.compute.items()),
        ("Power", "power", device.power),
    ]
    return {
        "name": name,
        "device": device,
        "architecture": data.vocabulary.architectures[device.architecture],
        "figures": [
            parts.Line(
                Link(label), _number(catalog, f"{owner}:{path}", figure, label), urls.anchor_of(f"{owner}:{path}")
            )
            for label, path, figure in figures
            if figure is not None
        ],
        "precisions": parts.statement_lines(
            catalog,
            owner,
            "precisions",
            {key: Link(item.name, page=urls.page_of("formats", key)) for key, item in data.formats.items()},
        ),
        "backends": [_support(catalog, backend) for backend in device.backends],
        "fits": models.fits_on(catalog, device),
        "sizes": [label for label, _ in models.STORED],
        "stored": models.stored_words(),
        "share": values.said(catalog.dataset, device.gpu_share) if device.gpu_share else "",
        "tight": f"{capacity.ROOMY:.0%}".removesuffix("%"),
        "context": models.CONTEXT,
        "caveats": _caveats(catalog, "device", name),
        "checked": cells.of_text(catalog, owner, ""),
        "edit": parts.edit_link(catalog, "devices", name),
    }


def _number(catalog: Catalog, address: str, figure: Figure | Share, label: str) -> Cell:
    """A figure in words, without the name that its label holds already."""
    cell = cells.of_figure(catalog, address)
    if isinstance(figure, Share) or figure.name is None or figure.name not in label:
        return cell
    return replace(cell, text=values.figure_words(figure.model_copy(update={"name": None})))
