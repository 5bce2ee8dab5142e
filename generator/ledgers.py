"""Merge what an upstream shows into a release ledger, and write the ledger down. Append-only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from itertools import pairwise

from generator import versions
from generator.schema import Ledger, Release, UpstreamKind

MAY_VANISH = 1  # of the recorded releases; a few more in a long ledger
MAY_VANISH_SHARE = 0.05
MAY_BE_BACKWARDS = 2  # of the releases of one line; a fix of an older one, a file uploaded late
MAY_BE_BACKWARDS_SHARE = 0.1


class LedgerError(Exception):
    """An answer that would falsify the ledger; nothing is to be written."""


def merge(
    ledger: Ledger | None,
    shown: Iterable[Release],
    upstream: dict[UpstreamKind, str],
    today: date,
    *,
    complete: bool = False,
) -> Ledger:
    """The ledger with every new release. Raises LedgerError for an answer that contradicts what is recorded.

    A `complete` answer is expected to hold nearly everything recorded; projects rarely delete releases, and
    an index that is broken shows few. What was added by hand gives way to what an upstream shows.
    """
    recorded = {release.version: release for release in ledger.releases} if ledger else {}
    found = list(shown)
    _refuse_shuffled(found)
    if complete:
        _refuse_shrunken(recorded, found)
    for release in found:
        old = _recorded_as(recorded, release)
        if release.date > today:
            raise LedgerError(f"{release.version} is dated {release.date}, which lies after today, {today}")
        if old is not None and old.source:
            del recorded[old.version]
        elif old is not None and old.date != release.date:
            raise LedgerError(f"{release.version} was recorded for {old.date} and is now shown for {release.date}")
        recorded[release.version] = release
    if not recorded:
        raise LedgerError("the answer holds no release")
    return Ledger(upstream=upstream, looked_up=today, releases=_in_order(recorded.values()))


def _recorded_as(recorded: Mapping[str, Release], release: Release) -> Release | None:
    same = recorded.get(release.version)
    if same is not None:
        return same
    by_hand = (old for old in recorded.values() if old.source)
    return next((old for old in by_hand if versions.bare(old.version) == versions.bare(release.version)), None)


def _refuse_shrunken(recorded: Mapping[str, Release], shown: Iterable[Release]) -> None:
    there = {release.version for release in shown}
    expected = [release for release in recorded.values() if not release.source]
    missing = [release.version for release in expected if release.version not in there]
    if len(missing) > max(MAY_VANISH, len(expected) * MAY_VANISH_SHARE):
        raise LedgerError(
            f"the answer lacks {len(missing)} of {len(expected)} recorded releases, among them {missing[-1]}"
        )


def _refuse_shuffled(shown: Iterable[Release]) -> None:
    """A copy of an index may show the days on which it copied; they then contradict the order of the versions."""
    stable = sorted((one for one in shown if one.channel == "stable"), key=lambda one: versions.sort_key(one.version))
    pairs = [
        (one, following)
        for one, following in pairwise(stable)
        if versions.line_of(one.version) == versions.line_of(following.version)
    ]
    backwards = [(one, following) for one, following in pairs if following.date < one.date]
    if len(backwards) > max(MAY_BE_BACKWARDS, len(pairs) * MAY_BE_BACKWARDS_SHARE):
        one, following = backwards[0]
        raise LedgerError(
            f"{len(backwards)} of {len(pairs)} releases are dated before the one they follow, among them "
            f"{following.version} of {following.date} and {one.version} of {one.date}: not the days of release"
        )


def add_by_hand(ledger: Ledger | None, release: Release, today: date) -> Ledger:
    """The ledger with a release that no feed shows, which names its source. Raises LedgerError."""
    if release.date > today:
        raise LedgerError(f"{release.date} lies after today, {today}")
    if ledger is not None and versions.find(ledger, release.version):
        raise LedgerError(f"{release.version} is recorded already")
    releases = [*(ledger.releases if ledger else ()), release]
    upstream, looked_up = (ledger.upstream, ledger.looked_up) if ledger else ({}, today)
    return Ledger(upstream=upstream, looked_up=looked_up if upstream else today, releases=_in_order(releases))


def _in_order(releases: Iterable[Release]) -> tuple[Release, ...]:
    return tuple(sorted(releases, key=lambda release: (release.date, versions.sort_key(release.version))))


def text_of(ledger: Ledger) -> str:
    """The ledger as YAML, one line a release, versions quoted so that every reader sees text."""
    lines = ["# Written by `kb releases` only; edits by hand are lost. Newest last; nothing is ever removed."]
    lines.append("upstream: {" + ", ".join(f'{kind}: "{name}"' for kind, name in ledger.upstream.items()) + "}")
    lines.append(f"looked_up: {ledger.looked_up}")
    lines.append("releases:")
    for release in ledger.releases:
        more = ", yanked: true" if release.yanked else ""
        more += f', source: "{release.source}"' if release.source else ""
        lines.append(f'  - {{version: "{release.version}", date: {release.date}, channel: {release.channel}{more}}}')
    return "\n".join(lines) + "\n"
