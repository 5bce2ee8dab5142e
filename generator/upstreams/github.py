"""Releases of a repository, from a service that speaks GitHub's REST API; its tags where it makes no releases."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests

from generator.schema import Channel, Release
from generator.upstreams import UpstreamError

API = "https://api.github.com"
PAGES_AT_MOST = 30
TRIES = 3
TIMEOUT_SECONDS = 30
LONGEST_WAIT_SECONDS = 60
TAGS_AT_MOST = 30  # the day of a tag costs a request each


def fetch(repository: str, api: str | None = None) -> tuple[Release, ...]:
    """Every release of `owner/name` with the day it was published (UTC), oldest first.

    `KB_GITHUB_API` names another service, `GITHUB_TOKEN` a token. Raises UpstreamError when there is no usable answer.
    """
    base = (api or os.environ.get("KB_GITHUB_API") or API).rstrip("/")
    with requests.Session() as session:
        session.headers["Accept"] = "application/vnd.github+json"
        token = os.environ.get("GITHUB_TOKEN")
        if token:
            session.headers["Authorization"] = f"Bearer {token}"
        shown = [_release(entry) for entry in _pages(session, f"{base}/repos/{repository}/releases")]
        found = [release for release in shown if release is not None]
        if not found:
            found = list(_tags(session, f"{base}/repos/{repository}"))
    if not found:
        raise UpstreamError(f"{repository} shows neither releases nor tags")
    return tuple(sorted(found, key=lambda release: (release.date, release.version)))


def _release(entry: Any) -> Release | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("tag_name"), str):
        raise UpstreamError("the answer lists something that is no release")
    if entry.get("draft") or not entry.get("published_at"):
        return None
    channel: Channel = "prerelease" if entry.get("prerelease") else "stable"
    return Release(version=entry["tag_name"], date=_day(entry["published_at"]), channel=channel)


def _tags(session: requests.Session, repository: str) -> Iterator[Release]:
    for entry in [tag for tag in _pages(session, f"{repository}/tags") if isinstance(tag, dict)][:TAGS_AT_MOST]:
        commit = _ask(session, f"{repository}/commits/{entry['commit']['sha']}").json()
        yield Release(version=entry["name"], date=_day(commit["commit"]["committer"]["date"]))


def _day(moment: str) -> date:
    try:
        return datetime.fromisoformat(moment).astimezone(UTC).date()
    except ValueError:
        raise UpstreamError(f"the answer holds a date that cannot be read: {moment!r}") from None


def _pages(session: requests.Session, url: str) -> Iterator[Any]:
    """The entries of all pages of a list."""
    following: str | None = f"{url}?per_page=100"
    for _ in range(PAGES_AT_MOST):
        if following is None:
            return
        answer = _ask(session, following)
        try:
            entries = answer.json()
        except ValueError:
            raise UpstreamError("the answer is no JSON") from None
        if not isinstance(entries, list):
            raise UpstreamError("the answer is no list of releases")
        yield from entries
        following = answer.links.get("next", {}).get("url")
    raise UpstreamError(f"more than {PAGES_AT_MOST} pages of releases; page {_page_of(following)} was not asked for")


def _page_of(url: str | None) -> str:
    return parse_qs(urlsplit(url or "").query).get("page", ["?"])[0]


def _ask(session: requests.Session, url: str) -> requests.Response:
    """One answer, tried again when the service is busy. Says the reset time only of a true rate limit."""
    for attempt in range(TRIES):
        try:
            answer = session.get(url, timeout=TIMEOUT_SECONDS)
        except requests.RequestException as error:
            if attempt + 1 == TRIES:
                raise UpstreamError(f"no answer: {type(error).__name__}") from None
            continue
        if answer.status_code == 200:
            return answer
        wait = _wait(answer)
        if wait is None or attempt + 1 == TRIES:
            raise UpstreamError(_refusal(answer))
        time.sleep(wait)
    raise UpstreamError("no answer")


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
