"""Order of releases, "releases behind" and version ranges. Never compares versions as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Any

from packaging.version import InvalidVersion, Version

from generator.schema import Ledger, Release

_RANGE = re.compile(r"\s*(>=|<=|==|>|<)\s*([^\s<>=]*\d[^\s<>=]*)\s*")


def bare(version: str) -> str:
    """The version as people compare it: `v0.11.2` and `0.11.2` are the same release."""
    return re.sub(r"^[vV](?=\d)", "", version)


Key = tuple[int, Any]  # (scheme, something ordered within it)
_OTHER, _NUMBERED, _DATED = range(3)
FIRST_YEAR = 2000  # a first number from here on is a year: 2026.4.1 is of another scheme than 1.0


@cache
def sort_key(version: str) -> Key:
    """A key that orders the versions of one scheme: PEP 440 where it applies, else by their numbers."""
    # What npm calls 1.0.0-next.3 comes before 1.0.0, which PEP 440 spells as a development release.
    text = re.sub(r"^(\d+(?:\.\d+)*)-(?!(?:rc|alpha|beta|a|b|post|dev)\b)[a-z]+\.?(\d*)$", r"\1.dev\2", bare(version))
    try:
        found = Version(text)
    except InvalidVersion:
        return (_OTHER, tuple(int(number) for number in re.findall(r"\d+", version)))
    return (_DATED if found.release[0] >= FIRST_YEAR else _NUMBERED, found)


def line_of(version: str) -> tuple[int, ...] | None:
    """The line a version belongs to, 1.84 of 1.84.5; None for versions without lines."""
    scheme, key = sort_key(version)
    return None if scheme == _OTHER else (*key.release, 0)[:2]


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
    """The newest release of a channel by version, so that a backport published later does not win.

    Of several schemes in one ledger the one with the most recent release counts: that is what a project uses now.
    """
    found = [release for release in known(ledger, today) if release.channel == channel]
    heads: dict[int, Release] = {}
    for release in found:
        scheme = sort_key(release.version)[0]
        if scheme not in heads or _place(release) > _place(heads[scheme]):
            heads[scheme] = release
    return max(heads.values(), key=lambda head: (_last_day(found, head), _place(head)), default=None)


def _place(release: Release) -> tuple[Key, date]:
    return (sort_key(release.version), release.date)


def _last_day(releases: Sequence[Release], like: Release) -> date:
    scheme = sort_key(like.version)[0]
    return max(release.date for release in releases if sort_key(release.version)[0] == scheme)


def find(ledger: Ledger, version: str) -> Release | None:
    """The ledger's release of that version, with or without a leading v."""
    return next((release for release in ledger.releases if bare(release.version) == bare(version)), None)


def newer_than(ledger: Ledger, version: str, today: date) -> list[Release]:
    """Stable releases above `version`, oldest first; post releases of the same version are left out.

    A version the ledger does not hold is placed by its number. A claim checked against a pre-release
    is overtaken by stable releases above it, and by later pre-releases only where no stable one is.
    A scheme that began when the version's own had ended succeeds it; two schemes side by side have no order.
    """
    releases = known(ledger, today)
    key = sort_key(version)
    same = [r for r in releases if sort_key(r.version)[0] == key[0]]
    later = [r for r in same if sort_key(r.version) > key] + _successors(releases, same)
    later = [r for r in later if not is_post_of(r.version, version)]
    stable = [r for r in later if r.channel == "stable"]
    checked = find(ledger, version)
    if not stable and checked is not None and checked.channel == "prerelease":
        stable = [r for r in later if r.channel == "prerelease"]
    return sorted(stable, key=lambda r: (sort_key(r.version)[0] != key[0], sort_key(r.version)))


def _successors(releases: Sequence[Release], same: Sequence[Release]) -> list[Release]:
    """The releases of schemes that began after the last release of this one."""
    if not same:
        return []
    ended = max(release.date for release in same)
    began: dict[int, date] = {}
    for release in releases:
        scheme = sort_key(release.version)[0]
        began[scheme] = min(began.get(scheme, release.date), release.date)
    after = {scheme for scheme, first in began.items() if first > ended}
    return [release for release in releases if sort_key(release.version)[0] in after] if after else []


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
