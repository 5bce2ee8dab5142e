"""What a comparison is, and the small pieces every comparison uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from generator import cells, urls
from generator.derive import Catalog
from generator.schema import Engine, Word
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


def natural(text: str) -> tuple[tuple[tuple[int, int | str], ...], ...]:
    """A key that sorts names as people count: M2 before M10, and M1 before M1 Max."""
    return tuple(
        tuple((0, int(part)) if part.isdecimal() else (1, part) for part in re.findall(r"\d+|\D+", word))
        for word in text.casefold().split()
    )


def capital(text: str) -> str:
    """A capital at the start; the rest as typed, so that GPU stays GPU."""
    return text[:1].upper() + text[1:]


def apart(text: str) -> Cell:
    """What a cell says where a question does not arise; no gap, so coverage does not count it."""
    return Cell(text, state="text")


def said_by(catalog: Catalog, section: str, name: str) -> list[tuple[Link, Cell]]:
    """What each engine states on one thing, best first, retired engines last; the silent are left out."""
    order = list(catalog.dataset.vocabulary.levels)
    engines = catalog.dataset.engines.items()
    found = [(engine_id, engine) for engine_id, engine in engines if name in getattr(engine, section)]
    found.sort(
        key=lambda it: (
            it[1].status.value != "active",
            order.index(getattr(it[1], section)[name].level),
            it[1].name.casefold(),
        )
    )
    return [
        (
            replace(engine_head(engine_id, engine), anchor=f"{section}-{name}"),
            cells.of_statement(catalog, f"engines/{engine_id}:{section}.{name}"),
        )
        for engine_id, engine in found
    ]


@dataclass(frozen=True)
class Said:
    """That something is stated of a thing at a level: the address of the statement, and the thing's name."""

    level: str
    address: str
    name: str


def best_of(catalog: Catalog, owner: str, said: Iterable[Said], words: Mapping[str, Word]) -> Cell:
    """The names at the best level that any reaches, with the level's word unless it is the first of `words`."""
    by_level: dict[str, dict[str, str]] = {level: {} for level in words}
    for one in said:
        by_level[one.level][one.address] = one.name
    for level, names in by_level.items():
        if names:
            cell = listed(catalog, owner, names)
            return cell if level == next(iter(words)) else replace(cell, text=f"{words[level].label}: {cell.text}")
    return cells.unknown(catalog)


def listed(catalog: Catalog, address: str, names: Mapping[str, str]) -> Cell:
    """A list of names as one cell, no fresher than the least fresh of the statements (by address) that name them."""
    if not names:
        return cells.unknown(catalog)
    cell = cells.of_text(catalog, address, ", ".join(names.values()))
    worst = catalog.worst([address, *names])
    return replace(cell, freshness=worst.state) if worst else cell
