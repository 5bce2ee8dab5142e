"""Releases of a repository, from a service that speaks GitHub's REST API; its tags where it makes no releases."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import requests

from generator.atomic import write_atomic
from generator.schema import Channel, Release
from generator.upstreams import UpstreamError

API = "https://api.github.com"
PAGES_AT_MOST = 30
TRIES = 3
TIMEOUT_SECONDS = 30
LONGEST_WAIT_SECONDS = 60
TAGS_AT_MOST = 30  # the day of a tag costs a request each


def fetch(repository: str, api: str | None = None, cache: Path | None = None) -> tuple[Release, ...]:
    """Releases of `owner/name` with the day each was published (UTC), oldest first; at most the newest 3000.

    `KB_GITHUB_API` names another service, `GITHUB_TOKEN` a token. Pages kept in the folder `cache` are asked for
    again on condition, which the service does not count. Raises UpstreamError when there is no usable answer.
    """
    base = (api or os.environ.get("KB_GITHUB_API") or API).rstrip("/")
    with Service(cache) as session:
        shown = [_release(entry) for entry in _pages(session, f"{base}/repos/{repository}/releases")]
        found = [release for release in shown if release is not None]
        if not found:
            found = list(_tags(session, f"{base}/repos/{repository}"))
    if not found:
        raise UpstreamError(f"{repository} shows neither releases nor tags")
    return tuple(sorted(found, key=lambda release: (release.date, release.version)))


class Service(requests.Session):
    """A session that keeps good answers with their ETag, and serves them again when they have not changed."""

    def __init__(self, cache: Path | None = None) -> None:
        super().__init__()
        self._cache = cache
        self.headers["Accept"] = "application/vnd.github+json"
        token = os.environ.get("GITHUB_TOKEN")
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def ask(self, url: str) -> Page:
        """The answer to a GET. Raises requests' errors, UpstreamError when refused, BusyError when to try again."""
        kept = self._kept(url)
        answer = self.get(url, timeout=TIMEOUT_SECONDS, headers={"If-None-Match": kept.etag} if kept else {})
        if answer.status_code == 304 and kept:
            return kept
        if answer.status_code != 200:
            wait = _wait(answer)
            raise UpstreamError(_refusal(answer)) if wait is None else BusyError(wait, _refusal(answer))
        page = Page(answer.text, answer.links.get("next", {}).get("url"), answer.headers.get("ETag", ""))
        if self._cache is not None and page.etag:
            write_atomic(self._file(url), json.dumps(asdict(page)).encode("utf-8"))
        return page

    def _file(self, url: str) -> Path:
        assert self._cache is not None
        return self._cache / f"{hashlib.sha256(url.encode()).hexdigest()[:32]}.json"

    def _kept(self, url: str) -> Page | None:
        if self._cache is None:
            return None
        try:
            return Page(**json.loads(self._file(url).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None  # a cache may be lost or damaged at any time


@dataclass(frozen=True)
class Page:
    text: str
    following: str | None
    etag: str


class BusyError(UpstreamError):
    """The service asks to come back in so many seconds."""

    def __init__(self, seconds: float, message: str) -> None:
        super().__init__(message)
        self.seconds = seconds


class Repository:
    """A repository at its newest stable release. Every attribute and method raises UpstreamError."""

    requires_python = ""
    scripts = ""

    def __init__(self, session: Service, address: str, version: str) -> None:
        self._session, self._address, self.version = session, address, version

    @property
    def filenames(self) -> list[str]:
        raise UpstreamError("a repository has no wheels")

    @cached_property
    def _about(self) -> dict[str, Any]:
        about = _json(_ask(self._session, self._address))
        if not isinstance(about, dict):
            raise UpstreamError("the answer describes no repository")
        return about

    @property
    def archived(self) -> bool:
        archived = self._about.get("archived")
        if not isinstance(archived, bool):
            raise UpstreamError("the answer does not say whether the repository is archived")
        return archived

    @property
    def metadata(self) -> dict[str, list[str]]:
        license_ = self._about.get("license")
        return {"License": [str(license_.get("spdx_id"))] if isinstance(license_, dict) else []}

    def text(self, path: str) -> str:
        entry = _json(_ask(self._session, f"{self._address}/contents/{quote(path)}?ref={quote(self.version)}"))
        try:
            return base64.b64decode(entry["content"]).decode("utf-8", "replace")
        except (KeyError, TypeError, ValueError):
            raise UpstreamError(f"the answer holds no text of {path}") from None


def open_newest(repository: str, session: Service, api: str | None = None) -> Repository:
    """A repository at its newest stable release; at its default branch where nothing was ever released."""
    address = f"{(api or os.environ.get('KB_GITHUB_API') or API).rstrip('/')}/repos/{repository}"
    try:
        newest = _json(_ask(session, f"{address}/releases/latest"))["tag_name"]
    except (UpstreamError, KeyError, TypeError):
        newest = "HEAD"
    return Repository(session, address, str(newest))


def _release(entry: Any) -> Release | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("tag_name"), str):
        raise UpstreamError("the answer lists something that is no release")
    if entry.get("draft") or not entry.get("published_at"):
        return None
    channel: Channel = "prerelease" if entry.get("prerelease") else "stable"
    return Release(version=entry["tag_name"], date=_day(entry["published_at"]), channel=channel)


def _tags(session: Service, repository: str) -> Iterator[Release]:
    for entry in [tag for tag in _pages(session, f"{repository}/tags") if isinstance(tag, dict)][:TAGS_AT_MOST]:
        commit = _json(_ask(session, f"{repository}/commits/{entry['commit']['sha']}"))
        yield Release(version=entry["name"], date=_day(commit["commit"]["committer"]["date"]))


def _day(moment: str) -> date:
    try:
        return datetime.fromisoformat(moment).astimezone(UTC).date()
    except ValueError:
        raise UpstreamError(f"the answer holds a date that cannot be read: {moment!r}") from None


def _pages(session: Service, url: str) -> Iterator[Any]:
    """The entries of a list, page after page, newest first, for as many pages as are allowed."""
    following: str | None = f"{url}?per_page=100"
    for _ in range(PAGES_AT_MOST):
        if following is None:
            return
        page = _ask(session, following)
        entries = _json(page)
        if not isinstance(entries, list):
            raise UpstreamError("the answer is no list of releases")
        yield from entries
        following = page.following
        if following and urlsplit(following).netloc != urlsplit(url).netloc:
            raise UpstreamError("the answer goes on at another host, which is not asked")


def _json(page: Page) -> Any:
    try:
        return json.loads(page.text)
    except ValueError:
        raise UpstreamError("the answer is no JSON") from None


def _ask(session: Service, url: str) -> Page:
    """One answer, tried again when the service is busy. Says the reset time only of a true rate limit."""
    for attempt in range(1, TRIES + 1):
        try:
            return session.ask(url)
        except BusyError as busy:
            if attempt == TRIES:
                raise
            time.sleep(busy.seconds)
        except requests.RequestException as error:
            if attempt == TRIES:
                raise UpstreamError(f"no answer: {type(error).__name__}") from None
    raise AssertionError("the last try returns or raises")


def _wait(answer: requests.Response) -> float | None:
    """Seconds to wait before another try, or None when waiting does not help."""
    after = answer.headers.get("Retry-After", "")
    if answer.status_code in (403, 429) and after.isdigit() and int(after) <= LONGEST_WAIT_SECONDS:
        return float(after)
    return 1.0 if answer.status_code >= 500 else None


def _refusal(answer: requests.Response) -> str:
    limited = answer.status_code == 429 or answer.headers.get("X-RateLimit-Remaining") == "0"
    if answer.status_code in (403, 429) and limited:
        reset = answer.headers.get("X-RateLimit-Reset", "")
        when = f", until {datetime.fromtimestamp(int(reset), UTC):%Y-%m-%d %H:%M} UTC" if reset.isdigit() else ""
        return f"the service limits how often it may be asked{when}"
    return f"the service answered {answer.status_code} {answer.reason}"
