"""The history of a data folder: its revisions, and the dataset at one of them. The only module that asks Git."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from generator.load import Dataset, Known, load


class HistoryError(Exception):
    """There is no history to read, or no such revision in it."""


@dataclass(frozen=True)
class Revision:
    """A commit that touched the data: its day, and the name that its data has by content."""

    commit: str
    day: date
    tree: str


def revisions(data: Path, most: int | None = None) -> list[Revision]:
    """The revisions that touched a data folder, newest first, as the branch that is checked out got them.

    Only first parents are followed: what a merge brought counts on the day of the merge. Raises HistoryError when
    there is no repository, or nothing of the folder in it.
    """
    count = [f"--max-count={most}"] if most else []
    log = _git(data, "log", "--first-parent", "--no-show-signature", *count, "--format=%H %cs", "--", ".")
    commits = [line.split() for line in log.decode().splitlines()]
    if not commits:
        raise HistoryError("the data folder is in no commit")
    folder = _git(data, "rev-parse", "--show-prefix").decode().strip()
    asked = "".join(f"{commit}:{folder}\n" for commit, _ in commits)
    trees = _git(data, "cat-file", "--batch-check=%(objectname)", given=asked.encode()).decode().splitlines()
    return [
        Revision(commit, date.fromisoformat(day), tree)
        for (commit, day), tree in zip(commits, trees, strict=True)
        if not tree.endswith("missing")  # a commit that removed the folder
    ]


def is_cut_off(data: Path) -> bool:
    """Whether only the last part of the history was fetched, so that its first revision is none."""
    return _git(data, "rev-parse", "--is-shallow-repository").strip() == b"true"


def dataset_at(data: Path, revision: str, known: Known | None = None) -> Dataset:
    """The data as it was at a revision of the repository that holds it.

    Raises HistoryError when there is no such revision, and DataError when its data does not load by today's rules.
    """
    if revision.startswith("-"):
        raise HistoryError(f"not a valid object name: {revision}")  # Git would take it for an option
    folder = data.resolve()
    packed = _git(folder, "archive", "--format=tar", revision, ".")
    with tempfile.TemporaryDirectory() as place, tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(Path(place, folder.name), filter="data")
        return load(Path(place, folder.name), known=known)


def _git(data: Path, *arguments: str, given: bytes | None = None) -> bytes:
    command = ["git", "-C", str(data.resolve()), *arguments]
    try:
        done = subprocess.run(command, input=given, capture_output=True, check=False)
    except OSError:
        raise HistoryError("Git is not installed") from None
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["git failed"]
        raise HistoryError(reason[-1].removeprefix("fatal: "))
    return done.stdout
