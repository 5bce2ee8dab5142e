"""Ask upstreams for releases, several at a time, and add what they show to the ledgers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from filelock import FileLock, Timeout

from generator import ledgers
from generator.atomic import write_atomic
from generator.load import parse, read_as, read_text
from generator.schema import Engine, Ledger, Release, Releases, UpstreamKind
from generator.upstreams import UpstreamError

AT_ONCE = 8
LOCK_SECONDS = 30
COMPLETE: tuple[UpstreamKind, ...] = ("pypi", "npm")  # their answers hold every release there is


@dataclass(frozen=True)
class Feed:
    """Where the releases of one engine are looked up, and what its file says of their channels."""

    engine: str
    kind: UpstreamKind
    name: str
    rules: Releases


@dataclass(frozen=True)
class Outcome:
    """What came of one feed: the ledger and how many releases are new in it, or why nothing changed."""

    engine: str
    new: int = 0
    total: int = 0
    error: str = ""


Ask = Callable[[str], tuple[Release, ...]]


def feeds(engines: Mapping[str, Engine], named: Iterable[str] = ()) -> dict[str, Feed]:
    """The feed of each engine; repositories only of the engines `named`, as a service may allow few requests."""
    found: dict[str, Feed] = {}
    for name, engine in engines.items():
        rules = engine.upstream.releases
        if rules.pypi:
            found[name] = Feed(name, "pypi", rules.pypi, rules)
        elif rules.npm:
            found[name] = Feed(name, "npm", rules.npm, rules)
        elif rules.github and name in named:
            found[name] = Feed(name, "github", rules.github, rules)
    return found


def refresh(chosen: Iterable[Feed], data: Path, ask: Mapping[UpstreamKind, Ask], today: date) -> Iterator[Outcome]:
    """Look up every feed, in the order given; each ledger is written as soon as its answer is there.

    Whatever goes wrong with one feed changes nothing for its engine and stops no other.
    """
    waiting = list(chosen)
    with ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
        answers = [pool.submit(ask[feed.kind], feed.name) for feed in waiting]
        try:
            for feed, answer in zip(waiting, answers, strict=True):
                try:
                    yield _add(feed, answer.result(), data, today)
                except (UpstreamError, ledgers.LedgerError, OSError) as error:
                    yield Outcome(feed.engine, error=str(error))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _add(feed: Feed, shown: Iterable[Release], data: Path, today: date) -> Outcome:
    sorted_out = [release for release in (_placed(release, feed.rules) for release in shown) if release]
    path = data / "releases" / f"{feed.engine}.yml"
    with locked(data):
        old = read_ledger(path)
        ledger = ledgers.merge(old, sorted_out, {feed.kind: feed.name}, today, complete=feed.kind in COMPLETE)
        write(path, ledger)
    return Outcome(feed.engine, len(ledger.releases) - (len(old.releases) if old else 0), len(ledger.releases))


def _placed(release: Release, rules: Releases) -> Release | None:
    """A release in the channel that its engine's file puts it in; None when the file says it is no release."""
    if rules.only and not re.search(rules.only, release.version):
        return None
    for channel, pattern in rules.channels.items():
        if re.search(pattern, release.version):
            return release.model_copy(update={"channel": channel})
    return release


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """One run at a time may write below `data`. Raises OSError when another does not finish."""
    try:
        with FileLock(data / ".kb-lock", timeout=LOCK_SECONDS):
            yield
    except Timeout:
        raise OSError(f"another run has been writing below {data.name}/ for {LOCK_SECONDS} s") from None


def read_ledger(path: Path) -> Ledger | None:
    """The ledger as it is on disk now, which another run may just have written."""
    if not path.is_file():
        return None
    value, origin = parse(read_text(path, path.name), path.name)
    return read_as(Ledger, value, origin)


def write(path: Path, ledger: Ledger) -> None:
    content = ledgers.text_of(ledger).encode("utf-8")
    if not path.is_file() or path.read_bytes() != content:
        write_atomic(path, content)
