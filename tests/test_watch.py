"""What schedulers run: the commands exist, and one pull request and one issue are kept up to date."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest
import yaml
from conftest import ROOT

from generator.cli import main

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCRIPTS = [*WORKFLOWS, ROOT / ".ci" / "watch", ROOT / "docs" / "watching.md"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_yaml_with_jobs(path: Path) -> None:
    """And every job has a limit of time."""
    workflow = yaml.safe_load(path.read_text("utf-8"))
    assert workflow["jobs"]
    assert all(job["timeout-minutes"] <= 30 for job in workflow["jobs"].values())


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_command_that_is_run_exists(path: Path) -> None:
    """A verb or option that is renamed must not break a job that nobody sees for a week."""
    for verb, rest in re.findall(r"(?:^|[\s/`])kb ([a-z]+)([^\n`|;]*)", path.read_text("utf-8")):
        command = main.get_command(click.Context(main), verb)
        assert isinstance(command, click.Command), f"{path.name}: kb {verb}"
        inner = list(command.commands.values()) if isinstance(command, click.Group) else []
        known = {name for one in (command, *inner) for option in one.params for name in option.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known, f"{path.name}: kb {verb}{rest}"


class Elsewhere:
    """A clone with its origin, and programs that play kb and gh and write down how they were called."""

    def __init__(self, folder: Path) -> None:
        self.root, self.programs, self.origin = folder / "clone", folder / "bin", folder / "origin.git"
        self.programs.mkdir()
        self.state = folder / "state"
        self.state.mkdir()
        self._program("kb", """
            case "$1" in
              releases) cp "$STATE/ledger" data/releases/elm.yml; exit "$(cat "$STATE/releases-code")";;
              probe) exit 3;;
              stale) cat "$STATE/queue";;
            esac""")  # fmt: skip
        self._program("gh", """
            case "$1 $2" in
              "pr list") cat "$STATE/pr";;
              "pr create") echo 7 >"$STATE/pr";;
              "issue list") cat "$STATE/issue";;
              "issue create") echo 9 >"$STATE/issue";;
            esac""")  # fmt: skip
        for name in ("pr", "issue", "calls"):
            (self.state / name).write_text("", "utf-8")
        self.says(ledger="one\n", queue="- [ ] `engines/elm` is due\n", code=1)
        subprocess.run(["git", "init", "-q", "--bare", str(self.origin)], check=True)
        self.git("init", "-q", "-b", "main", str(self.root), at=folder)
        (self.root / ".ci").mkdir()
        shutil.copy(ROOT / ".ci" / "watch", self.root / ".ci" / "watch")
        for name in ("releases", "probes"):
            (self.root / "data" / name).mkdir(parents=True)
            (self.root / "data" / name / "elm.yml").write_text("nothing\n", "utf-8")
        self.git("add", "-A")
        self.git("commit", "-qm", "first")
        self.git("remote", "add", "origin", str(self.origin))
        self.git("push", "-q", "origin", "main")

    def _program(self, name: str, body: str) -> None:
        path = self.programs / name
        path.write_text(
            f'#!/usr/bin/env bash\nSTATE="{self.state}"\necho {name} "$@" >>"$STATE/calls"\n{body}\n', "utf-8"
        )
        path.chmod(0o755)

    def says(self, ledger: str, queue: str, code: int = 0) -> None:
        (self.state / "ledger").write_text(ledger, "utf-8")
        (self.state / "queue").write_text(queue, "utf-8")
        (self.state / "releases-code").write_text(str(code), "utf-8")

    def git(self, *arguments: str, at: Path | None = None) -> str:
        who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
        command = ["git", *who, *arguments]
        return subprocess.run(command, cwd=at or self.root, check=True, capture_output=True, text=True).stdout

    def watch(self) -> tuple[int, list[str]]:
        """The exit code, and what was asked of kb and gh."""
        (self.state / "calls").write_text("", "utf-8")
        self.git("switch", "-q", "main")
        environment = {
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "HOME": str(self.state),
            **{f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }
        done = subprocess.run(
            ["bash", ".ci/watch"], cwd=self.root, env=environment, capture_output=True, text=True, check=False
        )
        calls = (self.state / "calls").read_text("utf-8").splitlines()
        return done.returncode, [" ".join(call.split()[:3]) for call in calls]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path)


def test_news_opens_one_pull_request_and_one_issue(elsewhere: Elsewhere) -> None:
    """An upstream that failed and a refuted statement stop nothing."""
    code, calls = elsewhere.watch()
    assert code == 0
    assert calls == ["kb releases", "kb probe", "gh pr list", "gh pr create", "kb stale --format",
                     "gh issue list", "gh label create", "gh issue create"]  # fmt: skip
    assert elsewhere.git("show", "origin/watch/ledger:data/releases/elm.yml") == "one\n"


def test_more_news_updates_them_in_place(elsewhere: Elsewhere) -> None:
    """The branch is pushed again, the issue is written anew; neither is opened twice."""
    elsewhere.watch()
    elsewhere.says(ledger="two\n", queue="- [ ] `engines/oak` is due\n")
    code, calls = elsewhere.watch()
    assert code == 0
    assert "gh pr create" not in calls
    assert "gh issue create" not in calls
    assert "gh issue edit" in calls
    assert elsewhere.git("show", "origin/watch/ledger:data/releases/elm.yml") == "two\n"


def test_without_news_nothing_is_opened(elsewhere: Elsewhere) -> None:
    """No empty pull request, no issue that says that all is well."""
    elsewhere.says(ledger="nothing\n", queue="Nothing to check again on 2026-02-01.\n")
    code, calls = elsewhere.watch()
    assert (code, calls) == (0, ["kb releases", "kb probe", "kb stale --format", "gh issue list"])


def test_a_command_that_breaks_stops_the_watch(elsewhere: Elsewhere) -> None:
    """Any other exit code is a fault of ours, and the job must be red."""
    elsewhere.says(ledger="one\n", queue="", code=2)
    code, calls = elsewhere.watch()
    assert code != 0
    assert calls == ["kb releases"]
