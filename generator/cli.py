"""Verbs, the clock, printing and exit codes. Everything else takes today as an argument and prints nothing."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from generator import build as building
from generator import diagrams, exports, ledgers, links, overdue, publish
from generator.comparisons import COMPARISONS
from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.load import load
from generator.problems import DataError, Problem, did_you_mean
from generator.schema import Release, UpstreamKind
from generator.table import Table

PROBLEMS, USAGE, OVERDUE = 1, 2, 3


def today_utc() -> date:
    """The day it is now in UTC, whatever the time zone of the machine; KB_TODAY overrides it."""
    chosen = os.environ.get("KB_TODAY")
    try:
        return date.fromisoformat(chosen) if chosen else datetime.now(UTC).date()
    except ValueError:
        raise click.UsageError(f"KB_TODAY is {chosen!r}, which is not a date like 2026-11-29") from None


def _day(context: click.Context, option: click.Parameter, value: str | None) -> date:
    if value is None:
        return today_utc()
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a date like 2026-11-29") from None


def _common(command: Callable[..., Any]) -> Callable[..., Any]:
    folder = click.Path(exists=True, file_okay=False, path_type=Path)
    for option in (
        click.option("--data", type=folder, default="data", show_default=True, help="Folder with the YAML files."),
        click.option(
            "--today", callback=_day, metavar="DATE", help="Judge as if it were this day (default: today, UTC)."
        ),
    ):
        command = option(command)
    return command


def _in_sight(data: Path, file: str) -> str:
    """A data file as seen from the current folder, so that terminals, editors and GitHub can open it."""
    path = data.resolve().parent / file
    here = Path.cwd().resolve()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def _escaped(text: str, also: str = "") -> str:
    """Text for a GitHub annotation, whose properties end at a colon or a comma."""
    for sign in ("%", "\r", "\n", *also):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def _say_problems(problems: Iterable[Problem], style: str, data: Path) -> None:
    found = [replace(problem, file=_in_sight(data, problem.file)) for problem in problems]
    if style == "json":
        click.echo(json.dumps([vars(problem) for problem in found], ensure_ascii=False, indent=2))
        return
    for problem in found:
        if style == "github":
            text = _escaped(f"{problem.message} {problem.hint}".strip())
            place = f"file={_escaped(problem.file, ':,')},line={problem.line},col={problem.column}"
            click.echo(f"::{problem.level} {place},title={problem.rule}::{text}")
        else:
            click.echo(str(problem))


def _stop(error: DataError, data: Path, style: str = "text") -> NoReturn:
    _say_problems(error.problems, style, data)
    count = len(error.problems)
    click.echo(f"{count} problem{'' if count == 1 else 's'}.", err=True)
    sys.exit(PROBLEMS)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="inference-atlas", prog_name="kb")
def main() -> None:
    """Inference Atlas: YAML facts about LLM inference engines in, a proven and dated site out.

    \b
    While editing:   kb check     say everything that is wrong, with file and line
                     kb serve     see the site while you edit
    To publish:      kb build     check, generate, build strictly into build/site
    To maintain:     kb stale     what to check again, most important first
                     kb releases  look up new releases (network)
    To take away:    kb table     print a comparison as Markdown, CSV, JSON or HTML
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # ✓ and 中文 must not stop a command, whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


_style = click.option(
    "--format", "style", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
)


@main.command()
@_common
@_style
@click.option("--strict", is_flag=True, help="Statements that are due or behind count as problems, too.")
def check(data: Path, today: date, style: str, strict: bool) -> None:
    """Say everything that is wrong with the data, with file and line. Exit code 1 if anything is."""
    try:
        dataset = building.checked(data, today)
    except DataError as error:
        _stop(error, data, style)
    catalog = derive(dataset, today)
    warnings = [_as_problem(one, "error" if strict else "warning") for one in overdue.queue(catalog)]
    if strict and warnings:
        _stop(DataError(warnings), data, style)
    if style == "text":
        stale = f", {len(warnings)} to check again (kb stale)" if warnings else ""
        click.echo(f"No problems in {len(dataset.origins)} files, {len(catalog.claims)} statements{stale}.")
    else:
        _say_problems(warnings, style, data)


def _as_problem(one: overdue.Overdue, level: Any) -> Problem:
    return Problem(
        one.file, one.line, 1, f"{one.address} is {one.state.state}: {one.state.reason}.", "stale", level=level
    )


def _catalog(data: Path, today: date, style: str = "text") -> Catalog:
    try:
        return derive(building.checked(data, today), today)
    except DataError as error:
        _stop(error, data, style)


@main.command()
@_common
@click.option("--fail", is_flag=True, help="Exit code 3 when anything is overdue; for schedulers.")
@click.option("--format", "style", type=click.Choice(["text", "json", "github"]), default="text", show_default=True)
def stale(data: Path, today: date, fail: bool, style: str) -> None:
    """List what to check again, most important first: how stale it is, times what stands on it."""
    queue = overdue.queue(_catalog(data, today, style))
    found = [replace(one, file=_in_sight(data, one.file)) for one in queue]
    if style == "json":
        click.echo(json.dumps([overdue.as_json(one) for one in found], indent=2, ensure_ascii=False))
    elif style == "github":
        _say_problems((_as_problem(one, "warning") for one in queue), style, data)
    else:
        for one in found:
            rests = (
                f"; {one.reliances} conclusions stand on it"
                if one.reliances > 1
                else "; 1 conclusion stands on it"
                if one.reliances
                else ""
            )
            click.echo(f"{one.file}:{one.line}: {one.address} is {one.state.state}: {one.state.reason}{rests}")
        count = "1 statement" if len(found) == 1 else f"{len(found)} statements"
        click.echo(f"{count} to check again." if found else "Nothing to check again.")
    if fail and found:
        sys.exit(OVERDUE)


def _project() -> Path:
    """The folder of the project, which holds the configuration of the site."""
    root = Path.cwd()
    if not (root / "mkdocs.yml").is_file():
        raise click.UsageError("there is no mkdocs.yml here; run this in the folder of the project.")
    return root


@main.command()
@_common
def build(data: Path, today: date) -> None:
    """Check, generate, and build the site strictly into build/site."""
    root = _project()
    try:
        done = building.generate(root, data, today)
    except DataError as error:
        _stop(error, data)
    except (diagrams.DiagramError, publish.PublishError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{len(done.rendering.artifacts)} files generated from {len(done.catalog.claims)} statements.")
    config = root / "build" / "mkdocs.yml"
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    # Not --quiet, which also hides warnings from --strict.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config)]
    ran = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if ran.returncode:
        click.echo(ran.stderr, err=True)
        sys.exit(ran.returncode)
    site = root / "build" / "site"
    publish.add_exports(done.rendering, site)
    broken = links.broken(site)
    for line in broken:
        click.echo(line)
    if broken:
        raise click.ClickException(f"{len(broken)} broken links in the built site.")
    click.echo(f"Site: {(site / 'index.html').relative_to(root).as_posix()}  (open it in a browser, or run: kb serve)")


@main.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
def serve(port: int) -> None:
    """Build the site and rebuild it on every save; errors are printed and the last good site stays up."""
    _project()
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "serve",
        "--dirty",
        "--livereload",
        "-f",
        "mkdocs.yml",
        "-a",
        f"127.0.0.1:{port}",
    ]
    try:
        sys.exit(subprocess.run(command, env=environment, check=False).returncode)
    except KeyboardInterrupt:
        sys.exit(0)


@main.command()
@_common
@click.argument("name", required=False)
@click.option("--rows", help="Only these rows, in this order: ids separated by commas.")
@click.option("--columns", help="Only these columns, in this order: ids separated by commas.")
@click.option("--as", "suffix", type=click.Choice(sorted(exports.formats())), default="md", show_default=True)
def table(data: Path, today: date, name: str | None, rows: str | None, columns: str | None, suffix: str) -> None:
    """Print a comparison table. Without NAME, list the tables."""
    if name is None:
        for comparison in COMPARISONS:
            click.echo(f"{comparison.id:22}{comparison.title}")
        return
    known = [comparison.id for comparison in COMPARISONS]
    if name not in known:
        raise click.UsageError(f"there is no table {name!r}. {did_you_mean(name, known)}")
    found = Edition.of(_catalog(data, today)).tables.get(name)
    if found is None:
        raise click.ClickException(f"table {name} has no rows in this data.")
    try:
        chosen = found.only(rows.split(",") if rows else None, columns.split(",") if columns else None)
    except KeyError as error:
        raise click.UsageError(_unknown_part(found, str(error.args[0]))) from None
    click.echo(exports.formats()[suffix](chosen), nl=False)


def _unknown_part(found: Table, part: str) -> str:
    known = [*(row.id for row in found.rows), *(column.id for column in found.columns)]
    return f"table {found.id} has no row or column {part!r}. {did_you_mean(part, known)}".strip()


def _write_if_changed(path: Path, content: bytes) -> None:
    if not path.is_file() or path.read_bytes() != content:
        publish.write_atomic(path, content)


@main.command()
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path), default="data", show_default=True
)
@click.option(
    "--index-url", envvar="KB_INDEX_URL", help="A package index with the JSON simple API, instead of the usual one."
)
@click.argument("engines", nargs=-1)
def releases(data: Path, index_url: str | None, engines: tuple[str, ...]) -> None:
    """Look up new releases of ENGINES (default: all that publish packages) and add them to the ledger.

    Engines that only release on GitHub are looked up when they are named; GITHUB_TOKEN lifts the limit there.
    """
    # Slow to import, and no other verb asks the network.
    from generator.upstreams import UpstreamError, github, npm, pypi

    try:
        dataset = load(data)
    except DataError as error:
        _stop(error, data)
    feeds: dict[str, tuple[UpstreamKind, str]] = {}
    for name, engine in dataset.engines.items():
        feed = engine.upstream.releases
        if feed.pypi:
            feeds[name] = ("pypi", feed.pypi)
        elif feed.npm:
            feeds[name] = ("npm", feed.npm)
        elif feed.github and name in engines:  # without a token few may be asked, so only those that are named
            feeds[name] = ("github", feed.github)
    for name in engines:
        if name not in feeds:
            raise click.UsageError(f"{name!r} is no engine with a release feed. {did_you_mean(name, feeds)}")
    ask: dict[UpstreamKind, Callable[[str], tuple[Release, ...]]] = {
        "pypi": lambda package: pypi.fetch(package, index_url),
        "npm": npm.fetch,
        "github": github.fetch,
    }
    failed = 0
    for name in engines or sorted(feeds):
        kind, package = feeds[name]
        old = dataset.releases.get(name)
        try:
            shown = ask[kind](package)
            ledger = ledgers.merge(old, shown, {kind: package}, today_utc())
            _write_if_changed(data / "releases" / f"{name}.yml", ledgers.text_of(ledger).encode("utf-8"))
        except (UpstreamError, ledgers.LedgerError, OSError) as error:
            click.echo(f"{name}: nothing changed: {error}", err=True)
            failed += 1
            continue
        click.echo(
            f"{name}: {len(ledger.releases) - (len(old.releases) if old else 0)} new, {len(ledger.releases)} in all"
        )
    if failed:
        sys.exit(PROBLEMS)
