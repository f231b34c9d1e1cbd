"""A page shows what was given, whatever stands in it, on each screen and on paper."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, sync_playwright
from pypdf import PdfReader

from languages.python.parts.write.pages import html_table, html_text, write_page
from tests.fakes.pages import CHROMIUM, needs_chromium
from tests.languages.python.parts.folder import ProgramFolder

ROWS = [["<b>Ada</b> & Co", Decimal("1.50"), date(2025, 2, 3)], ["a\nb", True, None]]
TABLE = """<div class="table" role="region" tabindex="0" aria-label="Table"><table>
<thead><tr><th scope="col">Who?</th><th scope="col">&lt;i&gt;</th><th scope="col">When</th></tr></thead>
<tbody>
<tr><td>&lt;b&gt;Ada&lt;/b&gt; &amp; Co</td><td class="number">1.50</td><td class="number">2025-02-03</td></tr>
<tr><td>a
b</td><td>yes</td><td></td></tr>
</tbody>
</table></div>
"""


def test_a_table() -> None:
    assert html_table(["Who?", "<i>", "When"], ROWS) == TABLE
    assert "<td>1</td>" not in (said := html_table(["a"], [{"a": 1, "b": 2}]))
    assert '<td class="number">1</td></tr>' in said


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('a <b> & "c"\nd\n \n\n\ne', "<p>a &lt;b&gt; &amp; &quot;c&quot;<br>d</p>\n<p>e</p>\n"),
        ("", ""),
        (" \n", ""),
        ("a\r\n\r\nb\x00", "<p>a</p>\n<p>b�</p>\n"),
    ],
)
def test_a_text(text: str, shown: str) -> None:
    assert html_text(text) == shown


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)


@given(st.text(alphabet="<>&\"'/!-ab =\n"))
def test_nothing_that_is_shown_is_a_tag(text: str) -> None:
    seen = Tags()
    seen.feed(html_text(text) + html_table([text], [[text]]))
    assert seen.tags <= {"p", "br", "div", "table", "thead", "tbody", "tr", "th", "td"}


@pytest.mark.parametrize(
    ("language", "root"),
    [
        ("de-AT", '<html lang="de-AT">'),
        ("ar", '<html lang="ar" dir="rtl">'),
        ("he-IL", '<html lang="he-IL" dir="rtl">'),
    ],
)
def test_a_page(folder: ProgramFolder, language: str, root: str) -> None:
    folder.speak(language)
    place = write_page("a.html", "Ada & <Bob>", html_text("x") + "\ud83d")
    said = place.read_text("utf-8")
    assert said.startswith(f'<!DOCTYPE html>\n{root}\n<head><meta charset="utf-8">')
    assert "<title>Ada &amp; &lt;Bob&gt;</title>" in said
    assert "<body><h1>Ada &amp; &lt;Bob&gt;</h1>\n<p>x</p>\n�\n</body></html>\n" in said
    assert folder.said == ["“a.html” was saved in the folder of this program."]


def test_a_body_without_tags_is_text(folder: ProgramFolder) -> None:
    assert "</h1>\n<B>x</B>\n" in write_page("b.html", "A", "<B>x</B>").read_text("utf-8")
    assert "</h1>\n<p>1 &lt; 2 &amp; 3</p>\n\n</body>" in write_page("a.html", "A", "1 < 2 & 3").read_text("utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@needs_chromium
def test_on_screens_and_on_paper(folder: ProgramFolder, browser: Browser) -> None:
    rows = [[f"Row {number}", "word " * 12, "x" * 40, Decimal(number)] for number in range(120)]
    body = html_text("y" * 200) + html_table(["Name", "Long", "Longer", "Amount"], rows)
    place = write_page("a.html", "A long title without an end " + "z" * 80, body)
    page = browser.new_page(viewport={"width": 390, "height": 800}, color_scheme="dark")
    page.goto(place.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate("document.querySelector('.table').scrollWidth > document.querySelector('.table').clientWidth")
    assert sum(page.evaluate("getComputedStyle(document.querySelector('td')).color.match(/\\d+/g).map(Number)")) > 600
    page.emulate_media(color_scheme="light")
    assert sum(page.evaluate("getComputedStyle(document.querySelector('td')).color.match(/\\d+/g).map(Number)")) < 150
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    assert len(printed) > 2
    assert all("Longer" in one.extract_text() for one in printed)
    assert (round(printed[0].mediabox.width), round(printed[0].mediabox.height)) in ((595, 842), (596, 842))
    assert page.evaluate("getComputedStyle(document.querySelector('.number')).textAlign") == "end"
