"""From a project folder to staged pages: load, check, derive, render, publish, in this order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from generator import handwritten
from generator.checks import ages, check
from generator.derive import Catalog, derive
from generator.load import Dataset, load
from generator.problems import DataError, Problem
from generator.publish import Published, publish
from generator.render import Rendering, render


@dataclass(frozen=True)
class Build:
    catalog: Catalog
    rendering: Rendering
    published: Published


def checked(data: Path, today: date) -> Dataset:
    """A dataset without problems. Raises DataError with all of them otherwise."""
    dataset = load(data)
    problems = [*check(dataset, today), *check_pages(dataset, data.resolve().parent / "docs")]
    if problems:
        raise DataError(problems)
    return dataset


def check_pages(dataset: Dataset, docs: Path) -> list[Problem]:
    """What is wrong with the hand-written pages beside a data folder, if there are any."""
    texts = handwritten.read(docs) if docs.is_dir() else {}
    return [
        problem for path, text in texts.items() if path.endswith(".md") for problem in ages.of_page(dataset, path, text)
    ]


def generate(root: Path, data: Path, today: date) -> Build:
    """Stage the site of a project below `root/build`. Nothing is written when the data has problems."""
    catalog = derive(checked(data, today), today)
    rendering = render(catalog, handwritten.read(root / "docs"))
    return Build(catalog, rendering, publish(rendering, root))
