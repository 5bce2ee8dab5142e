"""`kb changes`: what changed in facts, by day or since a revision."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from pathlib import Path

import click

from generator import chronicle, history
from generator.changes import KINDS, Change, compare, summary
from generator.checked import checked
from generator.chronicle import Day
from generator.cli.common import common, stop
from generator.load import Dataset
from generator.problems import DataError


@click.command()
@common
@click.option("--since", metavar="REV|DATE", help="Compare with one revision, or with the data before a day.")
@click.option("--format", "style", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
def changes(data: Path, today: date, since: str | None, style: str) -> None:
    """Tell what changed in facts: values, caveats, verdicts, recommendations and releases; no wording.

    Without --since by day, as the page of the site does, from what is committed. With --since everything between that
    revision and the data as it is now.
    """
    try:
        days, notes = _by_day(data) if since is None else ([_since(data, today, since)], ())
    except history.HistoryError as error:
        raise click.ClickException(f"there is no history to tell from: {error}.") from None
    for note in notes:
        click.echo(note, err=True)
    if style == "json":
        click.echo(json.dumps([_as_json(day) for day in days], ensure_ascii=False, indent=2))
    elif style == "markdown":
        click.echo("\n".join(_as_markdown(days)), nl=False)
    else:
        for day in days:
            click.echo(f"{day.day}  {summary(day.changes)}")
            for change in day.changes:
                click.echo(f"  {KINDS[change.kind][0]}: {change.sentence} [{change.address}]")
        if not days:
            click.echo("No fact changed.")


def _by_day(data: Path) -> tuple[list[Day], tuple[str, ...]]:
    told = chronicle.read(data)
    if told.missing:
        raise history.HistoryError(told.missing)
    return list(told.days), told.notes


def _since(data: Path, today: date, since: str) -> Day:
    """Everything between a revision, or the last one before a day, and the data as it is now."""
    try:
        now = checked(data, today)
    except DataError as error:
        stop(error, data)
    try:
        return Day(today, "", compare(_base(data, since), now))
    except DataError as error:
        message = f"--since {since}: the data of that revision has {len(error.problems)} problems of its own."
        raise click.UsageError(message) from None


def _base(data: Path, since: str) -> Dataset:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", since):
        try:
            return history.dataset_at(data, since)
        except history.HistoryError as error:
            raise click.UsageError(f"--since {since}: {error}") from None
    try:
        day = date.fromisoformat(since)
    except ValueError:
        raise click.UsageError(f"--since {since} is not a day of the calendar") from None
    found = history.revisions(data)
    before = next((revision for revision in found if revision.day < day), found[-1])  # or the beginning
    return history.dataset_at(data, before.commit)


def _as_json(day: Day) -> dict[str, object]:
    told = [asdict(change) | {"day": change.day.isoformat()} for change in day.changes]
    return {
        "day": day.day.isoformat(),
        "revision": day.commit or None,
        "summary": summary(day.changes),
        "changes": told,
    }


def _as_markdown(days: Iterable[Day]) -> list[str]:
    """For a comment on a change: kinds as they are told everywhere, addresses as code."""
    lines: list[str] = []
    for day in days:
        lines += [f"## {day.day}", "", f"{summary(day.changes)}.".capitalize(), ""]
        lines += [_item(change) for change in day.changes]
        lines += [""]
    return lines or ["No fact changed.", ""]


def _item(change: Change) -> str:
    values = " → ".join(f"{text}" for text in (change.before, change.after) if text)
    told = f": {values}" if values else ""
    return f"- {KINDS[change.kind][0].capitalize()}: {change.label}{told} (`{change.address}`)"
