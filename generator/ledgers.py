"""Merge what an upstream shows into a release ledger, and write the ledger down. Append-only."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from generator import versions
from generator.schema import Ledger, Release, UpstreamKind


class LedgerError(Exception):
    """An answer that would falsify the ledger; nothing is to be written."""


def merge(ledger: Ledger | None, shown: Iterable[Release], upstream: dict[UpstreamKind, str], today: date) -> Ledger:
    """The ledger with every new release. Raises LedgerError for an answer that contradicts what is recorded."""
    recorded = {release.version: release for release in ledger.releases} if ledger else {}
    for release in shown:
        old = recorded.get(release.version)
        if release.date > today:
            raise LedgerError(f"{release.version} is dated {release.date}, which lies after today, {today}")
        if old is not None and old.date != release.date:
            raise LedgerError(f"{release.version} was recorded for {old.date} and is now shown for {release.date}")
        recorded[release.version] = release
    if not recorded:
        raise LedgerError("the answer holds no release")
    ordered = sorted(recorded.values(), key=lambda release: (release.date, versions.sort_key(release.version)))
    return Ledger(upstream=upstream, looked_up=today, releases=tuple(ordered))


def text_of(ledger: Ledger) -> str:
    """The ledger as YAML, one line a release, versions quoted so that every reader sees text."""
    lines = ["# Written by `kb releases` only; edits by hand are lost. Newest last; nothing is ever removed."]
    lines.append("upstream: {" + ", ".join(f'{kind}: "{name}"' for kind, name in ledger.upstream.items()) + "}")
    lines.append(f"looked_up: {ledger.looked_up}")
    lines.append("releases:")
    for release in ledger.releases:
        withdrawn = ", yanked: true" if release.yanked else ""
        lines.append(
            f'  - {{version: "{release.version}", date: {release.date}, channel: {release.channel}{withdrawn}}}'
        )
    return "\n".join(lines) + "\n"
