"""The invented dataset of tests/sample: where it is, which day it is there, and copies to break."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from generator.checks import Check, check
from generator.load import Dataset, load
from generator.problems import DataError, Problem

SAMPLE = Path(__file__).parent / "sample"
SAMPLE_DAY = date(2026, 2, 1)


def copy_sample(folder: Path) -> Path:
    """A copy of the sample that a test may change, below `folder`; still called `sample`."""
    return Path(shutil.copytree(SAMPLE, folder / "sample"))


def replace_once(path: Path, old: str, new: str) -> None:
    """Change one place of a file; a test whose place is gone must fail, not pass for nothing."""
    text = path.read_bytes().decode("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_bytes(text.replace(old, new).encode("utf-8"))


def load_with(folder: Path, file: str, old: str, new: str) -> Dataset:
    """The sample with one place of one file changed."""
    data = copy_sample(folder)
    replace_once(data / file, old, new)
    return load(data)


def problems_of(data: Path, today: date = SAMPLE_DAY) -> list[str]:
    """What `kb check` says about a folder: parse problems if there are any, else those across files."""
    try:
        return [str(problem) for problem in check(load(data), today)]
    except DataError as error:
        return [str(problem) for problem in error.problems]


@dataclass(frozen=True)
class Break:
    """One change to the sample and what one check says then.

    `says` may name the changed line as {line}. `at` is the text where the problem stands, in `where` (the changed file
    if not given); it is the changed text itself unless given. `more` are further changes.
    """

    file: str
    old: str
    new: str
    says: str
    at: str = ""
    where: str = ""
    more: tuple[tuple[str, str, str], ...] = ()

    def problems(self, check: Check, folder: Path, today: date = SAMPLE_DAY) -> list[Problem]:
        """What the check says about the changed sample."""
        data = copy_sample(folder)
        for file, old, new in ((self.file, self.old, self.new), *self.more):
            replace_once(data / file, old, new)
        return sorted(check(load(data), today))

    def expected(self, folder: Path) -> tuple[str, int, str]:
        """File, line and text of the one problem, in the sample that `problems` has changed."""
        data = folder / "sample"
        where = self.where or self.file
        line = line_of(data / where, self.at or self.new)
        says = self.says.format(line=line_of(data / self.file, self.new) if self.new else 0)
        return f"sample/{where}", line, says


def line_of(path: Path, text: str) -> int:
    """The line on which a text starts that a file holds."""
    before, found, _ = path.read_text("utf-8").partition(text.strip("\n"))
    assert found, f"{path.name} does not hold {text!r}"
    return before.count("\n") + 1
