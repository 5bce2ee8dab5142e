"""The comparison tables, one declaration each. Adding one here gives it a page and every export."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from generator import cells, urls
from generator.derive import Catalog
from generator.schema import Engine
from generator.table import Cell, Column, Link, Row, Table


@dataclass(frozen=True)
class Comparison:
    """What a table is called, what it answers, and how it is read off the catalog."""

    id: str
    title: str
    summary: str
    build: Callable[[Comparison, Catalog], Table]


def _engines(catalog: Catalog, layers: Iterable[str] = ("engine", "app")) -> list[tuple[str, Engine]]:
    """Engines in reading order: by family as the vocabulary lists them, then by name; retired ones last."""
    families = list(catalog.dataset.vocabulary.families)
    found = [(name, engine) for name, engine in catalog.dataset.engines.items() if engine.layer in layers]
    return sorted(
        found, key=lambda it: (it[1].status.value != "active", families.index(it[1].family), it[1].name.casefold())
    )


def _head(name: str, engine: Engine) -> Link:
    retired = f" ({engine.status.value})" if engine.status.value != "active" else ""
    return Link(engine.name + retired, page=urls.page_of("engines", name))


def _group(catalog: Catalog, engine: Engine) -> str:
    if engine.status.value != "active":
        return "No longer developed"
    return capital(catalog.dataset.vocabulary.families[engine.family].label)


def capital(text: str) -> str:
    """A capital at the start; the rest as typed, so that GPU stays GPU."""
    return text[:1].upper() + text[1:]


def _matrix(
    this: Comparison,
    catalog: Catalog,
    section: str,
    columns: tuple[Column, ...],
    layers: Iterable[str] = ("engine", "app"),
) -> Table:
    rows = tuple(
        Row(
            name,
            _head(name, engine),
            tuple(cells.of_statement(catalog, f"engines/{name}:{section}.{column.id}") for column in columns),
            _group(catalog, engine),
        )
        for name, engine in _engines(catalog, layers)
    )
    return Table(this.id, this.title, this.summary, "Engine", columns, rows)


def _spoken(
    catalog: Catalog, section: str, names: Iterable[str], layers: Iterable[str] = ("engine", "app")
) -> list[str]:
    """Of the names, those that some engine of the layers says anything about."""
    said = {name for _, engine in _engines(catalog, layers) for name in getattr(engine, section)}
    return [name for name in names if name in said]


def _at_a_glance(this: Comparison, catalog: Catalog) -> Table:
    columns = (
        Column("layer", "Layer"),
        Column("for", "Suits"),
        Column("backends", "Runs on"),
        Column("formats", "Reads"),
        Column("release", "Newest stable"),
        Column("status", "Status"),
        Column("license", "Licence"),
    )
    layers = tuple(catalog.dataset.vocabulary.layers)
    rows = [
        Row(name, _head(name, engine), _glance(catalog, name, engine), _group(catalog, engine))
        for name, engine in _engines(catalog, layers)
    ]
    return Table(this.id, this.title, this.summary, "Engine", columns, tuple(rows))


def _glance(catalog: Catalog, name: str, engine: Engine) -> tuple[Cell, ...]:
    words = catalog.dataset.vocabulary
    whole = f"engines/{name}"
    suited = [words.audiences[a].label for a, fit in engine.suits.items() if fit.fits == "yes"]
    return (
        cells.of_text(catalog, whole, words.layers[engine.layer].label),
        _listed(catalog, whole, suited),
        _listed(
            catalog,
            whole,
            [catalog.dataset.backends[b].name for b, s in engine.backends.items() if s.level == "supported"],
        ),
        _listed(
            catalog,
            whole,
            [catalog.dataset.formats[f].name for f, s in engine.formats.items() if s.level == "supported"],
        ),
        newest_cell(catalog, name, engine),
        cells.of_text(
            catalog, f"{whole}:status", words.statuses[engine.status.value].label, note=engine.status.note or ""
        ),
        cells.of_text(catalog, whole, engine.license),
    )


def _listed(catalog: Catalog, address: str, names: list[str]) -> Cell:
    return cells.of_text(catalog, address, ", ".join(names)) if names else cells.unknown(catalog)


def newest_cell(catalog: Catalog, name: str, engine: Engine) -> Cell:
    """The newest stable release: from the ledger, else as somebody saw it."""
    release = catalog.newest.get(name)
    if release is not None:
        return Cell(
            f"{release.version} ({release.date})",
            state="text",
            as_of=catalog.dataset.releases[name].looked_up,
            freshness="fresh",
        )
    if engine.latest is not None:
        day = f" ({engine.latest.date})" if engine.latest.date else ""
        note = engine.latest.note or ""
        return cells.of_text(catalog, f"engines/{name}:latest", f"{engine.latest.version}{day}", note=note)
    return cells.unknown(catalog)


def _backends(this: Comparison, catalog: Catalog) -> Table:
    names = _spoken(catalog, "backends", catalog.dataset.backends)
    order = ["gpu", "cpu", "npu", "accelerator", "browser"]
    names.sort(key=lambda name: order.index(catalog.dataset.backends[name].kind))
    columns = tuple(
        Column(
            name,
            backend.name,
            group=backend.kind.upper() if backend.kind != "browser" else "Browser",
            title=backend.hardware,
            link=Link(backend.name, page=urls.page_of("backends", name)),
        )
        for name in names
        for backend in [catalog.dataset.backends[name]]
    )
    return _matrix(this, catalog, "backends", columns)


def _formats(this: Comparison, catalog: Catalog) -> Table:
    kinds = catalog.dataset.vocabulary.format_kinds
    names = _spoken(catalog, "formats", catalog.dataset.formats)
    names.sort(key=lambda name: list(kinds).index(catalog.dataset.formats[name].kind))
    columns = tuple(
        Column(
            name,
            format_.name,
            group=capital(kinds[format_.kind].label),
            title=format_.summary,
            link=Link(format_.name, page=urls.page_of("formats", name)),
        )
        for name in names
        for format_ in [catalog.dataset.formats[name]]
    )
    return _matrix(this, catalog, "formats", columns)


def _feature_columns(catalog: Catalog, groups: Iterable[str]) -> tuple[Column, ...]:
    words, features = catalog.dataset.vocabulary.feature_groups, catalog.dataset.features
    names = _spoken(catalog, "features", (name for group in groups for name, f in features.items() if f.group == group))
    return tuple(
        Column(name, features[name].label, group=words[features[name].group].label, title=features[name].means)
        for name in names
    )


def _features(this: Comparison, catalog: Catalog) -> Table:
    return _matrix(
        this, catalog, "features", _feature_columns(catalog, ("api", "batching", "decoding", "models", "operations"))
    )


def _parallelism(this: Comparison, catalog: Catalog) -> Table:
    return _matrix(this, catalog, "features", _feature_columns(catalog, ("parallelism",)))


def _security(this: Comparison, catalog: Catalog) -> Table:
    words = catalog.dataset.vocabulary
    columns = (
        Column("exposes", "Reachable from", title="With no options given"),
        Column("bind", "Address"),
        Column("port", "Port"),
        Column("auth", "Key check"),
        Column("note", "Note"),
    )
    rows = []
    for name, engine in _engines(catalog, words.layers):
        for way, listener in engine.defaults.items():
            at = f"engines/{name}:defaults.{way}"
            mark = "⚠" if listener.exposes == "all-interfaces" and listener.auth != "on" else ""
            rows.append(
                Row(
                    f"{name}-{way}",
                    Link(
                        f"{engine.name}: {listener.label}", page=urls.page_of("engines", name), anchor=f"defaults-{way}"
                    ),
                    (
                        cells.of_text(
                            catalog, at, words.exposures[listener.exposes].label, state=listener.exposes, mark=mark
                        ),
                        cells.of_text(catalog, at, listener.bind) if listener.bind else cells.unknown(catalog),
                        cells.of_text(catalog, at, str(listener.port)) if listener.port else cells.unknown(catalog),
                        cells.of_text(catalog, at, words.auth[listener.auth].label, state=f"auth-{listener.auth}"),
                        Cell(listener.note or "", state="text"),
                    ),
                    _group(catalog, engine),
                )
            )
    return Table(this.id, this.title, this.summary, "Server", columns, tuple(rows))


def _precisions(this: Comparison, catalog: Catalog) -> Table:
    architectures = catalog.dataset.vocabulary.architectures
    said = {a for e in catalog.dataset.engines.values() for cell in e.precisions.values() for a in cell}
    columns = tuple(Column(name, word.label, title=word.means) for name, word in architectures.items() if name in said)
    rows = tuple(
        Row(
            f"{name}-{precision}",
            Link(
                f"{engine.name}: {catalog.dataset.formats[precision].name}",
                page=urls.page_of("engines", name),
                anchor="precisions",
            ),
            tuple(cells.of_statement(catalog, f"engines/{name}:precisions.{precision}.{c.id}") for c in columns),
            engine.name,
        )
        for name, engine in _engines(catalog)
        for precision in engine.precisions
    )
    return Table(this.id, this.title, this.summary, "Engine and format", columns, rows)


def _devices(this: Comparison, catalog: Catalog) -> Table:
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
        native = [catalog.dataset.formats[f].name for f, s in device.precisions.items() if s.level == "supported"]
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
                    _listed(catalog, at, native),
                    cells.of_figure(catalog, f"{at}:power"),
                    cells.of_text(catalog, at, architecture),
                ),
                device.vendor,
            )
        )
    return Table(this.id, this.title, this.summary, "Device", columns, tuple(rows))


def _format_list(this: Comparison, catalog: Catalog) -> Table:
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
        readers = [e.name for _, e in _engines(catalog) if name in e.formats and e.formats[name].level == "supported"]
        by_level = {
            level: [words.architectures[a].label for a, s in format_.acceleration.items() if s.level == level]
            for level in ("supported", "partial")
        }
        values = [bits.value for bits in format_.bits.values()]
        span = (
            ""
            if not values
            else f"{min(values):g}"
            if min(values) == max(values)
            else f"{min(values):g} to {max(values):g}"
        )
        rows.append(
            Row(
                name,
                Link(format_.name, page=urls.page_of("formats", name)),
                (
                    cells.of_text(catalog, at, words.format_kinds[format_.kind].label),
                    cells.of_text(catalog, at, span) if span else cells.unknown(catalog),
                    _listed(catalog, at, readers),
                    _listed(catalog, at, by_level["supported"]),
                    _listed(catalog, at, by_level["partial"]),
                    _listed(catalog, at, [conversion.tool for conversion in format_.conversions]),
                ),
                capital(words.format_kinds[format_.kind].label),
            )
        )
    return Table(this.id, this.title, this.summary, "Format", columns, tuple(rows))


COMPARISONS: tuple[Comparison, ...] = (
    Comparison(
        "engines", "Engines at a glance", "What each engine is for, where it runs and how current it is.", _at_a_glance
    ),
    Comparison(
        "engines-backends", "Engines and hardware backends", "Which engine runs on which hardware interface.", _backends
    ),
    Comparison(
        "engines-formats",
        "Engines and formats",
        "Which engine reads which container, method or number format.",
        _formats,
    ),
    Comparison(
        "engines-features",
        "Engines and serving features",
        "What each engine offers to clients and operators.",
        _features,
    ),
    Comparison(
        "engines-parallelism",
        "Engines and parallelism",
        "How each engine spreads one model over devices and machines.",
        _parallelism,
    ),
    Comparison(
        "engines-precisions",
        "Precision by architecture and engine",
        "Where a low-precision format is computed natively, and where it only saves memory.",
        _precisions,
    ),
    Comparison(
        "engines-security",
        "Security defaults",
        "What listens where, and who may call it, when a server is started with no options.",
        _security,
    ),
    Comparison(
        "devices", "Devices", "Memory, bandwidth, links and peak rates, with the unit and what is counted.", _devices
    ),
    Comparison(
        "formats",
        "Formats",
        "Containers, quantization methods and number formats: size, readers, and where they are fast.",
        _format_list,
    ),
)


def tables(catalog: Catalog) -> dict[str, Table]:
    """Every table by its id."""
    return {comparison.id: comparison.build(comparison, catalog) for comparison in COMPARISONS}
