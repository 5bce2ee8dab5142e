"""`kb build`, `kb serve` and `kb table`: the site, and parts of it to take away."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import click

from generator import build as building
from generator import diagrams, exports, links, publish
from generator.cli.common import catalog_of, common, stop
from generator.comparisons import COMPARISONS
from generator.edition import Edition
from generator.problems import DataError, did_you_mean
from generator.table import Table


def _project() -> Path:
    """The folder of the project, which holds the configuration of the site."""
    root = Path.cwd()
    if not (root / "mkdocs.yml").is_file():
        raise click.UsageError("there is no mkdocs.yml here; run this in the folder of the project.")
    return root


@click.command()
@common
def build(data: Path, today: date) -> None:
    """Check, generate, and build the site strictly into build/site."""
    root = _project()
    try:
        done = building.generate(root, data, today)
    except DataError as error:
        stop(error, data)
    except (diagrams.DiagramError, publish.PublishError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{len(done.rendering.files)} files generated from {len(done.catalog.claims)} statements.")
    config = root / "build" / "mkdocs.yml"
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    # Not --quiet, which also hides warnings from --strict.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config)]
    ran = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if ran.returncode:
        click.echo(ran.stderr, err=True)
        sys.exit(ran.returncode)
    site = root / "build" / "site"
    publish.add_extras(done.rendering, site)
    broken = links.broken(site)
    for line in broken:
        click.echo(line)
    if broken:
        raise click.ClickException(f"{len(broken)} broken links in the built site.")
    click.echo(f"Site: {(site / 'index.html').relative_to(root).as_posix()}  (open it in a browser, or run: kb serve)")


@click.command()
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


@click.command()
@common
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
    found = Edition.of(catalog_of(data, today)).tables.get(name)
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
