"""A probe and what an upstream shows: confirmed, refuted, or not looked at; and that every probe of ours can fail."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from conftest import ROOT
from pydantic import ValidationError

from generator.claims import PlacedClaim, all_claims
from generator.load import load
from generator.probes import look
from generator.schema import Probe
from generator.upstreams import MissingFileError, UpstreamError


@dataclass
class Shown:
    """A published version as a test describes it."""

    version: str = "1.0"
    filenames: list[str] = field(default_factory=list)
    requires_python: str = ""
    scripts: str = ""
    archived: bool = False
    metadata: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)

    def text(self, path: str) -> str:
        if path not in self.files:
            raise MissingFileError(f"elm-1.0.whl holds no file {path}")
        return self.files[path]


def result(probe: dict[str, str], shown: Shown) -> tuple[str, str]:
    place = "repository" if "archived" in probe else "package"
    found = look(Probe.model_validate({place: "elm", **probe}), shown)
    return found.result, found.saw


FILE = Shown(files={"README.md": "Elm runs on\n   one  Machine only."})
LICENCES = Shown(metadata={"License": ["Permission is hereby granted\nfree of charge"], "License-Expression": ["MIT"]})


@pytest.mark.parametrize(
    ("probe", "shown", "what", "saw"),
    [
        (
            {"file": "README.md", "contains": "runs on one machine"},
            FILE,
            "confirmed",
            "README.md says 'runs on one machine'",
        ),
        ({"file": "README.md", "contains": "many machines"}, FILE, "refuted", "README.md does not say 'many machines'"),
        ({"file": "README.md", "lacks": "cluster"}, FILE, "confirmed", "README.md does not say 'cluster'"),
        ({"file": "README.md", "lacks": "ONE machine"}, FILE, "refuted", "README.md says 'ONE machine'"),
        ({"file": "README.md"}, FILE, "confirmed", "README.md is there"),
        ({"file": "elm/gone.py", "contains": "x"}, FILE, "refuted", "elm-1.0.whl holds no file elm/gone.py"),
        ({"file": "elm/gone.py", "lacks": "x"}, FILE, "not-looked", "elm-1.0.whl holds no file elm/gone.py"),
        ({"requires_python": ">=3.10"}, Shown(requires_python=">= 3.10"), "confirmed", "requires Python >= 3.10"),
        (
            {"requires_python": "<4,>=3.10"},
            Shown(requires_python=">=3.10,<4"),
            "confirmed",
            "requires Python >=3.10,<4",
        ),
        ({"requires_python": ">=3.10"}, Shown(requires_python=">=3.11"), "refuted", "requires Python >=3.11"),
        ({"requires_python": ">=3.10"}, Shown(), "refuted", "requires Python of any version"),
        (
            {"wheel": "win_amd64"},
            Shown(filenames=["elm-1.0-cp311-win_amd64.whl"]),
            "confirmed",
            "elm-1.0-cp311-win_amd64.whl",
        ),
        (
            {"wheel": "win_amd64"},
            Shown(filenames=["win_amd64.tar.gz"]),
            "refuted",
            "no wheel has 'win_amd64' in its name",
        ),
        ({"extra": "cuda"}, Shown(metadata={"Provides-Extra": ["cpu", "cuda"]}), "confirmed", "an extra cuda"),
        ({"extra": "cuda"}, Shown(metadata={"Provides-Extra": ["cuda12"]}), "refuted", "no extra cuda"),
        ({"script": "elm"}, Shown(scripts="[console_scripts]\nelm = elm:main"), "confirmed", "a console script elm"),
        (
            {"script": "elm"},
            Shown(scripts="[console_scripts]\nelm-serve = elm:main"),
            "refuted",
            "no console script elm",
        ),
        ({"script": "el."}, Shown(scripts="[console_scripts]\nelm = elm:main"), "refuted", "no console script el."),
        ({"archived": "true"}, Shown(archived=True), "confirmed", "the repository is archived"),
        ({"archived": "true"}, Shown(), "refuted", "the repository is not archived"),
        ({"archived": "false"}, Shown(), "confirmed", "the repository is not archived"),
        ({"license": "mit"}, LICENCES, "confirmed", "licence: MIT, Permission is hereby granted"),
        ({"license": "Apache-2.0"}, LICENCES, "refuted", "licence: MIT, Permission is hereby granted"),
        (
            {"license": "MIT"},
            Shown(metadata={"Classifier": ["License :: OSI Approved :: MIT License"]}),
            "confirmed",
            "licence: MIT License",
        ),
        ({"license": "MIT"}, Shown(), "refuted", "licence: none"),
    ],
)
def test_what_comes_of_a_probe(probe: dict[str, str], shown: Shown, what: str, saw: str) -> None:
    """Spaces, line ends and capitals make no difference to a sentence; everything else does."""
    assert result(probe, shown) == (what, saw)


def test_every_condition_of_a_probe_must_hold() -> None:
    """The first that does not is what refutes it."""
    shown = Shown(requires_python=">=3.10", filenames=["elm-1.0-py3-none-any.whl"])
    assert result({"requires_python": ">=3.10", "wheel": "any"}, shown)[0] == "confirmed"
    assert result({"requires_python": ">=3.10", "wheel": "linux"}, shown)[0] == "refuted"


def test_what_cannot_be_looked_at_refutes_nothing() -> None:
    """A network that is down says nothing about the world."""

    class Away(Shown):
        def text(self, path: str) -> str:
            raise UpstreamError("no answer: ConnectionError")

    assert result({"file": "README.md", "contains": "x"}, Away()) == ("not-looked", "no answer: ConnectionError")


@pytest.mark.parametrize(
    ("probe", "says"),
    [
        ({"package": "elm"}, "says where to look, but not for what"),
        ({"wheel": "linux"}, "a probe names one place: package or repository"),
        ({"package": "elm", "repository": "elm/elm", "license": "MIT"}, "a probe names one place"),
        ({"package": "elm", "contains": "x"}, "'contains' and 'lacks' are looked for in a file; name it"),
        ({"package": "elm", "archived": "true"}, "a package has no archived"),
        ({"repository": "elm/elm", "wheel": "linux", "extra": "x"}, "a repository has no extra or wheel"),
    ],
)
def test_a_probe_that_could_look_at_nothing_is_refused(probe: dict[str, str], says: str) -> None:
    """When it is written, not when it is run."""
    with pytest.raises(ValidationError, match=says):
        Probe.model_validate(probe)


def test_a_changed_probe_has_another_name() -> None:
    """So that a result never speaks for a question that was not asked."""
    one, other = (Probe.model_validate({"package": "elm", "wheel": wheel}) for wheel in ("linux", "win"))
    assert one.digest != other.digest
    assert one.digest == Probe.model_validate({"package": "elm", "wheel": "linux"}).digest


# -- the probes of the real data ---------------------------------------------------------------

REAL = [placed for placed in all_claims(load(ROOT / "data")) if placed.claim.probe]


def satisfying(probe: Probe) -> Shown:
    """A version that shows exactly what a probe asks for."""
    text = f"Before. {probe.contains or ''} After."
    return Shown(
        filenames=[f"elm-1.0-{probe.wheel}.whl"] if probe.wheel else [],
        requires_python=probe.requires_python or "",
        scripts=f"[console_scripts]\n{probe.script} = elm:main",
        archived=bool(probe.archived),
        metadata={"Provides-Extra": [probe.extra or ""], "License": [probe.license or ""]},
        files={probe.file: text} if probe.file else {},
    )


def broken(probe: Probe) -> list[Shown]:
    """The same version with one thing asked for changed, once for each."""
    shown = satisfying(probe)
    changes: list[tuple[object, dict[str, Any]]] = [
        (probe.wheel, {"filenames": ["elm-1.0.tar.gz"]}),
        (probe.requires_python, {"requires_python": ">=2"}),
        (probe.script, {"scripts": ""}),
        (probe.archived is not None, {"archived": not probe.archived}),
        (probe.extra, {"metadata": {}}),
        (probe.license, {"metadata": {}}),
        (probe.contains, {"files": {probe.file: "Nothing of the kind."}}),
        (probe.lacks, {"files": {probe.file: f"Now {probe.lacks} is here."}}),
        (probe.file and not probe.lacks, {"files": {}}),
    ]
    return [replace(shown, **change) for asked, change in changes if asked]


@pytest.mark.parametrize("placed", REAL, ids=lambda placed: placed.address)
def test_every_probe_can_hold_and_can_fail(placed: PlacedClaim) -> None:
    """A probe that nothing could refute would confirm its statement for ever."""
    probe = placed.claim.probe
    assert probe is not None
    assert look(probe, satisfying(probe)).result == "confirmed"
    changed = broken(probe)
    assert changed
    assert [look(probe, shown).result for shown in changed] == ["refuted"] * len(changed)
