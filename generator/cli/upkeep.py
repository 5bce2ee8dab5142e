"""`kb releases` and `kb probe`: what upstreams show, into data/."""

from __future__ import annotations

import os
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from typing import get_args

import click
from pydantic import ValidationError

from generator import ledgers, lookup, probing
from generator.claims import all_claims
from generator.cli.common import INTERRUPTED, OVERDUE, PROBLEMS, day, stop, today_utc
from generator.load import load
from generator.probes import Subject
from generator.problems import DataError, did_you_mean
from generator.schema import Channel, Probe, Release, UpstreamKind

data_option = click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default="data", show_default=True
)

index_option = click.option(
    "--index-url", envvar="KB_INDEX_URL", help="A package index with the JSON simple API, instead of the usual one."
)


class _LookUpByDefault(click.Group):
    """`kb releases ENGINE` looks up; only `add` is a verb of its own."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["look-up", *args]
        return super().resolve_command(context, args)

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if not any(arg in self.commands or arg in ("-h", "--help") for arg in args):
            args = ["look-up", *args]
        return super().parse_args(context, args)


@click.group(cls=_LookUpByDefault)
def releases() -> None:
    """Look up new releases and add them to the ledgers: kb releases [ENGINE...].

    Without names it asks for all engines that publish packages, and with GITHUB_TOKEN set, which lifts the limit
    there, also for those that only release on GitHub. What no feed shows is recorded with `kb releases add`.
    """


@releases.command(name="look-up", hidden=True)
@data_option
@index_option
@click.argument("engines", nargs=-1)
def look_up(data: Path, index_url: str | None, engines: tuple[str, ...]) -> None:
    """Ask the feeds of ENGINES."""
    from generator.upstreams import github, npm, pypi  # slow to import, and `add` needs neither

    try:
        dataset = load(data)
    except DataError as error:
        stop(error, data)
    may_ask_all = bool(os.environ.get("GITHUB_TOKEN"))
    feeds = lookup.feeds(dataset.engines, engines or (dataset.engines if may_ask_all else ()))
    for name in engines:
        if name not in feeds:
            with_feed = lookup.feeds(dataset.engines, dataset.engines)
            raise click.UsageError(f"{name!r} is no engine with a release feed. {did_you_mean(name, with_feed)}")
    ask: dict[UpstreamKind, lookup.Ask] = {
        "pypi": lambda package: pypi.fetch(package, index_url),
        "npm": npm.fetch,
        "github": lambda repository: github.fetch(repository, cache=cache_folder() / "github"),
    }
    failed = 0
    try:
        for done in lookup.refresh([feeds[name] for name in engines or sorted(feeds)], data, ask, today_utc()):
            if done.error:
                click.echo(f"{done.engine}: nothing changed: {done.error}", err=True)
                failed += 1
            else:
                click.echo(f"{done.engine}: {done.new} new, {done.total} in all")
    except KeyboardInterrupt:
        click.echo("Stopped; the ledgers named above are written, the others are as they were.", err=True)
        sys.exit(INTERRUPTED)
    if failed:
        sys.exit(PROBLEMS)


@releases.command()
@data_option
@click.argument("engine")
@click.argument("version")
@click.argument("released", metavar="DATE", callback=day)
@click.option("--source", required=True, help="Web address of a page that names the release and its day.")
@click.option("--channel", type=click.Choice(get_args(Channel)), default="stable", show_default=True)
def add(data: Path, engine: str, version: str, released: date, source: str, channel: Channel) -> None:
    """Record a release that no feed shows."""
    try:
        dataset = load(data)
    except DataError as error:
        stop(error, data)
    if engine not in dataset.engines:
        raise click.UsageError(f"there is no engine {engine!r}. {did_you_mean(engine, dataset.engines)}")
    try:
        release = Release.model_validate({"version": version, "date": released, "channel": channel, "source": source})
    except ValidationError as error:
        raise click.UsageError("; ".join(f"{fault['loc'][0]}: {fault['msg']}" for fault in error.errors())) from None
    path = data / "releases" / f"{engine}.yml"
    try:
        with lookup.locked(data):
            ledger = ledgers.add_by_hand(lookup.read_ledger(path), release, today_utc())
            lookup.write(path, ledger)
    except (ledgers.LedgerError, OSError) as error:
        raise click.ClickException(f"{engine}: nothing changed: {error}.") from None
    click.echo(f"{engine}: {version} of {released} added, {len(ledger.releases)} in all")


def cache_folder() -> Path:
    """Where answers of upstreams are kept between runs, so that unchanged ones need not be sent again."""
    return Path(os.environ.get("KB_CACHE", "build/cache"))


@click.command()
@data_option
@index_option
@click.argument("names", metavar="[ENGINE...]", nargs=-1)
def probe(data: Path, index_url: str | None, names: tuple[str, ...]) -> None:
    """Look at the newest releases again, for every statement that says where. Exit code 3 when one is refuted.

    Results go to data/probes/; the statements themselves stay as people wrote them. What cannot be looked at changes
    nothing. Nothing that is fetched is ever run.
    """
    import requests

    from generator.upstreams import github, npm, packages

    try:
        dataset = load(data)
    except DataError as error:
        stop(error, data)
    known = {placed.address: placed for placed in all_claims(dataset)}
    chosen = [one for one in known.values() if one.claim.probe and (not names or one.name in names)]
    for name in names:
        if not any(one.name == name for one in chosen):
            with_probes = sorted({one.name for one in known.values() if one.claim.probe})
            raise click.UsageError(f"no statement of {name!r} has a probe. {did_you_mean(name, with_probes)}")
    on_npm = {engine.upstream.releases.npm for engine in dataset.engines.values()}
    session = requests.Session()
    service = github.Service(cache_folder() / "github")

    def open_(asked: Probe) -> Subject:
        if asked.repository:
            return github.open_newest(asked.repository, service)
        package = asked.package or ""
        return npm.open_newest(package) if package in on_npm else packages.open_newest(package, session, index_url)

    seen = []
    try:
        for one in probing.run_all(chosen, open_):
            seen.append(one)
            at = f"{one.place} {one.finding.version}".strip()
            told = f"{one.placed.address}: {one.finding.result.replace('-', ' ')} at {at}: {one.finding.saw}"
            click.echo(told, err=one.finding.result == "not-looked")
        probing.keep(seen, data, today_utc(), known)
    except KeyboardInterrupt:
        click.echo("Stopped; nothing is written.", err=True)
        sys.exit(INTERRUPTED)
    except OSError as error:
        raise click.ClickException(f"nothing changed: {error}.") from None
    counts = Counter(one.finding.result for one in seen)
    click.echo(
        f"{counts['confirmed']} confirmed, {counts['refuted']} refuted, {counts['not-looked']} could not be looked at."
    )
    if counts["refuted"]:
        sys.exit(OVERDUE)
