"""From a project folder to staged pages: load, check, derive, render, publish, in this order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from generator import chronicle
from generator.checked import checked, pages_by_hand
from generator.derive import Catalog, derive
from generator.publish import Published, publish
from generator.render import Rendering, render


@dataclass(frozen=True)
class Build:
    catalog: Catalog
    rendering: Rendering
    published: Published


def generate(root: Path, data: Path, today: date) -> Build:
    """Stage the site of a project below `root/build`. Nothing is written when the data has problems."""
    catalog = derive(checked(data, today), today)
    rendering = render(catalog, pages_by_hand(root / "docs"), chronicle.read(data, root / "build" / "cache"))
    return Build(catalog, rendering, publish(rendering, root))
