"""The page in another language, from right to left, in a browser: all of it, on a phone and for a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.fakes.pages import A_RUN, DESKTOP, PHONE, STARTING, Served, needs_chromium, problems, served, store_run
from tests.fakes.pseudo import environment, outside
from tests.fakes.told_runs import everything_says

pytestmark = needs_chromium

DATA = "7 8"
NAMES = re.compile(
    r"\b(Assay|Ollama|Claude|Python|Docker|bubblewrap|Proxy|English|Deutsch|Español|Français|Italiano|Nederlands|Polski|Português|demo|Demo|Ollama|Docker|Podman|MB|GB|MCP|first|last)\b"
    r"|sk-ant-…|US\$|\S*[./_:]\S*"
)
LATIN = re.compile("[A-Za-z]{2,}")
"""Gradio's own words are Arabic here."""

SEEN = """() => [...document.querySelectorAll('.gradio-container *')]
  .filter((one) => one.checkVisibility())
  .filter((one) => !one.closest('code, pre, bdi, svg, .cm-editor, .assay-diff, script, style, option'))
  .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
  .map((one) => one.closest('p, li, td, th, h1, h2, h3, h4, button, label, summary, legend') || one)
  .flatMap((one) => [one.innerText, ...[...one.querySelectorAll('[placeholder]')].map((field) => field.placeholder)])"""
"""The text of each part that has any, as a whole, for a sentence may have a word in bold."""


TABS = ("#shelf .empty", "#history .run", "#findings li")
"""What is there once a tab has all that it shows."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("pseudo")
    with served(folder / "home", environment(folder)) as found:
        yield found


def unmarked(page: Page) -> list[str]:
    return [text for text in dict.fromkeys(page.evaluate(SEEN)) if LATIN.search(NAMES.sub(" ", outside(text)))]


def look_around(page: Page) -> None:
    """Nothing is unmarked, sticks out to a side, or is hard to use for somebody who can't see it."""
    assert unmarked(page) == []
    assert problems(page) == []


def test_the_page_speaks_the_language_of_who_looks_at_it(server: Served, browser: Browser) -> None:
    run = store_run(server.home, *everything_says(DATA))
    with browser.new_context(locale="ar", reduced_motion="reduce", viewport=size(DESKTOP)) as context:
        context.set_default_timeout(STARTING)
        page = context.new_page()
        page.goto(server.opens)
        expect(page.locator("button#run")).to_be_visible()
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["ar", "rtl"]
        assert unmarked(page) == []
        for tab, shown in zip(page.get_by_role("tab", selected=False).all()[:3], TABS, strict=True):
            tab.click()
            expect(page.locator(shown).first).to_be_visible(timeout=A_RUN)
            assert unmarked(page) == []
        page.set_viewport_size(size(PHONE))
        page.goto(f"{server.address}?run={run}")
        expect(page.locator("#asked .assay-badge")).to_be_visible()
        look_around(page)
        page.goto(server.address)
        expect(page.locator("button#run")).to_be_visible()
        look_around(page)
        page.locator(".language select").select_option("en")
        expect(page.locator("html")).to_have_attribute("dir", "ltr")
        expect(page.get_by_text("What should your program do?")).to_be_visible()


def size(pixels: tuple[int, int]) -> ViewportSize:
    return {"width": pixels[0], "height": pixels[1]}
