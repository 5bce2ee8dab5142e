"""A Markdown twin of every generated page, with the same dated facts, and the list of them. No HTML is converted."""

from __future__ import annotations

from collections.abc import Iterator

from generator.edition import Edition
from generator.templating import Artifact
from generator.twins import decide, guidance, lists, llms, tables, things
from generator.twins.text import Twin

PARTS = (lists, decide, things, tables, guidance)


def of(edition: Edition) -> Iterator[Artifact]:
    found: list[Twin] = [twin for part in PARTS for twin in part.pages(edition)]
    for twin in found:
        yield Artifact(twin.path, twin.text)
    yield Artifact(llms.PATH, llms.render(edition.catalog, found))
