"""A dataset without problems, with the hand-written pages beside it: what every verb starts from."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from generator.checks import ages, check
from generator.load import Dataset, load
from generator.problems import DataError, Problem


def pages_by_hand(folder: Path) -> dict[str, str]:
    """The texts that fragments may be filled into or made from, by their path below the folder."""
    found = sorted(path for path in folder.rglob("*") if path.suffix in (".md", ".dot") and path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in found}


def checked(data: Path, today: date) -> Dataset:
    """A dataset without problems. Raises DataError with all of them otherwise."""
    dataset = load(data)
    problems = [*check(dataset, today), *check_pages(dataset, data.resolve().parent / "docs")]
    if problems:
        raise DataError(problems)
    return dataset


def check_pages(dataset: Dataset, docs: Path) -> list[Problem]:
    """What is wrong with the hand-written pages beside a data folder, if there are any."""
    texts = pages_by_hand(docs) if docs.is_dir() else {}
    return [
        problem for path, text in texts.items() if path.endswith(".md") for problem in ages.of_page(dataset, path, text)
    ]
