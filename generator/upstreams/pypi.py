"""Releases of a Python package, from a package index that speaks the simple API in JSON."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date

from packaging.version import InvalidVersion, Version
from pypi_simple import DistributionPackage, NoSuchProjectError, PyPISimple, UnsupportedRepoVersionError
from requests import ConnectionError as NoConnection
from requests import HTTPError, RequestException, Timeout

from generator.schema import Channel, Release
from generator.upstreams import UpstreamError


def fetch(project: str, index_url: str | None = None) -> tuple[Release, ...]:
    """Every release of a project with the day of its first upload (UTC), oldest first.

    Raises UpstreamError when the index does not answer, does not know the project, or names no release.
    """
    try:
        with PyPISimple(endpoint=index_url) if index_url else PyPISimple() as index:
            releases = releases_of(index.get_project_page(project, timeout=30).packages)
    except NoSuchProjectError:
        raise UpstreamError(f"the package index knows no project {project!r}") from None
    except (RequestException, ValueError, UnsupportedRepoVersionError) as error:
        raise UpstreamError(f"no usable answer on {project!r}: {reason(error)}") from None
    if not releases:
        raise UpstreamError(f"the package index names no dated release of {project!r}")
    return releases


def reason(error: Exception) -> str:
    """Why in words, without the address, which may hold a password."""
    if isinstance(error, HTTPError) and error.response is not None:
        return f"HTTP status {error.response.status_code}"
    if isinstance(error, Timeout):
        return "it took too long"
    if isinstance(error, NoConnection):
        return "no connection"
    return "it is not what the package index API describes"


def releases_of(packages: Iterable[DistributionPackage]) -> tuple[Release, ...]:
    """One release a version, dated by its first file; withdrawn when every file of it is."""
    days: dict[str, list[date]] = {}
    withdrawn: dict[str, list[bool]] = {}
    for package in packages:
        if package.version is None or package.upload_time is None:
            continue
        try:
            version = str(Version(package.version))  # files of one release may spell it 1.0rc1 and 1.0-rc1
        except InvalidVersion:
            continue
        days.setdefault(version, []).append(package.upload_time.astimezone(UTC).date())
        withdrawn.setdefault(version, []).append(package.is_yanked)
    found = [
        Release(version=version, date=min(dates), channel=channel_of(version), yanked=all(withdrawn[version]))
        for version, dates in days.items()
    ]
    return tuple(sorted(found, key=lambda release: (release.date, Version(release.version))))


def channel_of(version: str) -> Channel:
    return "prerelease" if Version(version).is_prerelease else "stable"
