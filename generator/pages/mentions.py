"""Where the site names a thing: outcomes by their tree, answers, and myths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator import urls
from generator.derive import Catalog
from generator.pages import parts
from generator.table import Link

SHOWN = 8


@dataclass(frozen=True)
class Mention:
    """A page that names a thing, and the places on it."""

    head: Link
    places: tuple[Link, ...]


@dataclass(frozen=True)
class Kind:
    """Mentions of one kind; long ones are folded under their number."""

    label: str
    mentions: tuple[Mention, ...]

    @property
    def count(self) -> int:
        return sum(len(mention.places) for mention in self.mentions)

    @property
    def long(self) -> bool:
        return self.count > SHOWN


def of(catalog: Catalog, owner: str) -> list[Kind]:
    """What stands on any statement of a thing, the trees first."""
    relied, data = parts.relied_on_by(catalog, owner), catalog.dataset
    trees = {urls.page_of("trees", name): tree.title for name, tree in data.trees.items()}
    topics = {urls.page_of("faq", name): topic.title for name, topic in data.faq.items()}
    kinds = [
        Kind("Recommended in", _by_page(relied["trees"], trees)),
        Kind("Cited in answers", _by_page(relied["faq"], topics)),
        Kind("Myths and disagreements", _by_page(relied["myths"], {})),
    ]
    return [kind for kind in kinds if kind.mentions]


def _by_page(links: Sequence[Link], titles: dict[str, str]) -> tuple[Mention, ...]:
    """Links gathered by the page they lead to, which each need not repeat then."""
    found: dict[str, list[Link]] = {}
    for link in links:
        title = titles.get(link.page, "")
        found.setdefault(link.page, []).append(
            Link(link.text.removeprefix(f"{title}: "), page=link.page, anchor=link.anchor)
        )
    return tuple(Mention(Link(titles.get(page, ""), page=page), tuple(places)) for page, places in found.items())
