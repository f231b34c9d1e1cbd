"""The page as people use it, in a real Chromium, with real containers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.pages import A_RUN, needs_chromium, run_button, see, see_settings, start, verdict

pytestmark = [pytest.mark.docker, needs_chromium]


def start_example(page: Page, example: str) -> None:
    page.get_by_role("button", name=example).click()
    expect(page.get_by_label("What should the program do?")).not_to_have_value("")
    start(page)


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
    expect(other.locator("#trust")).to_contain_text("Test strength")
    other.close()
    see(page, "Attempts")
    expect(page.locator("#attempts")).to_contain_text("Attempt 2")


def test_stop_ends_a_run(page: Page) -> None:
    start_example(page, "Plan new names")
    page.get_by_role("button", name="Stop", exact=True).click()
    assert "Stopped" in verdict(page)
    expect(run_button(page)).to_be_enabled()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_disabled()


def test_a_wrong_run_in_the_address_is_said_in_plain_words(page: Page) -> None:
    page.goto("/?run=never-was")
    expect(page.get_by_role("alert")).to_contain_text("There is no such run.")


def test_the_theme_is_remembered(page: Page) -> None:
    see_settings(page)
    page.get_by_label("Dark", exact=True).check()
    expect(page.locator("body")).to_have_class(re.compile(r"\bdark\b"))
    page.reload()
    expect(page.locator("body")).to_have_class(re.compile(r"\bdark\b"))
    see_settings(page)
    expect(page.get_by_label("Dark", exact=True)).to_be_checked()
