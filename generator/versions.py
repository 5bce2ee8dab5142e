"""Order of releases, "releases behind" and version ranges. Never compares versions as text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import accumulate
from typing import Any

from packaging.version import InvalidVersion, Version

from generator.schema import Ledger, Release

_RANGE = re.compile(r"\s*(>=|<=|==|>|<)\s*([^\s<>=]*\d[^\s<>=]*)\s*")


@cache
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


@dataclass(frozen=True)
class Newer:
    """What came out above a version: how many, the newest, since when, and the newest of the version's own line."""

    than: str = ""
    count: int = 0
    newest: Release | None = None
    since: date | None = None
    of_own_line: Release | None = None


class _Channel:
    """The releases of one scheme and channel, oldest version first, with what every tail of the list comes down to."""

    def __init__(self, releases: list[Release]) -> None:
        self.releases = releases
        self.keys = [sort_key(release.version) for release in releases]
        self.since = list(accumulate((release.date for release in reversed(releases)), min))[::-1]
        self.last_of_line = {line_of(release.version): index for index, release in enumerate(releases)}

    def above(self, version: str) -> int:
        """Where in the list the releases above a version begin; post releases of the same version do not count."""
        start = bisect_right(self.keys, sort_key(version))
        while start < len(self.releases) and is_post_of(self.releases[start].version, version):
            start += 1
        return start


class Order:
    """The releases of a ledger that count on a day, sorted once for many questions."""

    def __init__(self, ledger: Ledger, today: date) -> None:
        self._ledger = ledger
        by_channel: dict[tuple[int, str], list[Release]] = {}
        self._spans: dict[int, tuple[date, date]] = {}
        for release in sorted(known(ledger, today), key=lambda release: sort_key(release.version)):
            scheme = sort_key(release.version)[0]
            by_channel.setdefault((scheme, release.channel), []).append(release)
            first, last = self._spans.get(scheme, (release.date, release.date))
            self._spans[scheme] = (min(first, release.date), max(last, release.date))
        self._channels = {key: _Channel(releases) for key, releases in by_channel.items()}

    def newer(self, version: str) -> Newer:
        """What is above `version`, in a few steps however long the ledger; by the rules of `newer_than`."""
        tails = self._tails(version)
        if not tails:
            return Newer(version)
        own, start = tails[0]
        line = own.last_of_line.get(line_of(version)) if line_of(version) is not None else None
        return Newer(
            version,
            sum(len(channel.releases) - begin for channel, begin in tails),
            tails[-1][0].releases[-1],
            min(channel.since[begin] for channel, begin in tails),
            own.releases[line] if line is not None and line >= start else None,
        )

    def newer_than(self, version: str) -> list[Release]:
        """Stable releases above `version`, oldest first; post releases of the same version are left out.

        A version the ledger does not hold is placed by its number. A claim checked against a pre-release
        is overtaken by stable releases above it, and by later pre-releases only where no stable one is.
        A scheme that began when the version's own had ended succeeds it; two schemes side by side have no order.
        """
        return [release for channel, start in self._tails(version) for release in channel.releases[start:]]

    def _tails(self, version: str) -> list[tuple[_Channel, int]]:
        stable = self._above(version, "stable")
        if not stable:
            checked = find(self._ledger, version)
            if checked is not None and checked.channel == "prerelease":
                return self._above(version, "prerelease")
        return stable

    def _above(self, version: str, channel: str) -> list[tuple[_Channel, int]]:
        scheme = sort_key(version)[0]
        own = self._channels.get((scheme, channel))
        later = (self._channels.get((other, channel)) for other in self._successors(scheme))
        tails = [(own, own.above(version))] if own else []
        tails += [(successor, 0) for successor in later if successor]
        return [(found, start) for found, start in tails if start < len(found.releases)]

    def _successors(self, scheme: int) -> list[int]:
        """The schemes that began after the last release of this one."""
        if scheme not in self._spans:
            return []
        ended = self._spans[scheme][1]
        return [other for other, (began, _) in sorted(self._spans.items()) if began > ended]


def newer_than(ledger: Ledger, version: str, today: date) -> list[Release]:
    """What one ledger has above one version; see `Order.newer_than`."""
    return Order(ledger, today).newer_than(version)


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
