"""Verbs, the clock, printing and exit codes. Everything else takes today as an argument and prints nothing."""

from __future__ import annotations

import gc
import importlib
import io
import sys
from typing import Any

import click

from generator.cli.common import today_utc

__all__ = ["main", "today_utc"]

# The module of each verb, imported when it is used: `kb check` need not wait for what draws diagrams or asks networks.
VERBS = {
    "build": "site.build",
    "changes": "changing.changes",
    "check": "judging.check",
    "confirm": "confirming.confirm_",
    "embed": "embedding.embed",
    "probe": "upkeep.probe",
    "releases": "upkeep.releases",
    "schema": "schemas.schema",
    "serve": "site.serve",
    "stale": "judging.stale",
    "table": "site.table",
}


class _Verbs(click.Group):
    def list_commands(self, context: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        module, _, attribute = VERBS[name].partition(".")
        command: Any = getattr(importlib.import_module(f"generator.cli.{module}"), attribute)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="inference-atlas", prog_name="kb")
def main() -> None:
    """Inference Atlas: YAML facts about LLM inference engines in, a proven and dated site out.

    \b
    While editing:   kb check     say everything that is wrong, with file and line
                     kb serve     see the site while you edit
    To publish:      kb build     check, generate, build strictly into build/site
    To maintain:     kb stale     what to check again, most important first
                     kb confirm   write down that a statement was checked again
                     kb changes   what changed in facts, by day or since a revision
                     kb releases  look up new releases (network)
                     kb probe     look again at what statements rest on (network)
    To take away:    kb table     print a comparison as Markdown, CSV, JSON or HTML
                     kb embed     fill or check blocks in your own Markdown documents
                     kb schema    print the JSON Schema of a kind of file, for editors
    """
    gc.disable()  # a command ends before it would pay, and looking for garbage takes a third of the time of loading
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # ✓ and 中文 must not stop a command, whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
