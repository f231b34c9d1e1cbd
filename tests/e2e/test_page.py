"""The page as people use it, in a real Chromium, with real containers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright", reason="playwright isn't installed")
from playwright.sync_api import Browser, Page, expect

from tests.fakes.pages import A_RUN, chromium, needs_chromium, opened, run_button, see, see_settings, served, verdict

pytestmark = [pytest.mark.docker, needs_chromium]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("page") / "home") as found:
        yield found.address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with opened(browser, address) as window:
        yield window.page


def start_example(page: Page, example: str) -> None:
    page.get_by_role("button", name=example).click()
    run_button(page).click()
    expect(page.locator("#steps .assay-steps")).to_be_visible()
    page.wait_for_url(re.compile(r"\?(.*&)?run="))


def test_a_repair_can_be_watched(page: Page) -> None:
    start_example(page, "Read Roman numerals")
    expect(page.locator("#log")).to_contain_text("Attempt 1", timeout=A_RUN)
    assert "Verified" in verdict(page)
    see(page, "Attempts")
    expect(page.locator("#attempts")).to_contain_text("Attempt 2")


def test_stop_ends_a_run(page: Page) -> None:
    start_example(page, "Plan new names")
    page.get_by_role("button", name="Stop", exact=True).click()
    assert "Stopped" in verdict(page)
    expect(run_button(page)).to_be_enabled()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_disabled()


def test_a_refresh_in_mid_run_and_a_second_tab_lose_nothing(page: Page) -> None:
    start_example(page, "Keep a small stock")
    page.reload()
    expect(page.locator("#steps .assay-steps")).to_be_visible()
    expect(page.locator("#asked")).to_contain_text("A class Stock")
    other = page.context.new_page()
    other.goto(page.url)
    assert verdict(page) == verdict(other)
    expect(other.locator("#trust")).to_contain_text("Test strength")


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
