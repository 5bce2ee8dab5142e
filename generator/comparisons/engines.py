"""Tables about engines and, apart from them, about orchestrators and gateways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from generator import cells, urls
from generator.comparisons.base import (
    RUNNERS,
    Comparison,
    Said,
    apart,
    best_of,
    capital,
    engine_group,
    engine_head,
    in_reading_order,
)
from generator.derive import Catalog
from generator.schema import Engine, Listener
from generator.table import Cell, Column, Link, Row, Table


def _matrix(
    this: Comparison,
    catalog: Catalog,
    section: str,
    columns: tuple[Column, ...],
    layers: Iterable[str] = RUNNERS,
) -> Table:
    rows = tuple(
        Row(
            name,
            engine_head(name, engine),
            tuple(cells.of_statement(catalog, f"engines/{name}:{section}.{column.id}") for column in columns),
            engine_group(catalog, engine),
        )
        for name, engine in in_reading_order(catalog, layers)
    )
    return Table(this.id, this.title, this.summary, "Engine", columns, rows)


def _spoken(catalog: Catalog, section: str, names: Iterable[str], layers: Iterable[str] = RUNNERS) -> list[str]:
    """Of the names, those that some engine of the layers says anything about."""
    said = {name for _, engine in in_reading_order(catalog, layers) for name in getattr(engine, section)}
    return [name for name in names if name in said]


def at_a_glance(this: Comparison, catalog: Catalog) -> Table:
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
        Row(name, engine_head(name, engine), _glance(catalog, name, engine), engine_group(catalog, engine))
        for name, engine in in_reading_order(catalog, layers)
    ]
    return Table(this.id, this.title, this.summary, "Engine", columns, tuple(rows))


def _glance(catalog: Catalog, name: str, engine: Engine) -> tuple[Cell, ...]:
    words = catalog.dataset.vocabulary
    whole = f"engines/{name}"
    judged = [
        Said(fit.fits, f"{whole}:suits.{audience}", words.audiences[audience].label)
        for audience, fit in engine.suits.items()
    ]
    return (
        cells.of_text(catalog, whole, words.layers[engine.layer].label),
        best_of(catalog, whole, judged, words.fits),
        _reach(catalog, name, engine, "backends"),
        _reach(catalog, name, engine, "formats"),
        newest_cell(catalog, name, engine),
        cells.of_text(
            catalog, f"{whole}:status", words.statuses[engine.status.value].label, note=engine.status.note or ""
        ),
        cells.of_text(catalog, whole, engine.license),
    )


def _reach(catalog: Catalog, name: str, engine: Engine, section: str) -> Cell:
    """What an engine runs on or reads; what loads no model itself need not say."""
    things, owner = getattr(catalog.dataset, section), f"engines/{name}"
    said = [
        Said(statement.level, f"{owner}:{section}.{thing}", things[thing].name)
        for thing, statement in getattr(engine, section).items()
    ]
    if not said and engine.layer not in RUNNERS:
        return apart("does not apply")
    return best_of(catalog, owner, said, catalog.dataset.vocabulary.levels)


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


def backends(this: Comparison, catalog: Catalog) -> Table:
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


def formats(this: Comparison, catalog: Catalog) -> Table:
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


def _feature_columns(catalog: Catalog, groups: Iterable[str], layers: Iterable[str] = RUNNERS) -> tuple[Column, ...]:
    words, known = catalog.dataset.vocabulary.feature_groups, catalog.dataset.features
    wanted = [name for group in groups for name, feature in known.items() if feature.group == group]
    return tuple(
        Column(name, known[name].label, group=words[known[name].group].label, title=known[name].means)
        for name in _spoken(catalog, "features", wanted, layers)
    )


def features(this: Comparison, catalog: Catalog) -> Table:
    return _matrix(
        this, catalog, "features", _feature_columns(catalog, ("api", "batching", "decoding", "models", "operations"))
    )


def parallelism(this: Comparison, catalog: Catalog) -> Table:
    return _matrix(this, catalog, "features", _feature_columns(catalog, ("parallelism",)))


def security(this: Comparison, catalog: Catalog) -> Table:
    words = catalog.dataset.vocabulary
    columns = (
        Column("exposes", "Reachable from", title="With no options given"),
        Column("bind", "Address"),
        Column("port", "Port"),
        Column("auth", "Key check"),
        Column("note", "Note"),
    )
    rows = []
    for name, engine in in_reading_order(catalog, words.layers):
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
                        _place(catalog, at, listener, listener.bind),
                        _place(catalog, at, listener, listener.port),
                        cells.of_text(catalog, at, words.auth[listener.auth].label, state=f"auth-{listener.auth}"),
                        Cell(listener.note or "", state="text"),
                    ),
                    engine_group(catalog, engine),
                )
            )
    return Table(this.id, this.title, this.summary, "Server", columns, tuple(rows))


def _place(catalog: Catalog, address: str, listener: Listener, value: str | int | None) -> Cell:
    """The address or port of a listener; a dash where nothing listens."""
    if value is not None:
        return cells.of_text(catalog, address, str(value))
    return apart("–") if listener.exposes == "none" else cells.unknown(catalog)


def precisions(this: Comparison, catalog: Catalog) -> Table:
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
        for name, engine in in_reading_order(catalog)
        for precision in engine.precisions
    )
    return Table(this.id, this.title, this.summary, "Engine and format", columns, rows)


def orchestrators(this: Comparison, catalog: Catalog) -> Table:
    return _layer_table(
        this, catalog, "orchestrator", ("orchestration", "batching", "api", "parallelism", "operations")
    )


def gateways(this: Comparison, catalog: Catalog) -> Table:
    return _layer_table(this, catalog, "gateway", ("access", "api", "orchestration", "operations"))


def _layer_table(this: Comparison, catalog: Catalog, layer: str, groups: Iterable[str]) -> Table:
    """A matrix of one layer with the features that somebody in that layer speaks of."""
    built = _matrix(this, catalog, "features", _feature_columns(catalog, groups, (layer,)), (layer,))
    words = catalog.dataset.vocabulary.layers
    head = capital(words[layer].label if layer in words else layer)
    return replace(built, head=head, rows=tuple(replace(row, group="") for row in built.rows))
