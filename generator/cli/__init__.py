"""Verbs, the clock, printing and exit codes. Everything else takes today as an argument and prints nothing."""

from __future__ import annotations

import io
import sys

import click

from generator.cli.common import today_utc
from generator.cli.confirming import confirm_
from generator.cli.judging import check, stale
from generator.cli.site import build, serve, table
from generator.cli.upkeep import probe, releases

__all__ = ["main", "today_utc"]


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="inference-atlas", prog_name="kb")
def main() -> None:
    """Inference Atlas: YAML facts about LLM inference engines in, a proven and dated site out.

    \b
    While editing:   kb check     say everything that is wrong, with file and line
                     kb serve     see the site while you edit
    To publish:      kb build     check, generate, build strictly into build/site
    To maintain:     kb stale     what to check again, most important first
                     kb confirm   write down that a statement was checked again
                     kb releases  look up new releases (network)
                     kb probe     look again at what statements rest on (network)
    To take away:    kb table     print a comparison as Markdown, CSV, JSON or HTML
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # ✓ and 中文 must not stop a command, whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


for verb in (check, build, serve, stale, table, releases, probe, confirm_):
    main.add_command(verb)
