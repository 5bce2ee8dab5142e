"""Backends and devices: an index and one page each."""

from __future__ import annotations

from collections.abc import Iterator

from generator import cells, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import models, parts
from generator.schema import Device
from generator.table import Cell, Link
from generator.templating import Artifact

INDEX = "hardware/index.md"


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    data = catalog.dataset
    yield edition.page(
        "hardware.md.j2",
        INDEX,
        backends=[
            (Link(b.name, page=urls.page_of("backends", n)), b, len(runners(catalog, n)))
            for n, b in data.backends.items()
        ],
        table=edition.tables["devices"],
    )
    for name, backend in data.backends.items():
        yield edition.page(
            "backend.md.j2",
            urls.page_of("backends", name),
            name=name,
            backend=backend,
            runners=runners(catalog, name),
            silent=[
                Link(e.name, page=urls.page_of("engines", n)) for n, e in data.engines.items() if name not in e.backends
            ],
            devices=[
                Link(d.name, page=urls.page_of("devices", n)) for n, d in data.devices.items() if name in d.backends
            ],
            caveats=_caveats(catalog, "backend", name),
            checked=cells.of_text(catalog, f"backends/{name}", ""),
            edit=parts.edit_link(catalog, "backends", name),
        )
    yield from models.pages(edition)
    for name, device in data.devices.items():
        yield edition.page("device.md.j2", urls.page_of("devices", name), **_device(catalog, name, device))


def runners(catalog: Catalog, backend: str) -> list[tuple[Link, Cell]]:
    """What each engine says about a backend, best first; engines that say nothing are left out."""
    order = list(catalog.dataset.vocabulary.levels)
    found = [
        (
            engine.backends[backend].level,
            parts.engine_link(catalog, name, f"backends-{backend}"),
            cells.of_statement(catalog, f"engines/{name}:backends.{backend}"),
        )
        for name, engine in catalog.dataset.engines.items()
        if backend in engine.backends
    ]
    found.sort(key=lambda item: (order.index(item[0]), item[1].text.casefold()))
    return [(link, cell) for _, link, cell in found]


def _caveats(catalog: Catalog, what: str, name: str) -> list[parts.CaveatView]:
    return [
        parts.caveat_view(catalog, other, caveat)
        for other, caveat in catalog.dataset.caveats.items()
        if any(getattr(affected, what) == name for affected in caveat.affects) and caveat.resolved is None
    ]


def _device(catalog: Catalog, name: str, device: Device) -> dict[str, object]:
    data, owner = catalog.dataset, f"devices/{name}"
    figures: list[tuple[str, str]] = [("Memory", "memory"), ("Memory bandwidth", "bandwidth")]
    figures += [(f"Link, {key}", f"links.{key}") for key in device.links]
    figures += [(f"Peak {key.upper()}", f"compute.{key}") for key in device.compute]
    figures.append(("Power", "power"))
    return {
        "name": name,
        "device": device,
        "architecture": data.vocabulary.architectures[device.architecture],
        "figures": [
            parts.Line(Link(label), cells.of_figure(catalog, f"{owner}:{path}"), path.replace(".", "-"))
            for label, path in figures
            if f"{owner}:{path}" in catalog.claims
        ],
        "precisions": parts.statement_lines(
            catalog,
            owner,
            "precisions",
            {key: Link(item.name, page=urls.page_of("formats", key)) for key, item in data.formats.items()},
        ),
        "backends": [
            (Link(data.backends[b].name, page=urls.page_of("backends", b)), runners(catalog, b))
            for b in device.backends
        ],
        "fits": models.fits_on(catalog, device),
        "sizes": [label for label, _ in models.STORED],
        "context": models.CONTEXT,
        "caveats": _caveats(catalog, "device", name),
        "checked": cells.of_text(catalog, owner, ""),
        "edit": parts.edit_link(catalog, "devices", name),
    }
