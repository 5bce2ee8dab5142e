"""What changed between two datasets, as facts: values, caveats, verdicts, statuses, proofs and releases. No wording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from generator import labels, values, versions
from generator.facts import facts_of
from generator.load import Dataset
from generator.outcomes import changed_outcomes
from generator.placed import PlacedClaim
from generator.schema import Caveat

# Kinds of change in the order in which they are told, with their singular and plural.
KINDS = {
    "outcome": ("outcome changed", "outcomes changed"),
    "verdict": ("verdict changed", "verdicts changed"),
    "opened": ("caveat opened", "caveats opened"),
    "resolved": ("caveat resolved", "caveats resolved"),
    "status": ("status changed", "statuses changed"),
    "changed": ("statement changed", "statements changed"),
    "added": ("addition", "additions"),
    "removed": ("removal", "removals"),
    "release": ("new release", "new releases"),
}
_ORDER = list(KINDS)
LONGEST = 160  # signs of a value that is told
NOTHING = "–"  # what a field holds that is not there
_ALWAYS = date.max  # ledgers are compared whole, whatever day it is


@dataclass(frozen=True)
class Change:
    """One fact that is no longer what it was. `day` is when the newer state was checked, or the release came out."""

    kind: str
    address: str
    label: str
    before: str
    after: str
    day: date

    @property
    def sentence(self) -> str:
        """What changed, in words: `Birch: Burr: yes → experimental`."""
        told = f"{self.before} → {self.after}" if self.before and self.after else self.after or self.before
        return f"{self.label}: {told}" if told else self.label


def compare(before: Dataset, after: Dataset) -> tuple[Change, ...]:
    """Every fact that differs, by kind and address."""
    outcomes = (
        Change("outcome", address, _label(after, before, address), was, now, day)
        for address, was, now, day in changed_outcomes(before, after)
    )
    return ordered([*_of_claims(before, after), *outcomes, *_releases(before, after)])


def ordered(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda one: (_ORDER.index(one.kind), one.address, one.day)))


def summary(changes: Iterable[Change]) -> str:
    """How many of each kind: `1 outcome changed, 3 additions`."""
    counts = Counter(change.kind for change in changes)
    told = [
        f"{counts[kind]} {one if counts[kind] == 1 else many}" for kind, (one, many) in KINDS.items() if counts[kind]
    ]
    return ", ".join(told) or "no fact changed"


# -- claims ------------------------------------------------------------------------------------


def _of_claims(before: Dataset, after: Dataset) -> Iterator[Change]:
    old, new = before.by_address, after.by_address
    was, now = _documents(before), _documents(after)
    for head in sorted(now.keys() - was.keys()):
        yield _new(after, before, head, now[head])
    for head in sorted(was.keys() - now.keys()):
        day = max(placed.claim.as_of for placed in was[head])
        yield Change("removed", head, _label(before, after, head), _count(was[head]), "", day)
    for address in sorted(old.keys() | new.keys()):
        one, other = old.get(address), new.get(address)
        if one and other:
            if before.document(one.collection, one.name) is not after.document(other.collection, other.name):
                yield from _between(before, after, one, other)
        elif other and _head(address) in was:
            said = values.said(after, other.claim)
            yield Change("added", address, _label(after, before, address), "", _short(said), other.claim.as_of)
        elif one and _head(address) in now:
            said = values.said(before, one.claim)
            yield Change("removed", address, _label(before, after, address), _short(said), "", one.claim.as_of)


def _head(address: str) -> str:
    return address.partition(":")[0]


def _documents(data: Dataset) -> Mapping[str, list[PlacedClaim]]:
    """The claims of every file that makes any."""
    found: dict[str, list[PlacedClaim]] = {}
    for placed in data.claims:
        found.setdefault(_head(placed.address), []).append(placed)
    return found


def _count(claims: list[PlacedClaim]) -> str:
    return f"{len(claims)} statements" if len(claims) > 1 else ""


def _new(after: Dataset, before: Dataset, head: str, claims: list[PlacedClaim]) -> Change:
    """A new file as one change; a caveat by whether it is open, a myth with its verdict."""
    collection, _, name = head.partition("/")
    kind, told = "added", _count(claims)
    if collection == "caveats":
        caveat = after.caveats[name]
        kind, told = ("resolved", _resolution(caveat)) if caveat.resolved else ("opened", _severity(after, caveat))
    elif collection == "myths":
        told = _verdict(after, after.myths[name].verdict)
    return Change(kind, head, _label(after, before, head), "", told, max(placed.claim.as_of for placed in claims))


def _between(before: Dataset, after: Dataset, one: PlacedClaim, other: PlacedClaim) -> Iterator[Change]:
    """How a claim that stands in both differs, if it does."""
    was, now = facts_of(before, one), facts_of(after, other)
    whole = not other.path
    if was == now or (whole and other.collection == "trees"):  # the outcomes of a tree are told by themselves
        return
    kind = "changed"
    told, tells = values.said(before, one.claim), values.said(after, other.claim)
    if whole and other.collection == "caveats":
        opened, closed = before.caveats[other.name], after.caveats[other.name]
        if bool(opened.resolved) != bool(closed.resolved):
            kind = "resolved" if closed.resolved else "opened"
            told, tells = ("", _resolution(closed)) if closed.resolved else ("resolved", _severity(after, closed))
    elif whole and other.collection == "myths" and was["verdict"] != now["verdict"]:
        kind, told, tells = "verdict", _verdict(before, was["verdict"]), _verdict(after, now["verdict"])
    elif other.path == ("status",):
        kind = "status"
    if kind in ("changed", "status") and told == tells:
        told, tells = _differences(was, now)
    label = _label(after, before, other.address)
    yield Change(kind, other.address, label, _short(told), _short(tells), other.claim.as_of)


def _severity(data: Dataset, caveat: Caveat) -> str:
    words = data.vocabulary.severities
    return words[caveat.severity].label if caveat.severity in words else caveat.severity


def _resolution(caveat: Caveat) -> str:
    if caveat.resolved is None:
        return ""
    when = " ".join(str(part) for part in (caveat.resolved.version, caveat.resolved.date) if part)
    return f"{when}: {caveat.resolved.how}" if when else caveat.resolved.how


def _verdict(data: Dataset, verdict: str) -> str:
    words = data.vocabulary.verdicts
    return words[verdict].label if verdict in words else verdict


def _differences(was: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[str, str]:
    """The fields that differ, with their values before and after; of lists, what was taken out and what came in."""
    old, new = dict(_leaves(was)), dict(_leaves(now))
    before, after = [], []
    for name in sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)):
        one, other = old.get(name), new.get(name)
        if isinstance(one, tuple) and isinstance(other, tuple):
            gone, come = [item for item in one if item not in other], [item for item in other if item not in one]
            one, other = (tuple(gone), tuple(come)) if gone or come else (one, other)
        before.append(f"{name} {_flat(one) or NOTHING}")
        after.append(f"{name} {_flat(other) or NOTHING}")
    return "; ".join(before), "; ".join(after)


def _leaves(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, inner in value.items():
        if isinstance(inner, Mapping):
            yield from _leaves(inner, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}".replace("_", " "), inner


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(filter(None, map(_flat, value.values())))
    if isinstance(value, tuple):
        return ", ".join(map(_flat, value))
    return "" if value is None else str(value)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rsplit(' ', 1)[0]} …"


def _label(data: Dataset, other: Dataset, address: str) -> str:
    """What an address is called; by itself where the data of an older revision names something it does not have."""
    for one in (data, other):
        try:
            return labels.of_address(one, address)
        except KeyError:
            continue
    return address


# -- releases ----------------------------------------------------------------------------------


def _releases(before: Dataset, after: Dataset) -> Iterator[Change]:
    """The newest stable release of each engine, where the ledger shows another one than before."""
    for name in sorted(after.releases.keys() & before.releases.keys() & after.engines.keys()):
        was, now = (versions.newest(data.releases[name], _ALWAYS) for data in (before, after))
        if now is not None and (was is None or was.version != now.version):
            old = was.version if was else ""
            label = after.engines[name].name
            yield Change("release", f"engines/{name}:releases", label, old, now.version, now.date)
