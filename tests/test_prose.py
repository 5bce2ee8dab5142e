"""Prose of data/ as HTML: a little Markdown, links into the data, glossary terms, and nothing alive."""

from __future__ import annotations

import pytest
import reading

from generator import prose
from generator.prose import Prose
from generator.schema import Term
from generator.table import Link
from generator.terms import Terms

TERMS = Terms(
    {
        "kv-cache": Term(term="KV cache", also=("KV 缓存", "kv caches"), short='What is "kept".', means="m"),
        "cache": Term(term="cache", short="Kept.", means="m"),
        "batch": Term(term="Batch", short="Together.", means="m"),
    }
)


def html(text: str, page: str = "faq/caches/index.md") -> str:
    return Prose(page, TERMS).inline(text)


def hrefs(text: str) -> list[str]:
    return [href for _, href in reading.read(html(text)).links]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("**bold** and *italic*", "<strong>bold</strong> and <em>italic</em>"),
        ("`--dtype auto|fp8 <x>`", "<code>--dtype auto|fp8 &lt;x&gt;</code>"),
        ("one\ntwo", "one two"),
        (r"\*not bold\* C:\new", r"*not bold* C:\new"),
        ("# no heading", "# no heading"),
        ("- no list", "- no list"),
        ("![no picture](https://a.b/c.png)", '!<a href="https://a.b/c.png" rel=noopener>no picture</a>'),
        ("{{ config }} {% raw %} ${{ x }}", "{{ config }} {% raw %} ${{ x }}"),
        ("AT&amp;T & <b>bold</b> <script>", "AT&amp;amp;T &amp; &lt;b&gt;bold&lt;/b&gt; &lt;script&gt;"),
        ("什么是“量化”？ 🌲", "什么是“量化”？ 🌲"),
    ],
)
def test_a_little_markdown_and_nothing_else(text: str, shown: str) -> None:
    """Code, emphasis and links are markup; everything else is text, HTML and templates too."""
    assert html(text) == shown


def test_blank_lines_make_paragraphs() -> None:
    """Prose of several paragraphs keeps them."""
    assert Prose("index.md", TERMS).blocks("One.\n\nTwo\ntwo.\n") == "<p>One.</p><p>Two two.</p>"


@pytest.mark.parametrize(
    ("target", "href"),
    [
        ("https://example.org/a_(b)?q=x&y=1", "https://example.org/a_(b)?q=x&y=1"),
        ("<https://example.org/a b>", "https://example.org/a%20b"),
        ("engines/alder", "../../engines/alder/index.html"),
        ("engines/alder:formats.acorn", "../../engines/alder/index.html#formats-acorn"),
        ("faq/caches:questions.why", "#why"),
        ("tables/engines", "../../tables/engines/index.html"),
        ("caveats/open-port", "../../caveats/index.html#open-port"),
    ],
)
def test_links_lead_to_the_web_or_into_the_data(target: str, href: str) -> None:
    """A web address, or the address of a thing in the data as seen from this page."""
    assert hrefs(f"see [x]({target})") == [href]


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java&#115;cript:alert(1)",
        "data:text/html;base64,PHN2Zz4=",
        "vbscript:x",
        "file:///etc/passwd",
        "//evil.example",
        "/absolute",
        "#anchor",
        "engines/alder/../../x",
        "mailto:x@example.org",
    ],
)
def test_no_other_link_reaches_a_page(target: str) -> None:
    """A script, another scheme, another host without one, or a path: the text stays, the link does not."""
    assert hrefs(f"see [x]({target})") == []
    assert "x" in reading.read(html(f"see [x]({target})")).text
    assert any(not prose.is_good_target(found) for found in prose.links_in(f"see [x]({target})"))


def test_links_of_a_text_are_listed_for_the_check() -> None:
    """The check sees the good targets and those that the parser itself refuses."""
    text = "[a](https://a.b) [b](engines/x:y.z) [c](javascript:x) `[d](javascript:y)`"
    found = list(prose.links_in(text))
    assert found[:3] == ["https://a.b", "engines/x:y.z", "javascript:x"]
    assert [prose.is_good_target(target) for target in found[:3]] == [True, True, False]


def test_links_of_prose_for_other_renderers() -> None:
    """The same targets as values."""
    assert prose.link_of("https://a.b", "x") == Link("x", url="https://a.b")
    assert prose.link_of("tables/engines", "x") == Link("x", page="tables/engines/index.md")
    assert prose.link_of("formats/husk", "x") == Link("x", page="formats/husk/index.md")


def test_a_term_is_linked_once_a_page() -> None:
    """The first use of a term on a page leads to the glossary and carries its short form; later ones are text."""
    page = Prose("faq/caches/index.md", TERMS)
    first = reading.read(page.inline("A KV cache and a kv cache"))
    assert first.links == [("KV cache", "../../glossary/index.html#kv-cache")]
    assert first.all("a")[0].attributes["title"] == 'What is "kept".'
    assert page.inline("KV caches") == "KV caches"
    assert reading.read(Prose("index.md", TERMS).inline("KV caches")).links == [
        ("KV caches", "glossary/index.html#kv-cache")
    ]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("the KV cache", ["KV cache"]),
        ("BATCH", ["BATCH"]),
        ("什么是 KV 缓存？", ["KV 缓存"]),
        ("batched or micro-batch or a/batch", []),
        ("`batch`", []),
        ("[batch](engines/alder)", []),
        ("batch, cache.", ["batch", "cache"]),
    ],
)
def test_terms_are_whole_words_in_running_text(text: str, terms: list[str]) -> None:
    """The longest spelling wins, in any case and alphabet; parts of words, code and link texts are left alone."""
    page = reading.read(html(text))
    assert [a.text for a in page.all("a") if a.attributes.get("class") == "kb-term"] == terms


NAMES = Terms(
    {
        "gateway": Term(term="Gateway", also=("gateways", "AI gateway"), short="s", means="m"),
        "workload": Term(term="Workload profile", also=("workload",), short="s", means="m"),
        "willow": Term(term="Willow", also=("NPU", "NPUs", "mixed MoE", "MoE"), short="s", means="m"),
        "studio": Term(term="Studio", short="s", means="m"),
    },
    names=("Studio Birch", "Birch"),
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("the older Workload Variant Autoscaler is gone", []),
        ("Workload Variant Autoscaler", []),
        ("Workload decides. A workload", ["Workload", "workload"]),
        ("an Elm Gateway, then a gateway", ["gateway"]),
        ("with the Gateway API", []),
        ("Elm AI Gateway", []),
        ("Behind it. Gateways check keys", ["Gateways"]),
        ("needs (Gateways)", ["Gateways"]),
        ("from Willow on", ["Willow"]),
        ("On Willow", ["Willow"]),
        ("a Rolling Willow", []),
        ("Elm NPUs and Elm2 MoE", ["NPUs", "MoE"]),
        ("a Willow NPU", ["Willow", "NPU"]),
        ("Studio Birch in a Studio", ["Studio"]),
        ("studio birch", []),
    ],
)
def test_a_name_that_holds_a_term_is_no_term(text: str, terms: list[str]) -> None:
    """Names of engines and devices, and what capitals in the middle of a sentence make a name."""
    assert [piece for piece, term in NAMES.split(text) if term] == terms
    assert "".join(piece for piece, _ in NAMES.split(text)) == text


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("kv-caches", ("kv caches", "kv-cache")),
        ("kv-cache", ("KV cache", "kv-cache")),
        ("batch", ("Batch", "batch")),
        ("guide-s1", ("", "")),
    ],
)
def test_an_id_that_the_glossary_spells(name: str, spelled: tuple[str, str]) -> None:
    """Hyphens stand for blanks and case does not count; the spelling is the glossary's own."""
    assert TERMS.spelled(name) == spelled


def test_the_glossary_does_not_link_to_itself() -> None:
    """Nor does a glossary without terms link anything."""
    assert Prose(prose.GLOSSARY, TERMS).inline("a KV cache") == "a KV cache"
    assert Prose("index.md", Terms({})).inline("a KV cache") == "a KV cache"
