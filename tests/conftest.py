"""What several test modules share: the site of the real data, built once a run, and a server for it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sampling import SAMPLE, SAMPLE_DAY

from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.load import load
from generator.render import Rendering, render

ROOT = Path(__file__).parent.parent
TODAY = "2026-11-29"  # the day the data was last checked; builds of the real data pretend it is that day
PREFIX = "/some/where/"  # nobody promises that the site is at the root of its host
QUICK = "/some/where/quick/"  # the same with little to search: a browser is busy with the index for a second a page
BUILD_SECONDS = 240


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write what came out into the golden files (or KB_ACCEPT=1)")
    parser.addoption("--strict-freshness", action="store_true", help="statements that are not fresh are failures")


@pytest.fixture(scope="session")
def golden(pytestconfig: pytest.Config) -> Callable[[Path, str], None]:
    """Compares a text with the file that holds what is expected; `--accept` writes the file instead."""
    accept = bool(pytestconfig.getoption("--accept") or os.environ.get("KB_ACCEPT"))

    def compare(path: Path, text: str) -> None:
        if accept:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
        expected = path.read_bytes().decode("utf-8") if path.is_file() else ""
        assert text == expected, f"{path.name} expects something else; if it is right now: pytest --accept"

    return compare


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The catalog of the invented data, on its day."""
    return derive(load(SAMPLE), SAMPLE_DAY)


@pytest.fixture(scope="session")
def edition(catalog: Catalog) -> Edition:
    return Edition.of(catalog)


@pytest.fixture(scope="session")
def rendering(catalog: Catalog) -> Rendering:
    """Everything that is produced from the invented data, drawn by the pinned renderer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("KB_DOT", raising=False)
        return render(catalog)


def copy_project(folder: Path) -> Path:
    """What a build reads, in a folder of its own, so that no test touches the working copy."""
    folder.mkdir(parents=True)
    shutil.copy2(ROOT / "mkdocs.yml", folder)
    for name in ("data", "docs"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


def command_environment() -> dict[str, str]:
    return {**os.environ, "KB_TODAY": TODAY, "NO_MKDOCS_2_WARNING": "1"}


def run(*command: str, cwd: Path, seconds: float = BUILD_SECONDS) -> subprocess.CompletedProcess[str]:
    """A Python command such as `mkdocs build`, in a project folder; its output in one text."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=cwd,
        env=command_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which `kb build` has run; whichever process comes first builds, the others wait."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "built-project"
    outcome = folder.with_suffix(".outcome")
    try:
        folder.with_suffix(".lock").mkdir()
    except FileExistsError:
        _wait_for(outcome)
    else:
        copy_project(folder)
        done = run("generator", "build", cwd=folder)
        draft = outcome.with_suffix(".draft")
        draft.write_text(f"exit code {done.returncode}\n{done.stdout}", "utf-8")
        draft.rename(outcome)
    said = outcome.read_text("utf-8")
    assert said.startswith("exit code 0\n"), said
    return folder


def _wait_for(path: Path) -> None:
    deadline = time.monotonic() + BUILD_SECONDS
    while not path.is_file():
        assert time.monotonic() < deadline, f"{path} did not appear in {BUILD_SECONDS} s"
        time.sleep(0.1)


@pytest.fixture(scope="session")
def site(project: Path) -> Path:
    """The folder of the built site."""
    return project / "build" / "site"


@cache
def short_index(path: str) -> bytes:
    """The search index with its first entry alone; every page asks for it, so it is read once."""
    index = json.loads(Path(path).read_text("utf-8"))
    return json.dumps({**index, "docs": index["docs"][:1]}).encode("utf-8")


class _Handler(SimpleHTTPRequestHandler):
    """Serves a folder below PREFIX and QUICK, and nothing beside them."""

    def do_GET(self) -> None:
        if self.path == f"{QUICK}search/search_index.json":
            self.send_response(HTTPStatus.OK)
            self.end_headers()
            self.wfile.write(short_index(self.translate_path(self.path)))
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        plain = urlsplit(path).path
        for prefix in (QUICK, PREFIX):
            if plain.startswith(prefix):
                return super().translate_path(f"/{plain.removeprefix(prefix)}")
        return str(Path(self.directory, "no-such-file"))

    def log_message(self, *_: object) -> None:
        """Tests say what went wrong; a log of requests would hide it."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A browser that closes a page early is no error."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The site over HTTP, as a base address that ends in a slash."""
    with _Server(("127.0.0.1", 0), partial(_Handler, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
        server.shutdown()
        thread.join()
