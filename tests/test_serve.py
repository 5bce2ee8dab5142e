"""`kb serve` as an editor lives with it: a real server on a copy of the project, real saves, real errors."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, command_environment, copy_project
from sampling import replace_once

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops the server by a signal to its process group")

START_SECONDS = 120
SHOW_SECONDS = 60  # usually one; a busy machine may take its time, an endless wait is a failure
QUIET_SECONDS = 4
ENGINE, PAGE = "data/engines/llama-cpp.yml", "engines/llama-cpp/index.html"


@dataclass(frozen=True)
class Server:
    folder: Path
    address: str
    log: Path
    process: subprocess.Popen[bytes]

    def said(self) -> str:
        return self.log.read_text("utf-8", "replace")

    def builds(self) -> int:
        return self.said().count("Building documentation")

    def shows(self, page: str, text: str) -> bool:
        with urllib.request.urlopen(self.address + page, timeout=SHOW_SECONDS) as answer:
            return text in answer.read().decode("utf-8")

    def wait(self, happened: Callable[[], bool], seconds: float = SHOW_SECONDS) -> None:
        """Looks again and again until it has happened; with what the server said, if it never does."""
        deadline = time.monotonic() + seconds
        while not happened():
            assert self.process.poll() is None, f"the server ended:\n{self.said()}"
            assert time.monotonic() < deadline, f"nothing happened in {seconds} s:\n{self.said()}"
            time.sleep(0.05)

    def expect_quiet(self) -> None:
        """No build starts for some seconds."""
        builds, deadline = self.builds(), time.monotonic() + QUIET_SECONDS
        while time.monotonic() < deadline:
            assert self.builds() == builds, f"built again without a save:\n{self.said()}"
            time.sleep(0.05)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = copy_project(tmp_path_factory.mktemp("served") / "project")
    # A package in the working folder comes before the installed one, so that its templates can be edited.
    shutil.copytree(ROOT / "generator", folder / "generator", ignore=shutil.ignore_patterns("__pycache__"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder.parent / "log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "generator", "serve", "--port", str(port)],
            cwd=folder,
            env={**command_environment(), "PYTHONUNBUFFERED": "1"},
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # Whatever started the tests may ignore interrupts, and a child would inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
    server = Server(folder, f"http://127.0.0.1:{port}/", log, process)
    try:
        server.wait(lambda: "Serving on" in server.said(), START_SECONDS)
        yield server
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(START_SECONDS) == 0, server.said()
        assert server.said().rstrip().endswith("Shutting down..."), server.said()
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_a_save_in_the_data_shows_with_one_build(server: Server) -> None:
    """Saving a YAML file shows on its page after one build, and nothing is built again after that."""
    builds = server.builds()
    replace_once(server.folder / ENGINE, "summary: ", "summary: Freshly saved. ")
    server.wait(lambda: server.shows(PAGE, "Freshly saved."))
    assert server.builds() == builds + 1
    server.expect_quiet()
    assert server.shows("engines/index.html", "Freshly saved."), "pages that show the same fact follow"


def test_an_error_is_told_and_the_last_good_site_stays(server: Server) -> None:
    """An error in the data is printed with file and line; pages are still served; repairing it shows at once."""
    path = server.folder / ENGINE
    good = path.read_text("utf-8")
    line = good.count("\n") + 1
    path.write_text(good + "colour: green\n", "utf-8")
    server.wait(lambda: f"{ENGINE}:{line}:1: " in server.said())
    server.wait(lambda: "'colour'" in server.said())
    assert server.shows(PAGE, "llama.cpp")
    server.expect_quiet()
    path.write_text(re.sub("summary: ", "summary: Repaired. ", good, count=1), "utf-8")
    server.wait(lambda: server.shows(PAGE, "Repaired."))
    server.expect_quiet()


def test_a_save_of_a_hand_written_page_shows(server: Server) -> None:
    """Pages in docs/ are followed like the data, with one build a save."""
    builds = server.builds()
    with (server.folder / "docs" / "evidence.md").open("a", encoding="utf-8") as page:
        page.write("\n\nWritten just now.\n")
    server.wait(lambda: server.shows("evidence.html", "Written just now."))
    assert server.builds() == builds + 1
    server.expect_quiet()


def test_a_save_of_a_template_shows(server: Server) -> None:
    """A template is read anew on each save; a mistake in it is told and can be repaired."""
    template = server.folder / "generator" / "templates" / "home.md.j2"
    good = template.read_text("utf-8")
    template.write_text(f"{good}\n\nFrom the template.\n", "utf-8")
    server.wait(lambda: server.shows("index.html", "From the template."))
    mistake = good.count("\n") + 3
    template.write_text(f"{good}\n\n{{% if %}}\n", "utf-8")
    server.wait(lambda: f'home.md.j2", line {mistake}' in server.said())
    assert server.shows("index.html", "From the template.")
    template.write_text(f"{good}\n\nRepaired template.\n", "utf-8")
    server.wait(lambda: server.shows("index.html", "Repaired template."))
    server.expect_quiet()
