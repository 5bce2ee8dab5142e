"""Everything we produce from a catalog: pages, exports and the navigation. Returns values; writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator import exports, urls
from generator.comparisons import COMPARISONS
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import SECTIONS
from generator.templating import Artifact

Nav = list[dict[str, Any]]


@dataclass(frozen=True)
class Rendering:
    """All artifacts of one build, and the navigation over them."""

    artifacts: tuple[Artifact, ...]
    nav: Nav


def render(catalog: Catalog) -> Rendering:
    edition = Edition.of(catalog)
    artifacts: list[Artifact] = []
    nav: Nav = []
    for section in SECTIONS:
        written = list(section.pages(edition))
        artifacts += written
        paths = [artifact.path for artifact in written]
        nav.append({section.title: paths[0] if len(paths) == 1 else _entries(catalog, section.title, paths)})
    artifacts += _exports(edition)
    return Rendering(tuple(artifacts), nav)


def _exports(edition: Edition) -> Iterator[Artifact]:
    for suffix, write in exports.formats().items():
        for table in edition.tables.values():
            yield Artifact(f"exports/{table.id}.{suffix}", write(table))


def _entries(catalog: Catalog, section: str, paths: list[str]) -> list[Any]:
    """The navigation below one section: its own index first, engines grouped by layer, hardware by kind."""
    titles = _titles(catalog)
    if section == "Engines":
        layers = catalog.dataset.vocabulary.layers
        engines = catalog.dataset.engines
        grouped: list[Any] = [paths[0]]
        for layer, word in layers.items():
            members = sorted(
                (name for name, e in engines.items() if e.layer == layer), key=lambda n: engines[n].name.casefold()
            )
            if members:
                grouped.append(
                    {f"{word.label.capitalize()}s": [{engines[n].name: urls.page_of("engines", n)} for n in members]}
                )
        return grouped
    if section == "Hardware":
        split = {
            label: [p for p in paths if p.startswith(f"hardware/{label.lower()}/")] for label in ("Backends", "Devices")
        }
        return [paths[0], *({label: [{titles[p]: p} for p in found]} for label, found in split.items())]
    return [paths[0], *({titles.get(path, path): path} for path in paths[1:])]


def _titles(catalog: Catalog) -> dict[str, str]:
    data = catalog.dataset
    found = {"myths/index.md": "Old impressions"}
    for collection in ("engines", "formats", "backends", "devices"):
        found |= {urls.page_of(collection, name): item.name for name, item in getattr(data, collection).items()}
    for collection in ("trees", "faq"):
        found |= {urls.page_of(collection, name): item.title for name, item in getattr(data, collection).items()}
    return found | {f"tables/{comparison.id}/index.md": comparison.title for comparison in COMPARISONS}
