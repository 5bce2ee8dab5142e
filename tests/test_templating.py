"""Templates place words: strict about names, and text of data is shown as typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import jinja2
import markdown
import pytest
import reading
import yaml

from generator import templating
from generator.table import Link
from generator.templating import Artifact, markdown_text
from generator.terms import Terms

ROOT = Path(__file__).parent.parent


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A template of our own, `page.md.j2`, in place of the real ones."""
    monkeypatch.setattr(templating, "TEMPLATES", tmp_path)
    templating._environment.cache_clear()
    yield tmp_path / "page.md.j2"
    templating._environment.cache_clear()


def test_a_page_is_text_with_one_newline_at_its_end(template: Path) -> None:
    """Blank lines of loops and conditions do not pile up."""
    template.write_text("\n\n# {{ title }}\n{% if false %}x{% endif %}\n\n\n\nEnd\n\n\n", "utf-8")
    assert templating.page("page.md.j2", "a/index.md", Terms({}), title="T") == Artifact("a/index.md", "# T\n\nEnd\n")


def test_an_unknown_name_is_an_error(template: Path) -> None:
    """A misspelt name in a template stops the build; it does not print nothing."""
    template.write_text("{{ titel }}", "utf-8")
    with pytest.raises(jinja2.UndefinedError, match="titel"):
        templating.page("page.md.j2", "index.md", Terms({}), title="T")


def test_data_is_never_a_template_and_never_html(template: Path) -> None:
    """Braces in data are text, and so are tags."""
    template.write_text("{{ text }}", "utf-8")
    text = "{{ page }} {% raw %} <b>&amp;"
    page = templating.page("page.md.j2", "index.md", Terms({}), text=text)
    assert page.text == "{{ page }} {% raw %} &lt;b&gt;&amp;amp;\n"
    assert reading.read(page.text).text == text + "\n"


def test_filters_know_the_page_they_are_on(template: Path) -> None:
    """Links are relative to the page that holds them."""
    template.write_text("{{ link|link }} {{ link|to }} {{ 'index.md'|href('x') }} {{ '*a*'|inline }}", "utf-8")
    link = Link("A & B", page="engines/alder/index.md", anchor="y")
    assert templating.page("page.md.j2", "faq/caches/index.md", Terms({}), link=link).text == (
        '<a href="../../engines/alder/index.html#y">A &amp; B</a> ../../engines/alder/index.html#y '
        "../../index.html#x <em>a</em>\n"
    )


TYPED = [
    "`birch serve` listens <everywhere>",
    "AWQ | GPTQ *x* _y_ __init__ ~~z~~ ==m== ^^s^^ $x$",
    "[x](javascript:alert(1)) ![i](x) [v2][1] [^1]",
    "{: #id .class } {{ config }}",
    "1. - + # > AT&amp;T &#124;",
    "C:\\new\\half\\ @user :smile: http://example.org",
    "什么是 KV 缓存？",
]


def site_extensions() -> list[str]:
    """The Markdown extensions of the site that need no options."""
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    return [name for name in config["markdown_extensions"] if isinstance(name, str)]


@pytest.mark.parametrize("text", TYPED)
def test_a_heading_shows_text_as_typed_and_keeps_its_anchor(text: str) -> None:
    """Titles from data stand in Markdown headings; nothing in them is markup, also at a line's start."""
    page = reading.read(
        markdown.markdown(
            f"# {markdown_text(text)} {{: #the-id }}\n\n{markdown_text(text)}", extensions=site_extensions()
        )
    )
    assert [node.tag for node in page.all()] == ["h1", "p"]
    assert [node.text for node in page.all()] == [text, text]
    assert page.ids == ["the-id"]


@pytest.mark.parametrize("text", [*TYPED, 'quo"ted: # x', "no", "1.10", "- a", "trailing:"])
def test_front_matter_keeps_text(template: Path, text: str) -> None:
    """A title in front matter is read back as it was, whatever YAML would make of it unquoted."""
    template.write_text("---\ntitle: {{ text|yaml_text }}\n---\n", "utf-8")
    page = templating.page("page.md.j2", "index.md", Terms({}), text=text)
    assert yaml.safe_load(page.text.split("---")[1]) == {"title": text}
