"""`kb check` and `kb stale`: what is wrong, and what is to be checked again."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import click

from generator import history, overdue
from generator.checked import checked
from generator.cli.common import (
    OVERDUE,
    as_problem,
    catalog_of,
    common,
    in_sight,
    optional_day,
    say_problems,
    stop,
    style_option,
)
from generator.derive import derive
from generator.load import Dataset
from generator.problems import DataError
from generator.review import review


@click.command()
@common
@style_option
@click.option("--base", metavar="REV", help="Also judge the change since a Git revision: facts changed but not dated.")
@click.option("--strict", is_flag=True, help="Statements that are due or behind count as problems, too.")
def check(data: Path, today: date, style: str, strict: bool, base: str | None) -> None:
    """Say everything that is wrong with the data, with file and line. Exit code 1 if anything is."""
    try:
        dataset = checked(data, today)
    except DataError as error:
        stop(error, data, style)
    catalog = derive(dataset, today)
    if base is not None:
        _review(data, base, dataset, today, style)
    warnings = [as_problem(one, "error" if strict else "warning") for one in overdue.queue(catalog)]
    if strict and warnings:
        stop(DataError(warnings), data, style)
    if style == "text":
        stale = f", {len(warnings)} to check again (kb stale)" if warnings else ""
        click.echo(f"No problems in {len(dataset.origins)} files, {len(catalog.claims)} statements{stale}.")
    else:
        say_problems(warnings, style, data)


def _review(data: Path, base: str, dataset: Dataset, today: date, style: str) -> None:
    """Tell what a change does to evidence; errors end the check, warnings are told."""
    found = review(_at_revision(data, base), dataset, today)
    errors = [problem for problem in found if problem.level == "error"]
    if errors:
        stop(DataError(found), data, style)
    say_problems(found, style, data)


def _at_revision(data: Path, revision: str) -> Dataset:
    """The data as it was at a revision of the repository that holds it."""
    try:
        return history.dataset_at(data, revision)
    except history.HistoryError as error:
        raise click.UsageError(f"--base {revision}: {error}") from None
    except DataError as error:
        message = f"--base {revision}: the data of that revision has {len(error.problems)} problems of its own."
        raise click.UsageError(message) from None


@click.command()
@common
@click.option("--on", callback=optional_day, metavar="DATE", help="Look ahead: the list as of that day.")
@click.option("--fail", is_flag=True, help="Exit code 3 when anything is overdue; for schedulers.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "markdown", "github"]),
    default="text",
    show_default=True,
)
def stale(data: Path, today: date, on: date | None, fail: bool, style: str) -> None:
    """List what to check again, most important first: how stale it is, times what stands on it."""
    from generator import comparisons  # slow to import, and `check` needs no tables
    from generator.embedding.register import reliances

    catalog = catalog_of(data, on or today, style)
    tables = comparisons.tables(catalog)
    queue = overdue.queue(catalog, tables.values(), reliances(catalog, tables))
    found = [replace(one, file=in_sight(data, one.file)) for one in queue]
    if style == "json":
        click.echo(json.dumps([overdue.as_json(one) for one in found], indent=2, ensure_ascii=False))
    elif style == "github":
        say_problems((as_problem(one, "warning") for one in queue), style, data)
    elif style == "markdown":
        click.echo(overdue.as_markdown(found, catalog.today), nl=False)
    else:
        for one in found:
            rests = f"; it carries {one.resting}" if one.resting else ""
            click.echo(f"{one.file}:{one.line}: {one.address} is {one.state.state}: {one.reason}{rests}")
        count = "1 statement" if len(found) == 1 else f"{len(found)} statements"
        click.echo(f"{count} to check again." if found else "Nothing to check again.")
    if fail and found:
        sys.exit(OVERDUE)
