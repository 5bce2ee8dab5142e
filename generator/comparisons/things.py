"""Tables about formats and devices."""

from __future__ import annotations

from generator import cells, urls
from generator.comparisons.base import Comparison, Said, apart, best_of, capital, in_reading_order, listed, natural
from generator.derive import Catalog
from generator.schema import Format
from generator.table import Cell, Column, Link, Row, Table

NONE_STATED = "none stated"  # somebody spoke of others, so it is no gap
UP_TO_CONTENT = "depends on its contents"


def devices(this: Comparison, catalog: Catalog) -> Table:
    rates = ["bf16", "fp8", "fp4", "int8"]
    columns = (
        Column("memory", "Memory"),
        Column("bandwidth", "Memory bandwidth"),
        Column("link", "Link to other devices"),
        *(Column(rate, rate.upper(), group="Compute, peak") for rate in rates),
        Column("native", "Native low precision"),
        Column("power", "Power"),
        Column("capability", "Architecture"),
    )
    rows = []
    for name, device in sorted(
        catalog.dataset.devices.items(), key=lambda it: (it[1].vendor.casefold(), natural(it[1].name))
    ):
        at = f"devices/{name}"
        first_link = next(iter(device.links), None)
        native = {
            f"{at}:precisions.{f}": catalog.dataset.formats[f].name
            for f, statement in device.precisions.items()
            if statement.level == "supported"
        }
        architecture = catalog.dataset.vocabulary.architectures[device.architecture].label
        rows.append(
            Row(
                name,
                Link(device.name, page=urls.page_of("devices", name)),
                (
                    cells.of_figure(catalog, f"{at}:memory"),
                    cells.of_figure(catalog, f"{at}:bandwidth"),
                    cells.of_figure(catalog, f"{at}:links.{first_link}"),
                    *(cells.of_figure(catalog, f"{at}:compute.{rate}") for rate in rates),
                    listed(catalog, at, native) if native or not device.precisions else apart(NONE_STATED),
                    cells.of_figure(catalog, f"{at}:power"),
                    cells.of_text(catalog, at, architecture),
                ),
                device.vendor,
            )
        )
    return Table(this.id, this.title, this.summary, "Device", columns, tuple(rows))


def format_list(this: Comparison, catalog: Catalog) -> Table:
    columns = (
        Column("kind", "Kind"),
        Column("bits", "Bits per weight"),
        Column("engines", "Read by"),
        Column("fast", "Native matrix maths on"),
        Column("stored", "Storage gain only on"),
        Column("tools", "Made with"),
    )
    words = catalog.dataset.vocabulary
    rows = []
    for name, format_ in sorted(
        catalog.dataset.formats.items(),
        key=lambda it: (list(words.format_kinds).index(it[1].kind), it[1].name.casefold()),
    ):
        at = f"formats/{name}"
        tools = {f"{at}:conversions.{index}": made.tool for index, made in enumerate(format_.conversions)}
        rows.append(
            Row(
                name,
                Link(format_.name, page=urls.page_of("formats", name)),
                (
                    cells.of_text(catalog, at, words.format_kinds[format_.kind].label),
                    _bits(catalog, at, format_),
                    _readers(catalog, name),
                    _architectures(catalog, at, format_, "supported"),
                    _architectures(catalog, at, format_, "partial"),
                    listed(catalog, at, tools),
                ),
                capital(words.format_kinds[format_.kind].label),
            )
        )
    return Table(this.id, this.title, this.summary, "Format", columns, tuple(rows))


def _bits(catalog: Catalog, address: str, format_: Format) -> Cell:
    values = [bits.value for bits in format_.bits.values()]
    if not values:
        return apart(UP_TO_CONTENT) if format_.kind == "container" else cells.unknown(catalog)
    ends = dict.fromkeys((f"{min(values):g}", f"{max(values):g}"))
    return cells.of_text(catalog, address, " to ".join(ends))


def _readers(catalog: Catalog, name: str) -> Cell:
    """Who reads a format wholly, else who reads it at the next best level."""
    said = [
        Said(engine.formats[name].level, f"engines/{other}:formats.{name}", engine.name)
        for other, engine in in_reading_order(catalog)
        if name in engine.formats
    ]
    return best_of(catalog, f"formats/{name}", said, catalog.dataset.vocabulary.levels)


def _architectures(catalog: Catalog, address: str, format_: Format, level: str) -> Cell:
    """Where a format is accelerated at one level."""
    words = catalog.dataset.vocabulary.architectures
    found = {
        f"{address}:acceleration.{name}": words[name].label
        for name, statement in format_.acceleration.items()
        if statement.level == level
    }
    if found:
        return listed(catalog, address, found)
    if format_.acceleration:
        return apart(NONE_STATED)
    return apart(UP_TO_CONTENT) if format_.kind == "container" else cells.unknown(catalog)
