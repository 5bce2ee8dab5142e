"""What changed between two states of the sample, as facts; what was only worded anew is none."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from sampling import SAMPLE, copy_sample, replace_once

from generator.changes import KINDS, Change, compare, ordered, summary
from generator.load import load

BIRCH = "engines/birch.yml"
CAVEAT = "caveats/birch-open-port.yml"


def changed(folder: Path, *edits: tuple[str, str, str]) -> list[tuple[str, str, str, str]]:
    """What is told of replacements in a copy of the sample."""
    data = copy_sample(folder)
    for file, old, new in edits:
        replace_once(data / file, old, new)
    return [(one.kind, one.address, one.before, one.after) for one in compare(load(SAMPLE), load(data))]


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            BIRCH,
            "linux: supported",
            "linux: {level: experimental, since: 1.9.0}",
            ("changed", "engines/birch:systems.linux", "yes", "experimental, since 1.9.0"),
        ),
        (
            "devices/willow.yml",
            "value: 64",
            "value: 48",
            ("changed", "devices/willow:memory", "64 GB", "48 GB"),
        ),
        (
            BIRCH,
            "auth: off-by-default",
            "auth: not-offered",
            (
                "changed",
                "engines/birch:defaults.server",
                "the whole network (0.0.0.0:8000); key check: off by default",
                "the whole network (0.0.0.0:8000); key check: not offered",
            ),
        ),
        (BIRCH, "{is: active,", "{is: maintenance,", ("status", "engines/birch:status", "active", "maintenance")),
        (
            BIRCH,
            "license: Apache-2.0",
            "license: MIT",
            ("changed", "engines/birch", "license Apache-2.0", "license MIT"),
        ),
        (
            CAVEAT,
            "severity: danger",
            "severity: info",
            ("changed", "caveats/birch-open-port", "severity danger", "severity info"),
        ),
        (
            CAVEAT,
            "evidence: ",
            "resolved: {version: 1.11.0, how: It asks for a key.}\nevidence: ",
            ("resolved", "caveats/birch-open-port", "", "1.11.0: It asks for a key."),
        ),
        (
            "caveats/cedar-lost-burr.yml",
            "resolved: {date: 2025-03-01, how: Cedar itself ended.}\n",
            "",
            ("opened", "caveats/cedar-lost-burr", "resolved", "note"),
        ),
        (
            "myths/one-tree-fits-all.yml",
            "verdict: depends",
            "verdict: wrong",
            ("verdict", "myths/one-tree-fits-all", "it depends", "wrong"),
        ),
        (
            "myths/one-tree-fits-all.yml",
            ', "engines/birch:backends.metal"',
            "",
            ("changed", "myths/one-tree-fits-all", "cites engines/birch:backends.metal", "cites –"),
        ),
        (BIRCH, "  linux: supported\n", "", ("removed", "engines/birch:systems.linux", "yes", "")),
        (
            BIRCH,
            "  linux: supported\n",
            "  linux: supported\n  windows: supported\n",
            ("added", "engines/birch:systems.windows", "", "yes"),
        ),
        (
            "devices/willow.yml",
            "gpu_share: {value: 0.75,",
            "gpu_share: {value: 0.5,",
            ("changed", "devices/willow:gpu_share", "75 %", "50 %"),
        ),
        (
            "releases/birch.yml",
            '  - {version: "2.0.0rc1", date: 2026-01-05, channel: prerelease}\n',
            '  - {version: "2.0.0", date: 2026-01-30, channel: stable}\n',
            ("release", "engines/birch:releases", "1.10.0.post1", "2.0.0"),
        ),
    ],
)
def test_one_fact_that_changed_is_told(tmp_path: Path, file: str, old: str, new: str, told: tuple[str, ...]) -> None:
    """Its kind, address, and both values in the words of the site; nothing else."""
    assert told in changed(tmp_path, (file, old, new))
    others = [one for one in changed(tmp_path / "again", (file, old, new)) if one != told]
    assert {one[0] for one in others} <= {"outcome"}, "only proofs that rest on it may change with it"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (BIRCH, "The manual says so.", "So says the manual."),
        (BIRCH, "as_of: 2026-01-20", "as_of: 2026-01-31"),
        (BIRCH, "  against: 1.10.0\n", "  against: 1.10.0.post1\n"),
        (BIRCH, "summary: An invented server", "summary: A server"),
        (CAVEAT, "do: Set", "do: Better set"),
        ("trees/first.yml", "because: It batches", "because: It quickly batches"),
        ("faq/choosing.yml", "summary: ", "summary: On this, "),
    ],
)
def test_wording_and_evidence_are_no_facts(tmp_path: Path, file: str, old: str, new: str) -> None:
    """A clearer sentence, a later check, a newer version that says the same: nothing to tell."""
    assert changed(tmp_path, (file, old, new)) == []


def test_a_proof_that_rests_on_a_changed_statement_is_told(tmp_path: Path) -> None:
    """Both trees are proven: the candidate stays, but what proves it is no longer the same."""
    found = changed(tmp_path, (BIRCH, "cuda: {level: supported, since: 1.2.0}", "cuda: {level: supported}"))
    assert ("outcome", "trees/first:outcomes.service", "Birch cuda: yes, since 1.2.0", "Birch cuda: yes") in found


def test_candidates_that_changed_are_told(tmp_path: Path) -> None:
    """Who is to be tried, before and after, and who is an addition to it."""
    edit = ("trees/first.yml", "candidates: [birch]\n    with: [dogwood]", "candidates: [alder, birch]")
    found = changed(tmp_path, edit)
    assert found == [("outcome", "trees/first:outcomes.service", "Birch with Dogwood", "Alder, Birch")]


def test_an_engine_that_is_ruled_out_no_longer_is_told(tmp_path: Path) -> None:
    """Eliminations belong to the proof: an engine that fits now is news for whoever asked."""
    edits = (
        (BIRCH, "metal: {level: unsupported", "metal: {level: supported"),
        (BIRCH, "macos: {level: unsupported", "macos: {level: supported"),
    )
    found = changed(tmp_path, *edits)
    assert ("outcome", "trees/first:outcomes.laptop", "Birch ruled out", "Birch also fits") in found


def test_an_outcome_that_is_new_or_gone_is_told(tmp_path: Path) -> None:
    """With its candidates, on the side where it is."""
    edits = (
        ("trees/first.yml", "next: laptop,", "next: notebook,"),
        ("trees/first.yml", "\n  laptop:\n", "\n  notebook:\n"),
    )
    found = changed(tmp_path, *edits)
    assert ("outcome", "trees/first:outcomes.laptop", "Alder", "") in found
    assert ("outcome", "trees/first:outcomes.notebook", "", "new: Alder") in found


def test_a_new_file_is_one_change(tmp_path: Path) -> None:
    """An engine with its statements counted, a caveat by whether it is open; gone files as well."""
    data = copy_sample(tmp_path)
    caveat = (data / CAVEAT).read_text("utf-8")
    (data / "caveats/another.yml").write_text(caveat, "utf-8")
    (data / "engines/elm.yml").write_text(
        (data / BIRCH).read_text("utf-8").replace("name: Birch", "name: Elm"), "utf-8"
    )
    before, after = load(SAMPLE), load(data)
    found = {one.address: one for one in compare(before, after)}
    assert found.keys() == {"caveats/another", "engines/elm"}
    assert (found["caveats/another"].kind, found["caveats/another"].after) == ("opened", "danger")
    assert (found["engines/elm"].kind, found["engines/elm"].label) == ("added", "Elm")
    assert found["engines/elm"].after == f"{sum(a.startswith('engines/elm') for a in after.by_address)} statements"
    gone = compare(after, before)
    assert [(one.kind, one.address) for one in gone] == [("removed", "caveats/another"), ("removed", "engines/elm")]


def test_the_same_data_has_no_changes(tmp_path: Path) -> None:
    """Loaded twice, from two places."""
    assert compare(load(SAMPLE), load(copy_sample(tmp_path))) == ()


def test_a_tree_with_a_loop_in_an_old_revision_is_left_alone(tmp_path: Path) -> None:
    """Nothing can be proven there, and nobody waits for ever."""
    edit = ("trees/first.yml", 'label: "Nobody yet: I only look", next: look', 'label: "Nobody yet", next: where')
    assert [one for one in changed(tmp_path, edit) if one[0] == "outcome"] == []


def test_changes_are_dated_by_their_evidence(tmp_path: Path) -> None:
    """The day on which the new state was checked, or the release came out."""
    data = copy_sample(tmp_path)
    replace_once(data / BIRCH, "  cpu-x86: {level: experimental", "  cpu-x86: {as_of: 2026-01-31, level: partial")
    (change,) = [one for one in compare(load(SAMPLE), load(data)) if one.kind == "changed"]
    assert change.day == date(2026, 1, 31)
    assert change.sentence == "Birch: x86 CPU: experimental → partly"


def test_a_summary_counts_each_kind_in_order() -> None:
    """One in the singular, several in the plural; no changes are said as well."""
    day = date(2026, 1, 1)
    some = [Change(kind, f"a/{number}", "", "", "", day) for number, kind in enumerate(["added", "verdict", "added"])]
    assert summary(some) == "1 verdict changed, 2 additions"
    assert [one.kind for one in ordered(some)] == ["verdict", "added", "added"]
    assert summary([]) == "no fact changed"
    assert all(len(words) == 2 for words in KINDS.values())
