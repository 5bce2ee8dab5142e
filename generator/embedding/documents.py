"""Documents on disk: which there are, what their blocks say, and how they read once the blocks are filled."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from generator.embedding import markers, verdicts
from generator.embedding.fragments import Fragment, OptionError
from generator.embedding.markers import Block, Document
from generator.embedding.verdicts import Verdict

SUFFIXES = (".md", ".markdown", ".mdx", ".mdown")
SKIPPED = ("node_modules", "venv", "site-packages")
MARK = markers.MARK.encode("ascii")


@dataclass(frozen=True)
class Finding:
    """One block of a document, or one fault of its markers, and what is to be said of it."""

    line: int
    column: int
    verdict: Verdict
    options: Mapping[str, str]
    block: Block | None = None
    wanted: Fragment | None = None

    @property
    def shows(self) -> str:
        """What the block shows, as its marker says it."""
        return " ".join(f"{name}={value}" for name, value in self.options.items())


@dataclass(frozen=True)
class Examined:
    """A document with what was found in it; `text` is None when it could not be read."""

    path: Path
    text: str | None
    document: Document
    findings: tuple[Finding, ...]

    @property
    def is_broken(self) -> bool:
        return any(finding.verdict.kind == "broken" for finding in self.findings)

    def updated(self, *, force: bool) -> str:
        """The text with every block as it should be; what was edited by hand only by force. All of it or nothing."""
        if self.text is None or self.is_broken:
            return self.text or ""
        bodies = {
            finding.block.line: finding.wanted.body
            for finding in self.findings
            if finding.block and finding.wanted and finding.verdict.kind in _written(force)
        }
        return self.document.with_bodies(bodies)


def _written(force: bool) -> tuple[str, ...]:
    return ("time", "cosmetic", "facts", "empty", *(("edited",) if force else ()))


def found(paths: Iterable[Path]) -> Iterator[Path]:
    """The documents named, and those below the folders named; hidden folders and installed packages are passed over."""
    for path in paths:
        if path.is_dir():
            yield from _below(path)
        else:
            yield path


def _below(folder: Path) -> Iterator[Path]:
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED)
        for name in sorted(names):
            if name.endswith(SUFFIXES):
                yield Path(base, name)


Render = Callable[[Mapping[str, str]], Fragment]


def examine(path: Path, render: Render) -> Examined | None:
    """What is in a document; None for one without any marker of ours."""
    try:
        raw = path.read_bytes()
        if MARK not in raw:
            return None
        text = raw.decode("utf-8")
    except OSError as error:
        return _unreadable(path, f"cannot be read: {error.strerror}.")
    except UnicodeDecodeError as error:
        return _unreadable(path, f"is not UTF-8 at byte {error.start}.")
    document = markers.read(text)
    findings = [_fault(fault.line, fault.column, fault.message, fault.hint) for fault in document.faults]
    findings += [_finding(block, render) for block in document.blocks]
    if not findings:
        return None
    return Examined(path, text, document, tuple(sorted(findings, key=lambda one: (one.line, one.column))))


def _unreadable(path: Path, message: str) -> Examined:
    return Examined(path, None, Document(()), (_fault(1, 1, message),))


def _fault(line: int, column: int, message: str, hint: str = "") -> Finding:
    return Finding(line, column, Verdict("broken", message=f"{message} {hint}".strip()), {})


def _finding(block: Block, render: Render) -> Finding:
    empty = Finding(block.line, block.column, Verdict("empty"), block.options, block)
    try:
        wanted = render(block.options)
    except OptionError as error:
        return replace(empty, verdict=Verdict("broken", message=str(error)), block=None)
    return replace(empty, verdict=verdicts.judge(block.body, wanted), wanted=wanted)
