"""`kb confirm`: a statement was checked again and is still true, or no longer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import click

from generator import confirm, overdue
from generator.atomic import write_atomic
from generator.cells import source_link
from generator.checks import check
from generator.claims import PlacedClaim, engine_of
from generator.cli.common import INTERRUPTED, PROBLEMS, catalog_of, common, day, in_sight, say_problems
from generator.derive import Catalog
from generator.load import load
from generator.problems import DataError, Problem
from generator.review import read_elsewhere

SCAFFOLD = "# kb confirm --refute: write below what is true now and the source that says so; then remove this line."


@click.command(name="confirm")
@common
@click.argument("targets", nargs=-1)
@click.option("--against", help="The version that was looked at.")
@click.option("--source", "sources", multiple=True, help="Id of a source that says it now; several are allowed.")
@click.option("--as-of", callback=day, metavar="DATE", help="The day it was looked at (default: today, UTC).")
@click.option("--all", "everything", is_flag=True, help="For a whole file: also what takes its evidence from there.")
@click.option("--interactive", is_flag=True, help="Go through the queue of what is to be checked again.")
@click.option("--refute", is_flag=True, help="It is no longer true: open the file at the statement, to correct it.")
def confirm_(
    data: Path,
    today: date,
    targets: tuple[str, ...],
    against: str | None,
    sources: tuple[str, ...],
    as_of: date,
    everything: bool,
    interactive: bool,
    refute: bool,
) -> None:
    """Record that statements were checked again: kb confirm engines/NAME:backends.cuda --against 2.0.

    Only the evidence of the statement changes, in place; every other byte of its file stays. TARGETS are addresses as
    `kb stale` prints them, or FILE:PATH. Refused when nothing about the evidence is new.
    """
    if as_of > today:
        raise click.UsageError(f"--as-of {as_of} lies after today, {today}.")
    catalog = catalog_of(data, today)
    if interactive:
        _go_through(catalog, data, as_of)
        return
    if not targets:
        raise click.UsageError("name a statement as kb stale prints it, or use --interactive.")
    for target in targets:
        try:
            placed = confirm.find(catalog.claims, target)
            if refute:
                _refute(catalog, placed, data, as_of, against)
            else:
                _confirm(catalog, placed, data, as_of, against, sources, everything)
        except confirm.ConfirmError as error:
            raise click.ClickException(str(error)) from None
        catalog = catalog_of(data, today)  # the next target may stand in the file just written


def _confirm(
    catalog: Catalog,
    placed: PlacedClaim,
    data: Path,
    as_of: date,
    against: str | None,
    sources: Sequence[str],
    everything: bool,
) -> None:
    along = confirm.inheriting(catalog.dataset, placed, catalog.claims)
    if along and not everything:
        raise confirm.ConfirmError(
            f"{placed.address} is the evidence of {along} statements inside it; name those you checked, "
            "or say --all if you checked every one"
        )
    new = confirm.changes(placed, catalog.freshness[placed.address], as_of, against, sources)
    path = _file_of(catalog, placed, data)
    before = path.read_bytes().decode("utf-8")
    _write(catalog, data, path, before, confirm.edited(before, placed.collection, placed.path, new))
    file, line = catalog.place(placed.address)
    said = ", ".join(f"{name} {value}" for name, value in new.items())
    click.echo(f"{in_sight(data, file)}:{line}: {placed.address}: {said}")
    written = load(data)
    say_problems(read_elsewhere(written, [written.by_address[placed.address]]), "text", data)


def _file_of(catalog: Catalog, placed: PlacedClaim, data: Path) -> Path:
    return data.resolve().parent / catalog.dataset.origin(placed.collection, placed.name).file


def _write(catalog: Catalog, data: Path, path: Path, before: str, after: str) -> None:
    """Put a changed text in place of a file, unless that would make a problem. Nothing is half written."""
    problems = _problems(data, path, after, catalog.today)
    if problems:
        say_problems(problems, "text", data)
        click.echo("Nothing is written.", err=True)
        sys.exit(PROBLEMS)
    if path.read_bytes().decode("utf-8") != before:
        raise click.ClickException(f"{path.name} was changed meanwhile; nothing is written.")
    write_atomic(path, after.encode("utf-8"))


def _problems(data: Path, path: Path, text: str, today: date) -> list[Problem]:
    """What would be wrong if a file held another text."""
    try:
        dataset = load(data, instead={path: text})
    except DataError as error:
        return error.problems
    return check(dataset, today)


def _refute(catalog: Catalog, placed: PlacedClaim, data: Path, as_of: date, against: str | None) -> None:
    """The file in an editor, dated anew and with a line that says what to do, until it is right or left as it was."""
    path = _file_of(catalog, placed, data)
    before = path.read_bytes().decode("utf-8")
    new = {"as_of": as_of.isoformat(), **({"against": against} if against else {})}
    dated = confirm.edited(before, placed.collection, placed.path, new)
    text = confirm.scaffolded(dated, placed.path, SCAFFOLD)
    while True:
        edited = click.edit(text, extension=".yml", require_save=True)
        if edited is None or edited == text:
            click.echo("Left as it was.")
            return
        after = "".join(line for line in edited.splitlines(keepends=True) if SCAFFOLD not in line)
        problems = _problems(data, path, after, catalog.today)
        if not problems:
            break
        say_problems(problems, "text", data)
        if not click.confirm("Edit again?", default=True):
            click.echo("Left as it was.")
            return
        text = edited
    _write(catalog, data, path, before, after)
    click.echo(f"{placed.address}: corrected")


def _go_through(catalog: Catalog, data: Path, as_of: date) -> None:
    """One statement after the other, most important first, with its sources at hand."""
    queue = overdue.queue(catalog)
    for number, one in enumerate(queue, 1):
        placed = catalog.claims[one.address]
        click.echo(f"\n{number} of {len(queue)}  {in_sight(data, one.file)}:{one.line}")
        click.echo(f"{one.address} is {one.state.state}: {one.reason}")
        said = placed.claim.model_dump(exclude_defaults=True, mode="json", exclude={"sources", "probe"})
        click.echo("  " + "  ".join(f"{name}: {value}" for name, value in said.items()))
        for source in placed.claim.sources:
            link = source_link(catalog.source(placed, source))
            click.echo(f"  {source}: {link.text} {link.url}".rstrip())
        try:
            chosen = click.prompt(
                "[c]onfirm, [r]efute, [s]kip, [q]uit", type=click.Choice(list("crsq")), default="s", show_choices=False
            )
            if chosen == "q":
                return
            if chosen == "r":
                _refute(catalog, placed, data, as_of, None)
            elif chosen == "c":
                against = click.prompt("against", default=_newest_for(catalog, placed) or "", show_default=True) or None
                _confirm(catalog, placed, data, as_of, against, (), False)
        except confirm.ConfirmError as error:
            click.echo(f"{error}.")
        except click.Abort:
            sys.exit(INTERRUPTED)


def _newest_for(catalog: Catalog, placed: PlacedClaim) -> str | None:
    engine = engine_of(catalog.dataset, placed)
    newest = catalog.newest.get(engine) if engine else None
    return newest.version if newest else placed.claim.against
