"""Paths through a tree, what they prove, and why every other engine is not recommended."""

from __future__ import annotations

from typing import Any

import pytest

from generator import trees
from generator.schema import Engine, Tree
from generator.trees import OutcomeProof, Step

EVIDENCE = {"as_of": "2026-01-10", "sources": ["s"], "against": "1.0"}


def engine(**sections: Any) -> Engine:
    return Engine.model_validate(
        {
            "name": "X",
            "layer": "engine",
            "family": "f",
            "summary": "S",
            "maintainer": "M",
            "license": "MIT",
            "upstream": {},
            "evidence": EVIDENCE,
            "status": "active",
            **sections,
        }
    )


def option(label: str, target: str, *facts: dict[str, Any]) -> dict[str, Any]:
    return {"label": label, "next": target, "requires": list(facts)}


def tree(questions: dict[str, list[dict[str, Any]]], start: str = "a", **outcomes: dict[str, Any]) -> Tree:
    """A tree whose outcomes are `end` unless they are given."""
    return Tree.model_validate(
        {
            "title": "T",
            "summary": "S",
            "considers": {"layer": ["engine"]},
            "evidence": EVIDENCE,
            "start": start,
            "questions": {name: {"ask": f"{name}?", "options": options} for name, options in questions.items()},
            "outcomes": {
                name: {"title": name, "because": "b", "next": "n", **more}
                for name, more in (outcomes or {"end": {}}).items()
            },
        }
    )


def proof(engines: dict[str, Engine], *facts: dict[str, Any], **outcome: Any) -> OutcomeProof:
    """The proof of the one outcome of a tree whose only option asserts these facts."""
    return trees.prove(tree({"a": [option("go", "end", *facts)]}, end=outcome), engines)["end"]


def stands(found: OutcomeProof, candidate: str = "x") -> list[str]:
    return [ground.stand for ground in found.grounds[candidate]]


# -- shape -------------------------------------------------------------------------------------


def test_every_route_is_enumerated_in_the_order_of_the_options() -> None:
    """All ways to all outcomes, with the facts they assert, also several ways to one outcome."""
    walked = tree(
        {
            "a": [option("left", "b", {"backend": "metal"}), option("right", "end", {"system": "linux"})],
            "b": [option("down", "end", {"format": "acorn"}), option("up", "other")],
        },
        end={},
        other={},
    )
    found = [
        ([f"{step.question}{step.option}" for step in route.steps], route.outcome, [fact.kind for fact in route.facts])
        for route in trees.routes(walked)
    ]
    assert found == [
        (["a0", "b0"], "end", ["backend", "format"]),
        (["a0", "b1"], "other", ["backend"]),
        (["a1"], "end", ["system"]),
    ]
    assert [route.steps for route in trees.prove(walked, {})["end"].routes] == [
        (Step("a", 0), Step("b", 0)),
        (Step("a", 1),),
    ]


def test_loops_are_named_and_walked_once() -> None:
    """Each loop is the questions it runs through, closed; a question may lead to itself."""
    looped = tree(
        {
            "a": [option("x", "b")],
            "b": [option("y", "a")],
            "start": [option("go", "a"), option("self", "start")],
        },
        start="start",
    )
    assert sorted(trees.cycles(looped)) == [["a", "b", "a"], ["start", "start"]]


def test_two_ways_to_one_question_are_no_loop() -> None:
    """A tree may join again below."""
    joined = tree(
        {
            "a": [option("l", "b"), option("r", "c")],
            "b": [option("d", "d")],
            "c": [option("d", "d")],
            "d": [option("e", "end")],
        }
    )
    assert trees.cycles(joined) == []
    assert len(trees.routes(joined)) == 2


def test_a_long_chain_needs_no_recursion() -> None:
    """Thousands of questions in a row are walked as three are."""
    names = [f"q{number}" for number in range(3000)]
    chain = tree(
        {name: [option("on", following)] for name, following in zip(names, [*names[1:], "end"], strict=True)},
        start="q0",
    )
    assert trees.cycles(chain) == []
    assert len(trees.reachable(chain)) == 3001
    assert len(trees.routes(chain)[0].steps) == 3000


def test_reachable_follows_options_also_through_loops() -> None:
    """What no option leads to is not reachable; a loop does not hang the search."""
    partly = tree({"a": [option("x", "a"), option("y", "end")], "z": [option("x", "lost")]}, end={}, lost={})
    assert trees.reachable(partly) == {"a", "end"}


# -- proofs ------------------------------------------------------------------------------------

RUNS: dict[str, Any] = {"backends": {"metal": "supported"}, "formats": {"acorn": "supported"}}


@pytest.mark.parametrize(
    ("sections", "fact", "stand"),
    [
        ({"backends": {"metal": "supported"}}, {"backend": "metal"}, "holds"),
        ({"backends": {"metal": {"level": "partial", "note": "n"}}}, {"backend": "metal"}, "holds"),
        ({"backends": {"metal": "experimental"}}, {"backend": "metal"}, "fails"),
        ({"backends": {"metal": "plugin"}}, {"backend": "metal"}, "fails"),
        ({"backends": {"metal": "unsupported"}}, {"backend": "metal"}, "fails"),
        ({}, {"backend": "metal"}, "unknown"),
        ({"formats": {"acorn": "supported"}}, {"format": "acorn"}, "holds"),
        ({"features": {"tls": "unsupported"}}, {"feature": "tls"}, "fails"),
        ({"systems": {"macos": "supported"}}, {"system": "macos"}, "holds"),
        ({"suits": {"team": {"fits": "yes", "because": "b"}}}, {"suits": "team"}, "holds"),
        ({"suits": {"team": {"fits": "with-care", "because": "b"}}}, {"suits": "team"}, "holds"),
        ({"suits": {"team": {"fits": "no", "because": "b"}}}, {"suits": "team"}, "fails"),
        ({"precisions": {"husk": {"nine": "supported"}}}, {"precision": "husk", "on": "nine"}, "holds"),
        ({"precisions": {"husk": {"nine": "supported"}}}, {"precision": "husk", "on": "eight"}, "unknown"),
    ],
)
def test_a_fact_holds_fails_or_is_unknown(sections: dict[str, Any], fact: dict[str, Any], stand: str) -> None:
    """A statement decides a fact by its level; silence is unknown, never no."""
    assert stands(proof({"x": engine(**sections)}, fact, candidates=["x"])) == [stand]


def test_a_ground_names_the_deciding_statement() -> None:
    """Every ground carries the address and the claim that decide it, unless nobody has stated it."""
    found = proof({"x": engine(**RUNS)}, {"format": "acorn"}, {"system": "macos"}, candidates=["x"])
    acorn, macos = found.grounds["x"]
    assert (acorn.address, acorn.level, acorn.claim) == (
        "engines/x:formats.acorn",
        "supported",
        engine(**RUNS).formats["acorn"],
    )
    assert (macos.address, macos.level, macos.claim) == ("", "unknown", None)


@pytest.mark.parametrize(("first", "second", "stand", "choice"), [
    ("unsupported", "supported", "holds", "cpu"),
    ("experimental", None, "unknown", "cpu"),
    ("experimental", "unsupported", "fails", "gpu"),
    ("supported", "supported", "holds", "gpu"),
])  # fmt: skip
def test_any_of_several_is_enough(first: str, second: str | None, stand: str, choice: str) -> None:
    """A fact with choices holds by the best of them; one that nobody has stated keeps it from failing."""
    said = {"gpu": first, **({"cpu": second} if second else {})}
    (ground,) = proof({"x": engine(backends=said)}, {"backend": ["gpu", "cpu"]}, candidates=["x"]).grounds["x"]
    assert (ground.stand, ground.choice) == (stand, choice)


@pytest.mark.parametrize("level", ["experimental", "plugin"])
def test_an_outcome_may_accept_less(level: str) -> None:
    """`accepts` makes an outcome content with what is experimental or needs a plugin, for itself alone."""
    engines = {"x": engine(backends={"metal": level})}
    assert stands(proof(engines, {"backend": "metal"}, candidates=["x"], accepts=[level])) == ["holds"]
    other = "plugin" if level == "experimental" else "experimental"
    assert stands(proof(engines, {"backend": "metal"}, candidates=["x"], accepts=[other])) == ["fails"]


NARROW: dict[str, Any] = {
    "backends": {"cuda": "supported", "rocm": "experimental", "metal": "unsupported"},
    "features": {"batch": {"level": "supported", "on": ["cuda"]}},
}


@pytest.mark.parametrize(
    ("backend", "stand", "remark"),
    [
        (["cuda"], "holds", ""),
        (["rocm", "cuda"], "holds", ""),
        (["metal"], "unknown", "stated for cuda only"),
        (["rocm"], "unknown", "stated for cuda only"),
        (None, "holds", ""),
    ],
)
def test_a_narrowed_statement_counts_on_its_backends_only(backend: list[str] | None, stand: str, remark: str) -> None:
    """`on: [cuda]` proves a feature where the path runs on cuda; on another backend it is unknown; on any, it holds."""
    facts = [{"backend": backend}] if backend else []
    found = proof({"x": engine(**NARROW)}, *facts, {"feature": "batch"}, candidates=["x"])
    ground = found.grounds["x"][-1]
    assert (ground.stand, ground.remark) == (stand, remark)


def test_narrowing_follows_what_the_outcome_accepts() -> None:
    """A backend that an outcome accepts as experimental is one the path may run on."""
    sections = {**NARROW, "features": {"batch": {"level": "supported", "on": ["rocm"]}}}
    facts = ({"backend": "rocm"}, {"feature": "batch"})
    engines = {"x": engine(**sections)}
    assert stands(proof(engines, *facts, candidates=["x"])) == ["fails", "unknown"]
    assert stands(proof(engines, *facts, candidates=["x"], accepts=["experimental"])) == ["holds", "holds"]


# -- everybody else ----------------------------------------------------------------------------


def test_everybody_else_is_ruled_out_unknown_or_also_fits() -> None:
    """Each considered engine that is no candidate is told apart by what the statements say of it."""
    engines = {
        "x": engine(**RUNS),
        "no": engine(backends={"metal": "unsupported"}, formats={"acorn": "supported"}),
        "silent": engine(backends={"metal": "supported"}),
        "fits": engine(**RUNS),
        "old": engine(status="archived", **RUNS),
        "elsewhere": engine(layer="app", **RUNS),
    }
    found = proof(engines, {"backend": "metal"}, {"format": "acorn"}, candidates=["x"])
    assert [(one.engine, one.ground.address) for one in found.ruled_out] == [
        ("no", "engines/no:backends.metal"),
        ("old", "engines/old:status"),
    ]
    (silent,) = found.unknown
    assert (silent.engine, silent.ground.stand, silent.ground.fact) == ("silent", "unknown", found.facts[1])
    assert [(one.engine, one.partly) for one in found.also_fits] == [("fits", ())]


def test_who_fits_only_partly_carries_the_statements_that_say_so() -> None:
    """Partly, with care and accepted experiments are reservations, counted on the route that has the fewest."""
    careful = {"team": {"fits": "with-care", "because": "b"}}
    engines = {
        "x": engine(**RUNS),
        "half": engine(backends={"metal": {"level": "partial", "note": "n"}}, suits=careful),
        "trial": engine(backends={"metal": "supported", "cuda": "experimental"}, suits=careful),
    }
    facts = ({"backend": "metal"}, {"suits": "team"})
    found = proof(engines, *facts, candidates=["x"], accepts=["experimental"])
    assert [(one.engine, [ground.address for ground in one.partly]) for one in found.also_fits] == [
        ("half", ["engines/half:backends.metal", "engines/half:suits.team"]),
        ("trial", ["engines/trial:suits.team"]),
    ]
    two_ways = tree(
        {"a": [option("worse", "end", {"backend": "cuda"}, {"suits": "team"}), option("better", "end", *facts)]},
        end={"candidates": ["x"], "accepts": ["experimental"]},
    )
    (_, trial) = trees.prove(two_ways, engines)["end"].also_fits
    assert [ground.choice for ground in trial.partly] == ["team"]


def test_a_no_weighs_more_than_a_silence() -> None:
    """An engine is ruled out by the statement against it, even if another fact of the path is unknown."""
    engines = {"x": engine(**RUNS), "y": engine(formats={"acorn": "unsupported"})}
    found = proof(engines, {"backend": "metal"}, {"format": "acorn"}, candidates=["x"])
    assert [one.ground.address for one in found.ruled_out] == ["engines/y:formats.acorn"]


@pytest.mark.parametrize("status", ["archived", "maintenance"])
def test_a_retired_engine_is_ruled_out_by_its_status(status: str) -> None:
    """Whatever it supports; the ground is its status and no fact."""
    found = proof({"x": engine(**RUNS), "y": engine(status=status, **RUNS)}, {"backend": "metal"}, candidates=["x"])
    (one,) = found.ruled_out
    assert (one.ground.fact, one.ground.choice, one.ground.address) == (None, status, "engines/y:status")


def test_several_routes_to_one_outcome_are_all_proven() -> None:
    """A candidate has to stand on each of them; somebody else fits if one route lets them."""
    two_ways = tree(
        {"a": [option("mac", "end", {"backend": "metal"}), option("box", "end", {"backend": "cuda"})]},
        end={"candidates": ["x"]},
    )
    engines = {
        "x": engine(backends={"metal": "supported", "cuda": "unsupported"}),
        "one-way": engine(backends={"cuda": "supported"}),
        "half": engine(backends={"metal": "unsupported"}),
        "neither": engine(backends={"metal": "unsupported", "cuda": "unsupported"}),
    }
    found = trees.prove(two_ways, engines)["end"]
    assert stands(found) == ["holds", "fails"]
    assert [fact.any_of for fact in found.facts] == [("metal",), ("cuda",)]
    assert [one.engine for one in found.also_fits] == ["one-way"]
    assert [one.engine for one in found.unknown] == ["half"]
    assert [one.engine for one in found.ruled_out] == ["neither"]


def test_companions_and_advice_alone_eliminate_nobody() -> None:
    """What an outcome adds `with` is no rival; an outcome without candidates weighs nobody."""
    engines = {"x": engine(**RUNS), "helper": engine(**RUNS), "y": engine(**RUNS)}
    found = proof(engines, {"backend": "metal"}, candidates=["x"], **{"with": ["helper"]})
    assert [one.engine for one in found.also_fits] == ["y"]
    advice = proof(engines, {"backend": "metal"})
    assert (advice.grounds, advice.ruled_out, advice.unknown, advice.also_fits) == ({}, (), (), ())


def test_a_candidate_nobody_knows_does_not_stop_the_others() -> None:
    """A misspelt candidate is another check's business; the rest is still proven."""
    found = proof({"x": engine(**RUNS)}, {"backend": "metal"}, candidates=["typo", "x"])
    assert list(found.grounds) == ["x"]
