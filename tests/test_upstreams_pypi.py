"""Releases of a Python package, asked of a package index on this machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from package_index import Answer, Index, page, serving

from generator.upstreams import UpstreamError, pypi

DAY = "2026-01-05T12:00:00Z"


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as found:
        yield found


def releases(index: Index) -> list[tuple[str, str, str, bool]]:
    found = pypi.fetch("elm-serve", index.url)
    return [(one.version, str(one.date), one.channel, one.yanked) for one in found]


def test_a_release_is_a_version_on_the_day_of_its_first_file(index: Index) -> None:
    """Files of one version are one release; oldest first; pre-releases by the version's own words."""
    index.answers["elm-serve"] = page(
        "elm-serve",
        "elm_serve-1.10.0-py3-none-any.whl 2026-01-07T12:00:00Z",
        "elm_serve-1.10.0.tar.gz 2026-01-06T12:00:00Z",
        "elm_serve-1.9.0-py3-none-any.whl 2026-01-05T12:00:00Z",
        "elm_serve-2.0.0rc1-py3-none-any.whl 2026-01-06T12:00:00Z",
        "elm_serve-1.10.0.post1-py3-none-any.whl 2026-01-08T12:00:00Z",
        "elm_serve-3.0.dev1-py3-none-any.whl 2026-01-09T12:00:00Z",
    )
    assert releases(index) == [
        ("1.9.0", "2026-01-05", "stable", False),
        ("1.10.0", "2026-01-06", "stable", False),
        ("2.0.0rc1", "2026-01-06", "prerelease", False),
        ("1.10.0.post1", "2026-01-08", "stable", False),
        ("3.0.dev1", "2026-01-09", "prerelease", False),
    ]
    assert index.asked == ["elm-serve"]


def test_the_day_is_that_in_utc(index: Index) -> None:
    """F01: a release is of one day, whatever the time zone of the upload or of this machine."""
    index.answers["elm-serve"] = page(
        "elm-serve",
        "elm_serve-1.0-py3-none-any.whl 2026-01-05T23:59:59.999999Z",
        "elm_serve-1.1-py3-none-any.whl 2026-01-06T00:30:00+14:00",
        "elm_serve-1.2-py3-none-any.whl 2026-01-05T23:30:00-05:00",
    )
    assert {version: day for version, day, _, _ in releases(index)} == {
        "1.0": "2026-01-05",
        "1.1": "2026-01-05",
        "1.2": "2026-01-06",
    }


def test_a_release_is_withdrawn_when_every_file_of_it_is(index: Index) -> None:
    """One broken wheel does not take a release away."""
    index.answers["elm-serve"] = page(
        "elm-serve",
        f"elm_serve-1.0-py3-none-any.whl {DAY} yanked",
        f"elm_serve-1.0.tar.gz {DAY}",
        f"elm_serve-1.1-py3-none-any.whl {DAY} yanked",
        f"elm_serve-1.1.tar.gz {DAY} yanked",
    )
    assert {version: yanked for version, _, _, yanked in releases(index)} == {"1.0": False, "1.1": True}


def test_spellings_of_one_version_are_one_release(index: Index) -> None:
    """R09: an old source archive may spell its version in another way than the wheel beside it."""
    index.answers["elm-serve"] = page(
        "elm-serve",
        "elm-serve-1.0.0-rc1.tar.gz 2026-01-05T12:00:00Z",
        "elm_serve-1.0.0rc1-py3-none-any.whl 2026-01-06T12:00:00Z",
        "elm-serve-v1.0.0.tar.gz 2026-01-07T12:00:00Z",
    )
    assert [(version, day) for version, day, _, _ in releases(index)] == [
        ("1.0.0rc1", "2026-01-05"),
        ("1.0.0", "2026-01-07"),
    ]


def test_files_without_a_day_or_a_version_are_left_out(index: Index) -> None:
    """What cannot be placed is not guessed."""
    index.answers["elm-serve"] = page(
        "elm-serve",
        "elm_serve-1.0-py3-none-any.whl undated",
        f"README.html {DAY}",
        f"elm-serve-nightly.tar.gz {DAY}",
        f"elm_serve-1.1-py3-none-any.whl {DAY}",
    )
    assert [version for version, *_ in releases(index)] == ["1.1"]


LONG = "1.0+" + "a" * 70
BAD: dict[str, tuple[Answer | None, str]] = {
    "unknown project": (None, "the package index knows no project 'elm-serve'"),
    "rate limit": (Answer(b'{"message": "API rate limit exceeded"}', 403), "no usable answer .*: HTTP status 403"),
    "server error": (Answer(b"oops", 500, "text/plain"), "no usable answer .*: HTTP status 500"),
    "unavailable": (Answer(b"", 503, "text/html"), "no usable answer .*: HTTP status 503"),
    "not JSON": (
        Answer(b"<html>sign in</html>"),
        "no usable answer .*: it is not what the package index API describes",
    ),
    "half of it": (Answer(page("elm-serve", f"elm_serve-1.0.tar.gz {DAY}").body[:-40]), "no usable answer"),
    "not UTF-8": (Answer(b'{"meta": "\xff"}'), "no usable answer"),
    "another shape": (Answer(b'{"message": "moved"}'), "no usable answer"),
    "a list": (Answer(b"[]"), "no usable answer"),
    "an unknown kind": (Answer(b"{}", kind="application/json"), "no usable answer"),
    "nothing": (Answer(b""), "no usable answer"),
    "a later protocol": (
        Answer(page("elm-serve").body.replace(b'"1.1"', b'"2.0"')),
        "no usable answer .*: it is not what the package index API describes",
    ),
    "no files": (page("elm-serve"), "names no dated release of 'elm-serve'"),
    "a web page": (Answer(b"<html>sign in</html>", kind="text/html"), "names no dated release of 'elm-serve'"),
    "only undated files": (page("elm-serve", "elm_serve-1.0.tar.gz undated"), "names no dated release"),
    "an endless version": (page("elm-serve", f"elm_serve-{LONG}-py3-none-any.whl {DAY}"), "no usable answer"),
    "a loop": (Answer(b"", 302, headers={"Location": "/simple/elm-serve/"}), "no usable answer"),
}


@pytest.mark.parametrize(("answer", "message"), BAD.values(), ids=BAD)
def test_an_answer_that_is_of_no_use_is_one_kind_of_error(index: Index, answer: Answer | None, message: str) -> None:
    """R13: the project and the reason are told, and nothing is returned that could be taken for releases."""
    if answer is not None:
        index.answers["elm-serve"] = answer
    with pytest.raises(UpstreamError, match=message):
        pypi.fetch("elm-serve", index.url)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/simple/", "nonsense", "ftp://127.0.0.1/simple/", "http://[/"])
def test_an_index_that_cannot_be_reached_is_an_error_too(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    """No connection, no such scheme, no address at all."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with pytest.raises(UpstreamError, match="no usable answer on 'elm-serve'"):
        pypi.fetch("elm-serve", url)


def test_no_password_of_an_address_is_told(index: Index) -> None:
    """R13: an address may hold a token; the message does not."""
    index.answers["elm-serve"] = Answer(b"", 500)
    with pytest.raises(UpstreamError) as caught:
        pypi.fetch("elm-serve", index.url.replace("//", "//me:s3cret@"))
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("version", "channel"),
    [("1.0", "stable"), ("1.0.post1", "stable"), ("1.0rc1", "prerelease"), ("1.0.dev1", "prerelease")],
)
def test_the_channel_is_in_the_version(version: str, channel: str) -> None:
    """PEP 440 says which releases are not final."""
    assert pypi.channel_of(version) == channel
