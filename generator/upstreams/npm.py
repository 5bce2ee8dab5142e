"""Versions of an npm package, through the machine's own npm and whatever registry that is set to."""

from __future__ import annotations

import json
import shutil
import subprocess
from datetime import UTC, date, datetime
from typing import Any

from generator.schema import Release
from generator.upstreams import UpstreamError

TIMEOUT_SECONDS = 60


def fetch(package: str, program: str = "npm") -> tuple[Release, ...]:
    """Every version of a package with the day it was published (UTC), oldest first. Raises UpstreamError."""
    npm = shutil.which(program)
    if npm is None:
        raise UpstreamError("npm is not installed; it is what knows the registry")
    try:
        done = subprocess.run(
            [npm, "view", package, "time", "versions", "--json"],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UpstreamError(f"npm gave no answer on {package!r} within {TIMEOUT_SECONDS} s") from None
    if done.returncode != 0:
        raise UpstreamError(f"npm knows nothing of {package!r} (exit code {done.returncode})")
    return releases_of(done.stdout)


def releases_of(answer: str) -> tuple[Release, ...]:
    """What `npm view … time versions --json` printed, as releases; versions taken back are left out."""
    try:
        value: Any = json.loads(answer)
        times, versions = value["time"], value["versions"]
        listed = versions if isinstance(versions, list) else [versions]
        found = [
            Release(version=version, date=_day(times[version]), channel="prerelease" if "-" in version else "stable")
            for version in listed
            if version in times
        ]
    except (ValueError, TypeError, KeyError):
        raise UpstreamError("npm's answer cannot be read") from None
    if not found:
        raise UpstreamError("npm names no dated version")
    return tuple(sorted(found, key=lambda release: (release.date, release.version)))


def _day(moment: str) -> date:
    return datetime.fromisoformat(moment).astimezone(UTC).date()
