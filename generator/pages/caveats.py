"""Caveats, open ones by severity and resolved ones as history; and old impressions put to the test."""

from __future__ import annotations

from collections.abc import Iterator

from generator import cells
from generator.derive import Catalog, caveat_order
from generator.edition import Edition
from generator.pages import parts
from generator.schema import Myth
from generator.templating import Artifact

INDEX = "caveats/index.md"
MYTHS = "myths/index.md"


def pages(edition: Edition) -> Iterator[Artifact]:
    catalog = edition.catalog
    words = catalog.dataset.vocabulary
    ordered = sorted(catalog.dataset.caveats.items(), key=lambda item: caveat_order(*item))
    views = [parts.caveat_view(catalog, name, caveat) for name, caveat in ordered]
    groups = [
        (severity, word, [view for view in views if view.caveat.severity == severity and view.caveat.resolved is None])
        for severity, word in words.severities.items()
    ]
    yield edition.page(
        "caveats.md.j2",
        INDEX,
        groups=[group for group in groups if group[2]],
        resolved=[view for view in views if view.caveat.resolved is not None],
    )
    yield edition.page("myths.md.j2", MYTHS, myths=[_myth(catalog, name, myth) for name, myth in _by_verdict(catalog)])


def _by_verdict(catalog: Catalog) -> list[tuple[str, Myth]]:
    """What is wrong first, then what has gone out of date, then what depends, then what still holds."""
    order = ("wrong", "outdated", "depends", "holds")
    return sorted(
        catalog.dataset.myths.items(), key=lambda item: (order.index(item[1].verdict), item[1].belief.casefold())
    )


def _myth(catalog: Catalog, name: str, myth: Myth) -> dict[str, object]:
    verdict = catalog.dataset.vocabulary.verdicts[myth.verdict]
    address = f"myths/{name}"
    placed = catalog.claims[address]
    return {
        "name": name,
        "myth": myth,
        "verdict": parts.Chip(
            verdict.label + (f" since {myth.since}" if myth.since else ""),
            f"verdict-{myth.verdict}",
            title=verdict.means,
        ),
        "positions": [
            (cells.source_link(catalog.source(placed, position.who)), position) for position in myth.positions
        ],
        "cited": parts.cited(catalog, myth.cites),
        "cell": cells.of_text(catalog, address, ""),
        "standing": parts.standing(catalog, [address, *myth.cites]),
    }
