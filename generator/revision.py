"""One short name for what the data says: the same for the same data, another when a fact, a word or a day changes."""

from __future__ import annotations

import hashlib

from pydantic import BaseModel

from generator.load import Dataset
from generator.schema import FILES, FOLDERS

LENGTH = 16  # hexadecimal digits


def revision_of(dataset: Dataset) -> str:
    """A hash of everything that is typed in data/, whatever its layout and comments.

    What has its default is left out, so that a new field of the program does not rename data that does not use it.
    """
    digest = hashlib.sha256()
    for collection in sorted([*FOLDERS, *FILES]):
        held = getattr(dataset, collection)
        parts = {collection: held} if isinstance(held, BaseModel) else held
        # Files have no order; what stands inside one, and so in `features`, is shown in the order in which it is typed.
        for name, part in sorted(parts.items()) if collection in FOLDERS else parts.items():
            _add(digest, f"{collection}/{name}", part)
    return digest.hexdigest()[:LENGTH]


def _add(digest: hashlib._Hash, name: str, part: BaseModel) -> None:
    digest.update(f"{name}\n{part.model_dump_json(by_alias=True, exclude_defaults=True)}\n".encode())
