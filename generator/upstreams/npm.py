"""Versions of an npm package, through the machine's own npm and whatever registry that is set to."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.schema import Release
from generator.upstreams import UpstreamError
from generator.upstreams.archives import Archive

TIMEOUT_SECONDS = 60


def fetch(package: str, program: str = "npm") -> tuple[Release, ...]:
    """Every version of a package with the day it was published (UTC), oldest first. Raises UpstreamError."""
    return releases_of(_run([_npm(program), "view", package, "time", "versions", "--json"], package))


def _npm(program: str) -> str:
    npm = shutil.which(program)
    if npm is None:
        raise UpstreamError("npm is not installed; it is what knows the registry")
    return npm


def _run(command: list[str], package: str) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", timeout=TIMEOUT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise UpstreamError(f"npm gave no answer on {package!r} within {TIMEOUT_SECONDS} s") from None
    if done.returncode != 0:
        raise UpstreamError(f"npm knows nothing of {package!r} (exit code {done.returncode})")
    return done.stdout


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


class NpmPackage:
    """The newest version of an npm package. Every attribute and method raises UpstreamError when it shows nothing."""

    requires_python = ""
    scripts = ""

    def __init__(self, name: str, version: str, license_: str, npm: str) -> None:
        self.name, self.version, self._license, self._npm = name, version, license_, npm

    @property
    def filenames(self) -> list[str]:
        raise UpstreamError("an npm package has no wheels")

    @property
    def archived(self) -> bool:
        raise UpstreamError("a package is not archived; a repository is")

    @property
    def metadata(self) -> dict[str, list[str]]:
        return {"License": [self._license]}

    def text(self, path: str) -> str:
        return self._archive.text(path)

    @cached_property
    def _archive(self) -> Archive:
        with tempfile.TemporaryDirectory() as folder:
            _run(
                [self._npm, "pack", f"{self.name}@{self.version}", "--pack-destination", folder, "--silent"], self.name
            )
            packed = next(Path(folder).glob("*.tgz"), None)
            if packed is None:
                raise UpstreamError(f"npm packed nothing for {self.name!r}")
            return Archive.of_bytes(packed.name, packed.read_bytes())


def open_newest(package: str, program: str = "npm") -> NpmPackage:
    """The version that npm installs when none is named. Raises UpstreamError."""
    npm = _npm(program)
    answer = _run([npm, "view", package, "version", "license", "--json"], package)
    try:
        value: Any = json.loads(answer)
        return NpmPackage(package, str(value["version"]), str(value.get("license", "")), npm)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise UpstreamError("npm's answer cannot be read") from None
