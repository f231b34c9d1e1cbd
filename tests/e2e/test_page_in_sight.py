"""What is said and shown is in sight, nothing jumps, and what is called something is called so everywhere."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from agent.events import RunFinished, RunStarted
from tests.fakes.pages import (
    A_RUN,
    DESKTOP,
    PHONE,
    STARTING,
    Served,
    add_run,
    history,
    needs_chromium,
    run_button,
    see,
    see_more_settings,
    store_run,
    type_into,
)
from tests.fakes.told_runs import REQUEST, everything_says, whole_run

pytestmark = [pytest.mark.docker, needs_chromium]

LINES = """(editor) => {
  const tops = (of) => [...editor.querySelectorAll(of)].filter((one) => one.offsetHeight).map((one) => one.getBoundingClientRect().top);
  const lines = tops('.cm-line');
  return tops('.cm-lineNumbers .cm-gutterElement').every((top) => lines.some((line) => Math.abs(line - top) < 2));
}"""  # noqa: E501
"""Whether each number of a line that is shown stands beside one."""


CUT_OFF = """() => [...document.querySelectorAll('[role=tab]')]
  .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden'))
  .filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.innerText)"""
"""The tabs that aren't whole in sight."""

TOP = "(one) => one.getBoundingClientRect().top"
HOLD = """() => {
  Object.assign(window, {held: [], drawing: requestAnimationFrame});
  requestAnimationFrame = (one) => held.push(one);
}"""
DRAW = """() => {
  requestAnimationFrame = drawing;
  held.forEach((one) => one(0));
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""A browser that is too busy to draw for a while, and draws then."""


def in_sight(what: Locator) -> None:
    """It is shown, and within the window."""
    expect(what).to_be_visible()
    expect(what).to_be_in_viewport()


@pytest.mark.parametrize("code", ["nl", "fr"])
def test_all_tabs_are_in_sight_on_a_phone_where_words_are_long(server: Served, browser: Browser, code: str) -> None:
    with browser.new_context(locale=code, viewport={"width": PHONE[0], "height": PHONE[1]}) as context:
        context.set_default_timeout(STARTING)
        page = context.new_page()
        page.goto(server.opens)
        expect(page.locator("button#run")).to_be_visible()
        assert page.evaluate(CUT_OFF) == []


def test_what_can_not_be_done_is_said_where_one_looks(page: Page, server: Served) -> None:
    many = [replace(REQUEST, task=f"Task number {number}") for number in range(45)]
    with history(server.home) as store:
        runs = [add_run(store, RunStarted(one), RunFinished("failed", "Over.", 1.0)) for one in many]
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.get_by_label("What should the program do?").fill("x" * 200_000)
    run_button(page).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("at most 50,000")
    in_sight(alert)
    page.get_by_label("What should the program do?").fill("Add two numbers.")
    page.evaluate(HOLD)
    see_more_settings(page, "Limits")
    page.get_by_label("Attempts at most").fill("0")
    page.evaluate(DRAW)
    run_button(page).click()
    expect(alert).to_contain_text("There can be 1 to")
    see(page, "History")
    export = page.get_by_role("button", name="Export: Task number 0", exact=True)
    export.scroll_into_view_if_needed()
    with history(server.home) as store:
        store.delete(runs[0])
    export.click()
    gone = page.get_by_role("alert").filter(has_text="There is no such run.")
    in_sight(gone)


def test_the_run_is_in_sight_on_a_phone_and_nothing_jumps_sideways(page: Page, server: Served) -> None:
    run_id = store_run(server.home, *whole_run())
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.mouse.wheel(0, 900)
    page.goto(f"{server.address}?run={run_id}")
    in_sight(page.locator(".assay-badge"))
    assert page.evaluate("scrollY") == 0
    expect(page.locator("#main > .tab-wrapper [role=tab]")).to_have_count(4)  # none of them in a menu
    page.goto(f"{server.address}?run={store_run(server.home, *everything_says('Add 1.'))}")
    asked, wish = (one.evaluate(TOP) for one in (page.get_by_text("Which is right?"), page.locator("#wish")))
    assert asked < wish, "what is asked comes before what may be wished"
    page.get_by_role("button", name="New program").click()
    page.get_by_text("Small ones, for people who program").click()
    page.get_by_role("button", name="Count the words of a text").click()
    in_sight(page.locator("#asked summary"))
    in_sight(page.locator(".assay-stage").first)
    page.get_by_role("button", name="Stop", exact=True).click()
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    places = []
    for tab in ("My programs", "History", "Settings", "Build"):
        see(page, tab)
        places.append(page.locator(".brand").bounding_box())
    assert all(place == places[0] for place in places), places


def test_a_run_that_waits_is_called_the_same_everywhere(tab: Page, server: Served) -> None:
    with history(server.home) as store:
        run_id = store.create_run(replace(REQUEST, task="Wait for me"))
        tab.goto(f"{server.address}?run={run_id}")
        in_sight(tab.locator("#asked", has_text="Wait for me"))
        expect(tab.locator(".assay-now")).to_contain_text("Waits for its turn")
        see(tab, "History")
        waits = tab.locator("li.run", has_text="Wait for me")
        expect(waits).to_contain_text("Waits for its turn")
        store.delete(run_id)


def test_what_can_be_called_is_this_programs_own_and_its_lines_are_numbered(tab: Page, server: Served) -> None:
    run_id = store_run(server.home, *whole_run())
    tab.goto(f"{server.address}?run={run_id}")
    call = tab.get_by_label("Call", exact=True)
    said = tab.get_by_label("What came out")
    expect(call).to_have_value("add(1, 2)")
    call.press("Enter")
    expect(said).to_have_value("3", timeout=A_RUN)
    type_into(call, "add(1, 1 / 0)")
    tab.get_by_role("button", name="Call it").click()
    expect(said).to_have_value(re.compile("ZeroDivisionError"), timeout=A_RUN)
    expect(tab.get_by_role("button", name="Start it", exact=True)).not_to_be_visible()  # there is nothing to start
    tab.get_by_role("button", name="add(a, b)").click()
    expect(call).to_have_value(re.compile(r"^add\(a"))
    for name, box in (("Edit the code", "#edited"), ("Take it", "#code")):
        see(tab, name)
        editor = tab.locator(box)
        editor.scroll_into_view_if_needed()
        expect(editor.locator(".cm-line").first).to_be_visible()
        tab.wait_for_function(f"({LINES})(document.querySelector('{box}'))")
    tab.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    systems = tab.locator(".assay-systems").locator("visible=true")
    first = systems.evaluate("(all) => [...all.children].sort((a, b) => a.offsetTop - b.offsetTop)[0].dataset.system")
    assert first == tab.evaluate("document.documentElement.dataset.system") == "Linux", "this computer's comes first"
    tab.emulate_media(media="print")
    for nothing in (
        tab.get_by_role("button", name="New program"),
        tab.get_by_role("tab", name="Settings"),
        tab.locator("#wish"),
    ):
        expect(nothing).to_be_hidden()
    expect(tab.locator(".assay-badge")).to_be_visible()
    tab.emulate_media(media="screen")
    tab.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
