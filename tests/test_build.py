"""From a project folder to staged pages: all of it, or nothing."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import ROOT
from sampling import SAMPLE_DAY, copy_sample, replace_once

from generator import build, diagrams
from generator.checked import checked
from generator.cli import main
from generator.diagrams import DiagramError
from generator.problems import DataError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with the invented data and no hand-written page."""
    shutil.copy2(ROOT / "mkdocs.yml", tmp_path)
    (tmp_path / "docs").mkdir()
    copy_sample(tmp_path)
    return tmp_path


def test_a_project_is_staged_below_build(root: Path) -> None:
    """Pages and configuration are written, and what was done is told."""
    done = build.generate(root, root / "sample", SAMPLE_DAY)
    assert (root / "build" / "docs" / "engines" / "alder" / "index.md").is_file()
    assert (root / "build" / "mkdocs.yml").is_file()
    assert done.published.written == sum(path.is_file() for path in (root / "build" / "docs").rglob("*"))
    assert done.catalog.today == SAMPLE_DAY
    assert build.generate(root, root / "sample", SAMPLE_DAY).published.written == 0


def test_a_problem_stops_before_anything_is_written(root: Path) -> None:
    """Also when pages of a good day are there: they stay as they are."""
    build.generate(root, root / "sample", SAMPLE_DAY)
    before = {path: path.stat().st_mtime_ns for path in (root / "build").rglob("*")}
    replace_once(root / "sample" / "engines" / "alder.yml", "metal: {level: supported", "metal: {level: unsupported")
    with pytest.raises(DataError) as error:
        build.generate(root, root / "sample", SAMPLE_DAY)
    assert any("trees/first.yml" in problem.file for problem in error.value.problems)
    assert {path: path.stat().st_mtime_ns for path in (root / "build").rglob("*")} == before


def test_a_missing_graphviz_stops_before_anything_is_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with half its diagrams is never published."""
    monkeypatch.setenv("KB_DOT", str(root / "nothing"))
    diagrams.svg_of.cache_clear()
    with pytest.raises(DiagramError, match="trees/first cannot be drawn"):
        build.generate(root, root / "sample", SAMPLE_DAY)
    assert not (root / "build").exists()


def test_the_command_says_it_in_one_line(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`kb build` without a program to draw with: one line that names the tree and what to do, and exit code 1."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("KB_DOT", str(root / "nothing"))
    diagrams.svg_of.cache_clear()
    result = CliRunner().invoke(main, ["build", "--data", "sample", "--today", str(SAMPLE_DAY)])
    assert result.exit_code == 1
    assert result.output == (
        f"Error: trees/first cannot be drawn: there is no program '{root}/nothing' to draw with; "
        "set KB_DOT to a Graphviz dot.\n"
    )


def test_checked_data_depends_on_the_day(root: Path) -> None:
    """What was checked tomorrow is a mistake today."""
    assert checked(root / "sample", SAMPLE_DAY).engines.keys() == {"alder", "birch", "cedar", "dogwood"}
    with pytest.raises(DataError, match="lies after today"):
        checked(root / "sample", date(2026, 1, 1))
