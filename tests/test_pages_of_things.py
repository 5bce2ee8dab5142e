"""Pages of engines, formats and devices, and those that list caveats and what has become old."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import markdown
import pytest
from sampling import SAMPLE_DAY, copy_sample, replace_once
from test_pages import EXTENSIONS, page

from generator.derive import Catalog, derive
from generator.load import load
from generator.pages import formats, freshness, mentions, models
from generator.render import Rendering, render
from generator.schema import Model


def source(rendering: Rendering, path: str) -> str:
    return next(artifact.text for artifact in rendering.artifacts if artifact.path == path)


# -- engines -----------------------------------------------------------------------------------


def test_starting_and_beware_are_in_the_table_of_contents(rendering: Rendering) -> None:
    """They stand beside the facts, yet a reader finds them where headings are listed."""
    reader = markdown.Markdown(extensions=[*EXTENSIONS, "toc"])
    reader.convert(source(rendering, "engines/birch/index.md").split("---\n", 2)[2])
    names = [token["id"] for token in reader.toc_tokens[0]["children"]]  # type: ignore[attr-defined]
    assert names[:4] == ["start", "beware-first", "suits", "beware"]


def test_what_loads_no_model_is_not_asked_what_it_reads(rendering: Rendering) -> None:
    """An orchestrator has no unknown formats; an engine that says nothing has."""
    assert "Reads" not in [term.words for term in page(rendering, "engines/dogwood/index.md").all("dt")]
    assert "Reads" in [term.words for term in page(rendering, "engines/cedar/index.md").all("dt")]


def test_an_engine_without_a_start_says_what_is_not_recorded(rendering: Rendering) -> None:
    """Silence is ours, not the project's."""
    assert "No start command is recorded here. It is archived." in page(rendering, "engines/cedar/index.md").words


def test_own_caveats_come_before_those_of_others(tmp_path: Path) -> None:
    """What another project does to an engine stands below what it does itself, however grave."""
    data = copy_sample(tmp_path)
    replace_once(data / "caveats" / "birch-open-port.yml", "affects:\n", "affects:\n  - {engine: alder}\n")
    own = (data / "caveats" / "cedar-lost-burr.yml").read_text("utf-8")
    own = own.replace('engine: cedar, versions: ">=0.10.0"', "engine: birch").replace("Cedar stopped", "Birch stopped")
    (data / "caveats" / "own.yml").write_text(re.sub(r"resolved: .*\n", "", own), "utf-8")
    birch = page(render(derive(load(data), SAMPLE_DAY)), "engines/birch/index.md")
    first = [item.links[0][0] for item in birch.all("li") if "kb-caveat" in item.attributes.get("class", "")][:2]
    assert first == ["Birch stopped reading Burr files", "Birch listens on every interface and asks for no key"]


def test_the_first_tree_is_offered_above_the_list(rendering: Rendering) -> None:
    """Who does not know the names starts with a question."""
    index = page(rendering, "engines/index.md")
    assert ("Your first tree", "../decide/first/index.html") in index.links
    assert [head.words for head in index.all("h2")] == ["Engines", "Orchestrators"]


def test_mentions_are_gathered_by_page_and_long_ones_folded(catalog: Catalog) -> None:
    """A tree is named once, its outcomes below it."""
    trees, myths = mentions.of(catalog, "engines/birch")
    ((tree,), (myth,)) = (trees.mentions, myths.mentions)
    assert (tree.head.text, [link.text for link in tree.places]) == ("Your first tree", ["Birch for customers"])
    assert (myth.head.text, myths.long) == ("", False)
    many = replace(trees, mentions=(replace(tree, places=tree.places * 9),))
    assert (many.count, many.long) == (9, True)


# -- formats and hardware ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("Q4_K_M", "Q4_K_M"),
        ("Q2_K-file", "Q2_K"),
        ("4bit-g64-nested", "4 bits, groups of 64, nested"),
        ("E2M1-g32", "E2M1, groups of 32"),
        ("70B-in-24GB", "70B in 24 GB"),
        ("LLM.int8", "LLM.int8"),
    ],
)
def test_sizes_are_called_by_words(key: str, label: str) -> None:
    """Ids of the data become labels by rule."""
    assert formats.bits_label(key) == label


def test_bits_say_what_they_are_counted_over(tmp_path: Path) -> None:
    """Exact sizes of tensor types and averages of whole files stand apart; a kind alone needs no heading."""
    data = copy_sample(tmp_path)
    line = '  burr-4: {value: 4.5, per: tensor, note: "Computed from 4 + 16/32."}\n'
    replace_once(data / "formats" / "burr.yml", line, line + "  burr-4-file: {value: 4.8, per: file}\n")
    done = render(derive(load(data), SAMPLE_DAY))
    burr, chip = page(done, "formats/burr/index.md"), page(done, "formats/chip8/index.md")
    assert {"bits-burr-4", "bits-burr-4-file"} <= set(burr.ids)
    assert "4.5 bits (tensor type)" in burr.words
    assert "4.8 bits (whole file)" in burr.words
    assert {"Tensor types", "File recipes"} <= {head.words for head in burr.all("h3")}
    assert "Tensor types" not in {head.words for head in chip.all("h3")}


def test_backends_stand_by_how_many_engines_run_on_them(rendering: Rendering) -> None:
    """An engine that says no does not count; most first."""
    index = page(rendering, "hardware/index.md")
    assert [term.words for term in index.all("dt")] == [
        "CUDA runs with 2 engines",
        "Metal runs with 1 engine",
        "x86 CPU runs with 1 engine",
        "Riverside",
    ]
    assert {("reference models", "models/index.html"), ("Willow W1", "devices/willow/index.html")} <= set(index.links)


def test_a_device_counts_engines_and_says_what_is_tight(catalog: Catalog, rendering: Rendering) -> None:
    """Support is stated for its backend, where the list is; its links go by their names."""
    text = page(rendering, "hardware/devices/willow/index.md")
    assert "Metal: ✓ yes 1, ✗ no 1" in text.words
    assert ("Metal", "../../backends/metal/index.html#engines") in text.links
    assert "8 bits counts as 8.5, 4 bits counts as 4.85" in text.words
    small = catalog.dataset.devices["willow"]
    assert small.gpu_share is not None
    assert ("75 %", "#gpu_share") in text.links
    for value, share, verdict in (
        (2.4, None, "tight"),
        (2.4, small.gpu_share, "too large"),
        (3.2, small.gpu_share, "tight"),
    ):
        memory = small.memory.model_copy(update={"value": value})
        ((_, row),) = models.fits_on(catalog, small.model_copy(update={"memory": memory, "gpu_share": share}))
        assert [fit.verdict.text for fit in row] == [verdict, "fits", "fits"]
    assert row[0].ceiling


def test_a_latent_is_no_count_of_heads(catalog: Catalog) -> None:
    """What multi-head latent attention keeps has one width, which gives the cache beside it."""
    seedling = catalog.dataset.models["seedling"]
    latent: Model = seedling.model_copy(update={"attention": "mla", "latent_dim": 576})
    changed = replace(catalog, dataset=replace(catalog.dataset, models={"seedling": latent}))
    (shape,) = models.shapes(changed)
    assert (shape.kept, shape.per_token) == ("one latent of 576", "18 KiB")
    assert [one.kept for one in models.shapes(catalog)] == ["4 × 128"]


# -- tables ------------------------------------------------------------------------------------


def test_a_legend_names_the_marks_that_occur(rendering: Rendering) -> None:
    """A table without marks explains none, and one whose cells open nothing does not ask to choose one."""
    found = page(rendering, "tables/engines-backends/index.md")
    (legend,) = [node for node in found.all("p") if node.attributes.get("class") == "kb-legend-line"]
    assert legend.words.replace(" ", "") == "✓yes⚗experimental✗no?unknown"
    layers = page(rendering, "tables/layers/index.md").words
    assert "Choose a cell" not in layers
    assert "unknown" not in layers


# -- caveats -----------------------------------------------------------------------------------


def test_caveats_can_be_found_by_engine(rendering: Rendering) -> None:
    """Each engine with its number of open caveats leads to its own; what is resolved does not count."""
    caveats = page(rendering, "caveats/index.md")
    (tally,) = [one for one in caveats.all("ul") if one.attributes.get("class") == "kb-tally"]
    assert [item.words for item in tally.all("li")] == ["Birch ⚠ danger 1"]
    assert tally.links == [("Birch", "../engines/birch/index.html#beware")]
    assert {("security", "#danger-security"), ("Resolved", "#resolved")} <= set(caveats.links)


def test_a_caveat_tells_versions_days_and_parts_together(tmp_path: Path, rendering: Rendering) -> None:
    """One day for one version, and the parts of one engine behind its name once."""
    text = page(rendering, "caveats/index.md").words
    assert "since 1.2.0 of 2025-06-02" in text
    assert "Affects Birch >=1.2.0,<2: API key" in text
    data = copy_sample(tmp_path)
    more = '  - {engine: birch, versions: ">=1.2.0,<2", format: burr}\n'
    replace_once(data / "caveats" / "birch-open-port.yml", "introduced: ", more + "introduced: ")
    other = page(render(derive(load(data), SAMPLE_DAY)), "caveats/index.md").words
    assert "Affects Birch >=1.2.0,<2: API key, Burr" in other


# -- freshness ---------------------------------------------------------------------------------


def test_what_is_overdue_for_one_reason_is_one_row(tmp_path: Path) -> None:
    """Statements that wait for the same release are gathered and folded, each with its file and line."""
    data = copy_sample(tmp_path)
    replace_once(data / "engines" / "birch.yml", "  acorn: supported", "  acorn: {level: supported, against: 1.9.0}")
    line = '  burr-4: {value: 4.5, per: tensor, note: "Computed from 4 + 16/32."}'
    replace_once(data / "formats" / "burr.yml", line, line.replace("}", ", against: Birch 1.9.0}"))
    found = page(render(derive(load(data), SAMPLE_DAY)), "freshness/index.md")
    (queue,) = [one for one in found.all("table") if "kb-queue" in one.attributes["class"]]
    rows = [[cell.words for cell in row] for row in queue.rows[1:]]
    (behind,) = [row for row in rows if "↑ behind" in row[1]]
    assert behind[0] == "Birch"
    assert "newer than 1.9.0 known" in behind[1]
    assert behind[3].startswith("3 statements ")
    assert "Birch: Acorn sample/engines/birch.yml:" in behind[3]


def test_what_nobody_stated_is_counted_by_engine(catalog: Catalog) -> None:
    """Backends count for what loads models, features for those whom they concern."""
    engines = catalog.dataset.engines
    silent = engines["dogwood"].model_copy(update={"layer": "engine"})
    orchestrator, engine = freshness.not_stated(catalog, engines["dogwood"]), freshness.not_stated(catalog, silent)
    assert (orchestrator, engine) == (len(catalog.dataset.features), len(catalog.dataset.features) + 3)
    assert freshness.not_stated(catalog, engines["birch"]) == 0


def test_lately_is_what_came_out_within_thirty_days(catalog: Catalog) -> None:
    """Stable releases are named, others counted, withdrawn ones left out; days count back from the last look-up."""
    (birch,) = freshness.lately(catalog)
    assert [release.version for release in birch.stable] == ["1.10.0.post1"]
    assert birch.early == 1
    assert freshness.lately(replace(catalog, today=SAMPLE_DAY + timedelta(days=60))) == [birch]
    assert freshness.lately(replace(catalog, today=date(2025, 12, 1)))[0].stable[0].version == "1.10.0"


def test_the_timeline_is_drawn_once_for_every_ledger(rendering: Rendering) -> None:
    """Its rows are the rows of the table below it."""
    found = page(rendering, "freshness/index.md")
    (picture,) = [one for one in found.all("svg") if one.attributes.get("class") == "kb-timeline"]
    assert [one.text for one in picture.all("text") if one.attributes["class"] == "lane"] == ["Birch"]
    # 1.9.0 and 1.10.0 were checked against; the withdrawn release is no dot.
    assert len(picture.all("circle")) == 6
    assert len([one for one in picture.all("path") if one.attributes["class"] == "checked"]) == 2
