"""Releases of a repository, asked of a service on this machine that speaks GitHub's REST API."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

import pytest

from generator.upstreams import UpstreamError, github

Answer = tuple[int, str, dict[str, str]]


class Service(ThreadingHTTPServer):
    """Answers each path with the next of its answers, the last one again and again; unknown paths get 404."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: dict[str, list[Answer]] = {}
        self.asked: list[str] = []
        self.tokens: list[str | None] = []
        self.conditions: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def say(self, path: str, *bodies: Any, status: int = 200, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        texts = [body if isinstance(body, str) else json.dumps(body) for body in bodies]
        self.answers.setdefault(path, []).extend((status, text, named) for text in texts)


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        service = cast("Service", self.server)
        service.asked.append(self.path)
        service.tokens.append(self.headers.get("Authorization"))
        service.conditions.append(self.headers.get("If-None-Match"))
        waiting = service.answers.get(self.path, [(404, "{}", {})])
        status, text, headers = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Tests say what went wrong."""


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    monkeypatch.setattr("generator.upstreams.github.time.sleep", lambda seconds: None)
    with Service() as found:
        thread = threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield found
        found.shutdown()
        thread.join()


RELEASES = "/repos/elm/serve/releases?per_page=100"


def entry(tag: str, moment: str, **more: Any) -> dict[str, Any]:
    return {"tag_name": tag, "published_at": moment, "prerelease": False, "draft": False, **more}


def releases(service: Service) -> list[tuple[str, str, str]]:
    return [(one.version, str(one.date), one.channel) for one in github.fetch("elm/serve", service.url)]


def test_releases_come_with_their_day_in_utc_and_channel(service: Service) -> None:
    """Oldest first; drafts are no releases; the tag is kept as it is written."""
    service.say(
        RELEASES,
        [
            entry("v1.10.0", "2026-01-07T23:30:00-05:00"),
            entry("v2.0.0-rc1", "2026-01-06T12:00:00Z", prerelease=True),
            entry("v9", "2026-01-09T12:00:00Z", draft=True),
            entry("b9123", "2026-01-05T12:00:00Z"),
        ],
    )
    assert releases(service) == [
        ("b9123", "2026-01-05", "stable"),
        ("v2.0.0-rc1", "2026-01-06", "prerelease"),
        ("v1.10.0", "2026-01-08", "stable"),
    ]


def test_all_pages_are_read(service: Service) -> None:
    """The service names the next page; the last one names none."""
    second = f"{service.url}/page2"
    service.say(RELEASES, [entry("v2", "2026-01-02T12:00:00Z")], Link=f'<{second}>; rel="next"')
    service.say("/page2", [entry("v1", "2026-01-01T12:00:00Z")])
    assert [version for version, _, _ in releases(service)] == ["v1", "v2"]


def test_a_list_that_goes_on_at_another_host_is_not_followed(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token is for one host."""
    monkeypatch.setenv("GITHUB_TOKEN", "secret-word")
    service.say(RELEASES, [entry("v2", "2026-01-02T12:00:00Z")], Link='<http://elsewhere.example/>; rel="next"')
    with pytest.raises(UpstreamError, match="goes on at another host"):
        releases(service)


def test_an_unchanged_list_is_not_sent_again(service: Service, tmp_path: Path) -> None:
    """Asked on condition, which costs nothing of the limit; a changed list is read and kept in turn."""
    service.say(RELEASES, [entry("v1", "2026-01-01T12:00:00Z")], ETag='"one"')
    service.say(RELEASES, "", status=304)
    service.say(RELEASES, [entry("v2", "2026-01-02T12:00:00Z")], ETag='"two"')
    service.say(RELEASES, "", status=304)
    seen = [github.fetch("elm/serve", service.url, tmp_path)[0].version for _ in range(4)]
    assert seen == ["v1", "v1", "v2", "v2"]
    assert service.conditions == [None, '"one"', '"one"', '"two"']


def test_a_damaged_cache_is_asked_for_anew(service: Service, tmp_path: Path) -> None:
    """Whatever happened to it, the answer is the upstream's."""
    service.say(RELEASES, [entry("v1", "2026-01-01T12:00:00Z")], ETag='"one"')
    github.fetch("elm/serve", service.url, tmp_path)
    for kept in tmp_path.iterdir():
        kept.write_text('{"text"', "utf-8")
    assert github.fetch("elm/serve", service.url, tmp_path)[0].version == "v1"
    assert service.conditions == [None, None]


def test_a_very_long_list_is_read_from_its_newest_end(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of builds need not all be asked for; the newest come first."""
    monkeypatch.setattr("generator.upstreams.github.PAGES_AT_MOST", 2)
    for number in range(3):
        path = RELEASES if number == 0 else f"/page{number}"
        following = f'<{service.url}/page{number + 1}>; rel="next"'
        service.say(path, [entry(f"b{9 - number}", f"2026-01-0{9 - number}T12:00:00Z")], Link=following)
    assert [version for version, _, _ in releases(service)] == ["b8", "b9"]


def test_tags_stand_in_where_there_are_no_releases(service: Service) -> None:
    """Their day is that of the commit they stand on."""
    service.say(RELEASES, [])
    service.say("/repos/elm/serve/tags?per_page=100", [{"name": "v1", "commit": {"sha": "abc"}}])
    service.say("/repos/elm/serve/commits/abc", {"commit": {"committer": {"date": "2026-01-03T12:00:00Z"}}})
    assert releases(service) == [("v1", "2026-01-03", "stable")]


def test_a_busy_service_is_asked_again(service: Service) -> None:
    """After an error of its own, and after the wait it asks for; not for ever."""
    service.say(RELEASES, "", status=500)
    service.say(RELEASES, "", status=429, Retry_After="1")
    service.say(RELEASES, [entry("v1", "2026-01-01T12:00:00Z")])
    assert [version for version, _, _ in releases(service)] == ["v1"]
    assert len(service.asked) == 3


@pytest.mark.parametrize(
    ("body", "status", "headers", "says"),
    [
        ({"message": "API rate limit exceeded"}, 403, {"X_RateLimit_Remaining": "0", "X_RateLimit_Reset": "1767261600"},
         "the service limits how often it may be asked, until 2026-01-01 10:00 UTC"),
        ({"message": "Forbidden"}, 403, {}, "the service answered 403 Forbidden"),
        ({"message": "Not Found"}, 404, {}, "the service answered 404 Not Found"),
        ("", 500, {}, "the service answered 500 Internal Server Error"),
        ("<html>", 200, {}, "the answer is no JSON"),
        ('[{"tag_name": "v1"', 200, {}, "the answer is no JSON"),
        ({"message": "odd"}, 200, {}, "the answer is no list of releases"),
        ([1], 200, {}, "the answer lists something that is no release"),
        ([{"tag_name": "v1", "published_at": "soon"}], 200, {}, "the answer holds a date that cannot be read: 'soon'"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_told(
    body: Any, status: int, headers: dict[str, str], says: str, service: Service
) -> None:
    """A limit is told with its end, and only a limit is called one."""
    service.say(RELEASES, body, status=status, **headers)
    with pytest.raises(UpstreamError) as caught:
        releases(service)
    assert str(caught.value) == says


def test_a_token_is_sent_and_never_told(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lifts the limit of the service; a message about a failure does not hold it."""
    monkeypatch.setenv("GITHUB_TOKEN", "secret-word")
    service.say(RELEASES, {"message": "Forbidden"}, status=403)
    with pytest.raises(UpstreamError) as caught:
        releases(service)
    assert service.tokens == ["Bearer secret-word"]
    assert "secret-word" not in str(caught.value)


def test_a_service_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a few tries and one sentence."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with pytest.raises(UpstreamError, match="no answer: ConnectionError"):
        github.fetch("elm/serve", "http://127.0.0.1:1")
