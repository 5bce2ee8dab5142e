"""Evidence that would not hold: sources that move, repeated notes, versions nobody pinned."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampling import Break

from generator.checks import Check, quality
from generator.schema import Source

ALDER, BIRCH = "engines/alder.yml", "engines/birch.yml"
README = 'url: "https://example.org/alder/readme"'

FIRES: list[tuple[Check, Break]] = [
    (
        quality.sources_stay_put,
        Break(
            ALDER, README, 'url: "https://example.org/"', "readme: nothing but a home page.", at="  sources: [readme]"
        ),
    ),
    (
        quality.sources_stay_put,
        Break(
            BIRCH,
            "cuda: {level: supported, since: 1.2.0}",
            "cuda: {level: supported, since: 1.2.0, sources: [notes]}",
            "notes: nothing but a moving branch.",
            more=(
                (
                    BIRCH,
                    "  manual: {title",
                    '  notes: {title: N, kind: primary, url: "https://example.org/b/blob/main/N.md"}\n  manual: {title',
                ),
            ),
        ),
    ),
    (
        quality.sources_stay_put,
        Break(
            BIRCH,
            "features: {how: source-read, sources: [code]}",
            "features: {how: source-read, sources: [notes]}",
            "notes: nothing but a moving branch.",
            more=((BIRCH, "  code: {", '  notes: {url: "https://example.org/b/tree/HEAD/n", '),),
        ),
    ),
    (
        quality.code_is_read,
        Break(
            BIRCH,
            "features: {how: source-read, sources: [code]}",
            "features: {how: documented, sources: [code]}",
            "how: documented, but code is code.",
        ),
    ),
    (
        quality.notes_say_something_of_their_cell,
        Break(
            BIRCH,
            "  chat-api: supported\n  continuous-batching: supported\n",
            "  chat-api: {level: supported, note: See the manual.}\n"
            "  continuous-batching: {level: supported, note: See the manual.}\n",
            "the note 'See the manual.' stands on 4 cells.",
            at="  linux: {level: supported, note: See the manual.}",
            more=(
                (BIRCH, "  linux: supported", "  linux: {level: supported, note: See the manual.}"),
                (BIRCH, "  api-key: supported", "  api-key: {level: supported, note: See the manual.}"),
            ),
        ),
    ),
    (
        quality.quickstarts_bind_their_versions,
        Break(
            BIRCH,
            "      pip install birch-serve\n",
            "      pip install birch-serve==1.9.0\n",
            "quickstart 'On a server' names version 1.9.0, but was checked against 1.10.0.",
            at="    commands: |",
        ),
    ),
    (
        quality.engines_agree_with_the_formats,
        Break(
            "formats/chip8.yml",
            "  ada: supported",
            '  ada: {level: partial, note: "Stored only."}',
            "precisions.chip8.ada: supported, but formats/chip8 says partial on ada.",
            at="    ada: supported",
            where=BIRCH,
        ),
    ),
]


@pytest.mark.parametrize(("check", "change"), FIRES)
def test_evidence_that_would_not_hold_is_told_at_its_place(check: Check, change: Break, tmp_path: Path) -> None:
    """One change, one problem, where it has to be mended."""
    (found,) = change.problems(check, tmp_path)
    assert (found.file, found.line, found.message) == change.expected(tmp_path)


def test_every_rule_is_shown_to_fire() -> None:
    """A rule that nothing breaks is not tested."""
    assert {check for check, _ in FIRES} == set(quality.CHECKS)


@pytest.mark.parametrize(
    ("check", "change"),
    [
        (quality.sources_stay_put, Break(ALDER, README, 'unpinned_because: No tags., url: "https://example.org/"', "")),
        (
            quality.notes_say_something_of_their_cell,
            Break(
                BIRCH,
                "  chat-api: supported\n  continuous-batching: supported\n",
                "  chat-api: {level: supported, note: See the manual.}\n"
                "  continuous-batching: {level: supported, note: See the manual.}\n",
                "",
                more=((BIRCH, "  linux: supported", "  linux: {level: supported, note: See the manual.}"),),
            ),
        ),
        (quality.quickstarts_bind_their_versions, Break(BIRCH, "birch-serve\n", "birch-serve==1.10.0\n", "")),
        (
            quality.quickstarts_bind_their_versions,
            Break(BIRCH, "birch serve --api", "birch serve --host 0.0.0.0 --api", ""),
        ),
        (
            quality.engines_agree_with_the_formats,
            Break(
                "formats/chip8.yml",
                "  ada: supported",
                "  ada: {level: partial, note: Stored.}",
                "",
                more=((BIRCH, "    ada: supported", "    ada: {level: supported, note: By a kernel of its own.}"),),
            ),
        ),
    ],
)
def test_what_holds_is_not_told(check: Check, change: Break, tmp_path: Path) -> None:
    """A stated reason, the version that was checked, an address that looks like one, a note that explains."""
    assert change.problems(check, tmp_path) == []


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ({"package": "birch 1.0", "file": "birch/server.py"}, True),
        ({"package": "birch 1.0", "file": "METADATA"}, False),
        ({"url": "https://example.org/b/blob/v1.0/src/server.cc#L10-L20"}, True),
        ({"url": "https://example.org/b/blob/v1.0/docs/server.py.md"}, False),
        ({"url": "https://example.org/b/blob/v1.0/chart/values.yaml"}, False),
        ({"publisher": "P"}, False),
    ],
)
def test_what_is_code(where: dict[str, str], code: bool) -> None:
    """Files of programs; pages, metadata and settings are what their makers publish."""
    assert quality.is_code(Source.model_validate({"title": "T", "kind": "primary", **where})) is code


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://example.org", "a home page"),
        ("https://example.org/", "a home page"),
        ("https://example.org/#readme", "a home page"),
        ("https://example.org/?page=4", ""),
        ("https://example.org/a/blob/main/README.md", "a moving branch"),
        ("https://example.org/a/tree/develop", "a moving branch"),
        ("https://example.org/a/raw/refs/heads/trunk/x", "a moving branch"),
        ("https://example.org/a/blob/v1.0/main/README.md", ""),
        ("https://example.org/a/blob/maintenance/README.md", ""),
        ("https://example.org/a/issues/7", ""),
        ("https://docs.example.org/en/latest/guide/index.html", "documentation of the day"),
        ("https://docs.example.org/stable/", "documentation of the day"),
        ("https://docs.example.org/latest/notes/release-1.6.html", ""),
        ("https://docs.example.org/en/v1.10.0/guide/index.html", ""),
        ("https://docs.example.org/guide/latest-changes.html", ""),
        (None, ""),
    ],
)
def test_what_may_say_something_else_tomorrow(url: str | None, why: str) -> None:
    """Home pages and branches move; tags, commits, issues and packages stay."""
    assert quality.fleeting(Source(title="T", kind="primary", url=url, publisher="P")) == why
