"""Trees hold together, and every candidate is proven by the statements in the data."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampling import SAMPLE_DAY, Break, copy_sample, line_of, problems_of, replace_once

from generator.checks import Check, decisions
from generator.load import load

ALDER, BIRCH, DOGWOOD, TREE = "engines/alder.yml", "engines/birch.yml", "engines/dogwood.yml", "trees/first.yml"
CASE = "cases/laptop-for-one.yml"
LAPTOP, SERVICE = "  laptop:\n    title", "  service:\n    title"

FIRES: list[tuple[Check, Break]] = [
    (
        decisions.trees_hold_together,
        Break(TREE, "start: where", "start: wher", "start: there is no question 'wher'."),
    ),
    (
        decisions.trees_hold_together,
        Break(
            TREE,
            '"Nobody yet: I only look", next: look',
            '"Nobody yet: I only look", next: lok',
            "users, option 'Nobody yet: I only look': next leads to 'lok', which does not exist.",
        ),
    ),
    (
        decisions.trees_hold_together,
        Break(
            TREE,
            "label: Customers,",
            'label: "nobody YET: I only look",',
            "users: two options are called 'Nobody yet: I only look'.",
            at='"Nobody yet: I only look"',
        ),
    ),
    (
        decisions.trees_hold_together,
        Break(
            TREE,
            '"Nobody yet: I only look", next: look',
            '"Nobody yet: I only look", next: where',
            "the questions run in a circle: where -> users -> where.",
            at="  where:\n",
        ),
    ),
    (
        decisions.trees_hold_together,
        Break(
            TREE,
            "outcomes:\n",
            "outcomes:\n  lost: {title: Lost, because: B., next: N.}\n",
            "no option leads to 'lost'.",
            at="  lost:",
        ),
    ),
    (
        decisions.trees_hold_together,
        Break(
            TREE,
            "outcomes:\n",
            "outcomes:\n  users: {title: Users, because: B., next: N.}\n",
            "'users' is both a question and an outcome.",
            at="  users: {title",
        ),
    ),
    # The engine for Metal no longer supports Metal: the tree, the outcome, the path and the statement are named.
    (
        decisions.candidates_are_proven,
        Break(
            ALDER,
            "  metal: {level: supported, since: b9000}",
            "  metal: {level: unsupported, note: It was taken out.}",
            "outcome laptop: candidate alder contradicts 'backend metal' on the path On a laptop: "
            "engines/alder:backends.metal is 'unsupported' (sample/engines/alder.yml:{line}).",
            at=LAPTOP,
            where=TREE,
        ),
    ),
    (
        decisions.candidates_are_proven,
        Break(
            ALDER,
            "  metal: {level: supported, since: b9000}\n",
            "",
            "outcome laptop: 'backend metal' is unknown for alder on the path On a laptop: nobody has stated it.",
            at=LAPTOP,
            where=TREE,
        ),
    ),
    (
        decisions.candidates_are_proven,
        Break(
            ALDER,
            "  macos: supported",
            "  macos: experimental",
            "outcome laptop: candidate alder contradicts 'system macos' on the path On a laptop: "
            "engines/alder:systems.macos is 'experimental' (sample/engines/alder.yml:{line}).",
            at=LAPTOP,
            where=TREE,
        ),
    ),
    (
        decisions.candidates_are_proven,
        Break(
            ALDER,
            "  macos: supported",
            "  macos: {level: supported, sources: [woodland-guide]}",
            "outcome laptop: 'system macos' for alder rests on secondary sources alone "
            "(sample/engines/alder.yml:{line}).",
            at=LAPTOP,
            where=TREE,
        ),
    ),
    (
        decisions.candidates_are_proven,
        Break(
            ALDER,
            "status: {is: active}",
            "status: {is: maintenance}",
            "outcome laptop: alder is maintenance (sample/engines/alder.yml:{line}).",
            at=LAPTOP,
            where=TREE,
        ),
    ),
    (
        decisions.candidates_are_proven,
        Break(
            BIRCH,
            '  public-service: {fits: "yes"',
            '  public-service: {fits: "no"',
            "outcome service: candidate birch contradicts 'suits public-service' on the path On a server > Customers: "
            "engines/birch:suits.public-service is 'no' (sample/engines/birch.yml:{line}).",
            at=SERVICE,
            where=TREE,
        ),
    ),
    (
        decisions.candidates_are_proven,
        Break(
            BIRCH,
            "    ada: supported",
            "    ada: unsupported",
            "outcome service: candidate birch contradicts 'precision chip8 on ada' on the path "
            "On a server > Customers: engines/birch:precisions.chip8.ada is 'unsupported' "
            "(sample/engines/birch.yml:{line}).",
            at=SERVICE,
            where=TREE,
        ),
    ),
    (
        decisions.candidates_are_proven,
        Break(
            BIRCH,
            "  continuous-batching: supported",
            "  continuous-batching: {level: supported, on: [cpu-x86]}",
            "outcome service: 'feature continuous-batching' is unknown for birch on the path On a server > Customers: "
            "stated for cpu-x86 only.",
            at=SERVICE,
            where=TREE,
        ),
    ),
    (
        decisions.candidates_are_proven,
        Break(
            DOGWOOD,
            "status: {is: active}",
            "status: {is: archived}",
            "outcome service: dogwood is archived (sample/engines/dogwood.yml:{line}).",
            at=SERVICE,
            where=TREE,
        ),
    ),
    (
        decisions.companions_serve,
        Break(
            DOGWOOD,
            "    birch: supported",
            "    cedar: supported",
            "outcome service: dogwood does not state that it serves any of the candidates.",
            at=SERVICE,
            where=TREE,
        ),
    ),
    (
        decisions.companions_serve,
        Break(
            DOGWOOD,
            "    birch: supported",
            "    birch: unsupported",
            "outcome service: dogwood does not state that it serves any of the candidates.",
            at=SERVICE,
            where=TREE,
        ),
    ),
    (
        decisions.cases_walk_their_tree,
        Break(CASE, "tree: first", "tree: frist", "tree: there is no tree 'frist'."),
    ),
    (
        decisions.cases_walk_their_tree,
        Break(
            CASE, "[On a laptop]", "[On a lap]", "path: 'On a lap' is no answer at 'where' of tree first.", at="path:"
        ),
    ),
    (
        decisions.cases_walk_their_tree,
        Break(CASE, "outcome: laptop", "outcome: look", "outcome: the path leads to 'laptop', not to 'look'."),
    ),
    (
        decisions.cases_walk_their_tree,
        Break(
            CASE,
            "[On a laptop]",
            "[On a laptop, Alone]",
            "path: 'Alone' is no answer at 'laptop' of tree first.",
            at="path:",
        ),
    ),
]


@pytest.mark.parametrize(("check", "change"), FIRES)
def test_a_broken_tree_or_statement_is_told_with_tree_path_outcome_and_statement(
    check: Check, change: Break, tmp_path: Path
) -> None:
    """One statement of one engine changes, and the outcome that rested on it says so."""
    (found,) = change.problems(check, tmp_path)
    assert (found.file, found.line, found.message) == change.expected(tmp_path)


def test_every_rule_is_shown_to_fire() -> None:
    """A rule that nothing breaks is not tested."""
    assert {check for check, _ in FIRES} == set(decisions.CHECKS)


@pytest.mark.parametrize(
    ("change", "accepts"),
    [
        (Break(ALDER, "  macos: supported", "  macos: experimental", ""), "experimental"),
        (Break(ALDER, "  macos: supported", "  macos: plugin", ""), "plugin"),
        (Break(ALDER, "  macos: supported\n", "", ""), "unknown"),
        (Break(ALDER, "  macos: supported", "  macos: {level: supported, sources: [woodland-guide]}", ""), "secondary"),
    ],
)
def test_an_outcome_may_accept_what_is_less_than_proven(change: Break, accepts: str, tmp_path: Path) -> None:
    """It says so itself; without that word the same change is a problem."""
    assert len(change.problems(decisions.candidates_are_proven, tmp_path / "before")) == 1
    accepting = Break(
        change.file,
        change.old,
        change.new,
        "",
        more=((TREE, "    candidates: [alder]\n", f"    candidates: [alder]\n    accepts: [{accepts}]\n"),),
    )
    assert accepting.problems(decisions.candidates_are_proven, tmp_path / "after") == []


@pytest.mark.parametrize(
    "change",
    [
        Break(ALDER, "  macos: supported", "  macos: {level: partial, note: On new ones.}", ""),
        Break(BIRCH, '  public-service: {fits: "yes"', "  public-service: {fits: with-care", ""),
        Break(BIRCH, "  continuous-batching: supported", "  continuous-batching: {level: supported, on: [cuda]}", ""),
        Break(ALDER, "  macos: supported", "  macos: {level: supported, sources: [woodland-guide, readme]}", ""),
        Break(
            BIRCH,
            "  cuda: {level: supported, since: 1.2.0}",
            "  cpu-x86: supported",
            "",
            more=((BIRCH, '  cpu-x86: {level: experimental, note: "For tests."}\n', ""),),
        ),
        Break("engines/cedar.yml", "  cuda: supported", "  cuda: unsupported", ""),
        Break(BIRCH, "suits: {how: judged, sources: [manual]}", "suits: {how: judged, sources: [woodland-guide]}", ""),
    ],
)
def test_a_proof_needs_no_more_than_it_says(change: Break, tmp_path: Path) -> None:
    """Partly, with care, one of several backends, one primary source, a judgement, engines nobody names."""
    assert change.problems(decisions.candidates_are_proven, tmp_path) == []


def test_the_same_outcome_is_proven_on_every_path(tmp_path: Path) -> None:
    """A second way to an outcome asserts other facts; what fails there is told with that way."""
    data = copy_sample(tmp_path)
    option = "      - {label: Both at once, next: laptop, requires: [{backend: metal}, {feature: api-key}]}\n"
    replace_once(data / TREE, "  users:\n", f"{option}  users:\n")
    (found,) = decisions.candidates_are_proven(load(data), SAMPLE_DAY)
    line = line_of(data / ALDER, "  api-key: unsupported")
    assert found.message == (
        "outcome laptop: candidate alder contradicts 'feature api-key' on the path Both at once: "
        f"engines/alder:features.api-key is 'unsupported' (sample/engines/alder.yml:{line})."
    )


def test_a_tree_that_cannot_be_walked_is_not_proven(tmp_path: Path) -> None:
    """A circle is told once; no proof runs in it, and the check ends."""
    data = copy_sample(tmp_path)
    replace_once(data / TREE, '"Nobody yet: I only look", next: look', '"Nobody yet: I only look", next: where')
    assert [line.partition(": ")[2] for line in problems_of(data)] == [
        "the questions run in a circle: where -> users -> where. [tree]"
    ]
    assert not decisions.sound(load(data), "first")
