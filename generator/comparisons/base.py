"""What a comparison is, and the small pieces every comparison uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from generator import cells, urls
from generator.derive import Catalog
from generator.schema import Engine
from generator.table import Cell, Link, Table

# The layers whose things load and run a model. Orchestrators and gateways are compared in tables of their own.
RUNNERS = ("engine", "app", "server", "framework")


@dataclass(frozen=True)
class Comparison:
    """What a table is called, what it answers, and how it is read off the catalog."""

    id: str
    title: str
    summary: str
    build: Callable[[Comparison, Catalog], Table]


def in_reading_order(catalog: Catalog, layers: Iterable[str] = RUNNERS) -> list[tuple[str, Engine]]:
    """Engines by layer and family as the vocabulary lists them, then by name; retired ones last."""
    words = catalog.dataset.vocabulary
    layer_order, family_order = list(words.layers), list(words.families)
    found = [(name, engine) for name, engine in catalog.dataset.engines.items() if engine.layer in layers]
    return sorted(
        found,
        key=lambda it: (
            it[1].status.value != "active",
            layer_order.index(it[1].layer),
            family_order.index(it[1].family),
            it[1].name.casefold(),
        ),
    )


def engine_head(name: str, engine: Engine) -> Link:
    retired = f" ({engine.status.value})" if engine.status.value != "active" else ""
    return Link(engine.name + retired, page=urls.page_of("engines", name))


def engine_group(catalog: Catalog, engine: Engine) -> str:
    """What an engine's rows stand under: its layer, and what it is built to be good at."""
    if engine.status.value != "active":
        return "No longer developed"
    words = catalog.dataset.vocabulary
    return f"{capital(words.layers[engine.layer].label)}: {words.families[engine.family].label}"


def capital(text: str) -> str:
    """A capital at the start; the rest as typed, so that GPU stays GPU."""
    return text[:1].upper() + text[1:]


def listed(catalog: Catalog, address: str, names: Mapping[str, str]) -> Cell:
    """A list of names as one cell, no fresher than the least fresh of the statements (by address) that name them."""
    if not names:
        return cells.unknown(catalog)
    cell = cells.of_text(catalog, address, ", ".join(names.values()))
    worst = catalog.worst([address, *names])
    return replace(cell, freshness=worst.state) if worst else cell
