"""What other programs follow: a feed of changed facts, and a calendar of review days."""

from __future__ import annotations

from collections.abc import Iterator

from generator.edition import Edition
from generator.feeds import atom, ics
from generator.templating import Artifact


def of(edition: Edition) -> Iterator[Artifact]:
    yield Artifact(atom.PATH, atom.render(edition))
    yield Artifact(ics.PATH, ics.render(edition.catalog))
