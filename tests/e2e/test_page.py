"""The page as people use it, in a real Chromium, with real containers."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from agent.models.demo import recordings
from tests.fakes.pages import (
    A_RUN,
    Served,
    Window,
    needs_chromium,
    pick_model,
    problems,
    run_button,
    see,
    see_settings,
    start_example,
    verdict,
    wait_for_run,
    watch,
)

pytestmark = [pytest.mark.docker, needs_chromium]

FRAMES = """window.frames_asked = 0;
const before = requestAnimationFrame;
window.requestAnimationFrame = (then) => { window.frames_asked += 1; return before(then); };"""
QUIET = """() => new Promise((told) => {
  let seen = -1, looks = 0;
  setInterval(() => {
    if (seen === window.frames_asked || ++looks > 40) told(seen === window.frames_asked && seen > 0);
    seen = window.frames_asked;
  }, 500);
})"""


def test_a_repair_is_watched_through_a_refresh_and_in_a_second_tab(page: Page) -> None:
    start_example(page, "Read Roman numerals")
    expect(page.locator("#log")).to_contain_text("Attempt 1", timeout=A_RUN)
    page.reload()
    expect(page.locator("#steps .assay-steps")).to_be_visible()
    expect(page.locator("#asked")).to_contain_text("Roman numeral")
    other = page.context.new_page()
    other.goto(page.url)
    assert "Verified" in verdict(page)
    assert "Verified" in verdict(other)
    expect(other).to_have_title(re.compile("✓ Verified · Assay$"))
    expect(other.locator("#trust")).to_contain_text("Test strength")
    other.close()
    see(page, "Attempts")
    expect(page.locator("#attempts")).to_contain_text("Attempt 2")


DROP = """([area, files]) => {
  const dropped = new DataTransfer();
  for (const [name, text] of files) dropped.items.add(new File([text], name));
  area.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}));
}"""


def drop(page: Page, place: Locator, name: str, text: str) -> None:
    """Let a file fall, and wait until it is listed."""
    page.evaluate(DROP, [place.element_handle(), [(name, text)]])
    expect(page.locator("#files")).to_contain_text(name.partition(".")[0])


def is_looked_into(page: Page) -> None:
    """The one file is; the rest of the run is nothing new."""
    expect(page.locator("#log")).to_contain_text("1 file looked at", timeout=A_RUN)
    stop(page)


def stop(page: Page) -> None:
    """End the run."""
    page.get_by_role("button", name="Stop", exact=True).click()
    assert "Stopped" in verdict(page)


def test_dropped_files_are_seen_and_given_again(page: Page) -> None:
    task = page.get_by_label("What should the program do?")
    task.fill(recordings()[0].task)
    drop(page, task, "prices $.csv", "tea;3\ncake;4\n")
    expect(page.get_by_role("group", name="More files")).to_be_visible()
    drop(page, page.get_by_role("button", name="Run", exact=True), "broken.zip", "no zip")
    assert problems(page) == []
    pick_model(page, "Demo")
    run_button(page).click()
    expect(page.get_by_role("alert")).to_contain_text("broken.zip can't be unpacked")
    assert "Count how often" in task.input_value(), "nothing is lost"
    page.locator("#files").get_by_role("button", name="Remove").nth(1).click()
    run_button(page).click()
    wait_for_run(page)
    is_looked_into(page)
    expect(page.locator("#asked")).to_contain_text("prices $.csv")
    see(page, "Evidence")
    expect(page.locator("#trust .assay-files")).to_contain_text("delimiter ';', 2 columns, 2 filled rows")
    see(page, "History")
    page.get_by_role("button", name=re.compile("^Again")).first.click()
    again = page.get_by_label("With 1 file of the run before: prices $.csv")
    expect(again).to_be_checked()
    before = page.url
    run_button(page).click()
    page.wait_for_url(lambda url: url != before)
    is_looked_into(page)


@pytest.mark.thorough
def test_where_no_news_comes_through_the_whole_run_is_asked_for(tab: Page, window: Window) -> None:
    tab.route("**/component_server/", lambda route: route.abort())
    start_example(tab, "Count the words of a text")
    expect(tab.locator("#log")).to_contain_text("Attempt 1", timeout=A_RUN)
    stop(tab)
    tab.unroute("**/component_server/")
    assert window.complaints
    assert all("ERR_FAILED" in said for said in window.complaints)
    window.complaints.clear()


def test_ctrl_and_enter_run_it(page: Page) -> None:
    field = page.get_by_label("What should the program do?")
    field.fill("")  # what was typed before survives
    field.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("There is no task.")


def test_a_page_at_which_nothing_happens_asks_for_no_frames(server: Served, window: Window, tab: Page) -> None:
    with tab.context.new_page() as quiet:
        watch(Window(quiet, window.complaints), server.address)
        quiet.add_init_script(FRAMES)
        quiet.goto(server.address)
        expect(quiet.locator("button#run")).to_be_visible()
        assert quiet.evaluate(QUIET)


def test_a_wrong_run_in_the_address_is_said_in_plain_words(tab: Page) -> None:
    tab.goto("/?run=never-was")
    expect(tab.get_by_role("alert")).to_contain_text("There is no such run.")


def test_who_programs_finds_the_api(page: Page, window: Window, server: Served) -> None:
    see_settings(page)
    # Gradio's page about it asks how much the app is used, which Assay doesn't count.
    with page.expect_console_message(lambda message: "403" in message.text):
        page.get_by_role("button", name="See how that is done").click()
    docs = page.locator(".api-docs")
    expect(docs).to_contain_text("/solve_with_files")
    expect(docs).to_contain_text(server.address)
    expect(docs).not_to_contain_text(urlsplit(page.url).path)  # which programs don't need, and nobody else should see
    assert problems(page) == []
    window.complaints.clear()


def test_the_theme_is_remembered(page: Page) -> None:
    see_settings(page)
    page.get_by_label("Dark", exact=True).check()
    expect(page.locator("body")).to_have_class(re.compile(r"\bdark\b"))
    page.reload()
    expect(page.locator("body")).to_have_class(re.compile(r"\bdark\b"))
    see_settings(page)
    expect(page.get_by_label("Dark", exact=True)).to_be_checked()
