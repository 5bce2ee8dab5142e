"""A change judged by its evidence: what changed without a new day, and days that changed alone."""

from __future__ import annotations

import re
import subprocess
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sampling import copy_sample, replace_once

from generator.cli import main
from generator.load import load
from generator.review import review

TODAY = date(2026, 2, 1)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return copy_sample(tmp_path)


def reviewed(data: Path, file: str, old: str, new: str) -> list[str]:
    """What is said of one replacement in one file."""
    before = load(data)
    replace_once(data / file, old, new)
    return [re.sub(r"^\S+ ", "", str(problem)) for problem in review(before, load(data), TODAY)]


BIRCH = "engines/birch.yml"
METAL = "  metal: {level: unsupported"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (BIRCH, "burr: {level: supported", "burr: {level: experimental", "engines/birch:formats.burr: level changed"),
        ("engines/alder.yml", "since: b9000", "since: b9100", "engines/alder:backends.metal: since changed"),
        (
            "caveats/birch-open-port.yml",
            "severity: danger",
            "severity: info",
            "caveats/birch-open-port: severity changed",
        ),
        ("devices/willow.yml", "value: 64", "value: 48", "devices/willow:memory: value changed"),
    ],
)
def test_a_fact_that_changed_needs_a_new_day(data: Path, file: str, old: str, new: str, says: str) -> None:
    """Levels, numbers, versions, what a caveat affects: an error, with the place and the old day."""
    found = reviewed(data, file, old, new)
    assert len(found) == 1
    assert found[0].startswith(says)
    assert re.search(r"but as_of is still 2026-01-\d\d\. Write the day on which you looked", found[0])


def test_a_fact_that_changed_with_its_day_is_welcome(data: Path) -> None:
    """That is what an editor does."""
    old = "burr: {level: supported"
    assert reviewed(data, BIRCH, old, "burr: {level: experimental, as_of: 2026-01-31") == []


@pytest.mark.parametrize(("day", "complaints"), [("2026-02-01", 0), ("2026-01-31", 0), ("2026-01-30", 1)])
def test_a_fact_may_be_corrected_twice_in_one_sitting(data: Path, day: str, complaints: int) -> None:
    """The day is already that of today, or of yesterday: work crosses midnight, and UTC is not everybody's clock."""
    replace_once(data / BIRCH, "burr: {level: supported", f"burr: {{level: supported, as_of: {day}")
    assert len(reviewed(data, BIRCH, "burr: {level: supported", "burr: {level: experimental")) == complaints


def test_wording_may_change(data: Path) -> None:
    """A clearer sentence is no new fact; neither is another file of the same name elsewhere."""
    assert reviewed(data, "engines/alder.yml", "The readme says so.", "So says the readme.") == []
    assert reviewed(data, "faq/choosing.yml", "summary: ", "summary: On this, ") == []


def test_new_and_removed_statements_are_no_changes(data: Path) -> None:
    """They bring their evidence, or take it with them."""
    assert reviewed(data, BIRCH, "  linux: supported\n", "") == []


def test_many_days_that_move_alone_are_doubted(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line can date hundreds of statements; a warning asks whether they were all looked at."""
    monkeypatch.setattr("generator.review.MOVED_AT_ONCE", 5)
    found = reviewed(data, BIRCH, "as_of: 2026-01-20", "as_of: 2026-01-31")
    assert len(found) == 1
    count = re.match(r"as_of moved on (\d+) statements, here first", found[0])
    assert count is not None
    assert int(count[1]) > 5
    replace_once(data / BIRCH, "as_of: 2026-01-31", "as_of: 2026-01-20")
    newer = "as_of: 2026-01-31\n  against: 1.10.0.post1"
    found = reviewed(data, BIRCH, "as_of: 2026-01-20\n  against: 1.10.0", newer)
    assert not any(said.startswith("as_of moved") for said in found)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("against: 1.9.0", "against: 1.10.0", ["engines/birch:formats.burr: checked against Birch 1.10.0, but"]),
        ("against: 1.10.0", "against: 1.9.0", ["engines/birch: checked against Birch 1.9.0, but"]),
        ("Birch 1.9 manual", "Birch 1.8 manual", []),
        (
            "sources: [old-manual]",
            "sources: [manual]",
            ["engines/birch:formats.burr: checked against Birch 1.9.0, but"],
        ),
        ("sources: [old-manual]", "sources: [ledger]", []),
        (
            "fits: with-care, because",
            "fits: with-care, against: 1.9.0, because",
            ["engines/birch:suits.one-person: checked against Birch 1.9.0, but"],
        ),
    ],
    ids=["newer", "the whole file, told once", "nothing of the statement", "sources", "release history", "a judgement"],
)
def test_a_version_without_a_source_of_it_is_doubted(data: Path, old: str, new: str, told: list[str]) -> None:
    """A statement checked for another version should point at that version; a warning says where it does not."""
    code = "  code: {title: Birch server code"
    replace_once(data / BIRCH, code, "  ledger: {title: Releases, kind: primary, package: birch-serve}\n" + code)
    assert [re.sub(r" but no source.*", " but", said) for said in reviewed(data, BIRCH, old, new)] == told


def test_the_one_file_of_a_collection_is_reviewed_like_the_others(data: Path) -> None:
    """The glossary is a file and no folder."""
    old = "as_of: 2026-01-10, sources: [woodland-guide]"
    found = reviewed(data, "glossary.yml", old, "as_of: 2026-01-31, against: Birch 1.9.0, sources: [woodland-guide]")
    assert [said.split(",")[0] for said in found] == ["glossary/glossary: checked against Birch 1.9.0"]


# -- the command -------------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(data.parent)
    git(data.parent, "init", "-q")
    git(data.parent, "add", "-A")
    git(data.parent, "commit", "-qm", "first")
    return data


def check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", "--data", "sample", "--today", "2026-02-01", *arguments])


def test_a_change_is_judged_against_a_revision(repository: Path) -> None:
    """Only when asked: the same data is fine by itself."""
    replace_once(repository / BIRCH, "burr: {level: supported", "burr: {level: experimental")
    assert check().exit_code == 0
    result = check("--base", "HEAD")
    assert result.exit_code == 1
    assert "engines/birch:formats.burr: level changed, but as_of is still" in result.output
    assert check("--base", "HEAD", "--format", "github").output.startswith(
        "::error file=sample/engines/birch.yml,line="
    )


def test_no_change_is_fine(repository: Path) -> None:
    assert check("--base", "HEAD").exit_code == 0


def test_a_revision_that_is_none_is_told(repository: Path) -> None:
    """In git's words, and as a usage error."""
    result = check("--base", "gone")
    assert result.exit_code == 2
    assert "--base gone: not a valid object name: gone" in result.output


def test_a_revision_with_problems_is_told(repository: Path) -> None:
    """Nothing can be said about a change of what could not be read."""
    (repository / "site.yml").write_text("nonsense\n", "utf-8")
    git(repository.parent, "commit", "-qam", "broken")
    git(repository.parent, "checkout", "-q", "HEAD~1", "--", "sample/site.yml")
    result = check("--base", "HEAD")
    assert (result.exit_code, "of that revision has 1 problems of its own" in result.output) == (2, True)
