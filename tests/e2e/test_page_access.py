"""Everybody can use the page: with a keyboard alone, on a phone, by a screen reader, in light and dark."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("axe_playwright_python", reason="axe-playwright-python isn't installed")
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from agent.events import (
    CodeReady,
    Event,
    ModelAsked,
    ModelText,
    RunFinished,
    RunStarted,
    TestsRan,
    TestsReady,
)
from languages.python.candidates import program, suite
from tests.fakes.pages import (
    DESKTOP,
    PHONE,
    Served,
    chromium,
    needs_chromium,
    opened,
    see,
    see_settings,
    served,
    store_run,
    verdict,
)
from tests.fakes.told_runs import (
    ADD,
    FAILED,
    REQUEST,
    TEST_CODE,
    TESTS,
    everything_says,
    whole_run,
)

pytestmark = [pytest.mark.docker, needs_chromium]

WORDS = "It adds two numbers, whichever they are."
RUNNING: Sequence[Event] = [
    RunStarted(REQUEST),
    TestsReady(suite(TEST_CODE, TESTS)),
    CodeReady(1, program(ADD)),
    TestsRan(1, FAILED, 0.2),
    ModelAsked("code", "demo", "mend the program", "Mend it."),
    ModelText("code", "Let me think.", thinking=True),
    ModelText("code", "Here it is."),
]
FAILED_RUN: Sequence[Event] = [*RUNNING, RunFinished("failed", "No attempt passed all tests.", 9.0, "Say more.", 1)]
RUNS: dict[str, Sequence[Event]] = {
    "running": RUNNING,
    "verified": whole_run(),
    "unverified": [replace(e, request=REQUEST) if isinstance(e, RunStarted) else e for e in everything_says(WORDS)],
    "failed": FAILED_RUN,
}
LIVE = ("Live log", "Checks", "Attempts", "Program")
TABS = {"running": LIVE} | dict.fromkeys(("verified", "unverified", "failed"), (*LIVE, "Try it", "Change it"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("access") / "home") as found:
        yield found


@pytest.fixture(scope="module")
def runs(server: Served) -> dict[str, str]:
    """The id of a run in each state."""
    return {state: store_run(server.home, *events) for state, events in RUNS.items()}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def problems(page: Page) -> list[str]:
    """What axe finds serious or worse, with the place, and the page being wider than the window."""
    found = Axe().run(page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    wide = [] if page.evaluate("document.documentElement.scrollWidth <= innerWidth") else ["wider than the window"]
    return wide + [f"{one['id']}: {node['target']} {node['html'][:160]}" for one in serious for node in one["nodes"]]


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop-light", "phone-dark"])
class TestNoSeriousFinding:
    """In every state and tab."""

    def test_before_the_first_run(self, server: Served, browser: Browser, size: tuple[int, int], scheme: str) -> None:
        with opened(browser, server.address, size=size, color_scheme=scheme) as window:
            assert problems(window.page) == []
            for name in ("Examples that must hold", "Limits"):
                window.page.get_by_role("button", name=name).click()
            assert problems(window.page) == []
            see_settings(window.page)
            assert problems(window.page) == []

    def test_with_a_history(
        self, server: Served, runs: dict[str, str], browser: Browser, size: tuple[int, int], scheme: str
    ) -> None:
        with opened(browser, server.address, size=size, color_scheme=scheme) as window:
            see(window.page, "History")
            window.page.get_by_role("button", name="Delete: ").first.click()
            expect(window.page.get_by_role("button", name="Keep it")).to_be_visible()
            assert problems(window.page) == []

    @pytest.mark.parametrize("state", RUNS)
    def test_with_a_run(
        self,
        server: Served,
        runs: dict[str, str],
        browser: Browser,
        size: tuple[int, int],
        scheme: str,
        state: str,
    ) -> None:
        path = f"?run={runs[state]}"
        with opened(browser, server.address, path, size=size, color_scheme=scheme) as window:
            expect(window.page.locator("#steps .assay-steps")).to_be_visible()
            for tab in TABS[state]:
                see(window.page, tab)
                window.page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
                assert problems(window.page) == [], tab


def test_a_run_and_its_download_need_only_the_keyboard(server: Served, browser: Browser, tmp_path: Path) -> None:
    with opened(browser, server.address) as window:
        page = window.page
        tab_to(page, "Count the words of a text")
        page.keyboard.press("Space")
        expect(page.get_by_label("What should the program do?")).not_to_have_value("")
        tab_to(page, "Run")
        page.keyboard.press("Enter")
        assert "Verified" in verdict(page)
        tab_to(page, "Program")
        page.keyboard.press("Enter")
        tab_to(page, "Download the program")
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        download.value.save_as(tmp_path / "solution.py")
    code = "from solution import word_counts; print(word_counts('b a b'))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout == "[('b', 2), ('a', 1)]\n"


def test_what_changes_is_said_aloud(server: Served, runs: dict[str, str], browser: Browser) -> None:
    with opened(browser, server.address, f"?run={runs['verified']}") as window:
        page = window.page
        expect(page.locator("#verdict[aria-live=polite], #verdict [aria-live=polite]").first).to_be_attached()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        headings = page.get_by_role("heading", level=1)
        expect(headings).to_have_count(1)
        expect(page.get_by_role("heading", name=re.compile("The run"))).to_be_attached()


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what is called `name` has the focus, which can be seen each time."""
    for _ in range(120):
        page.keyboard.press("Tab")
        assert focus_is_visible(page), page.evaluate("document.activeElement.outerHTML.slice(0, 300)")
        if focused(page) == name:
            return
    raise AssertionError(f"Tab never came to {name}")


def focused(page: Page) -> str:
    text: str = page.evaluate("document.activeElement.textContent.trim()")
    return text


def focus_is_visible(page: Page) -> bool:
    """Whether the focused element is in sight with a ring, a shadow or a coloured border; Chromium's own counts."""
    seen: bool = page.evaluate("""() => {
        const one = document.activeElement;
        if (one === document.body) return true;
        const marked = (element) => {
            const style = getComputedStyle(element);
            return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
        };
        const box = one.getBoundingClientRect();
        const around = [one, one.parentElement, one.closest('.wrap')];
        return box.width * box.height > 0 && around.some((element) => element && marked(element));
    }""")
    return seen
