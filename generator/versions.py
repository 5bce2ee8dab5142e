"""Order of releases, "releases behind" and version ranges. Never compares versions as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from packaging.version import InvalidVersion, Version

from generator.schema import Ledger, Release

_RANGE = re.compile(r"\s*(>=|<=|==|>|<)\s*([^\s<>=]*\d[^\s<>=]*)\s*")


def bare(version: str) -> str:
    """The version as people compare it: `v0.11.2` and `0.11.2` are the same release."""
    return re.sub(r"^[vV](?=\d)", "", version)


Key = tuple[int, Any]  # (scheme, something ordered within it)


def sort_key(version: str) -> Key:
    """A key that orders the versions of one scheme: PEP 440 where it applies, else by their numbers."""
    try:
        return (1, Version(bare(version)))
    except InvalidVersion:
        return (0, tuple(int(number) for number in re.findall(r"\d+", version)))


def is_post_of(later: str, earlier: str) -> bool:
    """Whether `later` is a post release of `earlier`: newer, but nothing to alarm an editor for."""
    try:
        one, two = Version(bare(later)), Version(bare(earlier))
    except InvalidVersion:
        return False
    return one.is_postrelease and one > two and _without_post(one) == _without_post(two)


def _without_post(version: Version) -> Version:
    return Version(version.public.partition(".post")[0])


def known(ledger: Ledger, today: date) -> list[Release]:
    """The releases that count today: dated today or earlier and not withdrawn."""
    return [release for release in ledger.releases if release.date <= today and not release.yanked]


def newest(ledger: Ledger, today: date, channel: str = "stable") -> Release | None:
    """The newest release of a channel by version, so that a backport published later does not win."""
    found = [release for release in known(ledger, today) if release.channel == channel]
    return max(found, key=lambda release: (sort_key(release.version), release.date), default=None)


def find(ledger: Ledger, version: str) -> Release | None:
    """The ledger's release of that version, with or without a leading v."""
    return next((release for release in ledger.releases if bare(release.version) == bare(version)), None)


def newer_than(ledger: Ledger, version: str, today: date) -> list[Release]:
    """Stable releases above `version`, oldest first; post releases of the same version are left out.

    A version the ledger does not hold is placed by its number. A claim checked against a pre-release
    is overtaken by stable releases above it, and by later pre-releases only where no stable one is.
    """
    releases = known(ledger, today)
    key = sort_key(version)
    later = [r for r in releases if sort_key(r.version)[0] == key[0] and sort_key(r.version) > key]
    later = [r for r in later if not is_post_of(r.version, version)]
    stable = [r for r in later if r.channel == "stable"]
    checked = find(ledger, version)
    if not stable and checked is not None and checked.channel == "prerelease":
        stable = [r for r in later if r.channel == "prerelease"]
    return sorted(stable, key=lambda release: sort_key(release.version))


def in_range(version: str, wanted: str) -> bool:
    """Whether a version lies in a range such as ">=0.24.0,<0.30". Raises ValueError for a bad range."""
    key = sort_key(version)
    return all(_compare(key, operator, sort_key(bound)) for operator, bound in parse_range(wanted))


def parse_range(wanted: str) -> Sequence[tuple[str, str]]:
    """The parts of a range. Raises ValueError naming the part that cannot be read."""
    parts = []
    for part in wanted.split(","):
        match = _RANGE.fullmatch(part)
        if match is None:
            raise ValueError(f"{part.strip()!r} is not a range like >=0.24.0 or <0.30")
        parts.append((match[1], match[2]))
    return parts


def _compare(one: Key, operator: str, two: Key) -> bool:
    if one[0] != two[0]:
        return False  # two schemes have no order between them
    return {">=": one >= two, "<=": one <= two, "==": one == two, ">": one > two, "<": one < two}[operator]
