"""Everybody can use the page: with a keyboard alone, on a phone, by a screen reader, in light and dark."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from agent.events import (
    AnswerAwaited,
    BriefReady,
    Event,
    ModelAsked,
    ModelText,
    RunFinished,
    RunStarted,
    TestsRan,
)
from storage.claims import INTERRUPTED
from tests.fakes.pages import (
    DESKTOP,
    PHONE,
    Served,
    history,
    needs_chromium,
    problems,
    see,
    see_more_settings,
    see_settings,
    store_run,
    verdict,
)
from tests.fakes.told_runs import FAILED, REQUEST, brief_that_says, everything_says, whole_run

pytestmark = [pytest.mark.docker, needs_chromium]

WORDS = "It adds two numbers, whichever they are."
RUNNING: Sequence[Event] = [
    *whole_run()[:10],
    TestsRan(1, FAILED, 0.2),
    ModelAsked("code", "demo", "mend the program", "Mend it."),
    ModelText("code", "Let me think.", thinking=True),
    ModelText("code", "Here it is."),
]
FAILED_RUN: Sequence[Event] = [*RUNNING, RunFinished("failed", "No attempt passed all tests.", 9.0, "Say more.", 1)]
RUNS: dict[str, Sequence[Event]] = {
    "waiting": [RunStarted(REQUEST), BriefReady(brief_that_says(WORDS)), AnswerAwaited()],
    "running": RUNNING,
    "verified": whole_run(),
    "unverified": [replace(e, request=REQUEST) if isinstance(e, RunStarted) else e for e in everything_says(WORDS)],
    "failed": FAILED_RUN,
}
TABS = {
    "waiting": ("Log",),
    "running": ("Log", "Attempts"),
    "verified": ("Log", "Evidence"),
    "unverified": ("Log", "Evidence", "Attempts", "Take it", "Edit the code"),
    "failed": ("Evidence",),
}
"""Each tab in the states in which it shows something of its own: to look at one takes a second."""

LOOKS: Sequence[tuple[tuple[int, int], Literal["light", "dark"]]] = ((PHONE, "dark"), (DESKTOP, "light"))

SETTLED = """Promise.allSettled(document.getAnimations()
  .filter((one) => one instanceof CSSTransition)
  .map((one) => one.finished)).then(() => true)"""
"""Done once no colour is on its way to another."""

FOCUS_IS_VISIBLE = """() => {
    const one = document.activeElement;
    if (one === document.body) return true;
    const marked = (element) => {
        const style = getComputedStyle(element);
        return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    };
    const box = one.getBoundingClientRect();
    const around = [one, one.parentElement, one.closest('.wrap')];
    return box.width * box.height > 0 && around.some((element) => element && marked(element));
}"""
"""Whether the focused element is in sight with a ring, a shadow or a coloured border; Chromium's own counts."""

FOCUS = f"() => [({FOCUS_IS_VISIBLE})(), document.activeElement.textContent.trim()]"
"""Whether it is, and its text."""


@pytest.fixture(scope="module")
def runs(server: Served) -> dict[str, str]:
    """The id of a run in each state."""
    return {state: store_run(server.home, *events) for state, events in RUNS.items()}


def look_at(page: Page, *tabs: str) -> None:
    """Nothing is wrong, in any of `tabs` or in what is shown: on a phone in dark, and on a desktop in light."""
    for (width, height), scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("body.dark")).to_have_count(int(scheme == "dark"))
        for tab in tabs or [""]:
            within = "#details" if tab in tabs[1:] else "html"  # the rest of the page is as in the first tab
            if tab:
                see(page, tab)
                page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
            page.evaluate(SETTLED)
            assert problems(page, within) == [], (scheme, tab)


def test_nothing_is_wrong_before_the_first_run(page: Page) -> None:
    see_more_settings(page, "Examples that must hold", "Limits")
    page.get_by_text("Small ones, for people who program").click()
    look_at(page)
    see_settings(page)
    look_at(page)


def test_nothing_is_wrong_with_a_history(runs: dict[str, str], page: Page) -> None:
    see(page, "History")
    page.get_by_label("Delete: ").first.click()
    expect(page.get_by_role("button", name="Delete it for good").first).to_be_visible()
    look_at(page)


def test_nothing_is_wrong_with_the_programs_that_are_kept(runs: dict[str, str], page: Page, server: Served) -> None:
    with history(server.home) as store:
        store.keep(runs["unverified"], WORDS, "files")
        store.keep(runs["verified"], WORDS, "window")
    see(page, "My programs")
    page.get_by_text("1 earlier version").click()
    look_at(page)


@pytest.mark.parametrize(
    "state",
    [
        "verified",
        "unverified",
        "failed",
        *(pytest.param(one, marks=pytest.mark.thorough) for one in ("waiting", "running")),
    ],
)
def test_nothing_is_wrong_with_a_run(runs: dict[str, str], tab: Page, state: str) -> None:
    tab.goto(f"?run={runs[state]}")
    expect(tab.locator("#steps .assay-steps, #asked .assay-badge").locator("visible=true").first).to_be_visible()
    if state in ("waiting", "running"):
        tab.get_by_text("Details", exact=True).click()
    look_at(tab, *TABS[state])


def test_a_run_its_stop_and_its_download_need_only_the_keyboard(
    runs: dict[str, str], page: Page, tmp_path: Path
) -> None:
    expect(page.get_by_text("Small ones, for people who program")).to_be_visible()
    tab_to(page, "Small ones, for people who program")
    page.keyboard.press("Enter")
    tab_to(page, "Count the words of a text")
    page.keyboard.press("Space")
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_visible()
    expect(page.locator("#asked summary")).to_be_focused()
    tab_to(page, "Stop")
    page.keyboard.press("Enter")
    assert "Stopped" in verdict(page)
    expect(stop).to_be_hidden()
    tab_to(page, "New program")
    page.keyboard.press("Enter")
    expect(page.get_by_label("What should the program do?")).to_be_focused()
    page.goto(f"?run={runs['verified']}")
    assert "Verified" in verdict(page)  # what is still being drawn takes the focus with it
    tab_to(page, "Take it")
    page.keyboard.press("Enter")
    tab_to(page, "Download the program")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    download.value.save_as(tmp_path / "solution.py")
    code = "from solution import add; print(add(1, 2))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout == "3\n"


def test_what_changes_is_said_aloud(server: Served, tab: Page) -> None:
    interrupted = store_run(server.home, *RUNNING, RunFinished("error", INTERRUPTED, 9.0, "Run it again."))
    tab.goto(f"?run={interrupted}")
    expect(tab.locator("#verdict")).to_contain_text("Assay was closed")
    assert problems(tab) == []
    expect(tab.locator("#verdict[aria-live=polite], #verdict [aria-live=polite]").first).to_be_attached()
    expect(tab.locator("html")).to_have_attribute("lang", "en")
    expect(tab.get_by_role("heading", level=1)).to_have_count(1)
    expect(tab.get_by_role("heading", name="Add two numbers")).to_be_attached()


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what is called `name` has the focus, which can be seen each time."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"Tab never came to {name}")


def focused(page: Page) -> str:
    """The text of what has the focus, which can be seen."""
    visible, text = page.evaluate(FOCUS)
    if not visible:
        page.wait_for_function(FOCUS_IS_VISIBLE)  # waits, for what has it may be taken away at this moment
        _, text = page.evaluate(FOCUS)
    return str(text)
