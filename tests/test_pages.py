"""Pages of the invented data: what each must answer, with permanent anchors, and text exactly as typed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import markdown
import pytest
import reading
import yaml
from conftest import ROOT
from sampling import SAMPLE, SAMPLE_DAY, copy_sample, replace_once

from generator import trees
from generator.derive import Catalog, derive
from generator.edition import Edition
from generator.load import load
from generator.pages import SECTIONS, decide, faq, parts
from generator.render import Rendering, render
from generator.schema import Fact

CONFIG = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
EXTENSIONS = [name for name in CONFIG["markdown_extensions"] if isinstance(name, str)]


def page(rendering: Rendering, path: str) -> reading.Node:
    """A page as Python-Markdown makes it, with the extensions of the site that need no options."""
    (text,) = (artifact.text for artifact in rendering.artifacts if artifact.path == path)
    body = text.split("---\n", 2)[2] if text.startswith("---\n") else text
    return reading.read(markdown.markdown(body, extensions=EXTENSIONS))


def test_no_page_has_an_id_twice(rendering: Rendering) -> None:
    """An anchor means one place, also where diagrams and tables bring ids of their own."""
    for artifact in rendering.artifacts:
        if artifact.path.endswith(".md"):
            twice = [name for name, count in Counter(page(rendering, artifact.path).ids).items() if count > 1]
            assert twice == [], artifact.path


def test_every_page_has_a_title_a_description_and_one_first_heading(rendering: Rendering) -> None:
    """Search results and browser tabs name the page; the heading has an anchor that does not depend on its words."""
    for artifact in rendering.artifacts:
        if artifact.path.endswith(".md"):
            front = yaml.safe_load(artifact.text.split("---\n")[1])
            assert front["title"], artifact.path
            assert front["description"], artifact.path
            (head,) = page(rendering, artifact.path).all("h1")
            assert re.fullmatch(r"[a-z0-9-]+", head.attributes["id"]), artifact.path


# -- text as typed -----------------------------------------------------------------------------


def test_text_of_data_is_shown_as_typed(rendering: Rendering) -> None:
    """Braces, pipes, tags and backslashes reach the reader as typed, in headings, prose, tables and diagrams."""
    topic = page(rendering, "faq/choosing/index.md")
    assert 'Why is "{{ config }}" | <b>bold</b> shown as it is?' in [head.words for head in topic.all("h2")]
    assert "Because {% raw %} and ${{ github.workspace }} are text here." in topic.words
    assert "- It is no list either; see the guide." in topic.words
    assert "還不知道 (C:\\new\\half)" in page(rendering, "decide/first/index.md").words
    alder = page(rendering, "engines/alder/index.md").words
    assert 'with a small server; "quotes", pipes | and {{ braces }} stay as typed.' in alder
    assert "Birch & Sons <birch@example.org>" in page(rendering, "engines/birch/index.md").words


def test_links_of_data_keep_target_and_text(rendering: Rendering) -> None:
    """Brackets, pipes and parentheses end neither, in prose and in citations."""
    links = page(rendering, "faq/choosing/index.md").links
    assert ("the guide", "https://example.org/a_(b)?q=x&y=1") in links
    assert ("Guide [v2] | <draft>", "https://example.org/a_(b)?q=x&y=1|z") in links


def test_no_script_link_reaches_a_page_an_export_or_a_picture(tmp_path: Path) -> None:
    """Whatever somebody types where prose, labels and notes stand, none of it becomes a link that runs."""
    data = copy_sample(tmp_path)
    hostile = "[x](javascript:alert(1)) <a href='javascript:alert(2)'>"
    replace_once(data / "faq" / "choosing.yml", "Take the one you have.", f'"{hostile}"')
    replace_once(data / "trees" / "first.yml", "Who will use it?", f'"{hostile}"')
    replace_once(data / "engines" / "alder.yml", '"The readme says so."', f'"{hostile}"')
    for artifact in render(derive(load(data), SAMPLE_DAY)).artifacts:
        if artifact.path.endswith((".md", ".html")):
            found = (
                reading.python_markdown(artifact.text) if artifact.path.endswith(".md") else reading.read(artifact.text)
            )
            targets = [node.attributes.get(name, "") for node in found.all() for name in ("href", "src", "xlink:href")]
            assert not [target for target in targets if "javascript" in target], artifact.path


# -- anchors -----------------------------------------------------------------------------------


def test_anchors_of_questions_come_from_their_ids(tmp_path: Path, rendering: Rendering) -> None:
    """A Chinese question has the anchor its id names, also after questions were reordered and reworded."""
    names = ["laptop-or-server", "why-batching", "braces-and-pipes"]
    assert [head.attributes["id"] for head in page(rendering, "faq/choosing/index.md").all("h2")] == names
    data = copy_sample(tmp_path)
    replace_once(data / "faq" / "choosing.yml", "為什麼要批次處理？", "批次處理有什麼用？")
    dataset = load(data)
    topic = dataset.faq["choosing"]
    turned = topic.model_copy(update={"questions": dict(reversed(topic.questions.items()))})
    other = render(derive(replace(dataset, faq={"choosing": turned}), SAMPLE_DAY))
    heads = page(other, "faq/choosing/index.md").all("h2")
    assert [head.attributes["id"] for head in heads] == names[::-1]
    assert heads[1].words == "批次處理有什麼用？"


@pytest.mark.parametrize(
    ("path", "anchors"),
    [
        ("engines/birch/index.md", ["backends-cuda", "formats-burr", "features-api-key", "suits-public-service",
                                    "defaults-server", "quickstarts-0", "status", "systems-macos"]),
        ("engines/dogwood/index.md", ["relations-serves-birch"]),
        ("formats/burr/index.md", ["bits-burr-4", "backends-metal"]),
        ("hardware/devices/willow/index.md", ["memory", "links-thunder", "compute-chip8", "precisions-chip8"]),
        ("decide/first/index.md", ["q-where", "q-users", "laptop", "service", "look"]),
        ("caveats/index.md", ["birch-open-port", "cedar-lost-burr", "danger", "resolved"]),
        ("myths/index.md", ["one-tree-fits-all"]),
        ("glossary/index.md", ["kv-cache", "continuous-batching", "api-key"]),
    ],
)  # fmt: skip
def test_statements_and_things_have_anchors_of_their_own(rendering: Rendering, path: str, anchors: list[str]) -> None:
    """What the data addresses can be linked to, by the ids of the data."""
    assert set(anchors) <= set(page(rendering, path).ids)


# -- what a page answers -----------------------------------------------------------------------


def test_home_asks_the_first_question_at_once(rendering: Rendering) -> None:
    """Its options lead into the tree with the first answer taken; what changed lately is newest first."""
    home = page(rendering, "index.md")
    assert ("On a server", "decide/first/index.html#q-users") in home.links
    assert ("On a laptop", "decide/first/index.html#laptop") in home.links
    days = [node.attributes["datetime"] for node in home.all("time")]
    assert days == sorted(days, reverse=True)
    assert home.words.count("2026-01-12 release Birch 1.10.0.post1") == 1


def test_a_tree_page_tells_a_tree_three_ways(rendering: Rendering) -> None:
    """The picture, the same tree as nested text, and how one gets to each outcome, all with the same words."""
    tree = page(rendering, "decide/first/index.md")
    (picture,) = [svg for svg in tree.all("svg") if "kb-graph" in svg.attributes.get("class", "")]
    targets = [href for _, href in picture.links]
    assert sorted(targets) == ["#laptop", "#look", "#q-users", "#q-where", "#service"]
    assert {target.removeprefix("#") for target in targets} <= set(tree.ids)
    outline = next(node for node in tree.all("div") if node.attributes.get("class") == "kb-outline")
    assert outline.words.startswith(
        "Where will it run? On a laptop → Alder on the laptop On a server → Who will use it?"
    )
    for name, way in (("service", "On a server → Customers"), ("look", "還不知道 (C:\\new\\half)")):
        assert way in outcome(tree, name).words
    assert "On a server → Who will use it? Count the people who send requests at the same time. Customers" in (
        outline.words
    )
    (ends,) = tree.all("nav")
    assert ends.links == [
        ("Alder on the laptop", "#laptop"),
        ("Birch for customers", "#service"),
        ("Only looking", "#look"),
    ]


def outcome(tree: reading.Node, name: str) -> reading.Node:
    return next(node for node in tree.all("div") if node.attributes.get("data-outcome") == name)


def test_an_outcome_shows_its_proof_and_who_is_ruled_out_by_what(rendering: Rendering) -> None:
    """Candidates in order, each fact with the statement that proves it, the others with the one against them."""
    tree = page(rendering, "decide/first/index.md")
    laptop, service, look = (outcome(tree, name) for name in ("laptop", "service", "look"))
    assert [li.words for li in laptop.all("ol")[0].all("li")] == ["Alder"]
    heads = [row[0].words for row in laptop.rows]
    assert heads == ["This path asks for", "Runs on Metal", "Runs under macOS"]
    assert "✓ yes" in laptop.rows[1][1].words
    assert ("Alder readme", "https://example.org/alder/readme") in laptop.rows[1][1].links
    text = laptop.words
    assert "Birch: Metal: ✗ no. The manual says so." in text
    assert "Cedar" not in text
    assert "Archived or in maintenance, so never a candidate: Cedar (archived)." in tree.words
    assert ("Cedar (archived)", "../../engines/cedar/index.html#status") in tree.links
    assert ("Metal", "../../engines/birch/index.html#backends-metal") in laptop.links
    assert ("Dogwood", "../../engines/dogwood/index.html") in service.links
    assert (
        "Birch listens on every interface and asks for no key",
        "../../caveats/index.html#birch-open-port",
    ) in service.links
    assert not look.all("ol")
    assert "Proof" not in look.words


def test_everybody_else_is_listed_by_what_decides(tmp_path: Path) -> None:
    """A long list is folded; who fits in part says by which statement; silence is told fact by fact."""
    data = copy_sample(tmp_path)
    for number in range(5):
        engine_like(data, "birch", f"elm-{number}", f"Elm {number}")
    engine_like(
        data, "alder", "fir", "Fir", "metal: {level: supported, since: b9000}", "metal: {level: partial, note: Slow.}"
    )
    engine_like(data, "alder", "gum", "Gum")
    engine_like(data, "alder", "holly", "Holly", "  metal: {level: supported, since: b9000}\n", "")
    replace_once(
        data / "trees" / "first.yml", "birch: when the laptop only has to talk to a server", "fir: for patience"
    )
    laptop = outcome(page(render(derive(load(data), SAMPLE_DAY)), "decide/first/index.md"), "laptop")
    heads = {node.words: node for node in laptop.all("h4")}
    assert list(heads) == ["Proof", "Not here, and why", "Also fits"]
    folds = {fold.all("summary")[0].words: fold.words for fold in laptop.all("details")}
    assert "Elm 4: Metal: ✗ no." in folds["3 more"]
    assert "Elm 1" not in folds["3 more"]
    assert "Runs on Metal: no source we read mentions it for Holly." in folds["Not proven for 1 other"]
    assert "Meets every point, but nobody here compared it with the first: Gum." in laptop.words
    assert "Fir (for patience): Metal: ◐ partly. Slow." in laptop.words
    assert ("Metal", "../../engines/fir/index.html#backends-metal") in laptop.links


def engine_like(data: Path, model: str, name: str, title: str, old: str = "", new: str = "") -> None:
    """Another engine of the sample with one thing changed."""
    text = (data / "engines" / f"{model}.yml").read_text("utf-8")
    assert old in text
    text = text.replace(old, new).replace(f"name: {model.capitalize()}", f"name: {title}")
    (data / "engines" / f"{name}.yml").write_text(text, "utf-8")


def test_a_statement_for_another_backend_says_for_which(tmp_path: Path) -> None:
    """What is stated for some backends only proves nothing on others; the list names them as the data does."""
    data = copy_sample(tmp_path)
    narrow = "continuous-batching: {level: supported, on: [cuda]}"
    engine_like(data, "alder", "fir", "Fir", "continuous-batching: {level: experimental, on: [metal]}", narrow)
    replace_once(data / "trees" / "first.yml", "{system: macos}]", "{feature: continuous-batching}]")
    laptop = outcome(page(render(derive(load(data), SAMPLE_DAY)), "decide/first/index.md"), "laptop")
    assert "Fir: Continuous batching: ✓ yes, stated for CUDA only" in laptop.words


@pytest.mark.parametrize(
    ("routes", "shown"),
    [
        ([[("macos", "linux"), ("macos",)]], [("macos",)]),
        ([[("macos",), ("macos", "linux")]], [("macos",)]),
        ([[("macos", "linux"), ("macos",)], [("macos", "linux")]], [("macos", "linux"), ("macos",)]),
        ([[("macos", "linux"), ("macos",)], [("macos", "linux"), ("linux",)]], [("macos",), ("linux",)]),
        ([[("macos", "linux"), ("linux", "macos")]], [("macos", "linux"), ("linux", "macos")]),
    ],
)
def test_a_fact_that_every_route_narrows_is_not_asked_twice(
    routes: list[list[tuple[str, ...]]], shown: list[tuple[str, ...]]
) -> None:
    """A choice of systems that each way cuts down is left out; it stays where one way does not."""
    walked = tuple(trees.Route((), "end", tuple(Fact(system=systems) for systems in route)) for route in routes)
    facts = tuple(dict.fromkeys(fact for route in walked for fact in route.facts))
    proof = trees.OutcomeProof("end", walked, facts, {}, (), (), ())
    assert [fact.any_of for fact in decide.asked(proof)] == shown


def test_cases_stand_in_their_order_and_at_their_outcomes(tmp_path: Path) -> None:
    """The easy ones first, on their page and below the trees; an outcome leads to the case that ends there."""
    data = copy_sample(tmp_path)
    text = (data / "cases" / "laptop-for-one.yml").read_text("utf-8")
    (data / "cases" / "zebra.yml").write_text(text.replace("A laptop for one", "Zebras first\norder: 1"), "utf-8")
    done = render(derive(load(data), SAMPLE_DAY))
    heads = [head.attributes["id"] for head in page(done, "decide/cases/index.md").all("h2")]
    assert heads == ["zebra", "laptop-for-one"]
    ways = [("Zebras first", "cases/index.html#zebra"), ("A laptop for one", "cases/index.html#laptop-for-one")]
    assert [link for link in page(done, "decide/index.md").links if link[0] in dict(ways)] == ways
    laptop = outcome(page(done, "decide/first/index.md"), "laptop")
    assert [link for link in laptop.links if link[0] in dict(ways)] == [(text, f"../{href}") for text, href in ways]


def test_a_cited_value_carries_its_mark(catalog: Catalog) -> None:
    """Levels, fits and figures are shown beside what they are about; a thing by itself has no value."""
    addresses = (
        "engines/birch:features.api-key",
        "engines/alder:suits.public-service",
        "devices/willow:memory",
        "devices/willow",
    )
    said = [(line.cell.mark, line.cell.text) for line in parts.cited(catalog, addresses)]
    assert said == [("✓", "yes"), ("✗", "not for this"), ("", "64 GB"), ("", "")]


def test_an_engine_page_answers_in_its_facts(rendering: Rendering) -> None:
    """Newest release, status, hardware, formats, what listens, licence: each by its label."""
    birch = page(rendering, "engines/birch/index.md")
    (facts,) = [node for node in birch.all("dl") if node.attributes.get("class") == "kb-facts"]
    found = {item.all("dt")[0].words: item.all("dd")[0].words for item in facts.all("div")}
    assert found["Newest stable"] == "1.10.0.post1 (2026-01-12)"
    assert found["Newest pre-release"] == "2.0.0rc1 (2026-01-05)"
    assert found["Status"] == "active"
    assert found["Runs on"].startswith("✓ CUDA")
    assert "experimental: x86 CPU" in found["Runs on"]
    assert found["Licence"] == "Apache-2.0"
    assert "0.0.0.0:8000" in found["Listens: birch serve"]
    assert "1 Customers" not in birch.words
    assert ("Birch for customers", "../../decide/first/index.html#service") in birch.links


def test_what_nobody_stated_is_unknown_and_never_no(rendering: Rendering) -> None:
    """A table cell without a statement says unknown; so does a backend page of the engines that are silent on it."""
    table = page(rendering, "tables/engines-backends/index.md")
    cells = {row[0].text: [cell.all("button")[0].words if cell.all("button") else cell.words for cell in row[1:]]
             for row in table.rows if len(row) == 4}  # fmt: skip
    assert cells["Alder"] == ["✗ no*", "✓ yes", "? unknown"]
    assert cells["Cedar (archived)"] == ["✓ yes", "? unknown", "? unknown"]
    assert "? unknown: Alder, Cedar, Dogwood." in page(rendering, "hardware/backends/cpu-x86/index.md").words


def test_caveats_stand_by_severity_and_resolved_ones_as_history(rendering: Rendering) -> None:
    """An open danger comes first; what is resolved says when and how."""
    caveats = page(rendering, "caveats/index.md")
    assert [head.attributes["id"] for head in caveats.all("h2", "h3")] == [
        "by-engine",
        "danger",
        "danger-security",
        "resolved",
        "cedar-lost-burr",
    ]
    assert "resolved 2025-03-01" in caveats.words
    assert "Resolved Cedar itself ended." in caveats.words
    affected = dict(link[::-1] for link in caveats.links)["../engines/birch/index.html"]
    assert affected == "Birch >=1.2.0,<2"


def test_the_freshness_page_lists_what_to_check_again(rendering: Rendering) -> None:
    """Each overdue statement with its reason, file and line, and the ledger with the newest release of each channel."""
    text = page(rendering, "freshness/index.md").words
    assert "Birch ◔ due: was to be checked again by 2025-08-30" in text
    assert "Birch: macOS sample/engines/birch.yml:26" in text
    assert "Birch 1.10.0.post1 (2026-01-12) 2.0.0rc1 (2026-01-05) 5 stable, 1 pre-release" in text


def test_a_page_names_the_file_to_edit(tmp_path: Path, rendering: Rendering) -> None:
    """Without a repository the name of the file, with one a link to it, forward slashes always."""
    foot = next(
        node
        for node in page(rendering, "engines/alder/index.md").all("div")
        if node.attributes.get("class") == "kb-foot"
    )
    assert "sample/engines/alder.yml" in foot.words
    data = copy_sample(tmp_path)
    (data / "site.yml").write_text("name: N\ntagline: T\nedit_base: https://example.org/edit/main/\n", "utf-8")
    found = page(render(derive(load(data), SAMPLE_DAY)), "engines/alder/index.md")
    assert ("sample/engines/alder.yml", "https://example.org/edit/main/sample/engines/alder.yml") in found.links


# -- pieces ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "label"),
    [
        ({"backend": ["cuda", "metal"]}, "Runs on CUDA or Metal"),
        ({"backend": ["cuda", "metal", "cpu-x86"]}, "Runs on CUDA, Metal, or x86 CPU"),
        ({"format": "burr"}, "Reads Burr"),
        ({"feature": "api-key"}, "API key"),
        ({"system": "macos"}, "Runs under macOS"),
        ({"suits": "one-person"}, "Suits one person"),
        ({"precision": "chip8", "on": ["ada"]}, "Computes Chip8 on Ada (8.9)"),
    ],
)
def test_a_fact_is_said_in_words(catalog: Catalog, fact: dict[str, object], label: str) -> None:
    """What an option asserts, with the names of the data."""
    assert decide.fact_label(catalog, Fact.model_validate(fact)) == label


@pytest.mark.parametrize(
    ("address", "label"),
    [
        ("engines/birch", "Birch"),
        ("engines/birch:formats.burr", "Birch: Burr"),
        ("engines/birch:features.api-key", "Birch: API key"),
        ("engines/birch:systems.macos", "Birch: macOS"),
        ("engines/birch:suits.one-person", "Birch: one person"),
        ("engines/birch:precisions.chip8.ada", "Birch: Chip8 on Ada (8.9)"),
        ("engines/dogwood:relations.serves.birch", "Dogwood: serves Birch"),
        ("engines/birch:defaults.server", "Birch: birch serve"),
        ("engines/birch:quickstarts.0", "Birch: On a server"),
        ("engines/birch:status", "Birch: status"),
        ("formats/chip8:acceleration.ada", "Chip8: Ada (8.9)"),
        ("formats/burr:bits.burr-4", "Burr: burr-4 size"),
        ("formats/burr:conversions.0", "Burr: conversion with Alder"),
        ("devices/willow:compute.chip8", "Willow W1: peak Chip8 rate"),
        ("devices/willow:bandwidth", "Willow W1: memory bandwidth"),
        ("devices/willow:links.thunder", "Willow W1: link, thunder"),
        ("devices/willow:precisions.chip8", "Willow W1: Chip8"),
        ("faq/choosing", "Choosing"),
        ("faq/choosing:questions.laptop-or-server", "Laptop or server?"),
        ("glossary/glossary", "Glossary"),
        ("glossary/glossary:terms.kv-cache", "KV cache"),
        ("trees/first", "Your first tree"),
        ("trees/first:outcomes.laptop", "Your first tree: Alder on the laptop"),
        ("trees/first:questions.users", "Your first tree: Who will use it?"),
        ("caveats/birch-open-port", "Birch listens on every interface and asks for no key"),
        ("myths/one-tree-fits-all", "One engine is the fastest everywhere"),
    ],
)
def test_an_address_is_said_in_words(catalog: Catalog, address: str, label: str) -> None:
    """What the data calls by ids, a reader sees by names."""
    assert parts.address_label(catalog, address) == label


def test_every_claim_can_be_named_and_cited(catalog: Catalog) -> None:
    """Whatever address a file may cite, there are words and a place for it."""
    for address in catalog.claims:
        assert parts.address_label(catalog, address)
    assert len(parts.cited(catalog, catalog.claims)) == len(catalog.claims)


def test_a_conclusion_inherits_the_worst_of_what_it_stands_on(catalog: Catalog) -> None:
    """Fresh facts give the day of the oldest check; one that is overdue gives its reason."""
    fresh = parts.standing(catalog, ["engines/birch:backends.cuda", "engines/alder:backends.metal"])
    assert fresh is not None
    assert (fresh.text, fresh.state) == ("Facts in date until 2026-04-10; oldest check 2026-01-10", "fresh")
    worst = parts.standing(catalog, ["engines/birch:backends.cuda", "engines/birch:systems.macos"])
    assert worst is not None
    assert (worst.text, worst.state) == ("Due (Birch: macOS): was to be checked again by 2025-08-30", "due")
    assert parts.standing(catalog, ["caveats/gone"]) is None


def test_what_relies_on_a_thing_is_listed_once(catalog: Catalog) -> None:
    """Trees, answers and myths that stand on any statement of an engine, each once."""
    found = parts.relied_on_by(catalog, "engines/birch")
    assert {kind: [link.text for link in links] for kind, links in found.items()} == {
        "trees": ["Your first tree: Birch for customers"],
        "faq": [],
        "myths": ["“One engine is the fastest everywhere”"],
    }
    assert [link.text for link in parts.relied_on_by(catalog, "engines/alder")["faq"]] == ["Laptop or server?"]


def test_a_section_of_the_site_is_one_entry(edition: Edition) -> None:
    """Each section writes its own index first, and no two write one path."""
    written = {section.title: [artifact.path for artifact in section.pages(edition)] for section in SECTIONS}
    assert all(paths for paths in written.values())
    paths = [path for some in written.values() for path in some]
    assert len(paths) == len(set(paths))
    assert written["FAQ"] == [faq.INDEX, "faq/choosing/index.md"]


def test_one_file_gives_an_engine_its_page_and_its_place(tmp_path: Path) -> None:
    """A new file in data/engines appears in the list, the tables and the navigation, with nothing else touched."""
    data = copy_sample(tmp_path)
    text = (SAMPLE / "engines" / "dogwood.yml").read_text("utf-8")
    (data / "engines" / "elm.yml").write_text(text.replace("name: Dogwood", "name: Ülme 榆"), "utf-8")
    done = render(derive(load(data), SAMPLE_DAY))
    assert page(done, "engines/elm/index.md").all("h1")[0].words == "Ülme 榆"
    assert ("Ülme 榆", "elm/index.html") in page(done, "engines/index.md").links
    assert "'Ülme 榆': 'engines/elm/index.md'" in str(done.nav)
