"""Versions of an npm package, asked of a program that plays npm."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from generator.upstreams import UpstreamError, npm

ANSWER = {
    "time": {
        "created": "2025-01-01T00:00:00.000Z",
        "modified": "2026-01-09T00:00:00.000Z",
        "1.9.0": "2026-01-05T23:59:59.999Z",
        "1.10.0": "2026-01-07T12:00:00.000Z",
        "2.0.0-beta.1": "2026-01-06T12:00:00.000Z",
        "1.9.1": "2026-01-06T12:00:00.000Z",
    },
    "versions": ["1.9.0", "2.0.0-beta.1", "1.10.0"],
}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program called npm that prints what `answer` holds, or fails as `answer` says."""
    script = tmp_path / "npm"
    script.write_text(
        f"#!{sys.executable}\nimport pathlib, sys\n"
        f"text = pathlib.Path({str(tmp_path / 'answer')!r}).read_text('utf-8')\n"
        "sys.exit(int(text[5:])) if text.startswith('exit ') else print(text)\n"
        f"pathlib.Path({str(tmp_path / 'asked')!r}).write_text(' '.join(sys.argv[1:]))\n",
        "utf-8",
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_versions_come_with_their_day_and_channel(program: Path) -> None:
    """Oldest first; a version with a hyphen is a pre-release; what was taken back is left out."""
    (program / "answer").write_text(json.dumps(ANSWER), "utf-8")
    found = [(one.version, str(one.date), one.channel) for one in npm.fetch("@elm/serve")]
    assert found == [
        ("1.9.0", "2026-01-05", "stable"),
        ("2.0.0-beta.1", "2026-01-06", "prerelease"),
        ("1.10.0", "2026-01-07", "stable"),
    ]
    assert (program / "asked").read_text("utf-8") == "view @elm/serve time versions --json"


def test_a_package_with_one_version_is_no_special_case(program: Path) -> None:
    """npm then prints a word where it prints a list otherwise."""
    (program / "answer").write_text(json.dumps({**ANSWER, "versions": "1.9.0"}), "utf-8")
    assert [one.version for one in npm.fetch("elm")] == ["1.9.0"]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("exit 1", "npm knows nothing of 'elm' (exit code 1)"),
        ("<html>", "npm's answer cannot be read"),
        ("{}", "npm's answer cannot be read"),
        ('{"time": {}, "versions": []}', "npm names no dated version"),
        ('{"time": {"1.0.0": "yesterday"}, "versions": ["1.0.0"]}', "npm's answer cannot be read"),
    ],
)
def test_an_answer_that_is_none_is_told(answer: str, says: str, program: Path) -> None:
    """No answer, no list, no date: one sentence, and nothing to write down."""
    (program / "answer").write_text(answer, "utf-8")
    with pytest.raises(UpstreamError) as caught:
        npm.fetch("elm")
    assert str(caught.value) == says


def test_a_machine_without_npm_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Which program is missing, and what it is for."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UpstreamError, match="npm is not installed"):
        npm.fetch("elm")
