"""`kb schema`: what may stand in a file of data/, for editors."""

from __future__ import annotations

import json

import click

from generator import editors
from generator.problems import did_you_mean
from generator.schema import FILES


@click.command()
@click.argument("kind", required=False)
def schema(kind: str | None) -> None:
    """Print the JSON Schema of one kind of file in data/. Without KIND, list the kinds."""
    if kind is None:
        for name in editors.KINDS:
            click.echo(f"{name:14}data/{name}{'.yml' if name in FILES else '/*.yml'}")
        return
    if kind not in editors.KINDS:
        raise click.UsageError(f"there is no kind of file {kind!r}. {did_you_mean(kind, editors.KINDS)}")
    click.echo(json.dumps(editors.schema_of(kind), indent=2, ensure_ascii=False))
