"""What one published version of a Python package shows: names of files, metadata, and files inside a wheel."""

from __future__ import annotations

from collections.abc import Mapping
from email.parser import Parser
from functools import cached_property

import requests
from packaging.version import InvalidVersion, Version
from pypi_simple import DistributionPackage, NoSuchProjectError, PyPISimple, UnsupportedRepoVersionError

from generator import versions
from generator.schema import Ledger
from generator.upstreams import UpstreamError, pypi
from generator.upstreams.archives import TIMEOUT_SECONDS, Archive, fetch_whole, told


class Package:
    """One version of a project. Every attribute and method raises UpstreamError when it cannot be looked at."""

    def __init__(self, project: str, version: str, files: list[DistributionPackage], session: requests.Session) -> None:
        self.project, self.version, self._files, self._session = project, version, files, session

    @property
    def filenames(self) -> list[str]:
        return sorted(file.filename for file in self._files)

    @property
    def requires_python(self) -> str:
        return next((file.requires_python for file in self._files if file.requires_python), "")

    @property
    def archived(self) -> bool:
        raise UpstreamError("a package is not archived; a repository is")

    @cached_property
    def metadata(self) -> Mapping[str, list[str]]:
        """The metadata fields, each with all its values; from a file beside the archive where the index has one."""
        beside = next((file for file in self._files if file.has_metadata and file.metadata_url), None)
        if beside is not None and beside.metadata_url is not None:
            with told():
                text = fetch_whole(self._session, beside.metadata_url, f"{beside.filename}.metadata").decode("utf-8")
        else:
            names = (name for name in self._archive.names if name.endswith((".dist-info/METADATA", "/PKG-INFO")))
            text = self._archive.text(min(names, key=len, default="METADATA"))
        message = Parser().parsestr(text, headersonly=True)
        return {key: message.get_all(key, []) for key in message}

    @cached_property
    def scripts(self) -> str:
        name = next((name for name in self._archive.names if name.endswith("entry_points.txt")), None)
        return self._archive.text(name) if name else ""

    def text(self, path: str) -> str:
        return self._archive.text(path)

    @cached_property
    def _archive(self) -> Archive:
        """The smallest wheel, or the source archive where there is none."""
        kinds = (".whl", ".tar.gz", ".zip")
        of_kind = [[file for file in self._files if file.filename.endswith(kind)] for kind in kinds]
        found = next((files for files in of_kind if files), None)
        if found is None:
            raise UpstreamError(f"{self.project} {self.version} has neither a wheel nor a source archive")
        file = min(found, key=lambda one: (one.size or 0, one.filename))
        return Archive.at(self._session, file.url, file.filename, file.size)


def open_newest(project: str, session: requests.Session, index_url: str | None = None) -> Package:
    """The newest stable version of a project; its newest pre-release where there is no stable one."""
    try:
        with PyPISimple(endpoint=index_url, session=session) if index_url else PyPISimple(session=session) as index:
            files = index.get_project_page(project, timeout=TIMEOUT_SECONDS).packages
    except NoSuchProjectError:
        raise UpstreamError(f"the package index knows no project {project!r}") from None
    except (requests.RequestException, ValueError, UnsupportedRepoVersionError) as error:
        raise UpstreamError(f"no usable answer on {project!r}: {pypi.reason(error)}") from None
    found = pypi.releases_of(files)
    if not found:
        raise UpstreamError(f"the package index names no dated release of {project!r}")
    today = found[-1].date  # whatever the index shows has been released
    ledger = Ledger(upstream={"pypi": project}, looked_up=today, releases=found)
    newest = versions.newest(ledger, today) or versions.newest(ledger, today, "prerelease")
    if newest is None:
        raise UpstreamError(f"every release of {project!r} was withdrawn")
    mine = [file for file in files if file.version is not None and _same(file.version, newest.version)]
    return Package(project, newest.version, [file for file in mine if not file.is_yanked], session)


def _same(one: str, other: str) -> bool:
    try:
        return Version(one) == Version(other)
    except InvalidVersion:
        return False
