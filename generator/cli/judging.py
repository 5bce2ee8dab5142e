"""`kb check` and `kb stale`: what is wrong, and what is to be checked again."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import click

from generator import build as building
from generator import overdue
from generator.cli.common import OVERDUE, as_problem, catalog_of, common, in_sight, say_problems, stop, style_option
from generator.derive import derive
from generator.problems import DataError


@click.command()
@common
@style_option
@click.option("--strict", is_flag=True, help="Statements that are due or behind count as problems, too.")
def check(data: Path, today: date, style: str, strict: bool) -> None:
    """Say everything that is wrong with the data, with file and line. Exit code 1 if anything is."""
    try:
        dataset = building.checked(data, today)
    except DataError as error:
        stop(error, data, style)
    catalog = derive(dataset, today)
    warnings = [as_problem(one, "error" if strict else "warning") for one in overdue.queue(catalog)]
    if strict and warnings:
        stop(DataError(warnings), data, style)
    if style == "text":
        stale = f", {len(warnings)} to check again (kb stale)" if warnings else ""
        click.echo(f"No problems in {len(dataset.origins)} files, {len(catalog.claims)} statements{stale}.")
    else:
        say_problems(warnings, style, data)


@click.command()
@common
@click.option("--fail", is_flag=True, help="Exit code 3 when anything is overdue; for schedulers.")
@click.option("--format", "style", type=click.Choice(["text", "json", "github"]), default="text", show_default=True)
def stale(data: Path, today: date, fail: bool, style: str) -> None:
    """List what to check again, most important first: how stale it is, times what stands on it."""
    queue = overdue.queue(catalog_of(data, today, style))
    found = [replace(one, file=in_sight(data, one.file)) for one in queue]
    if style == "json":
        click.echo(json.dumps([overdue.as_json(one) for one in found], indent=2, ensure_ascii=False))
    elif style == "github":
        say_problems((as_problem(one, "warning") for one in queue), style, data)
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
