"""Single files out of a published archive: by parts where the server gives them, whole only while it is small."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

import requests

from generator.upstreams import MissingFileError, UpstreamError

WHOLE_AT_MOST = 40 * 2**20  # bytes of an archive fetched whole
FILE_AT_MOST = 20 * 2**20  # bytes of one file in it, unpacked
CHUNK = 256 * 2**10
TIMEOUT_SECONDS = 60
ZIPS = (".whl", ".zip")


class RangeFile(io.RawIOBase):
    """A file on a server, read in pieces as they are needed. Raises UpstreamError where the server gives no pieces."""

    def __init__(self, session: requests.Session, url: str) -> None:
        self._session, self._url, self._at = session, url, 0
        self._chunks: dict[int, bytes] = {}
        answer = session.get(url, headers={"Range": "bytes=0-0"}, timeout=TIMEOUT_SECONDS, stream=True)
        answer.close()  # a server that knows no ranges would send everything
        total = answer.headers.get("Content-Range", "").rpartition("/")[2]
        if answer.status_code != HTTPStatus.PARTIAL_CONTENT or not total.isdigit():
            raise UpstreamError("the server gives no parts of files")
        self.size = int(total)

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self.size}[whence]
        self._at = max(0, min(self.size, start + offset))
        return self._at

    def readinto(self, buffer: Any) -> int:
        index, offset = divmod(self._at, CHUNK)
        piece = self._chunk(index)[offset : offset + len(buffer)] if self._at < self.size else b""
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)

    def _chunk(self, index: int) -> bytes:
        if index not in self._chunks:
            first = index * CHUNK
            last = min(self.size, first + CHUNK) - 1
            answer = self._session.get(self._url, headers={"Range": f"bytes={first}-{last}"}, timeout=TIMEOUT_SECONDS)
            if answer.status_code != HTTPStatus.PARTIAL_CONTENT or len(answer.content) != last - first + 1:
                raise UpstreamError("the server broke off in the middle of a file")
            self._chunks[index] = answer.content
        return self._chunks[index]


class Archive:
    """The files of a zip (a wheel) or a tar.gz. Every method raises UpstreamError."""

    def __init__(self, name: str, archive: zipfile.ZipFile | tarfile.TarFile) -> None:
        self.name, self._archive = name, archive

    @classmethod
    def of_bytes(cls, name: str, content: bytes) -> Archive:
        with told():
            stream = io.BytesIO(content)
            return cls(name, zipfile.ZipFile(stream) if name.endswith(ZIPS) else tarfile.open(fileobj=stream))

    @classmethod
    def at(cls, session: requests.Session, url: str, name: str, size: int | None) -> Archive:
        with told():
            if name.endswith(ZIPS):
                try:
                    return cls(name, zipfile.ZipFile(io.BufferedReader(RangeFile(session, url))))
                except UpstreamError:
                    pass  # then whole, if it is small
            return cls.of_bytes(name, fetch_whole(session, url, name, size))

    @property
    def names(self) -> list[str]:
        with told():
            return self._archive.namelist() if isinstance(self._archive, zipfile.ZipFile) else self._archive.getnames()

    def text(self, path: str) -> str:
        """A file by its path, below whatever folder an archive puts everything in. Raises MissingFileError."""
        # Of two that end alike, the one nearer to the top is meant.
        found = sorted((name for name in self.names if name == path or name.endswith(f"/{path}")), key=len)
        if not found:
            raise MissingFileError(f"{self.name} holds no file {path}")
        return self._read(found[0])

    def _read(self, name: str) -> str:
        with told():
            if isinstance(self._archive, zipfile.ZipFile):
                info = self._archive.getinfo(name)
                _refuse_large(name, info.file_size)
                return self._archive.read(info).decode("utf-8", "replace")
            member = self._archive.getmember(name)
            _refuse_large(name, member.size)
            content = self._archive.extractfile(member)
            if content is None:
                raise MissingFileError(f"{self.name} holds no file {name}")
            return content.read().decode("utf-8", "replace")


def _refuse_large(name: str, size: int) -> None:
    if size > FILE_AT_MOST:
        raise UpstreamError(f"{name} is too large to be read")


def fetch_whole(session: requests.Session, url: str, name: str, size: int | None = None) -> bytes:
    """The bytes of a file that is not too large. Raises UpstreamError, and requests' own errors."""
    if size is not None and size > WHOLE_AT_MOST:
        raise UpstreamError(f"{name} is too large to be fetched whole")
    with session.get(url, timeout=TIMEOUT_SECONDS, stream=True) as answer:
        if answer.status_code != HTTPStatus.OK:
            raise UpstreamError(f"{name} could not be fetched: HTTP status {answer.status_code}")
        content = b""
        for piece in answer.iter_content(CHUNK):
            content += piece
            if len(content) > WHOLE_AT_MOST:
                raise UpstreamError(f"{name} is too large to be fetched whole")
    return content


@contextmanager
def told() -> Iterator[None]:
    """Whatever goes wrong with an archive or the way to it, as an UpstreamError that names no address."""
    try:
        yield
    except requests.RequestException as error:
        raise UpstreamError(f"no usable answer: {type(error).__name__}") from None
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise UpstreamError(f"the archive cannot be read: {type(error).__name__}") from None
