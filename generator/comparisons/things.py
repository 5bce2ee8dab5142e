"""Tables about formats and devices."""

from __future__ import annotations

from generator import cells, urls
from generator.comparisons.base import Comparison, capital, in_reading_order, listed
from generator.derive import Catalog
from generator.table import Column, Link, Row, Table


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
        catalog.dataset.devices.items(), key=lambda it: (it[1].vendor.casefold(), it[1].name.casefold())
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
                    listed(catalog, at, native),
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
        readers = {
            f"engines/{other}:formats.{name}": engine.name
            for other, engine in in_reading_order(catalog)
            if name in engine.formats and engine.formats[name].level == "supported"
        }
        by_level = {
            level: {
                f"{at}:acceleration.{architecture}": words.architectures[architecture].label
                for architecture, statement in format_.acceleration.items()
                if statement.level == level
            }
            for level in ("supported", "partial")
        }
        tools = {f"{at}:conversions.{index}": made.tool for index, made in enumerate(format_.conversions)}
        values = [bits.value for bits in format_.bits.values()]
        ends = dict.fromkeys((f"{min(values):g}", f"{max(values):g}")) if values else {}
        rows.append(
            Row(
                name,
                Link(format_.name, page=urls.page_of("formats", name)),
                (
                    cells.of_text(catalog, at, words.format_kinds[format_.kind].label),
                    cells.of_text(catalog, at, " to ".join(ends)) if ends else cells.unknown(catalog),
                    listed(catalog, at, readers),
                    listed(catalog, at, by_level["supported"]),
                    listed(catalog, at, by_level["partial"]),
                    listed(catalog, at, tools),
                ),
                capital(words.format_kinds[format_.kind].label),
            )
        )
    return Table(this.id, this.title, this.summary, "Format", columns, tuple(rows))
