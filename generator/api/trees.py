"""Decision trees as documents, with their proofs, and as pictures to take away."""

from __future__ import annotations

from collections.abc import Iterator

from generator import derive, diagrams, mermaid, trees, urls
from generator.api import documents
from generator.api.documents import Asked, Ground, Item, Proof, TreeItem
from generator.api.items import of_collection
from generator.api.paths import FOLDER, of_address, permalink
from generator.derive import Catalog
from generator.pages.decide import fact_label
from generator.schema import Fact
from generator.table import Link
from generator.templating import Artifact
from generator.trees import OutcomeProof

FILES = ("dot", "svg", "mmd")


def tree_items(catalog: Catalog) -> list[TreeItem]:
    return [_with_proofs(catalog, item) for item in of_collection(catalog, "trees")]


def files(catalog: Catalog) -> Iterator[Artifact]:
    """Each tree as DOT, as a picture that stands alone, and as Mermaid."""
    names = {name: engine.name for name, engine in catalog.dataset.engines.items()}
    for name, tree in catalog.dataset.trees.items():
        path = f"{FOLDER}trees/{name}"
        yield Artifact(f"{path}.dot", diagrams.dot_of(tree, name))
        page = urls.relative(f"{path}.svg", urls.page_of("trees", name))
        yield Artifact(f"{path}.svg", diagrams.alone(diagrams.draw(tree, name), page))
        yield Artifact(f"{path}.mmd", mermaid.flowchart(tree, names))


def _with_proofs(catalog: Catalog, item: Item) -> TreeItem:
    name = item["id"]
    proofs = {outcome: _proof(catalog, name, proof) for outcome, proof in catalog.proofs[name].items()}
    files = {suffix: f"trees/{name}.{suffix}" for suffix in FILES}
    return {**item, "files": files, "proofs": proofs}


def _proof(catalog: Catalog, tree: str, proof: OutcomeProof) -> Proof:
    worst = catalog.worst(derive.stands_on(proof))
    return {
        "permalink": permalink(Link("", page=urls.page_of("trees", tree), anchor=proof.outcome)) or "",
        "routes": [_route(catalog, tree, route) for route in proof.routes],
        "candidates": [
            {"engine": name, "title": _name(catalog, name), "grounds": [_ground(catalog, one) for one in grounds]}
            for name, grounds in proof.grounds.items()
        ],
        "ruled_out": [_weighed(catalog, one) for one in proof.ruled_out],
        "unknown": [_weighed(catalog, one) for one in proof.unknown],
        "also_fits": [
            {
                "engine": one.engine,
                "title": _name(catalog, one.engine),
                "partly": [_ground(catalog, ground) for ground in one.partly],
            }
            for one in proof.also_fits
        ],
        "freshness": worst.state if worst else None,  # type: ignore[typeddict-item]  # one of freshness.STATES
    }


def _name(catalog: Catalog, engine: str) -> str:
    return catalog.dataset.engines[engine].name


def _route(catalog: Catalog, tree: str, route: trees.Route) -> documents.Route:
    asked = catalog.dataset.trees[tree].questions
    steps: list[documents.Step] = [
        {"question": step.question, "option": step.option, "label": asked[step.question].options[step.option].label}
        for step in route.steps
    ]
    return {"steps": steps, "facts": [_asked(catalog, fact) for fact in route.facts]}


def _asked(catalog: Catalog, fact: Fact) -> Asked:
    return {
        "kind": fact.kind,
        "any_of": list(fact.any_of),
        "on": list(fact.on),
        "label": fact_label(catalog, fact),
    }


def _weighed(catalog: Catalog, one: trees.Elimination) -> documents.Weighed:
    return {"engine": one.engine, "title": _name(catalog, one.engine), "ground": _ground(catalog, one.ground)}


def _ground(catalog: Catalog, ground: trees.Ground) -> Ground:
    state = catalog.freshness.get(ground.address)
    return {
        "fact": _asked(catalog, ground.fact) if ground.fact else None,
        "stand": ground.stand,
        "choice": ground.choice,
        "level": ground.level,
        "address": ground.address or None,
        "permalink": of_address(ground.address) if ground.address else None,
        "freshness": state.state if state else None,  # type: ignore[typeddict-item]  # one of freshness.STATES
        "remark": ground.remark or None,
    }
