"""One edition of the site: the catalog and what is computed from it once for many pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator import comparisons, templating, urls
from generator.changes import Change
from generator.chronicle import Chronicle
from generator.derive import Catalog
from generator.table import Link, Table
from generator.templating import Artifact
from generator.terms import Terms


@dataclass(frozen=True)
class Edition:
    catalog: Catalog
    terms: Terms
    tables: Mapping[str, Table]
    chronicle: Chronicle

    @classmethod
    def of(cls, catalog: Catalog, chronicle: Chronicle | None = None) -> Edition:
        data = catalog.dataset
        names = (thing.name for things in (data.engines, data.devices) for thing in things.values())
        terms, tables = Terms(data.glossary.terms, names), comparisons.tables(catalog)
        return cls(catalog, terms, tables, chronicle or Chronicle(missing="nobody looked"))

    def page(self, template: str, path: str, **view: Any) -> Artifact:
        """A page from a template and everything it says."""
        return templating.page(template, path, self.terms, **view)

    def place_of(self, change: Change) -> Link:
        """What a change is about, as a link if the thing is still on the site."""
        data = self.catalog.dataset
        collection, _, rest = change.address.partition("/")
        name, _, path = rest.partition(":")
        known = change.address in data.by_address or (not path and name in getattr(data, collection, {}))
        if collection == "trees" and path.startswith("outcomes."):
            known = name in data.trees and path.removeprefix("outcomes.") in data.trees[name].outcomes
        if change.kind == "release":
            known = name in data.releases and name in data.engines
        return urls.link_to(change.address, change.label) if known else Link(change.label)
