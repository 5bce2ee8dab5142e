"""Documents of a built site: from a folder, or over HTTP with a cache that also serves when there is no network."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import requests

from generator.atomic import write_atomic
from generator.upstreams import UpstreamError

API = "api/v1/"
TIMEOUT_SECONDS = 20


class SiteReader:
    """Reads the API of a site, each document once. `site` is where links lead: its address, or empty for a folder."""

    def __init__(self, place: str, cache: Path | None = None) -> None:
        self.is_web = place.startswith(("http://", "https://"))
        self.place = place.rstrip("/") + "/"
        self.site = self.place if self.is_web else ""
        self.is_offline = False
        self._cache = cache
        self._read: dict[str, str] = {}
        self._session = requests.Session() if self.is_web else None

    def document(self, path: str) -> Any:
        """A JSON document by its path below `api/v1/`. Raises UpstreamError with what to do."""
        try:
            return json.loads(self.text(path))
        except ValueError:
            raise UpstreamError(f"{self.place}{API}{path} is no JSON; is this the address of the site?") from None

    def text(self, path: str) -> str:
        """A file by its path below `api/v1/`, asked for once. Raises UpstreamError."""
        if path not in self._read:
            self._read[path] = self._fetch(path) if self.is_web else self._from_folder(path)
        return self._read[path]

    def _from_folder(self, path: str) -> str:
        file = Path(self.place, API, path)
        try:
            return file.read_text("utf-8")
        except OSError as error:
            hint = "name a folder that kb build made, such as build/site, or the address of the site"
            raise UpstreamError(f"{file} cannot be read ({error.strerror}); {hint}") from None

    def _fetch(self, path: str) -> str:
        assert self._session is not None
        kept = self._kept(path)
        try:
            condition = {"If-None-Match": kept["etag"]} if kept and kept.get("etag") else {}
            answer = self._session.get(f"{self.place}{API}{path}", headers=condition, timeout=TIMEOUT_SECONDS)
        except requests.RequestException as error:
            if kept:
                self.is_offline = True
                return str(kept["text"])
            raise UpstreamError(
                f"{self.place} gives no answer ({type(error).__name__}), and nothing is cached"
            ) from None
        if answer.status_code == 304 and kept:
            return str(kept["text"])
        if answer.status_code != 200:
            raise UpstreamError(f"{self.place}{API}{path}: the site answered {answer.status_code} {answer.reason}")
        answer.encoding = "utf-8"
        if self._cache is not None:
            content = {"etag": answer.headers.get("ETag", ""), "text": answer.text}
            write_atomic(self._file(path), json.dumps(content).encode("utf-8"))
        return answer.text

    def _file(self, path: str) -> Path:
        assert self._cache is not None
        return self._cache / f"{hashlib.sha256(f'{self.place}{path}'.encode()).hexdigest()[:32]}.json"

    def _kept(self, path: str) -> dict[str, Any] | None:
        if self._cache is None:
            return None
        try:
            kept = json.loads(self._file(path).read_text("utf-8"))
        except (OSError, ValueError):
            return None  # a cache may be lost or damaged at any time
        return kept if isinstance(kept, dict) and "text" in kept else None
