"""Everything we produce from a catalog: pages, exports and the navigation. Returns values; writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator import api, exports, feeds, handwritten, twins, urls
from generator.chronicle import Chronicle
from generator.comparisons import COMPARISONS, capital
from generator.derive import Catalog
from generator.edition import Edition
from generator.pages import SECTIONS, changes, checklists, models
from generator.templating import Artifact

Nav = list[dict[str, Any]]

# What the first page of a section is called in its own navigation.
OVERVIEWS = {
    "Decide": "All decisions",
    "Engines": "All engines",
    "Formats": "All formats",
    "Hardware": "All hardware",
    "Tables": "All tables",
    "Caveats": "Caveats",
    "Checklists": "All checklists",
    "FAQ": "All questions",
    "Freshness": "How current the facts are",
}


@dataclass(frozen=True)
class Rendering:
    """All pages and files of one build, and the navigation over the pages."""

    artifacts: tuple[Artifact, ...]
    nav: Nav
    filled: frozenset[str] = frozenset()  # hand-written pages that stand among the artifacts, fragments filled
    extras: tuple[Artifact, ...] = ()  # put into the built site; of the Markdown ones a site builder would make pages

    @property
    def files(self) -> tuple[Artifact, ...]:
        return (*self.artifacts, *self.extras)


def render(catalog: Catalog, texts: Mapping[str, str] | None = None, chronicle: Chronicle | None = None) -> Rendering:
    """`texts` holds the hand-written pages by path; those with fragments become artifacts."""
    edition = Edition.of(catalog, chronicle)
    artifacts: list[Artifact] = []
    nav: Nav = []
    for section in SECTIONS:
        written = list(section.pages(edition))
        artifacts += written
        paths = [artifact.path for artifact in written]
        nav.append({section.title: paths[0] if len(paths) == 1 else _entries(catalog, section.title, paths)})
    pages = handwritten.fill(texts or {}, edition)
    extras = (
        *_exports(edition),
        *checklists.exports(edition),
        *api.files(edition),
        *feeds.of(edition),
        *twins.of(edition),
    )
    return Rendering((*artifacts, *pages), nav, frozenset(page.path for page in pages), extras)


def _exports(edition: Edition) -> Iterator[Artifact]:
    for suffix, write in exports.formats().items():
        for table in edition.tables.values():
            yield Artifact(f"{urls.EXPORTS}{table.id}.{suffix}", write(table))


def _entries(catalog: Catalog, section: str, paths: list[str]) -> list[Any]:
    """The navigation below one section: its own index first, engines grouped by layer, hardware by kind."""
    titles = _titles(catalog)
    index = {OVERVIEWS.get(section, section): paths[0]}
    if section == "Engines":
        return [index, *_engines_by_layer(catalog)]
    if section == "Hardware":
        kinds = ("Backends", "Devices")
        split = {kind: [path for path in paths if path.startswith(f"hardware/{kind.lower()}/")] for kind in kinds}
        listed = ({kind: [{titles[path]: path} for path in found]} for kind, found in split.items())
        return [index, *listed, {"Reference models": models.INDEX}]
    return [index, *({titles.get(path, path): path} for path in paths[1:])]


def _engines_by_layer(catalog: Catalog) -> list[dict[str, Any]]:
    engines = catalog.dataset.engines
    found = []
    for layer, word in catalog.dataset.vocabulary.layers.items():
        members = [name for name, engine in engines.items() if engine.layer == layer]
        members.sort(key=lambda name: engines[name].name.casefold())
        if members:
            pages = [{engines[name].name: urls.page_of("engines", name)} for name in members]
            found.append({f"{capital(word.label)}s": pages})
    return found


def _titles(catalog: Catalog) -> dict[str, str]:
    data = catalog.dataset
    found = {"myths/index.md": "Myths and disagreements", "decide/cases/index.md": "Worked cases"}
    found[changes.INDEX] = "What changed in facts"
    for collection in ("engines", "formats", "backends", "devices"):
        found |= {urls.page_of(collection, name): item.name for name, item in getattr(data, collection).items()}
    for collection in ("trees", "faq", "checklists"):
        found |= {urls.page_of(collection, name): item.title for name, item in getattr(data, collection).items()}
    return found | {f"tables/{comparison.id}/index.md": comparison.title for comparison in COMPARISONS}
