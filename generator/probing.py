"""Run the probes of statements against the newest releases, several places at a time, and keep what they saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from generator.atomic import write_atomic
from generator.claims import PlacedClaim
from generator.load import parse, read_as, read_text
from generator.lookup import AT_ONCE, locked
from generator.probes import Finding, Subject, look
from generator.schema import Probe, ProbeRun, ProbeRuns
from generator.upstreams import UpstreamError

Open = Callable[[Probe], Subject]


@dataclass(frozen=True)
class Seen:
    """What came of one statement's probe."""

    placed: PlacedClaim
    probe: Probe
    finding: Finding

    @property
    def place(self) -> str:
        return place_of(self.probe)


def place_of(probe: Probe) -> str:
    return probe.package or probe.repository or ""


def run_all(claims: Iterable[PlacedClaim], open_: Open) -> Iterator[Seen]:
    """Look at every place once, and there run all probes that go to it; results place by place, in a stable order."""
    by_place: dict[tuple[bool, str], list[tuple[PlacedClaim, Probe]]] = {}
    for placed in claims:
        probe = placed.claim.probe
        if probe is not None:
            by_place.setdefault((probe.package is None, place_of(probe)), []).append((placed, probe))
    with ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
        groups = [pool.submit(_at_one_place, by_place[key], open_) for key in sorted(by_place)]
        try:
            for group in groups:
                yield from group.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _at_one_place(claims: list[tuple[PlacedClaim, Probe]], open_: Open) -> list[Seen]:
    try:
        subject = open_(claims[0][1])
    except UpstreamError as error:
        return [Seen(placed, probe, Finding("not-looked", "", str(error))) for placed, probe in claims]
    return [Seen(placed, probe, look(probe, subject)) for placed, probe in claims]


def keep(seen: Iterable[Seen], data: Path, today: date, known: Mapping[str, PlacedClaim]) -> int:
    """Write down what was seen, by the document of each statement; returns the number of files that changed.

    Where nothing could be looked at the earlier result stays; results of statements that are gone are dropped.
    """
    by_file: dict[str, dict[str, ProbeRun]] = {}
    for one in seen:
        runs = by_file.setdefault(one.placed.name, {})
        if one.finding.result != "not-looked":
            runs[one.placed.address] = ProbeRun(
                probe=one.probe.digest,
                place=one.place,
                version=one.finding.version,
                date=today,
                result=one.finding.result,
                saw=one.finding.saw,
            )
    with locked(data):
        return sum(_merge(data / "probes" / f"{name}.yml", runs, known) for name, runs in sorted(by_file.items()))


def _merge(path: Path, runs: Mapping[str, ProbeRun], known: Mapping[str, PlacedClaim]) -> bool:
    earlier: dict[str, ProbeRun] = {}
    if path.is_file():
        value, origin = parse(read_text(path, path.name), path.name)
        earlier = read_as(ProbeRuns, value, origin).runs
    merged = {address: run for address, run in {**earlier, **runs}.items() if address in known}
    content = text_of(merged).encode("utf-8")
    if not merged or (path.is_file() and path.read_bytes() == content):
        return False
    write_atomic(path, content)
    return True


def text_of(runs: Mapping[str, ProbeRun]) -> str:
    """Results as YAML, one line a statement, sorted, so that a change is one line of a diff."""
    lines = ["# Written by `kb probe` only; edits by hand are lost.", "runs:"]
    for address, run in sorted(runs.items()):
        saw = run.saw.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(
            f'  "{address}": {{probe: "{run.probe}", place: "{run.place}", version: "{run.version}", date: {run.date}, '
            f'result: {run.result}, saw: "{saw}"}}'
        )
    return "\n".join(lines) + "\n"
