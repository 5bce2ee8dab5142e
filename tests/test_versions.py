"""Order of releases: by number and channel, never as text."""

from __future__ import annotations

import random
from datetime import date

import pytest

from generator import versions
from generator.schema import Channel, Ledger, Release

DAY = date(2026, 3, 1)


def ledger(*releases: str) -> Ledger:
    """A ledger from lines such as `1.9.5`, `2.0.0rc1 pre`, `1.4.0 2026-03-09` or `1.0 yanked`, a day apart."""
    found = []
    for number, line in enumerate(releases):
        version, *words = line.split()
        day = next((date.fromisoformat(word) for word in words if word[0].isdigit()), date(2026, 1, 1 + number))
        channel: Channel = "prerelease" if "pre" in words else "stable"
        found.append(Release(version=version, date=day, channel=channel, yanked="yanked" in words))
    return Ledger(upstream={"pypi": "elm"}, looked_up=DAY, releases=tuple(found))


def names(releases: list[Release]) -> list[str]:
    return [release.version for release in releases]


def newest(found: Ledger, channel: str = "stable") -> str | None:
    release = versions.newest(found, DAY, channel)
    return release.version if release else None


def test_a_prerelease_does_not_outrank_a_release() -> None:
    """R01: the newest stable release counts, not the release candidate of the next line."""
    known = ledger("1.9.4", "2.0.0rc1 pre", "2.0.0b3 pre", "1.9.5")
    assert newest(known) == "1.9.5"
    assert newest(known, "prerelease") == "2.0.0rc1"
    assert versions.newer_than(known, "1.9.5", DAY) == []


def test_a_claim_is_behind_once_the_next_line_is_released() -> None:
    """R01: after 2.0.0 the claim is behind, and 2.0.0 is named."""
    known = ledger("1.9.4", "2.0.0rc1 pre", "1.9.5", "2.0.0")
    assert names(versions.newer_than(known, "1.9.5", DAY)) == ["2.0.0"]


@pytest.mark.parametrize(
    ("releases", "newer"),
    [
        (("2.0.0rc1 pre", "2.0.0rc2 pre"), ["2.0.0rc2"]),
        (("1.9.5", "2.0.0rc1 pre", "2.0.0rc1.post1 pre", "2.0.0rc2 pre"), ["2.0.0rc2"]),
        (("2.0.0rc1 pre", "2.0.0rc2 pre", "2.0.0"), ["2.0.0"]),
        (("2.0.0rc1 pre", "2.0.0.post1"), ["2.0.0.post1"]),
    ],
)
def test_a_claim_on_a_prerelease_is_compared_with_prereleases_until_one_is_final(
    releases: tuple[str, ...], newer: list[str]
) -> None:
    """R01: a project that never leaves its release candidates still moves on."""
    assert names(versions.newer_than(ledger(*releases), "2.0.0rc1", DAY)) == newer


def test_build_numbers_are_numbers() -> None:
    """R02: b10103 comes after b9999, which no text order and no PEP 440 reader would say."""
    known = ledger("b9998", "b9999", "b10103")
    assert newest(known) == "b10103"
    assert names(versions.newer_than(known, "b9999", DAY)) == ["b10103"]


def test_two_schemes_are_not_compared() -> None:
    """R02: build numbers and versions in one ledger have no order between them."""
    known = ledger("b9998", "v0.8.0", "b10103", "v0.9.0")
    assert names(versions.newer_than(known, "b9998", DAY)) == ["b10103"]
    assert names(versions.newer_than(known, "v0.8.0", DAY)) == ["v0.9.0"]
    assert not versions.in_range("b9998", ">=0.1")


def test_a_scheme_that_ended_is_succeeded_by_the_next() -> None:
    """A project that went from builds to versions, or from years back to numbers, did not stop releasing."""
    known = ledger("b9998", "b10103", "0.1.0", "0.2.0")
    assert newest(known) == "0.2.0"
    assert names(versions.newer_than(known, "b9998", DAY)) == ["b10103", "0.1.0", "0.2.0"]
    assert versions.newer_than(known, "0.2.0", DAY) == []
    dated = ledger("2025.3.1", "2025.4.0", "1.0.0", "1.1.0")
    assert newest(dated) == "1.1.0"
    assert names(versions.newer_than(dated, "2025.4.0", DAY)) == ["1.0.0", "1.1.0"]
    assert names(versions.newer_than(ledger("0.9", "2026.1"), "0.9", DAY)) == ["2026.1"]


def test_npm_prereleases_come_before_their_release() -> None:
    """1.0.0-next.10 is a stage on the way to 1.0.0, above 1.0.0-next.9 and 0.9.0."""
    ordered = ["0.9.0", "1.0.0-next.9", "1.0.0-next.10", "1.0.0-rc.1", "1.0.0"]
    for seed in range(9):
        assert sorted(random.Random(seed).sample(ordered, len(ordered)), key=versions.sort_key) == ordered


def test_a_line_is_the_first_two_numbers() -> None:
    """R05: what a claim on an old line is to be compared with first."""
    assert versions.line_of("1.84.5") == versions.line_of("v1.84") == (1, 84)
    assert versions.line_of("2") == (2, 0)
    assert versions.line_of("b10103") is None


def test_a_backport_is_not_the_newest() -> None:
    """R05: a security release of an old line, published last, does not win."""
    known = ledger("1.88.0", "1.88.1", "1.84.6")
    assert newest(known) == "1.88.1"
    assert versions.newer_than(known, "1.88.1", DAY) == []
    assert names(versions.newer_than(known, "1.84.5", DAY)) == ["1.84.6", "1.88.0", "1.88.1"]


@pytest.mark.parametrize(
    ("later", "earlier", "is_post"),
    [
        ("0.5.0.post1", "0.5.0", True),
        ("0.5.post2", "0.5.0.post1", True),
        ("1.3.0rc23.post1", "1.3.0rc23", True),
        ("v0.5.0.post1", "0.5.0", True),
        ("0.5.0", "0.5.0.post1", False),
        ("0.5.0.post1", "0.5.0.post1", False),
        ("0.5.1.post1", "0.5.0", False),
        ("1.3.0.post1", "1.3.0rc23", False),
        ("1.0.post1", "1.0.dev1", False),
        ("1!0.5.0.post1", "0.5.0", False),
        ("b9124", "b9123", False),
    ],
)
def test_a_post_release_belongs_to_one_version(later: str, earlier: str, is_post: bool) -> None:
    """R07: newer, but of the same version; a final release is no post release of its candidate."""
    assert versions.is_post_of(later, earlier) is is_post


def test_a_post_release_does_not_make_a_claim_behind() -> None:
    """R07: it is the newest, and no editor has to look again for it."""
    known = ledger("0.5.0", "0.5.0.post1")
    assert newest(known) == "0.5.0.post1"
    assert versions.newer_than(known, "0.5.0", DAY) == []
    assert versions.newer_than(ledger("0.4.9", "0.5.0.post1"), "0.4.9", DAY)


def test_a_leading_v_makes_no_other_version() -> None:
    """R09: equal for order and look-up, and the tag stays as the upstream spells it."""
    known = ledger("v0.11.2")
    found = versions.find(known, "0.11.2")
    assert found is not None
    assert found.version == "v0.11.2"
    assert versions.newer_than(known, "0.11.2", DAY) == []
    assert versions.bare("v0.11.2") == versions.bare("V0.11.2") == "0.11.2"
    assert versions.bare("vanilla-2") == "vanilla-2"


def test_a_release_of_the_future_makes_nothing_old_before_its_day() -> None:
    """R11: a tag that is dated ahead counts from that day on."""
    known = ledger("1.3.2 2026-02-11", "1.4.0 2026-03-09")
    assert newest(known) == "1.3.2"
    assert versions.newer_than(known, "1.3.2", DAY) == []
    assert names(versions.newer_than(known, "1.3.2", date(2026, 3, 9))) == ["1.4.0"]


def test_a_withdrawn_release_does_not_count() -> None:
    """What the upstream took back is neither the newest nor newer."""
    known = ledger("1.0", "1.1 yanked")
    assert newest(known) == "1.0"
    assert versions.newer_than(known, "1.0", DAY) == []


def test_nothing_released_is_no_error() -> None:
    """An empty ledger has no newest release."""
    assert newest(ledger()) is None
    assert versions.newer_than(ledger(), "1.0", DAY) == []


def test_a_version_that_the_ledger_lacks_is_placed_by_its_number() -> None:
    """A claim against an unpublished version is behind what is above it."""
    assert names(versions.newer_than(ledger("1.0", "1.2"), "1.1", DAY)) == ["1.2"]


def test_the_summary_agrees_with_the_list() -> None:
    """Count, newest, first day and own line, computed without walking the list, over many random ledgers."""
    numbers = random.Random(3)
    for _ in range(300):
        versions_ = [f"{numbers.randint(0, 2)}.{numbers.randint(0, 3)}" for _ in range(8)]
        versions_ += [f"b{numbers.randint(1, 99)}" for _ in range(numbers.randint(0, 3))]
        lines = [
            f"{one} 2026-01-{numbers.randint(1, 28):02}{numbers.choice(['', '', ' pre'])}" for one in set(versions_)
        ]
        order, known = versions.Order(ledger(*lines), DAY), ledger(*lines)
        for asked in ("0.1", "1.2", "2.9", "b50", versions_[0]):
            found, listed = order.newer(asked), versions.newer_than(known, asked, DAY)
            assert found.count == len(listed)
            assert found.newest == (listed[-1] if listed else None)
            assert found.since == min((one.date for one in listed), default=None)
            line = versions.line_of(asked)
            same = [one for one in listed if line is not None and versions.line_of(one.version) == line]
            assert found.of_own_line == (same[-1] if same else None)


@pytest.mark.parametrize(
    ("version", "wanted", "is_in"),
    [
        ("0.32.0", ">=0.32.0", True),
        ("0.9.0", ">=0.10", False),
        ("0.10.0", ">=0.10", True),
        ("0.24.0", ">0.24", False),
        ("0.29.9", ">=0.24.0,<0.30", True),
        ("0.30", ">=0.24.0, <0.30", False),
        ("v1.0.0", "==1.0", True),
        ("1.0.0", "<=1.0", True),
        ("1.0.1", "<=1.0.0", False),
        ("b10103", ">b9999", True),
    ],
)
def test_ranges_compare_versions(version: str, wanted: str, is_in: bool) -> None:
    """A range is a list of bounds that must all hold."""
    assert versions.in_range(version, wanted) is is_in


@pytest.mark.parametrize("wanted", ["", "1.0", ">=", ">=1.0 <2", "~=1.0", "!=1.0", ">=1.0,", "=>1.0", ">=new", ">=1>2"])
def test_a_range_that_cannot_be_read_is_refused(wanted: str) -> None:
    """A typing error in a range must not quietly match nothing."""
    with pytest.raises(ValueError, match="is not a range like"):
        versions.parse_range(wanted)


def test_order_does_not_depend_on_what_came_first() -> None:
    """Whatever versions meet in one ledger have one order: by scheme, then by number."""
    ordered = ["", "nightly", "release-7", "b9999", "b10103"]
    ordered += [
        "1.9",
        "1.10",
        "1.10+local",
        "1.10.post1",
        "2.0.dev3",
        "2.0rc1",
        "v2.0",
        "v2.1",
        "2024.03.01-nightly",
        "2024.3.1",
    ]
    for seed in range(20):
        shuffled = random.Random(seed).sample(ordered, len(ordered))
        assert sorted(shuffled, key=lambda version: (versions.sort_key(version), version)) == ordered
