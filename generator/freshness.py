"""One claim x ledger x today -> fresh, due, behind or expired, and why in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from generator import versions
from generator.schema import Claim, Ledger, ProbeRun, Release

NOTHING_NEWER = versions.Newer()
STATES = ("fresh", "due", "behind", "expired", "refuted")  # mildest first


@dataclass(frozen=True)
class Freshness:
    """The state of a claim on one day, the reason in words, and when it is to be checked again.

    The reason holds no count of days, so that a page says the truth on whatever day it is read; `since` is the day on
    which the state began.
    """

    state: str
    reason: str
    review_by: date
    days_over: int = 0
    releases_behind: int = 0
    since: date | None = None

    @property
    def rank(self) -> int:
        return STATES.index(self.state)

    def told(self, today: date) -> str:
        """The reason, and for how long it has been one."""
        lasted = (today - self.since).days if self.since else 0
        return f"{self.reason}, for {days(lasted)}" if lasted > 0 else self.reason


def days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def review_day(claim: Claim, period: int) -> date:
    """The day on which a claim is to be checked again."""
    if claim.review_by is not None:
        return claim.review_by
    own = claim.expires.days if claim.expires and claim.expires.days else period
    return claim.as_of + timedelta(days=own)


def is_of(run: ProbeRun, claim: Claim) -> bool:
    """Whether a probe's result still speaks of the claim: of the same probe, and not older than a person's check."""
    return claim.probe is not None and run.probe == claim.probe.digest and run.date >= claim.as_of


def confirmed(claim: Claim, run: ProbeRun, same_feed: bool) -> Claim:
    """The claim as a program confirmed it: checked on the day of the run.

    The version counts only if what was looked at is what the ledger of the claim's engine follows (`same_feed`).
    """
    return claim.model_copy(update={"as_of": run.date, "against": run.version if same_feed else claim.against})


def refuted(run: ProbeRun) -> Freshness:
    reason = f"{run.place} {run.version} was looked at on {run.date}: {run.saw}"
    return Freshness("refuted", reason, run.date, since=run.date)


def judge(
    claim: Claim,
    period: int,
    today: date,
    newer: versions.Newer = NOTHING_NEWER,
    ledgers: Mapping[str, Ledger] | None = None,
) -> Freshness:
    """How a claim stands today. `period` is in days; `ledgers` is where events are looked for."""
    until = review_day(claim, period)
    over = max((today - until).days, 0)
    event = _event(claim, today, ledgers or {})
    if event is not None:
        return Freshness("expired", _ended(claim, event), until, over, newer.count, event.date)
    allowed = claim.expires.releases_behind if claim.expires and claim.expires.releases_behind else 1
    if newer.newest is not None and newer.count >= allowed:
        return Freshness("behind", _behind(newer, newer.newest), until, over, newer.count, newer.since)
    if over:
        return Freshness("due", f"was to be checked again by {until}", until, over, newer.count, until)
    return Freshness("fresh", f"checked {claim.as_of}, to be checked again by {until}", until, 0, newer.count)


def _behind(newer: versions.Newer, newest: Release) -> str:
    kind = "stable release" if newest.channel == "stable" else "pre-release"
    count = f"1 {kind}" if newer.count == 1 else f"{newer.count} {kind}s"
    line = newer.of_own_line
    besides = f"; of its own line {line.version} of {line.date}" if line and line != newest else ""
    return f"{count} newer than {newer.than} known, newest {newest.version} of {newest.date}{besides}"


def _event(claim: Claim, today: date, ledgers: Mapping[str, Ledger]) -> Release | None:
    """The first release that a claim's end was tied to."""
    when = claim.expires.when if claim.expires else None
    if when is None or when.engine not in ledgers:
        return None
    stable = (release for release in versions.known(ledgers[when.engine], today) if release.channel == "stable")
    return next((release for release in stable if versions.in_range(release.version, when.version)), None)


def _ended(claim: Claim, release: Release) -> str:
    engine = claim.expires.when.engine if claim.expires and claim.expires.when else ""
    return f"{engine} {release.version} of {release.date} has come out, which ends it"


def worst(states: Iterable[Freshness]) -> Freshness | None:
    """The state a conclusion inherits from what it stands on."""
    return max(states, key=lambda one: (one.rank, one.days_over, one.releases_behind), default=None)
