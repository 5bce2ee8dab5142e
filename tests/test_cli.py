"""The commands as people call them."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from generator.cli import main

ROOT = Path(__file__).parent.parent


def test_the_data_of_this_repository_has_no_problems() -> None:
    """`kb check` is clean on the real data, on the day it was last checked."""
    result = CliRunner().invoke(main, ["check", "--data", str(ROOT / "data"), "--today", "2026-11-29"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("No problems in ")
