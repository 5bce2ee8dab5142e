"""What every verb shares: the clock, the common options, how problems are told, exit codes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from generator import overdue
from generator.checked import checked
from generator.derive import Catalog, derive
from generator.problems import DataError, Problem

PROBLEMS, USAGE, OVERDUE, INTERRUPTED = 1, 2, 3, 130


def today_utc() -> date:
    """The day it is now in UTC, whatever the time zone of the machine; KB_TODAY overrides it."""
    chosen = os.environ.get("KB_TODAY")
    try:
        return date.fromisoformat(chosen) if chosen else datetime.now(UTC).date()
    except ValueError:
        raise click.UsageError(f"KB_TODAY is {chosen!r}, which is not a date like 2026-11-29") from None


def optional_day(context: click.Context, option: click.Parameter, value: str | None) -> date | None:
    return None if value is None else day(context, option, value)


def day(context: click.Context, option: click.Parameter, value: str | None) -> date:
    if value is None:
        return today_utc()
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a date like 2026-11-29") from None


def common(command: Callable[..., Any]) -> Callable[..., Any]:
    folder = click.Path(exists=True, file_okay=False, path_type=Path)
    for option in (
        click.option("--data", type=folder, default="data", show_default=True, help="Folder with the YAML files."),
        click.option(
            "--today", callback=day, metavar="DATE", help="Judge as if it were this day (default: today, UTC)."
        ),
    ):
        command = option(command)
    return command


def in_sight(data: Path, file: str) -> str:
    """A data file as seen from the current folder, so that terminals, editors and GitHub can open it."""
    path = data.resolve().parent / file
    here = Path.cwd().resolve()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def _escaped(text: str, also: str = "") -> str:
    """Text for a GitHub annotation, whose properties end at a colon or a comma."""
    for sign in ("%", "\r", "\n", *also):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def say_problems(problems: Iterable[Problem], style: str, data: Path) -> None:
    found = [replace(problem, file=in_sight(data, problem.file)) for problem in problems]
    if style == "json":
        click.echo(json.dumps([vars(problem) for problem in found], ensure_ascii=False, indent=2))
        return
    for problem in found:
        click.echo(annotation(problem) if style == "github" else str(problem))


def annotation(problem: Problem) -> str:
    """A problem as GitHub shows it at its line."""
    text = _escaped(f"{problem.message} {problem.hint}".strip())
    place = f"file={_escaped(problem.file, ':,')},line={problem.line},col={problem.column}"
    return f"::{problem.level} {place},title={problem.rule}::{text}"


def stop(error: DataError, data: Path, style: str = "text") -> NoReturn:
    say_problems(error.problems, style, data)
    count = len(error.problems)
    click.echo(f"{count} problem{'' if count == 1 else 's'}.", err=True)
    sys.exit(PROBLEMS)


style_option = click.option(
    "--format", "style", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
)


def as_problem(one: overdue.Overdue, level: Any) -> Problem:
    return Problem(one.file, one.line, 1, f"{one.address} is {one.state.state}: {one.reason}.", "stale", level=level)


def catalog_of(data: Path, today: date, style: str = "text") -> Catalog:
    try:
        return derive(checked(data, today), today)
    except DataError as error:
        stop(error, data, style)
