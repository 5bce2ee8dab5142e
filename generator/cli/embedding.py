"""`kb embed`: blocks in other people's Markdown, filled or compared."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path

import click

from generator.atomic import write_atomic
from generator.cli.common import PROBLEMS, annotation, catalog_of, day, stop
from generator.edition import Edition
from generator.embedding import documents, fragments, register, verdicts
from generator.embedding.content import Content
from generator.embedding.documents import Examined, Finding
from generator.embedding.fragments import Fragment
from generator.embedding.local import LocalContent
from generator.embedding.remote import RemoteContent
from generator.load import load
from generator.problems import DataError, Problem
from generator.revision import revision_of
from generator.upstreams import UpstreamError

OUT_OF_DATE = 4


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--check", "only_check", is_flag=True, help="Compare; write nothing. Exit code 4 when out of date.")
@click.option(
    "--fail-on", type=click.Choice(["facts", "any"]), default="any", show_default=True,
    help="With --check: what counts as out of date.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Also overwrite blocks that were edited by hand.")
@click.option(
    "--from", "place", metavar="SITE", help="Take the data from a site: its address, or a folder like build/site."
)
@click.option("--site", metavar="URL", help="Where links lead (default: that of --from, or `url` in data/site.yml).")
@click.option(
    "--register", "place_name", metavar="NAME",
    help="Also write into --data which documents show what; NAME says where they are.",
)  # fmt: skip
@click.option("--diff", "with_diff", is_flag=True, help="Show what changes, line by line.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), default="data", show_default=True)
@click.option("--today", callback=day, metavar="DATE", help="Judge as if it were this day (default: today, UTC).")
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
)  # fmt: skip
def embed(
    paths: tuple[Path, ...],
    only_check: bool,
    fail_on: str,
    force: bool,
    place: str | None,
    site: str | None,
    place_name: str | None,
    with_diff: bool,
    data: Path,
    today: date,
    style: str,
) -> None:
    """Fill the blocks between <!-- kb:begin table=... --> and <!-- kb:end --> in PATHS, files or folders.

    \b
    Shows: table=ID rows=a,b columns=c,d notes=yes|no     tree=ID as=outline|mermaid|svg
           outcome=TREE:OUTCOME     checklist=ID     caveats=engine:ID

    Exit codes: 0 all is well, 1 something is broken, 4 blocks are out of date (--check) or were edited by hand.
    """
    content = _content(place, site, data, today)
    render = cache_of(content)
    try:
        examined = [one for path in documents.found(paths) if (one := documents.examine(path, render)) is not None]
    except UpstreamError as error:
        raise click.ClickException(f"{error}. Nothing is written.") from None
    failed: list[Examined] = []
    for one in examined:
        if not only_check and not one.is_broken:
            failed += _write(one, force)
    if place_name:
        _register(data, place_name, examined)
    _say(examined, failed, style, only_check, with_diff, force)
    sys.exit(_exit_code(examined, failed, only_check, fail_on, force))


def _register(data: Path, place: str, examined: Sequence[Examined]) -> None:
    if ":" in place:
        raise click.UsageError("--register: a name holds no colon.")
    try:
        old = load(data).embeds
    except DataError as error:
        stop(error, data)
    root = f"{Path.cwd().as_posix()}/"
    text = register.text_of(register.recorded(old, place, examined, root))
    write_atomic(data / "embeds.yml", text.encode("utf-8"))


def _content(place: str | None, site: str | None, data: Path, today: date) -> Content:
    if place is None:
        if not data.is_dir():
            raise click.UsageError(f"there is no folder {data}; name the site to take the data from: --from https://…")
        catalog = catalog_of(data, today)
        return LocalContent(Edition.of(catalog), revision_of(catalog.dataset), _address(site))
    from generator.upstreams.site import SiteReader

    reader = SiteReader(place, cache=Path(os.environ.get("KB_CACHE", "build/cache")) / "site")
    try:
        found = RemoteContent(reader.document, reader.text, _address(site) or reader.site)
        found.revision  # noqa: B018  asks for the index, so that a wrong address is told once
    except UpstreamError as error:
        raise click.ClickException(f"{error}.") from None
    if reader.is_offline:
        click.echo(f"{place} gives no answer; using the copy of an earlier run.", err=True)
    return found


def _address(site: str | None) -> str:
    return f"{site.rstrip('/')}/" if site else ""


def cache_of(content: Content) -> documents.Render:
    """Renders what a marker asks for once, however many blocks ask for it."""

    @cache
    def rendered(options: tuple[tuple[str, str], ...]) -> Fragment:
        return fragments.fragment(dict(options), content)

    def render(options: Mapping[str, str]) -> Fragment:
        return rendered(tuple(sorted(options.items())))

    return render


def _write(one: Examined, force: bool) -> list[Examined]:
    """Put the new text in place; the document itself when it could not be written, with the reason in its text."""
    after = one.updated(force=force)
    if after == one.text:
        return []
    target = one.path.resolve()  # a link stays a link
    if not os.access(target, os.W_OK):
        click.echo(f"{one.path}:1:1: cannot be written: it is read-only.", err=True)
        return [one]
    try:
        write_atomic(target, after.encode("utf-8"))
    except OSError as error:
        click.echo(f"{one.path}:1:1: cannot be written: {error.strerror}.", err=True)
        return [one]
    return []


def _exit_code(
    examined: Sequence[Examined], failed: Sequence[Examined], only_check: bool, fail_on: str, force: bool
) -> int:
    kinds = {finding.verdict.kind for one in examined for finding in one.findings}
    if "broken" in kinds or failed:
        return PROBLEMS
    if only_check:
        wanted = verdicts.OF_FACTS if fail_on == "facts" else verdicts.OUT_OF_DATE
        return OUT_OF_DATE if kinds & set(wanted) else 0
    return OUT_OF_DATE if "edited" in kinds and not force else 0


def _say(
    examined: Sequence[Examined],
    failed: Sequence[Examined],
    style: str,
    only_check: bool,
    with_diff: bool,
    force: bool,
) -> None:
    findings = [(one, finding) for one in examined for finding in one.findings]
    if style == "json":
        click.echo(json.dumps([_as_json(one, finding) for one, finding in findings], ensure_ascii=False, indent=2))
        return
    for one, finding in findings:
        if finding.verdict.kind == "same":
            continue
        if style == "github":
            click.echo(annotation(_as_problem(one, finding)))
            continue
        told = _sentence(finding) if only_check or finding.verdict.message else _done(one, finding, force)
        click.echo(f"{one.path}:{finding.line}:{finding.column}: {told} [{finding.verdict.kind}]")
        for change in finding.verdict.changes:
            click.echo(f"  {change}")
        for line in finding.verdict.diff if with_diff else ():
            click.echo(f"  {line}")
    click.echo(_summary(examined, failed, only_check, force), err=style == "github")


def _as_problem(one: Examined, finding: Finding) -> Problem:
    kind = finding.verdict.kind
    text = f"{_sentence(finding)} {'; '.join(map(str, finding.verdict.changes))}".strip()
    grave = kind in ("broken", *verdicts.OF_FACTS)
    return Problem(one.path.as_posix(), finding.line, finding.column, text, kind, level="error" if grave else "warning")


def _sentence(finding: Finding) -> str:
    if finding.verdict.message:
        return finding.verdict.message
    return f"{finding.shows} {verdicts.WORDS[finding.verdict.kind]}."


def _done(one: Examined, finding: Finding, force: bool) -> str:
    """What was done about a block."""
    if one.is_broken:
        return f"{finding.shows} is left, since another block of this document is broken."
    if finding.verdict.kind == "edited" and not force:
        return f"{finding.shows} was edited by hand and is left; --force overwrites it."
    return f"{finding.shows} {'filled' if finding.verdict.kind == 'empty' else 'brought up to date'}."


def _as_json(one: Examined, finding: Finding) -> dict[str, object]:
    return {
        "file": one.path.as_posix(),
        "line": finding.line,
        "column": finding.column,
        "shows": dict(finding.options),
        "verdict": finding.verdict.kind,
        "message": _sentence(finding),
        "changes": [vars(change) for change in finding.verdict.changes],
        "diff": list(finding.verdict.diff),
    }


def _summary(examined: Sequence[Examined], failed: Sequence[Examined], only_check: bool, force: bool) -> str:
    counts = Counter(finding.verdict.kind for one in examined for finding in one.findings)
    total = sum(counts.values())
    blocks = f"{total} block{'' if total == 1 else 's'} in {len(examined)} document{'' if len(examined) == 1 else 's'}"
    if only_check:
        parts = [f"{count} {kind}" for kind, count in sorted(counts.items())]
        return f"{blocks}: {', '.join(parts)}." if parts else f"{blocks}."
    leave = {"same", "broken", *(() if force else ("edited",))}
    whole = (one for one in examined if not one.is_broken and one not in failed)
    written = sum(finding.verdict.kind not in leave for one in whole for finding in one.findings)
    told = [f"{written} written"]
    told += (
        [f"{counts['edited']} edited by hand and left (--force overwrites)"] if counts["edited"] and not force else []
    )
    told += [f"{counts['broken']} broken"] if counts["broken"] else []
    told += [f"{len(failed)} documents could not be written"] if failed else []
    return f"{blocks}: {', '.join(told)}."
