"""The built site in a real browser: every kind of page, light and dark, on a desk and on a phone, and its workings."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from conftest import PREFIX, QUICK, ROOT, TODAY
from find_browser import FLAGS, NoBrowserError, find_browser
from playwright.sync_api import Browser, Page, expect, sync_playwright

from generator.comparisons import COMPARISONS

pytestmark = pytest.mark.browser

DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 800}
SHEET = {"width": 703, "height": 1032}  # A4 between margins of 12 mm, at 96 dots an inch
TREES = sorted(path.stem for path in (ROOT / "data" / "trees").glob("*.yml"))

# Of each kind the fullest page is looked at. A page that fits no pattern fails a test of its own.
KINDS = {
    "home": "index.html",
    "decide": "decide/index.html",
    "tree": "decide/*/index.html",
    "engines": "engines/index.html",
    "engine": "engines/*/index.html",
    "formats": "formats/index.html",
    "format": "formats/*/index.html",
    "hardware": "hardware/index.html",
    "backend": "hardware/backends/*/index.html",
    "device": "hardware/devices/*/index.html",
    "models": "hardware/models/index.html",
    "tables": "tables/index.html",
    **{f"table {comparison.id}": f"tables/{comparison.id}/index.html" for comparison in COMPARISONS},
    "caveats": "caveats/index.html",
    "myths": "myths/index.html",
    "questions": "faq/index.html",
    "topic": "faq/*/index.html",
    "checklists": "checklists/index.html",
    "checklist": "checklists/*/index.html",
    "glossary": "glossary/index.html",
    "freshness": "freshness/index.html",
    "embed": "embed/index.html",
    "table alone": "embed/*/index.html",
    "changes": "changes/index.html",
    "by hand": "*.html",
    "method": "method/*.html",
    "decision": "adr/*.html",
}

# Colours change with the scheme and shapes with the width, so not every rule has to look four times: those of
# colour look at both schemes on a desk, all others at both widths, and contrast at what a phone alone shows, too.
Rules = Literal["all", "colour", "shape", "contrast"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
OPTIONS: dict[Rules, dict[str, object]] = {
    "all": {},
    "colour": {"runOnly": COLOUR_RULES},
    "shape": {"rules": {rule: {"enabled": False} for rule in COLOUR_RULES}},
    "contrast": {"runOnly": ["color-contrast"]},
}
LOOKS: dict[str, tuple[Rules, Rules]] = {"desk": ("all", "colour"), "phone": ("shape", "contrast")}  # light, then dark

# Rows, entries and outcomes are built alike, so the first few of a kind stand for hundreds.
ALIKE = [
    ".kb-table tbody tr:nth-child(n + 7)",
    ".kb-line:nth-child(n + 7)",
    ".kb-entry:nth-of-type(n + 7)",
    ".kb-outcome:nth-of-type(n + 7)",
    ".kb-branches .kb-branches .kb-branches li",
]

# What sticks out of a page sideways, unless it is in a box that scrolls by itself.
STICKS_OUT = """() => {
  const scrolls = element => element && element !== document.body
    && (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const width = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll(".md-content *")].filter(
    element => element.getBoundingClientRect().right > width + 1 && element.checkVisibility() && !scrolls(element));
  const page = document.scrollingElement.scrollWidth;
  return out.map(element => element.outerHTML.slice(0, 120)).concat(page > width ? [`the page is ${page} wide`] : []);
}"""

# The same for what is folded: everything but evidence, and some of that.
OPEN_SOME = """() => {
  const folded = [...document.querySelectorAll("details:not(.kb-why)")];
  for (const one of folded.concat([...document.querySelectorAll("details.kb-why")].slice(0, 8))) one.open = true;
}"""

# Of a table alone, with the two colours it may have.
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(18, 23, 29)"

AMONG_THE_FIRST = """wanted => [...document.querySelectorAll(".md-search-result__list > li > a")]
  .slice(0, 4).some(result => result.href.includes(wanted))"""

Visit = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        path = find_browser()
    except NoBrowserError as problem:
        if os.environ.get("KB_REQUIRE_ALL"):
            pytest.fail(str(problem))
        pytest.skip(str(problem))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Visit:
    """Opens a page of the site; when the visit ends, errors and requests to other hosts fail the test."""

    @contextmanager
    def open_page(
        path: str,
        *,
        phone: bool = False,
        dark: bool = False,
        script: bool = True,
        search: bool = False,
        day: str = "",
    ) -> Iterator[Page]:
        base = address if search else address.replace(PREFIX, QUICK)
        url = path if path.startswith("file:") else base + path
        context = browser.new_context(
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            java_script_enabled=script,
        )
        page = context.new_page()
        if day:
            page.clock.set_fixed_time(f"{day}T23:59:00Z")
        heard: list[str] = []
        page.on("console", lambda said: heard.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: heard.append(str(error)))
        ours = ("file:", "data:", "blob:", address)
        page.on("request", lambda asked: None if asked.url.startswith(ours) else heard.append(f"fetches {asked.url}"))
        page.goto(url)
        try:
            yield page
        finally:
            context.close()
        assert heard == [], path

    return open_page


def fullest(site: Path, pattern: str) -> str:
    found = max(sorted(site.glob(pattern)), key=lambda path: path.stat().st_size)
    return found.relative_to(site).as_posix()


def barriers(page: Page, rules: Rules = "all", within: str = "") -> list[str]:
    """What axe finds serious or critical, with the first element of each."""
    context = {"include": [[within]]} if within else {"include": [["html"]], "exclude": [[alike] for alike in ALIKE]}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **OPTIONS[rules]}
    done = page.evaluate("([what, how]) => axe.run(what, how).then(({violations}) => violations)", [context, options])
    return [
        f"{found['id']}: {found['nodes'][0]['html']}: {found['nodes'][0]['failureSummary']}"
        for found in done
        if found["impact"] in ("serious", "critical")
    ]


def turn(page: Page, scheme: Literal["light", "dark"]) -> None:
    """The same page in the other colours, by the switch in its header; where there is none, by the system."""
    if page.locator("[data-md-component=palette]").count() == 0:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(f"{GROUND} === '{DARK if scheme == 'dark' else LIGHT}'")
        return
    page.locator("[data-md-component=palette] label:visible").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate" if scheme == "dark" else "default")


def open_cell(page: Page) -> str:
    """The id of the details that are open, or nothing."""
    return str(page.evaluate("document.querySelector('.kb-pop:popover-open')?.id ?? ''"))


def test_no_page_is_of_an_unknown_kind(site: Path) -> None:
    """Each page belongs to a kind that is looked at below, so that a new kind cannot be forgotten."""
    known = {path for pattern in KINDS.values() for path in site.glob(pattern)}
    pages = {path for path in site.rglob("*.html") if path.relative_to(site).parts[0] not in ("exports", "api")}
    assert pages - known == set()


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_sound(kind: str, visit: Visit, site: Path) -> None:
    """No error, no other host, nothing that sticks out, no barrier: light and dark, on a desk and on a phone."""
    found = []
    path = fullest(site, KINDS[kind])
    for device, (in_light, in_dark) in LOOKS.items():
        with visit(path, phone=device == "phone") as page:
            page.evaluate(OPEN_SOME)
            found += [f"{path}, {device}: {what}" for what in page.evaluate(STICKS_OUT)]
            found += [f"{path}, {device}, light: {what}" for what in barriers(page, in_light)]
            turn(page, "dark")
            found += [f"{path}, {device}, dark: {what}" for what in barriers(page, in_dark)]
    assert found == []


def test_a_page_starts_in_the_colours_of_the_system(visit: Visit) -> None:
    """Dark from the first moment where the system is dark, until the reader turns the switch."""
    with visit("index.html", dark=True) as page:
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        turn(page, "light")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_the_look_at_barriers_finds_them(visit: Visit) -> None:
    """Pale words in the dark, a picture without a name, a link that is a colour alone: each by the rules for it."""
    with visit("index.html") as page:
        page.evaluate("""() => {
          const style = "[data-md-color-scheme=slate] .planted { color: #2a2f36 !important }";
          const words = '<p class="planted">Pale.</p><p>Some words with <a href="#x" style="color: #c5ccd4;'
            + ' text-decoration: none">a link</a> in them.</p><img src="assets/logo.svg" class="planted">';
          document.querySelector("article").insertAdjacentHTML("beforeend", `<style>${style}</style>${words}`);
        }""")
        assert [found.split(":")[0] for found in barriers(page, "shape")] == ["image-alt"]
        turn(page, "dark")
        assert sorted(found.split(":")[0] for found in barriers(page, "colour")) == COLOUR_RULES
        assert [found.split(":")[0] for found in barriers(page, "contrast")] == ["color-contrast"]


@pytest.mark.parametrize("table", [comparison.id for comparison in COMPARISONS])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_heads_stay_in_view(table: str, phone: bool, visit: Visit) -> None:
    """However far a table is scrolled, its header row and first column are seen and not covered."""
    with visit(f"tables/{table}/index.html", phone=phone) as page:
        if phone and page.locator(".kb-stacked").count():
            return  # has no header row there: see test_a_small_table_is_stacked_on_a_phone
        page.locator(".kb-wide").scroll_into_view_if_needed()
        seen = page.evaluate("""() => {
          const box = document.querySelector(".kb-wide");
          box.scrollTo(box.scrollWidth, box.scrollHeight);
          const shown = box.getBoundingClientRect();
          const isSeen = cell => {
            const {left, right, top, bottom} = cell.getBoundingClientRect();
            const [x, y] = [(Math.max(left, shown.left) + Math.min(right, shown.right)) / 2, (top + bottom) / 2];
            return cell.contains(document.elementFromPoint(x, y));
          };
          const last = [...box.querySelectorAll("tbody tr:not(.kb-group)")].at(-1);
          const heads = [...box.querySelectorAll("thead tr")].at(-1).cells;
          return [last.cells[0], heads[0], [...heads].at(-1)].map(isSeen);
        }""")
        assert seen == [True, True, True], "first column, corner, last head"


@pytest.mark.parametrize("table", ["engines", "engines-security", "formats", "pick-by-need"])
def test_a_table_of_few_columns_is_seen_whole_on_a_desk(table: str, visit: Visit) -> None:
    """Its prose wraps before it scrolls sideways, so that no note is cut at the edge."""
    with visit(f"tables/{table}/index.html") as page:
        assert page.locator(".kb-wide").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_a_cell_opens_by_click(visit: Visit) -> None:
    """A click on a cell shows its source and date in the window, without barriers; Escape puts them away."""
    for dark in (False, True):
        with visit("tables/engines-features/index.html", dark=dark) as page:
            page.locator(".kb-cell").nth(40).click()
            assert open_cell(page)
            details = page.locator(".kb-pop:popover-open")
            expect(details).to_be_in_viewport(ratio=1)
            expect(details.get_by_role("link").first).to_be_visible()
            expect(details).to_contain_text("Checked")
            assert barriers(page, within=".kb-pop:popover-open") == []
            page.keyboard.press("Escape")
            assert not open_cell(page)


def test_a_cell_opens_by_keyboard(visit: Visit) -> None:
    """Tab reaches the cells, Enter opens one, Escape closes it and leads back to the cell."""
    with visit("tables/engines-backends/index.html") as page:
        page.locator(".kb-wide").focus()
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.kb-cell')"):
                break
        target = page.evaluate("document.activeElement.getAttribute('popovertarget')")
        page.keyboard.press("Enter")
        assert open_cell(page) == target
        page.keyboard.press("Escape")
        assert not open_cell(page)
        assert page.evaluate("document.activeElement.getAttribute('popovertarget')") == target


def test_a_cell_opens_by_tap(visit: Visit) -> None:
    """On a phone a tap shows the details, all of them inside the window."""
    with visit("tables/engines-formats/index.html", phone=True) as page:
        page.locator(".kb-cell").first.tap()
        assert open_cell(page)
        expect(page.locator(".kb-pop:popover-open")).to_be_in_viewport(ratio=1)
        assert page.evaluate(STICKS_OUT) == []


def test_a_cell_opens_without_script(visit: Visit) -> None:
    """Details are there for a browser that runs no script."""
    with visit("tables/engines-features/index.html", script=False) as page:
        details = page.locator(".kb-pop").first
        expect(details).to_be_hidden()
        page.locator(".kb-cell").first.click()
        expect(details).to_be_visible()
        page.keyboard.press("Escape")
        expect(details).to_be_hidden()


@pytest.mark.parametrize("tree", TREES)
def test_every_node_of_a_diagram_leads_somewhere(tree: str, visit: Visit) -> None:
    """A click on any box of the picture shows that question or outcome, below the page's header."""
    with visit(f"decide/{tree}/index.html") as page:
        nodes = page.locator(".kb-graph a")
        assert nodes.count() > 5
        for node in nodes.all():
            href = node.get_attribute("href") or ""
            node.click()
            assert page.evaluate("location.hash") == href
            target = page.locator(f"[id='{href.removeprefix('#')}']")
            expect(target).to_be_in_viewport()
            top = page.evaluate("document.querySelector(':target').getBoundingClientRect().top")
            assert top >= page.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom") - 1, href


def test_two_clicks_from_home_to_an_engine_for_a_mac(visit: Visit) -> None:
    """Home, "On a Mac", the next answer: which engines to try, in order, and at most a fold away why not vLLM."""
    for phone in (False, True):
        with visit("index.html", phone=phone) as page:
            page.locator(".kb-choices").get_by_role("link", name="Mac").click()
            asked = page.locator(":target")
            expect(asked).to_be_in_viewport()
            answers = asked.locator("xpath=ancestor-or-self::li[1]").get_by_role("link")
            outcome = (answers.first.get_attribute("href") or "").removeprefix("#")
            answers.first.click()
            expect(page.locator(f"[id='{outcome}']")).to_be_in_viewport()
            card = page.locator(f"[data-outcome='{outcome}']")
            expect(card.locator(".kb-candidates li").first).to_be_visible()
            expect(card.locator(".kb-others > li").first).to_be_visible()
            of_vllm = page.locator(".kb-others > li > a:first-child").get_by_text("vLLM", exact=True)
            fold = card.locator("details.kb-fold").filter(has=of_vllm).locator("> summary")
            if fold.count():
                fold.click()
            why_not = card.locator(".kb-others > li").filter(has=page.get_by_text("vLLM", exact=True))
            expect(why_not).to_be_visible()
            expect(why_not).to_contain_text("Metal")


@pytest.mark.parametrize("from_disk", [False, True], ids=["http", "disk"])
@pytest.mark.parametrize(
    ("query", "page_found"),
    [("GGUF", "formats/gguf/"), ("llama.cpp", "engines/llama-cpp/"), ("FP8", "formats/fp8/")],
)
def test_search_finds(query: str, page_found: str, from_disk: bool, visit: Visit, site: Path) -> None:
    """The page one means is among the first results, over HTTP and straight from disk."""
    with visit((site / "index.html").as_uri() if from_disk else "index.html", search=True) as page:
        box = page.get_by_role("textbox", name="Search")
        box.focus()
        expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching", timeout=15_000)
        box.press_sequentially(query)
        page.wait_for_function(AMONG_THE_FIRST, arg=page_found, timeout=15_000)


def test_quickstart_tabs_turn_by_keyboard(visit: Visit, site: Path) -> None:
    """Arrow keys move between the ways to start an engine, with script or without."""
    path = next(
        path.relative_to(site).as_posix()
        for path in sorted(site.glob("engines/*/index.html"))
        if path.read_text("utf-8").count('class="tabbed-block"') > 1
    )
    for script in (True, False):
        with visit(path, script=script) as page:
            tabs, blocks = page.locator(".tabbed-set > input"), page.locator(".tabbed-block")
            expect(blocks.nth(0)).to_be_visible()
            tabs.nth(0).focus()
            page.keyboard.press("ArrowRight")
            expect(blocks.nth(1)).to_be_visible()
            expect(blocks.nth(0)).to_be_hidden()
            expect(tabs.nth(1)).to_be_focused()


@pytest.mark.parametrize(
    "kind", ["tree", "engine", "freshness", *(kind for kind in KINDS if kind.startswith("table "))]
)
def test_print_clips_nothing(kind: str, visit: Visit, site: Path) -> None:
    """On an upright sheet of A4 every table and picture is whole: nothing scrolls there, and nothing sticks out."""
    with visit(fullest(site, KINDS[kind])) as page:
        page.emulate_media(media="print")
        page.set_viewport_size(SHEET)  # type: ignore[arg-type]
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        clipped = page.evaluate("""() => [...document.querySelectorAll(".kb-wide, .kb-scroll")]
          .filter(box => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
          .map(box => box.ariaLabel)""")
        assert clipped == []
        assert page.evaluate(STICKS_OUT) == []


@pytest.mark.parametrize("path", ["myths/index.html", "method/serving-stack.html", "tables/metrics/index.html"])
def test_a_small_table_is_stacked_on_a_phone(path: str, visit: Visit) -> None:
    """Its words use the whole width, each with the name of its column, and nothing scrolls sideways."""
    with visit(path, phone=True) as page:
        table = page.locator(".kb-stacked").first
        assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
        named = table.locator("td").last.evaluate("cell => getComputedStyle(cell, '::before').content")
        assert named.strip('"').rstrip().endswith(":")
    with visit(path) as page:
        expect(page.locator(".kb-stacked thead").first).to_be_visible()


def test_the_link_of_a_heading_takes_no_room(visit: Visit) -> None:
    """A heading that fills its line stays one line, and the sign shows in the margin when one tabs to it."""
    with visit("faq/choosing/index.html", phone=True) as page:
        link = page.locator("h2 > .headerlink").first
        tall = "link => link.parentElement.getBoundingClientRect().height"
        before = link.evaluate(tall)
        link.focus()
        expect(link).to_be_in_viewport(ratio=0.9)
        link.evaluate("link => { link.textContent = '#'.repeat(80) }")
        assert link.evaluate(tall) == before


# -- a table alone -----------------------------------------------------------------------------

ALONE = "embed/engines-backends/index.html"


@pytest.mark.parametrize("table", [comparison.id for comparison in COMPARISONS])
def test_every_table_alone_is_sound(table: str, visit: Visit) -> None:
    """No error, no other host, nothing that sticks out on a phone, no navigation, and a way to the full page."""
    with visit(f"embed/{table}/index.html", phone=True) as page:
        assert page.evaluate(STICKS_OUT) == []
        assert page.locator("nav, header, footer").count() == 0
        expect(page.locator(".kb-table")).to_have_count(1)
        full = page.locator(".kb-frame-foot").get_by_role("link")
        expect(full).to_have_attribute("href", f"../../tables/{table}/index.html")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_table_alone_follows_the_system(script: bool, visit: Visit) -> None:
    """Light and dark as the system is, with script or without; cells open either way."""
    for dark, ground in ((False, LIGHT), (True, DARK)):
        with visit(ALONE, dark=dark, script=script) as page:
            assert page.evaluate(GROUND) == ground
            page.locator(".kb-cell").first.click()
            expect(page.locator(".kb-pop").first).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light system", "dark system"])
def test_a_table_alone_is_as_light_as_its_address_asks(dark: bool, visit: Visit) -> None:
    """The address wins over the system; what it does not know is left to the system."""
    for asked, ground in (("light", LIGHT), ("dark", DARK), ("pink", DARK if dark else LIGHT)):
        with visit(f"{ALONE}?theme={asked}", dark=dark) as page:
            assert page.evaluate(GROUND) == ground
            assert barriers(page, "colour") == []


def test_a_frame_grows_with_its_table(visit: Visit) -> None:
    """With the lines from the documentation nothing scrolls inside the frame, also after the window is narrowed."""
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    (listener,) = re.findall(r"<script>\n(.*?)</script>", text, re.DOTALL)
    fits = """() => {
      const root = document.querySelector("iframe").contentDocument?.documentElement;
      return root?.dataset.table && root.scrollHeight > 500 && root.scrollHeight <= root.clientHeight;
    }"""
    with visit("tables/index.html") as page:
        page.evaluate(listener)
        page.evaluate(
            """path => document.body.insertAdjacentHTML("afterbegin",
              `<iframe src="${path}" width="100%" height="100" style="border: 0; display: block"></iframe>`)""",
            f"../{ALONE}",
        )
        page.wait_for_function(fits)
        wide = page.locator("iframe").evaluate("frame => frame.offsetHeight")
        page.set_viewport_size({"width": 390, "height": 800})
        page.wait_for_function(
            f"before => document.querySelector('iframe').offsetHeight > before && ({fits})()", arg=wide
        )


def test_a_table_alone_is_due_when_it_is_read_late(visit: Visit) -> None:
    """In a frame that nobody rebuilt, too, cells say that they are due."""
    with visit(ALONE, day=YEARS_LATER) as page:
        assert page.locator("td.f-fresh").count() == 0
        assert page.locator("td.f-due").count() > 50


def test_the_dark_colours_of_a_frame_are_those_of_the_site() -> None:
    """Without script they stand in a style sheet of their own; it must not drift from the other."""

    def colours(file: str, start: str) -> dict[str, str]:
        block = (ROOT / "docs/assets/css" / file).read_text("utf-8").partition(start)[2].partition("}")[0]
        return dict(re.findall(r"(--[\w-]+): ([^;]+);", block))

    theirs = colours("atlas.css", '[data-md-color-scheme="slate"] {')
    assert len(theirs) > 15
    assert colours("frame.css", ":root:not([data-md-color-scheme]) {") == theirs


# -- choosing what to embed --------------------------------------------------------------------


def test_what_is_chosen_is_what_every_form_shows(visit: Visit) -> None:
    """The page of a table leads here with it chosen; ticks narrow marker, frame, text and preview alike."""
    with visit("tables/engines-backends/index.html") as page:
        page.get_by_role("link", name="embed it or a part of it").click()
        expect(page.locator("#kb-b-table")).to_have_value("engines-backends")
        page.locator("#kb-b-rows").get_by_label("vLLM", exact=True).check()
        page.locator("#kb-b-columns input[value=cuda]").check()
        expect(page.locator("#kb-b-marker")).to_contain_text("table=engines-backends rows=vllm columns=cuda -->")
        expect(page.locator("#kb-b-iframe")).to_contain_text(
            "embed/engines-backends/index.html?rows=vllm&amp;columns=cuda"
        )
        expect(page.locator("#kb-b-url")).to_have_text(re.compile(r"^http.*/api/v1/tables/engines-backends\.json$"))
        shown = page.frame_locator("#kb-b-preview").locator(".kb-table")
        expect(shown.locator("tbody tr:visible")).to_have_count(1)
        expect(shown.locator("thead tr:last-child th:visible")).to_have_count(2)
        expect(page.locator("#kb-b-text")).to_have_text(re.compile(r"^\|[^|]+\|[^|]+\|\n\|[ :|-]+\|\n\| .*vLLM.*\|"))
        page.locator("#kb-b-rows input[value=vllm]").uncheck()
        expect(page.locator("#kb-b-marker")).to_contain_text("table=engines-backends columns=cuda -->")


def test_a_table_that_is_not_there_is_not_chosen(visit: Visit) -> None:
    with visit("embed/index.html?table=no-such-table") as page:
        expect(page.locator("#kb-b-table")).not_to_have_value("")
        expect(page.locator("#kb-b-marker")).to_contain_text("<!-- kb:begin table=")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_link_of_a_heading_covers_none_of_it(phone: bool, visit: Visit) -> None:
    """The sign ends before the first letter of its heading and stays within the window, at every size of heading."""
    with visit("caveats/index.html", phone=phone) as page:
        signs = page.evaluate("""() => ["h1", "h2", "h3", "h4"].map(size => {
          const heading = document.querySelector(`${size}[id]:has(> .headerlink)`);
          const box = element => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return range.getBoundingClientRect();
          };
          const [sign, words] = [box(heading.querySelector(".headerlink")), box(heading.firstChild)];
          return {size, left: sign.left, gap: words.left - sign.right, above: words.top - sign.top};
        })""")
        assert [sign["size"] for sign in signs if sign["left"] < 0 or sign["gap"] < 2 or abs(sign["above"]) > 12] == []


def test_lists_without_dots_start_at_the_margin(visit: Visit) -> None:
    """A list whose items have a mark or a box of their own is in line with the text above it."""
    for path, kind in (("caveats", "kb-tally"), ("freshness", "kb-legend"), ("freshness", "kb-releases")):
        with visit(f"{path}/index.html") as page:
            lefts = page.evaluate(
                "kind => [`.${kind} > li`, 'h1'].map(one => document.querySelector(one).getBoundingClientRect().left)",
                kind,
            )
            assert lefts[0] == lefts[1], f"{path}: {kind}"


# -- the day of reading ------------------------------------------------------------------------

YEARS_LATER = "2029-02-28"


def test_a_page_read_later_says_what_has_become_due(visit: Visit) -> None:
    """Nobody rebuilt it: what was to be checked again in the meantime is due, and for how long."""
    with visit("engines/vllm/index.html", day=YEARS_LATER) as page:
        line = page.locator("#backends-cuda")
        expect(line.locator("summary")).to_contain_text(re.compile("due|behind"))
        expect(line.locator("dl")).to_contain_text(re.compile(r"\(due for \d{3} days\)"))
        expect(page.locator(".kb-standing").first).to_contain_text("be checked again by")
    with visit("tables/engines-backends/index.html", day=YEARS_LATER) as page:
        assert page.locator("td.f-fresh").count() == 0
        assert page.locator("td.f-due").count() > 50


def test_a_page_read_on_its_day_says_nothing_more(visit: Visit) -> None:
    """The script adds nothing while all is in date; the last day still is."""
    with visit("engines/vllm/index.html", day=TODAY) as page:
        expect(page.locator("#backends-cuda dl")).to_contain_text("Re-check by")
        assert "due for" not in page.locator("main").inner_text()
        last = page.locator("#backends-cuda dl").get_attribute("data-review-by")
    assert last is not None
    with visit("engines/vllm/index.html", day=last) as page:
        assert "due for" not in (page.locator("#backends-cuda dl").text_content() or "")


def test_without_script_the_text_stays_true(visit: Visit) -> None:
    """It names days and counts none, so that it needs no day of reading."""
    with visit("engines/vllm/index.html", script=False) as page:
        text = page.locator("main").text_content() or ""
        assert re.search(r"Re-check by\s*20\d\d-\d\d-\d\d", text)
        assert not re.search(r"\d+ days? ago|for \d+ days|today", text)


@pytest.mark.parametrize("path", ["index.html", "freshness/index.html", "engines/vllm/index.html"])
def test_an_old_look_up_of_releases_is_told(path: str, visit: Visit) -> None:
    """Thirty days are promised; a ledger older than that may hide a release."""
    with visit(path, day=TODAY) as page:
        expect(page.locator(".kb-banner")).to_be_hidden()
    with visit(path, day=YEARS_LATER) as page:
        expect(page.locator(".kb-banner")).to_be_visible()
        expect(page.locator(".kb-banner")).to_contain_text(re.compile(r"last looked up \d{3} days ago"))


def test_the_script_does_its_arithmetic_without_a_browser() -> None:
    """Its functions, in Node."""
    node = shutil.which("node")
    assert node, "the tests of the scripts need Node"
    done = subprocess.run([node, "--test", "tests/js"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
