"""What a published package shows: read from an index and a file server on this machine, in parts where possible."""

from __future__ import annotations

import io
import re
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast

import pytest
import requests
from package_index import Answer, Index, page, serving

from generator.upstreams import MissingFileError, UpstreamError, archives, packages
from generator.upstreams.archives import Archive

DAY = "2026-01-05T12:00:00Z"
INSIDE = {
    "elm/server.py": "PORT = 8080\n" + "# padding\n" * 60_000,
    "elm/sub/README.md": "below",
    "README.md": "top",
    "elm-1.0.dist-info/METADATA": "Name: elm\nProvides-Extra: cuda\nProvides-Extra: cpu\n\nLong text",
    "elm-1.0.dist-info/entry_points.txt": "[console_scripts]\nelm = elm:main\n",
}


def wheel(files: dict[str, str] = INSIDE) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:  # not compressed, so that it is long
        for name, text in files.items():
            archive.writestr(name, text)
    return stream.getvalue()


def source_archive(files: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return stream.getvalue()


class Files(ThreadingHTTPServer):
    """Serves `content` by path; with `ranges` it gives parts. `sent` counts the bytes of all answers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.content: dict[str, bytes] = {}
        self.ranges = True
        self.cut_short = False
        self.sent = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        files = cast("Files", self.server)
        content = files.content.get(self.path)
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        body = content or b"gone"
        if content is not None and asked and files.ranges:
            body = content[int(asked[1]) : int(asked[2]) + 1]
            if files.cut_short and int(asked[2]) > 0:
                body = body[:-1]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {asked[1]}-{asked[2]}/{len(content)}")
        else:
            self.send_response(200 if content is not None else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        files.sent += len(body)
        with suppress(OSError):  # whoever asked may have seen enough
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests say what went wrong."""


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def files() -> Iterator[Files]:
    with Files() as found:
        thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        found.content["/elm-1.0-py3-none-any.whl"] = wheel()
        yield found
        found.shutdown()
        thread.join()


@pytest.fixture
def index() -> Iterator[Index]:
    with serving() as found:
        yield found


def newest(index: Index, files: Files, *listed: str) -> packages.Package:
    """The newest version, as the index lists files that the file server has."""
    answer = page("elm", *(listed or (f"elm-1.0-py3-none-any.whl {DAY}",)))
    index.answers["elm"] = Answer(answer.body.replace(b"https://files.example", files.url.encode()))
    return packages.open_newest("elm", requests.Session(), index.url)


@pytest.mark.parametrize("ranges", [True, False], ids=["in parts", "whole"])
def test_what_a_wheel_shows(index: Index, files: Files, ranges: bool) -> None:
    """Extras, commands and files, whether or not the server gives parts."""
    files.ranges = ranges
    found = newest(index, files)
    assert (found.version, found.filenames) == ("1.0", ["elm-1.0-py3-none-any.whl"])
    assert found.metadata["Provides-Extra"] == ["cuda", "cpu"]
    assert "elm = elm:main" in found.scripts
    assert found.text("elm/server.py").startswith("PORT = 8080")


def test_a_large_wheel_is_not_fetched_whole(index: Index, files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """One small file of it costs its directory and that file."""
    monkeypatch.setattr(archives, "CHUNK", 4096)
    found = newest(index, files)
    assert found.text("README.md") == "top"
    assert files.sent < len(files.content["/elm-1.0-py3-none-any.whl"]) / 20


def test_a_large_archive_that_comes_only_whole_is_left_alone(
    index: Index, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the index says of its size, or does not say."""
    monkeypatch.setattr(archives, "WHOLE_AT_MOST", 1000)
    files.ranges = False
    with pytest.raises(UpstreamError, match=r"elm-1.0-py3-none-any.whl is too large to be fetched whole"):
        newest(index, files).text("README.md")


def test_a_file_that_unpacks_to_too_much_is_left_alone(
    index: Index, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An archive may say that a file of it is endless."""
    monkeypatch.setattr(archives, "FILE_AT_MOST", 1000)
    found = newest(index, files)
    assert found.text("README.md") == "top"
    with pytest.raises(UpstreamError, match=r"elm/server.py is too large to be read"):
        found.text("elm/server.py")


def test_the_newest_stable_version_is_looked_at(index: Index, files: Files) -> None:
    """Not a pre-release, not one that was withdrawn; a pre-release where there is nothing else."""
    stable = (f"elm-1.0-py3-none-any.whl {DAY}", f"elm-2.0rc1-py3-none-any.whl {DAY}", f"elm-1.1.tar.gz {DAY} yanked")
    assert newest(index, files, *stable).version == "1.0"
    assert newest(index, files, f"elm-2.0rc1-py3-none-any.whl {DAY}").version == "2.0rc1"
    with pytest.raises(UpstreamError, match="every release of 'elm' was withdrawn"):
        newest(index, files, f"elm-1.1.tar.gz {DAY} yanked")


def test_metadata_beside_the_archive_spares_the_archive(index: Index, files: Files) -> None:
    """Indexes keep it in a small file of its own."""
    files.content["/elm-1.0-py3-none-any.whl.metadata"] = b"Name: elm\nProvides-Extra: beside\n"
    answer = page("elm", f"elm-1.0-py3-none-any.whl {DAY}").body.replace(
        b'"hashes"', b'"core-metadata": true, "hashes"'
    )
    index.answers["elm"] = Answer(answer.replace(b"https://files.example", files.url.encode()))
    found = packages.open_newest("elm", requests.Session(), index.url)
    assert found.metadata["Provides-Extra"] == ["beside"]


def test_a_source_archive_is_read_where_there_is_no_wheel(index: Index, files: Files) -> None:
    """Its files stand below a folder of their own; of two that end alike the upper one is meant."""
    inside = {"elm-1.0/elm/sub/README.md": "below", "elm-1.0/README.md": "top", "elm-1.0/PKG-INFO": "License: MIT\n"}
    files.content["/elm-1.0.tar.gz"] = source_archive(inside)
    found = newest(index, files, f"elm-1.0.tar.gz {DAY}")
    assert found.text("README.md") == "top"
    assert found.metadata["License"] == ["MIT"]
    assert found.scripts == ""


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"no archive at all", "the archive cannot be read: BadZipFile"),
        (wheel()[:-200], "the archive cannot be read: BadZipFile"),
        (None, "could not be fetched: HTTP status 404"),
    ],
    ids=["garbage", "cut", "gone"],
)
def test_an_archive_that_cannot_be_read_is_one_kind_of_error(
    index: Index, files: Files, content: bytes | None, says: str
) -> None:
    """Told in a sentence; nothing is taken to be missing from it."""
    del files.content["/elm-1.0-py3-none-any.whl"]
    if content is not None:
        files.content["/elm-1.0-py3-none-any.whl"] = content
    with pytest.raises(UpstreamError, match=says) as caught:
        newest(index, files).text("README.md")
    assert not isinstance(caught.value, MissingFileError)


def test_half_a_part_is_no_part(index: Index, files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small archive is then fetched whole; a large one is not looked at."""
    files.cut_short = True
    assert newest(index, files).text("README.md") == "top"
    monkeypatch.setattr(archives, "WHOLE_AT_MOST", 1000)
    with pytest.raises(UpstreamError, match="too large to be fetched whole"):
        newest(index, files).text("README.md")


def test_a_file_that_is_not_there_is_told_apart() -> None:
    """The archive was read: that is something seen."""
    with pytest.raises(MissingFileError, match=r"elm.whl holds no file elm/gone.py"):
        Archive.of_bytes("elm.whl", wheel()).text("elm/gone.py")


@pytest.mark.parametrize("index_url", ["http://127.0.0.1:1/simple/", "nonsense"])
def test_an_index_that_cannot_be_reached_is_told(index_url: str) -> None:
    with pytest.raises(UpstreamError, match="no usable answer on 'elm'"):
        packages.open_newest("elm", requests.Session(), index_url)


def test_an_unknown_project_is_told(index: Index) -> None:
    with pytest.raises(UpstreamError, match="knows no project 'elm'"):
        packages.open_newest("elm", requests.Session(), index.url)
