"""An example from its card: used as it is finished, in the language of whoever looks, or watched being made."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from agent.models.demo import recordings
from tests.fakes.pages import (
    A_RUN,
    PHONE,
    Served,
    needs_chromium,
    problems,
    run_button,
    see,
    see_form,
    type_into,
    wait_for_run,
)

pytestmark = [pytest.mark.docker, needs_chromium]
CARD_TO_USE = 10.0
"""Seconds that may pass from the card to the first thing that the program says."""


def card(page: Page, name: str, way: str = "use") -> None:
    """Press one of the buttons of an example."""
    page.locator(f"[data-action='{way}:{name}']").click()


def test_a_card_opens_the_finished_program_which_is_used_at_once(page: Page) -> None:
    began = time.monotonic()
    card(page, "23_quiz")
    page.get_by_role("button", name="Start it", exact=True).click()
    expect(page.locator("#terminal")).to_contain_text("Which planet do we live on?", timeout=A_RUN)
    assert time.monotonic() - began < CARD_TO_USE
    expect(page.locator("#asked .assay-tag")).to_have_text(re.compile(r"Example, made on \w+ \d+, 20\d\d"))
    page.get_by_label("What you type").fill("Earth")
    page.get_by_role("button", name="Enter ⏎").click()
    expect(page.locator("#terminal")).to_contain_text("Right!")
    page.get_by_role("button", name="Stop it").click()
    assert problems(page) == []


def test_what_is_shown_of_it_is_the_record_of_its_run_which_is_there_once(page: Page) -> None:
    card(page, "26_holiday")
    expect(page.locator("#asked .assay-badge")).to_have_text("Verified")
    wait_for_run(page)
    address = page.url
    see(page, "Evidence")
    expect(page.locator("#trust")).to_contain_text("mistakes planted")
    see_form(page)
    card(page, "26_holiday")
    expect(page).to_have_url(address)
    see(page, "History")
    expect(page.locator("#history .run", has_text="Who owes whom")).to_have_count(1)


def test_an_example_speaks_the_language_of_the_page(server: Served, browser: Browser) -> None:
    with browser.new_context(base_url=server.address, locale="de", viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(server.opens)
        card(page, "23_quiz.de")
        page.locator("#try-start").click()
        expect(page.locator("#terminal")).to_contain_text("Auf welchem Planeten leben wir?", timeout=A_RUN)
        expect(page.locator("#asked .assay-tag")).to_contain_text("Beispiel")
        assert page.viewport_size
        assert page.viewport_size["width"] == PHONE[0]
        assert problems(page) == []


def test_a_card_has_it_made_with_its_files_and_writes_over_nothing(page: Page) -> None:
    type_into(page.get_by_label("What should the program do?"), "My own words")
    shown = next(one for one in recordings() if one.picture and one.files)
    page.get_by_role("button", name=f"Watch it being made: {shown.title}").click()
    wait_for_run(page)
    expect(page.locator("#asked")).to_contain_text(shown.files[0].name)
    expect(page.locator("#asked .assay-tag")).to_have_text("Example")
    page.get_by_role("button", name="Stop", exact=True).click()
    see_form(page)
    expect(page.get_by_label("What should the program do?")).to_have_value("My own words")
    expect(run_button(page)).to_be_visible()
