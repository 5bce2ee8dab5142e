"""Names lead somewhere, and something leads to everything."""

from __future__ import annotations

from pathlib import Path

import pytest
from sampling import Break

from generator.checks import Check, references

ALDER, BIRCH = "engines/alder.yml", "engines/birch.yml"

FIRES: list[tuple[Check, Break]] = [
    (
        references.engine_references,
        Break(BIRCH, "  acorn: supported\n", "  acron: supported\n", "formats.acron: there is no format 'acron'."),
    ),
    (
        references.narrowed_statements,
        Break(
            BIRCH,
            "tensor-parallel: {level: supported, on: [cuda]}",
            "tensor-parallel: {level: supported, on: [cuda, kuda]}",
            "features.tensor-parallel.on[1]: there is no backend 'kuda'.",
        ),
    ),
    (
        references.narrowed_statements,
        Break(
            "formats/chip8.yml",
            "  ada: supported",
            "  ada: {level: supported, on: kuda}",
            "acceleration.ada.on[0]: there is no backend 'kuda'.",
        ),
    ),
    (
        references.catalog_references,
        Break(
            "features.yml",
            "group: batching,",
            "group: bathing,",
            "features.continuous-batching.group: there is no feature group 'bathing'.",
        ),
    ),
    (
        references.catalog_references,
        Break(
            "features.yml",
            "term: api-key,",
            "term: api-keys,",
            "features.api-key.term: there is no term 'api-keys'.",
        ),
    ),
    (
        references.catalog_references,
        Break(
            "features.yml",
            "group: parallelism,",
            "group: parallelism, layers: [engine, engines],",
            "features.tensor-parallel.layers[1]: there is no layer 'engines'.",
        ),
    ),
    (
        references.catalog_references,
        Break(
            "glossary.yml",
            "see: [kv-cache]",
            "see: [kv-cash]",
            "terms.continuous-batching.see[0]: there is no term 'kv-cash'.",
        ),
    ),
    (
        references.tree_references,
        Break(
            "trees/first.yml",
            "candidates: [alder]",
            "candidates: [adler]",
            "outcomes.laptop.candidates[0]: there is no engine 'adler'.",
        ),
    ),
    (
        references.cited_addresses,
        Break(
            "trees/first.yml",
            '"engines/birch:features.api-key"',
            '"engines/birch:features.api-keys"',
            "outcomes.service.cites[0]: there is no statement 'engines/birch:features.api-keys'.",
        ),
    ),
    (
        references.cited_addresses,
        Break(
            "faq/choosing.yml",
            "caveats/birch-open-port]",
            "caveats/birch-closed-port]",
            "questions.laptop-or-server.cites[1]: there is no file 'caveats/birch-closed-port'.",
        ),
    ),
    (
        references.cited_sources,
        Break(
            "myths/one-tree-fits-all.yml",
            "who: woodland-guide",
            "who: woodland-guides",
            "positions[0].who: there is no source 'woodland-guides'.",
        ),
    ),
    (
        references.cited_sources,
        Break(
            ALDER,
            "  readme: {title",
            "  talk: {title: A talk, kind: primary, publisher: Alder}\n  readme: {title",
            "source 'talk' is listed but nothing cites it.",
        ),
    ),
    (
        references.cited_sources,
        Break(
            "sources.yml",
            "  cedar-notice:\n",
            "  diary: {title: A diary, kind: secondary, publisher: Oak}\n  cedar-notice:\n",
            "source 'diary' is listed but nothing cites it.",
        ),
    ),
    (
        references.cited_sources,
        Break(
            BIRCH,
            "  manual: {title",
            "  woodland-guide: {title: Mine, kind: primary, publisher: Birch}\n  manual: {title",
            "source 'woodland-guide' also stands in data/sources.yml.",
            more=(
                (BIRCH, "suits: {how: judged, sources: [manual]}", "suits: {how: judged, sources: [woodland-guide]}"),
            ),
        ),
    ),
    (
        references.orphans,
        Break(
            "features.yml",
            "  api-key: {label",
            "  flying: {label: Flying, group: api, means: It flies.}\n  api-key: {label",
            "feature 'flying': no engine states it either way.",
        ),
    ),
    (
        references.orphans,
        Break(
            BIRCH,
            '  cpu-x86: {level: experimental, note: "For tests."}\n',
            "",
            "no engine states anything on backends/cpu-x86.",
            at="name: x86 CPU",
            where="backends/cpu-x86.yml",
        ),
    ),
]


@pytest.mark.parametrize(("check", "change"), FIRES)
def test_a_name_that_leads_nowhere_is_told_at_its_place(check: Check, change: Break, tmp_path: Path) -> None:
    """One change, one problem, at the line of the name."""
    (found,) = change.problems(check, tmp_path)
    assert (found.file, found.line, found.message) == change.expected(tmp_path)


def test_every_rule_is_shown_to_fire() -> None:
    """A rule that nothing breaks is not tested."""
    assert {check for check, _ in FIRES} == set(references.CHECKS)


def test_a_source_that_many_claims_inherit_is_told_where_it_is_named(tmp_path: Path) -> None:
    """In the evidence of the file, of a section, and of a cell: three places, however many claims rest on them."""
    change = Break(
        BIRCH,
        "  sources: [manual]\n  how: documented",
        "  sources: [manul]\n  how: documented",
        "",
        more=(
            (
                BIRCH,
                "features: {how: source-read, sources: [code]}",
                "features: {how: source-read, sources: [code, cod]}",
            ),
            (
                BIRCH,
                "cuda: {level: supported, since: 1.2.0}",
                "cuda: {level: supported, since: 1.2.0, sources: [cods]}",
            ),
        ),
    )
    said = [problem.message for problem in change.problems(references.cited_sources, tmp_path)]
    assert said == [
        "evidence.sources[0]: there is no source 'manul'.",
        "evidence.sections.features.sources[1]: there is no source 'cod'.",
        "backends.cuda.sources[0]: there is no source 'cods'.",
    ]


@pytest.mark.parametrize(
    ("check", "change"),
    [
        (references.cited_addresses, Break("trees/first.yml", "[devices/willow]", "[glossary/glossary]", "")),
        (
            references.cited_addresses,
            Break("trees/first.yml", "[devices/willow]", "['faq/choosing:questions.why-batching']", ""),
        ),
        (
            references.cited_sources,
            Break("glossary.yml", "    see: [kv-cache]\n", "    see: [kv-cache]\n    sources: cedar-notice\n", ""),
        ),
        (references.orphans, Break(ALDER, "  burr: supported\n", "", "")),
    ],
)
def test_names_that_lead_somewhere_are_not_told(check: Check, change: Break, tmp_path: Path) -> None:
    """Whole files and statements of any kind can be cited; one engine that speaks of a thing is enough."""
    assert change.problems(check, tmp_path) == []
