"""The history of a data folder: revisions, days with changed facts, what is kept, and `kb changes`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sampling import SAMPLE_DAY, copy_sample, replace_once

from generator import build, chronicle, history
from generator.cli import main
from generator.history import HistoryError

BIRCH = "engines/birch.yml"
FIRST = date(2026, 1, 1)
LEVELS = ("supported", "experimental", "partial, note: less", "unsupported")


def git(folder: Path, *arguments: str, day: date = FIRST) -> str:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    moment = f"{day}T12:00:00+00:00"
    dated = os.environ | {"GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
    command = ["git", "-C", str(folder), *who, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=dated).stdout.strip()


def commit(data: Path, old: str, new: str, day: date) -> None:
    replace_once(data / BIRCH, old, new)
    git(data.parent, "commit", "-qam", "edit", day=day)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The sample in a repository, committed on the first day."""
    found = copy_sample(tmp_path / "project")
    git(found.parent, "init", "-q", "-b", "main")
    git(found.parent, "add", "-A")
    git(found.parent, "commit", "-qm", "first")
    return found


@pytest.fixture
def three_days(data: Path) -> Path:
    """The first day, one with a change and its correction, and one with another change and a reworded note."""
    second, third = FIRST + timedelta(1), FIRST + timedelta(3)
    commit(data, "  linux: supported", "  linux: unsupported", second)
    commit(data, "  linux: unsupported", "  linux: experimental", second)
    commit(data, "For tests.", "For tests only.", third)
    commit(data, "  acorn: supported", "  acorn: experimental", third)
    return data


# -- history -----------------------------------------------------------------------------------


def test_revisions_are_those_that_touched_the_data(three_days: Path) -> None:
    """Newest first, each with its day and a name of the data by content; other commits do not count."""
    (three_days.parent / "README").write_text("x", "utf-8")
    git(three_days.parent, "add", "-A")
    git(three_days.parent, "commit", "-qm", "other", day=FIRST + timedelta(9))
    found = history.revisions(three_days)
    assert [(one.day - FIRST).days for one in found] == [3, 3, 1, 1, 0]
    assert found[0].tree == git(three_days.parent, "rev-parse", "HEAD:sample")
    assert len({one.tree for one in found}) == len(found)
    assert len(history.revisions(three_days, most=2)) == 2


def test_a_merge_counts_on_its_day(data: Path) -> None:
    """What a branch brought became true here when it was merged; its own commits are not followed."""
    git(data.parent, "checkout", "-qb", "side")
    commit(data, "  linux: supported", "  linux: experimental", FIRST + timedelta(1))
    git(data.parent, "checkout", "-q", "main")
    git(data.parent, "merge", "-q", "--no-ff", "-m", "merge", "side", day=FIRST + timedelta(5))
    assert [(one.day - FIRST).days for one in history.revisions(data)] == [5, 0]


def test_data_of_a_revision_is_read_as_it_was(three_days: Path) -> None:
    """Whatever lies in the folder now."""
    (three_days / BIRCH).write_text("nonsense", "utf-8")
    first = history.dataset_at(three_days, "HEAD~4")
    assert first.engines["birch"].systems["linux"].level == "supported"
    for wrong in ("gone", "--output=gone"):
        with pytest.raises(HistoryError, match=f"not a valid object name: {wrong}"):
            history.dataset_at(three_days, wrong)


def test_without_a_repository_there_is_no_history(tmp_path: Path) -> None:
    """A tarball, and a folder that a repository around it does not hold."""
    loose = copy_sample(tmp_path)
    with pytest.raises(HistoryError, match="not a git repository"):
        history.revisions(loose)
    git(tmp_path, "init", "-q")
    with pytest.raises(HistoryError):
        history.revisions(loose)


def test_without_git_there_is_no_history(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without the program gets pages all the same."""
    monkeypatch.setenv("PATH", "")
    assert chronicle.read(data).missing == "Git is not installed"


# -- chronicle ---------------------------------------------------------------------------------


def told(data: Path) -> list[tuple[int, list[tuple[str, str, str]]]]:
    """The days of a chronicle, counted from the first, with address and values."""
    days = chronicle.read(data).days
    return [((day.day - FIRST).days, [(c.address, c.before, c.after) for c in day.changes]) for day in days]


def test_each_day_tells_what_it_changed_in_all(three_days: Path) -> None:
    """Newest first; a correction on the same day leaves what it came to, and wording is left out."""
    assert told(three_days) == [
        (3, [("engines/birch:formats.acorn", "yes", "experimental")]),
        (1, [("engines/birch:systems.linux", "yes", "experimental")]),
    ]


def test_the_first_day_is_told_from_its_first_revision(data: Path) -> None:
    """What was corrected before the evening is known; what was there from the start is no change."""
    assert told(data) == []
    commit(data, "  linux: supported", "  linux: experimental", FIRST)
    assert told(data) == [(0, [("engines/birch:systems.linux", "yes", "experimental")])]


def test_data_that_no_longer_loads_is_passed_over_with_a_note(data: Path) -> None:
    """What it changed is told on the next day that loads."""
    commit(data, "  linux: supported", "  linux: experimental\ncolour: green", FIRST + timedelta(1))
    commit(data, "\ncolour: green", "", FIRST + timedelta(2))
    found = chronicle.read(data)
    assert [(day.day - FIRST).days for day in found.days] == [2]
    assert [change.address for change in found.days[0].changes] == ["engines/birch:systems.linux"]
    (note,) = found.notes
    assert note.startswith("The data of 2026-01-02 (")
    assert note.endswith(") is passed over: it has 1 problem by the rules of today.")


def test_only_the_last_days_are_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those before the span are not read; of the rest no more than may be, and that is said."""
    line = "  linux: {level: %s}"
    replace_once(data / BIRCH, "  linux: supported", line % LEVELS[3])
    for number in range(4):
        commit(data, line % LEVELS[number - 1], line % LEVELS[number], FIRST + timedelta(10 * number))
    assert [day for day, _ in told(data)] == [30, 20, 10]
    monkeypatch.setattr(chronicle, "SPAN", timedelta(15))
    assert [day for day, _ in told(data)] == [30, 20]
    monkeypatch.setattr(chronicle, "MOST", 2)
    assert [day for day, _ in told(data)] == [30]
    assert chronicle.read(data).notes == ("Only the last 2 days with changes are told.",)


def test_a_history_that_was_cut_off_says_so(three_days: Path, tmp_path: Path) -> None:
    """In a shallow clone the first revision is none."""
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{three_days.parent}", str(shallow))
    found = chronicle.read(shallow / "sample")
    assert "Only the last part of the history is here; what is older is not told." in found.notes


def test_what_was_found_is_kept(three_days: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time no old data is read, and the same comes out; a new day reads only what is new."""
    cache = tmp_path / "cache"
    read: list[str] = []
    dataset_at = history.dataset_at

    def counted(data: Path, revision: str, *more: object) -> object:
        read.append(revision)
        return dataset_at(data, revision, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(history, "dataset_at", counted)
    first = chronicle.read(three_days, cache)
    assert len(read) == 3
    assert chronicle.read(three_days, cache) == first
    assert len(read) == 3
    assert first == chronicle.read(three_days)
    read.clear()
    commit(three_days, "  burr: {level: supported", "  burr: {level: experimental", FIRST + timedelta(8))
    assert len(chronicle.read(three_days, cache).days) == 3
    assert len(read) == 2


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"program": "another", "days": {}}', "\0"])
def test_what_somebody_else_kept_is_not_believed(three_days: Path, tmp_path: Path, kept: str) -> None:
    """A damaged file, or one of another version of the program, is found out again and written anew."""
    (tmp_path / chronicle.KEPT).write_text(kept, "utf-8")
    assert chronicle.read(three_days, tmp_path) == chronicle.read(three_days)
    assert json.loads((tmp_path / chronicle.KEPT).read_text("utf-8"))["days"]


# -- the page ----------------------------------------------------------------------------------


def built(data: Path) -> dict[str, str]:
    """Everything that a build makes of a data folder, by the path of its file on the site."""
    root = data.parent
    (root / "mkdocs.yml").write_text("site_name: x\nplugins: []\n", "utf-8")
    done = build.generate(root, data, SAMPLE_DAY).rendering
    return {artifact.path: artifact.text for artifact in done.artifacts} | {
        f"site/{e.path}": e.text for e in done.extras
    }


def test_the_page_and_the_feed_tell_the_days(three_days: Path) -> None:
    """A section a day with both values, linked to the statement; the same in the feed and in the twin."""
    found = built(three_days)
    page = found["changes/index.md"]
    assert "## 2026-01-04 {: #day-2026-01-04 }" in page
    assert 'engines/birch/index.html#systems-linux">Birch: Linux</a>: <del>yes</del> → experimental' in page
    assert found["site/changes/feed.xml"].count("<entry>") == 2
    assert (
        "- Statement changed: [Birch: Linux](../engines/birch/index.md): yes → experimental"
        in (found["site/changes/index.md"])
    )


def test_builds_with_and_without_a_cache_are_the_same(three_days: Path, tmp_path: Path) -> None:
    """The same commit gives the same bytes, in a fresh clone too."""
    first = built(three_days)
    assert built(three_days) == first
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(three_days.parent), str(clone))
    assert built(clone / "sample") == first


def test_a_build_without_history_says_so(three_days: Path) -> None:
    """A tarball has pages, too; whatever Git says about it, no path of the machine is on them."""
    shutil.rmtree(three_days.parent / ".git")
    page = built(three_days)["changes/index.md"]
    assert "built without the history of the data" in page
    assert str(three_days.parent) not in page


# -- the command -------------------------------------------------------------------------------


def changes(data: Path, *arguments: str) -> Result:
    result = CliRunner().invoke(main, ["changes", "--data", str(data), "--today", str(SAMPLE_DAY), *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_changes_are_told_by_day(three_days: Path) -> None:
    """As the page has them."""
    assert changes(three_days).output.splitlines() == [
        "2026-01-04  1 statement changed",
        "  statement changed: Birch: Acorn: yes → experimental [engines/birch:formats.acorn]",
        "2026-01-02  1 statement changed",
        "  statement changed: Birch: Linux: yes → experimental [engines/birch:systems.linux]",
    ]


@pytest.mark.parametrize(
    ("since", "addresses"),
    [
        ("HEAD", ["engines/birch:formats.burr"]),
        ("HEAD~1", ["engines/birch:formats.acorn", "engines/birch:formats.burr"]),
        ("2026-01-04", ["engines/birch:formats.acorn", "engines/birch:formats.burr"]),
        ("2025-01-01", ["engines/birch:formats.acorn", "engines/birch:formats.burr", "engines/birch:systems.linux"]),
        ("2026-01-05", ["engines/birch:formats.burr"]),
    ],
)
def test_changes_since_a_revision_or_a_day(three_days: Path, since: str, addresses: list[str]) -> None:
    """Up to the data as it lies there now, committed or not; a day counts with what happened on it."""
    replace_once(three_days / BIRCH, "  burr: {level: supported", "  burr: {level: experimental")
    (day,) = json.loads(changes(three_days, "--since", since, "--format", "json").stdout)
    assert [change["address"] for change in day["changes"]] == addresses
    assert day["changes"][0].keys() == {"kind", "address", "label", "before", "after", "day"}
    assert day["day"] == str(SAMPLE_DAY)


def test_changes_as_markdown(three_days: Path) -> None:
    """A heading a day, its summary, and an item a change."""
    text = changes(three_days, "--since", "HEAD~1", "--format", "markdown").stdout
    assert text.startswith("## 2026-02-01\n\n1 statement changed.\n\n- Statement changed: Birch: Acorn: yes → ")
    assert changes(three_days, "--since", "HEAD").output == "2026-02-01  no fact changed\n"


def test_a_wrong_revision_or_none_is_told(three_days: Path) -> None:
    """In one line, as a wrong usage; no history is an error of its own."""
    assert changes(three_days, "--since", "gone").exit_code == 2
    assert "--since gone: not a valid object name: gone" in changes(three_days, "--since", "gone").output
    assert changes(three_days, "--since", "2026-13-01").exit_code == 2
    shutil.rmtree(three_days.parent / ".git")
    result = changes(three_days)
    assert (result.exit_code, "there is no history to tell from" in result.output) == (1, True)
