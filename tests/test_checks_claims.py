"""Every claim has a day, a version where there are versions, and a source; and none contradicts the ledger."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from sampling import Break

from generator.checks import Check, claims

ALDER, BIRCH, CAVEAT = "engines/alder.yml", "engines/birch.yml", "caveats/birch-open-port.yml"

FIRES: list[tuple[Check, Break]] = [
    (
        claims.files_have_evidence,
        Break(
            "backends/metal.yml",
            "evidence: {as_of: 2026-01-10, sources: [woodland-guide]}",
            "evidence: {as_of: 2026-01-10}",
            "evidence: must say as_of and sources for what the file itself says.",
        ),
    ),
    (
        claims.sections_exist,
        Break(
            ALDER,
            "    suits: {how: judged}",
            "    suits: {how: judged}\n    suit: {how: judged}",
            "evidence.sections: there is no section 'suit'.",
            at="    suit: {how",
        ),
    ),
    (
        claims.not_in_the_future,
        Break(BIRCH, "as_of: 2026-01-20", "as_of: 2026-02-02", "as_of: 2026-02-02 lies after today, 2026-02-01."),
    ),
    (
        claims.not_in_the_future,
        Break(
            BIRCH,
            "    features: {how: source-read,",
            "    features: {as_of: 2027-01-01, how: source-read,",
            "as_of: 2027-01-01 lies after today, 2026-02-01.",
        ),
    ),
    (
        claims.engines_name_a_version,
        Break(
            ALDER,
            "  against: b9123\n",
            "",
            "evidence: must say against, the version the statements were checked against.",
            at="  as_of: 2026-01-10",
        ),
    ),
    (
        claims.versions_are_in_order,
        Break(
            "engines/cedar.yml",
            "since: 0.9.2, removed: 0.10.0",
            "since: 0.10.0, removed: 0.9.2",
            "formats.burr: removed in 0.9.2, not after it was added in 0.10.0.",
        ),
    ),
    (
        claims.versions_are_in_order,
        Break(
            "engines/cedar.yml",
            "since: 0.9.2, removed: 0.10.0",
            "removed: 0.10.0",
            "formats.burr: removed in 0.10.0, but never added.",
        ),
    ),
    (
        claims.versions_are_in_order,
        Break(
            "engines/cedar.yml",
            "burr: {level: unsupported, since",
            "burr: {level: partial, since",
            "formats.burr: has 'removed', so its level must be unsupported or plugin, not partial.",
        ),
    ),
    (
        claims.events_can_happen,
        Break(
            ALDER,
            "  windows: {level",
            "  windows: {expires: {when: {engine: cedar, version: '>=1'}}, level",
            "expires.when: 'cedar' has no release ledger, so this can never happen.",
        ),
    ),
    (
        claims.events_can_happen,
        Break(
            ALDER,
            "  how: documented\n",
            "  how: documented\n  expires: {when: {engine: birch, version: '2'}}\n",
            "expires.when: '2' is not a range like >=0.24.0 or <0.30.",
            at="  expires:",
        ),
    ),
    (
        claims.ranges_can_be_read,
        Break(CAVEAT, '">=1.2.0,<2"', '">=1.2.0 <2"', "affects: '>=1.2.0 <2' is not a range like >=0.24.0 or <0.30."),
    ),
    (
        claims.agrees_with_the_ledger,
        Break(
            BIRCH,
            "  against: 1.10.0\n",
            "  against: 1.10.2\n",
            "against: 1.10.2 is not a release in data/releases/birch.yml.",
        ),
    ),
    (
        claims.agrees_with_the_ledger,
        Break(BIRCH, "against: 1.9.0", "against: 1.9.2", "against: 1.9.2 is not a release in data/releases/birch.yml."),
    ),
    (
        claims.agrees_with_the_ledger,
        Break(
            CAVEAT, "against: 1.10.0", "against: 1.11.0", "against: 1.11.0 is not a release in data/releases/birch.yml."
        ),
    ),
    (
        claims.agrees_with_the_ledger,
        Break(
            BIRCH,
            "status: {is: active",
            "latest: {version: 1.10.0, date: 2025-11-20}\nstatus: {is: active",
            "latest: 1.10.0 of 2025-11-20, but the ledger has 1.10.0.post1 of 2026-01-12.",
        ),
    ),
    (
        claims.agrees_with_the_ledger,
        Break(
            BIRCH,
            "status: {is: active",
            "latest: {version: v1.10.0.post1, date: 2026-01-11}\nstatus: {is: active",
            "latest: v1.10.0.post1 of 2026-01-11, but the ledger has 1.10.0.post1 of 2026-01-12.",
        ),
    ),
    (
        claims.agrees_with_the_ledger,
        Break(
            BIRCH,
            "status: {is: active",
            "latest: {version: 2.0.0rc2, channel: prerelease}\nstatus: {is: active",
            "latest: 2.0.0rc2, but the ledger has 2.0.0rc1 of 2026-01-05.",
        ),
    ),
    (
        claims.ledgers_belong_to_engines,
        Break(
            "engines/dogwood.yml",
            "  releases: {none_because: It has no releases yet.}\n",
            "",
            "upstream: names no release feed.",
            at="  repository:",
        ),
    ),
]


@pytest.mark.parametrize(("check", "change"), FIRES)
def test_a_broken_rule_is_told_at_its_place(check: Check, change: Break, tmp_path: Path) -> None:
    """One change, one problem, at the line that has to change."""
    (found,) = change.problems(check, tmp_path)
    assert (found.file, found.line, found.message) == change.expected(tmp_path)


def test_every_rule_is_shown_to_fire() -> None:
    """A rule that nothing breaks is not tested."""
    assert {check for check, _ in FIRES} == set(claims.CHECKS)


QUIET: list[tuple[Check, Break]] = [
    (claims.not_in_the_future, Break(BIRCH, "as_of: 2026-01-20", "as_of: 2026-02-01", "")),
    (claims.agrees_with_the_ledger, Break(BIRCH, "  against: 1.10.0\n", "  against: v1.10.0\n", "")),
    (claims.agrees_with_the_ledger, Break(BIRCH, "  against: 1.10.0\n", '  against: "main of 2026-01-20"\n', "")),
    (claims.agrees_with_the_ledger, Break(BIRCH, "  against: 1.10.0\n", "  against: 2.0.0rc1\n", "")),
    (
        claims.agrees_with_the_ledger,
        Break(BIRCH, "status: {is: active", "latest: {version: v1.10.0.post1}\nstatus: {is: active", ""),
    ),
    (
        claims.agrees_with_the_ledger,
        Break(
            CAVEAT,
            "feature: api-key}",
            "feature: api-key}\n  - {engine: cedar}",
            "",
            more=((CAVEAT, "against: 1.10.0", "against: 9.9"),),
        ),
    ),
    (claims.versions_are_in_order, Break("engines/cedar.yml", "level: unsupported, since", "level: plugin, since", "")),
    (
        claims.events_can_happen,
        Break(
            ALDER, "  how: documented\n", "  how: documented\n  expires: {when: {engine: birch, version: '>=2'}}\n", ""
        ),
    ),
]


@pytest.mark.parametrize(("check", "change"), QUIET)
def test_what_only_looks_broken_is_not_told(check: Check, change: Break, tmp_path: Path) -> None:
    """The edge of each rule: today itself, a leading v, a branch instead of a release, two engines in one caveat."""
    assert change.problems(check, tmp_path) == []


def test_a_day_that_many_claims_inherit_is_told_once(tmp_path: Path) -> None:
    """The default, a section and a cell in the future are three places, whatever number of claims rest on them."""
    change = Break(
        BIRCH,
        "as_of: 2026-01-20",
        "as_of: 2026-03-01",
        "",
        more=(
            (BIRCH, "features: {how: source-read", "features: {as_of: 2026-03-02, how: source-read"),
            (BIRCH, "cuda: {level: supported, since", "cuda: {as_of: 2026-03-03, level: supported, since"),
        ),
    )
    found = change.problems(claims.not_in_the_future, tmp_path)
    assert [problem.message.split()[1] for problem in found] == ["2026-03-01", "2026-03-02", "2026-03-03"]
    assert change.problems(claims.not_in_the_future, tmp_path / "later", date(2026, 3, 3)) == []
