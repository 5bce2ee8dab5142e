"""Embedding from another repository, without the data: from a built site in a folder, and from one over HTTP."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from conftest import ROOT
from sampling import SAMPLE, SAMPLE_DAY

from generator.cli import main
from generator.derive import derive
from generator.load import load
from generator.publish import add_extras
from generator.render import render

END = "<!-- kb:end -->"
MARKERS = (
    "table=engines-backends",
    "table=engines-formats rows=birch notes=no",
    "table=devices columns=memory",
    "tree=first",
    "tree=first as=mermaid",
    "tree=first as=svg",
    "outcome=first:laptop",
    "checklist=before-you-start",
    "caveats=engine:birch resolved=yes",
)
DOCUMENT = "# Design\n\n" + "\n".join(f"<!-- kb:begin {marker} -->\n{END}\n" for marker in MARKERS)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `kb build` puts beside the pages of the sample."""
    folder = tmp_path_factory.mktemp("built") / "site"
    add_extras(render(derive(load(SAMPLE), SAMPLE_DAY)), folder)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Tests say what went wrong."""


@pytest.fixture
def address(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of somebody else, with one document and nothing of ours."""
    folder = tmp_path / "their repository"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("KB_TODAY", str(SAMPLE_DAY))
    subprocess.run(["git", "init", "-q"], check=True)
    (folder / "design.md").write_text(DOCUMENT, "utf-8")
    return folder


def kb(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["embed", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_text_is_the_same_from_the_data_and_from_the_site(elsewhere: Path, site: Path) -> None:
    """Byte for byte, for everything that a block can show; so either may fill what the other checks."""
    given = ("--site", "https://atlas.example")
    assert kb("design.md", "--from", str(site), *given).exit_code == 0
    from_site = (elsewhere / "design.md").read_text("utf-8")
    (elsewhere / "design.md").write_text(DOCUMENT, "utf-8")
    assert kb("design.md", "--data", str(SAMPLE), *given).exit_code == 0
    assert (elsewhere / "design.md").read_text("utf-8") == from_site
    assert from_site.count("<sub>Checked 20") == len(MARKERS)
    assert kb("design.md", "--check", "--from", str(site), *given).output.endswith(f"{len(MARKERS)} same.\n")


def test_over_http_links_lead_to_the_site(elsewhere: Path, address: str) -> None:
    """Its address is known, so nothing has to be said."""
    assert kb("design.md", "--from", address).exit_code == 0
    text = (elsewhere / "design.md").read_text("utf-8")
    assert f"[Birch]({address}/engines/birch/index.html)" in text
    assert f"]({address}/api/v1/trees/first.svg)" in text
    assert kb("design.md", "--check", "--from", address).exit_code == 0


def test_without_a_network_the_last_answers_are_used_and_said_to_be(
    elsewhere: Path, site: Path, tmp_path: Path
) -> None:
    """Whoever works in a train is not stopped; a first run there is, in one sentence."""
    gone = "http://127.0.0.1:1"
    first = kb("design.md", "--from", gone)
    assert first.exit_code == 1
    assert f"{gone}/ gives no answer (ConnectionError), and nothing is cached." in first.output
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        assert kb("design.md", "--from", address).exit_code == 0
        server.shutdown()
        thread.join()
    offline = kb("design.md", "--check", "--from", address)
    assert (offline.exit_code, offline.stderr) == (0, f"{address} gives no answer; using the copy of an earlier run.\n")


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("no/such/folder", "cannot be read (No such file or directory); name a folder that kb build made"),
        ("{}/none", "404"),
    ],
)
def test_a_place_that_is_no_site_is_told(elsewhere: Path, address: str, place: str, says: str) -> None:
    """Before any document is looked at."""
    result = kb("design.md", "--from", place.format(address))
    assert (result.exit_code, says in result.output) == (1, True)
    assert (elsewhere / "design.md").read_text("utf-8") == DOCUMENT


# -- what others paste into their repositories -------------------------------------------------


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command of ours as a shell there would run it."""
    words = shlex.split(command)
    assert words[0] == "kb"
    return subprocess.run(
        [sys.executable, "-m", "generator", *words[1:]],
        cwd=folder, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "KB_TODAY": str(SAMPLE_DAY)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_the_hook_for_pre_commit_works_there(elsewhere: Path, site: Path) -> None:
    """Its entry with the arguments that the manual gives, on the documents of a commit."""
    hook = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))[0]
    manual = (ROOT / "docs" / "embedding.md").read_text("utf-8")
    config = yaml.safe_load(
        next(code for code in re.findall(r"```yaml\n(.*?)```", manual, re.DOTALL) if "hooks:" in code)
    )
    used = config["repos"][0]["hooks"][0]
    assert used["id"] == hook["id"]
    arguments = shlex.join([str(site) if one.startswith("https:") else one for one in used["args"]])
    folder_has_no_address = "--site https://atlas.example"
    command = f"{hook['entry']} {arguments} {folder_has_no_address} design.md"
    before = run(command, elsewhere)
    assert (before.returncode, "was never filled" in before.stdout) == (4, True)
    filled = run(f"kb embed {folder_has_no_address} --from {shlex.quote(str(site))} design.md", elsewhere)
    assert filled.returncode == 0
    after = run(command, elsewhere)
    assert (after.returncode, after.stderr) == (0, "")


def test_the_step_of_a_workflow_works_there(elsewhere: Path, site: Path) -> None:
    """The command that the manual gives, with annotations at the lines of the document."""
    manual = (ROOT / "docs" / "embedding.md").read_text("utf-8")
    command = next(iter(re.findall(r"- run: (kb embed .*)", manual)))
    command = re.sub(r"https://\S+", shlex.quote(str(site)), command).replace(" docs", " .")
    done = run(command, elsewhere)
    assert done.returncode == 1  # as=svg needs the address of the site
    lines = done.stdout.splitlines()
    assert lines[0].startswith(
        "::error file=design.md,line=3,col=1,title=empty::table=engines-backends was never filled."
    )
    assert any("title=broken::as=svg shows the picture on the site" in line for line in lines)
