"""What blocks show, from the data on this machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from generator import derive, urls
from generator.derive import Catalog
from generator.edition import Edition
from generator.embedding.content import (
    AFFECTED,
    CaveatView,
    ChecklistView,
    MissingError,
    Outcome,
    Standing,
    TreeView,
    resolved_words,
)
from generator.mermaid import flowchart
from generator.problems import did_you_mean
from generator.prose import words
from generator.schema import Affected, Caveat
from generator.table import Link, Table


@dataclass(frozen=True)
class LocalContent:
    edition: Edition
    revision: str
    given_site: str = ""  # in place of the one in data/

    @property
    def site(self) -> str:
        url = self.given_site or self.catalog.dataset.site.url
        return f"{url.rstrip('/')}/" if url else ""

    @property
    def catalog(self) -> Catalog:
        return self.edition.catalog

    def table(self, name: str) -> Table:
        return _named(self.edition.tables, name, "table")

    def tree(self, name: str) -> TreeView:
        tree = _named(self.catalog.dataset.trees, name, "tree")
        proofs = self.catalog.proofs[name]
        names = {key: engine.name for key, engine in self.catalog.dataset.engines.items()}
        return TreeView(
            title=tree.title,
            page=_page("trees", name),
            start=tree.start,
            questions={
                key: (question.ask, tuple((option.label, option.next) for option in question.options))
                for key, question in tree.questions.items()
            },
            outcomes={
                key: Outcome(
                    key=key,
                    title=outcome.title,
                    engines=self._engines(outcome.candidates),
                    beside=self._engines(outcome.with_),
                    because=words(outcome.because),
                    then=words(outcome.next),
                    standing=self._standing(f"trees/{name}", derive.stands_on(proofs[key])),
                )
                for key, outcome in tree.outcomes.items()
            },
            mermaid=flowchart(tree, names),
            picture=f"api/v1/trees/{name}.svg",
            standing=self._standing(
                f"trees/{name}", {address for proof in proofs.values() for address in derive.stands_on(proof)}
            ),
        )

    def _engines(self, names: Iterable[str]) -> tuple[Link, ...]:
        engines = self.catalog.dataset.engines
        return tuple(Link(engines[name].name, page=urls.page_of("engines", name)) for name in names)

    def checklist(self, name: str) -> ChecklistView:
        checklist = _named(self.catalog.dataset.checklists, name, "checklist")
        parts = ((part.title, tuple(words(item.do) for item in part.items)) for part in checklist.parts.values())
        return ChecklistView(
            checklist.title, _page("checklists", name), tuple(parts), self._standing(f"checklists/{name}")
        )

    def caveats(self, kind: str, name: str) -> Sequence[CaveatView]:
        data = self.catalog.dataset
        _named(getattr(data, f"{kind}s"), name, kind)
        found = [
            (key, caveat)
            for key, caveat in data.caveats.items()
            if any(getattr(affected, kind) == name for affected in caveat.affects)
        ]
        return [self._caveat(*item) for item in sorted(found, key=lambda item: derive.caveat_order(*item))]

    def _caveat(self, key: str, caveat: Caveat) -> CaveatView:
        return CaveatView(
            key=key,
            title=words(caveat.title),
            severity=self.catalog.dataset.vocabulary.severities[caveat.severity].label,
            affects=", ".join(self._affected(one) for one in caveat.affects),
            do=words(caveat.do),
            resolved=resolved_words(caveat.resolved is not None, caveat.resolved.version if caveat.resolved else None),
            standing=self._standing(f"caveats/{key}"),
        )

    def _affected(self, affected: Affected) -> str:
        data = self.catalog.dataset
        named = [(kind, getattr(affected, kind)) for kind in AFFECTED if getattr(affected, kind)]
        names = [
            data.features[key].label if kind == "feature" else getattr(data, f"{kind}s")[key].name
            for kind, key in named
        ]
        return " ".join([*names, *([affected.versions] if affected.versions else [])])

    def _standing(self, thing: str, grounds: Iterable[str] = ()) -> Standing:
        """The day on which a thing was checked, and how many of the statements it stands on are not in date."""
        if thing not in self.catalog.claims:
            return Standing()
        day = str(self.catalog.claims[thing].claim.as_of)
        freshness = self.catalog.freshness
        due = sum(freshness[address].state != "fresh" for address in (thing, *grounds) if address in freshness)
        return Standing(day, day, 0, due)


T = TypeVar("T")


def _named(known: Mapping[str, T], name: str, kind: str) -> T:
    if name not in known:
        raise MissingError(f"there is no {kind} {name!r}. {did_you_mean(name, known)}")
    return known[name]


def _page(collection: str, name: str) -> str:
    return f"{urls.page_of(collection, name).removesuffix('.md')}.html"
