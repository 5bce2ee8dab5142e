"""A package index on this machine that answers as a test tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

JSON_PAGE = "application/vnd.pypi.simple.v1+json"


@dataclass(frozen=True)
class Answer:
    body: bytes
    status: int = 200
    kind: str = JSON_PAGE
    headers: dict[str, str] = field(default_factory=dict)


def page(name: str, *files: str, **meta: Any) -> Answer:
    """A project's page. Each file is `name-1.0.tar.gz 2026-01-01T12:00:00Z`, then `yanked` or nothing."""
    listed = []
    for line in files:
        filename, *words = line.split()
        entry: dict[str, Any] = {"filename": filename, "url": f"https://files.example/{filename}", "hashes": {}}
        if words and words[0] != "undated":
            entry["upload-time"] = words[0]
        if "yanked" in words:
            entry["yanked"] = "broken"
        listed.append(entry)
    content = {"meta": {"api-version": "1.1", **meta}, "name": name, "files": listed}
    return Answer(json.dumps(content).encode("utf-8"))


class Index(ThreadingHTTPServer):
    """Serves `answers` by project name; unknown projects get 404. `asked` lists the projects in order."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: dict[str, Answer] = {}
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/simple/"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        index = cast("Index", self.server)
        project = self.path.strip("/").rpartition("/")[2]
        index.asked.append(project)
        answer = index.answers.get(project, Answer(b"no such project", 404, "text/plain"))
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, *_: object) -> None:
        """Tests say what went wrong; a log of requests would hide it."""


@contextmanager
def serving() -> Iterator[Index]:
    with Index() as index:
        thread = threading.Thread(target=index.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield index
        index.shutdown()
        thread.join()
