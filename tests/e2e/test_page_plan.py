"""The plan on the page: a person changes it before it is built, and once more afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.fakes.honey import TASK, replies
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.pages import A_RUN, needs_chromium, opened, see, served, start, verdict
from tests.fakes.tax import REQUEST, RIGHT, STRONG

pytestmark = [pytest.mark.docker, needs_chromium]


def only_once(asked: dict[str, Any]) -> str:
    """The answer of a model that writes no second program."""
    said = asked["messages"][0]["content"]
    if said.startswith("You write pytest"):
        return STRONG
    if "names by which others use your program" in said or not said.startswith("You write small"):
        return "I can't say."
    return RIGHT


@pytest.fixture(params=[replies])
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Page]:
    home = tmp_path_factory.mktemp("plan") / "home"
    with (
        OllamaServer(request.param) as server,
        served(home, {"OLLAMA_HOST": server.url}) as page_server,
        opened(browser, page_server.opens) as window,
    ):
        yield window.page


def test_a_person_changes_the_plan_before_it_is_built_and_afterwards(page: Page) -> None:
    start(page, TASK, "tiny")
    plan = page.locator("#plan")
    expect(plan.get_by_role("heading", name="Is this what you mean?")).to_be_visible(timeout=A_RUN)
    expect(page.locator("#steps")).to_contain_text("The plan waits for you")
    expect(plan.get_by_role("group", name="How is the amount rounded?").get_by_label("To the cent.")).to_be_checked()

    answer_with_the_keyboard(page)
    plan.get_by_role("group", name="Example 1").get_by_label("What must come out").fill("19,50")
    expect(plan.get_by_label("It is right")).to_be_checked()
    plan.get_by_label("It greets you by your name.").uncheck()
    plan.get_by_label("And what else must it do?").fill("The amount comes with its jars.\n")
    plan.get_by_role("button", name="Build it").click()
    expect(plan.locator("form")).to_have_count(0)

    assert "Verified" in verdict(page)
    see(page, "Evidence")
    does = page.get_by_role("region", name="What it does, and what shows it")
    expect(does.get_by_role("listitem").filter(has_text="The amount comes with its jars.")).to_contain_text(
        "you said so"
    )
    built = page.get_by_role("region", name="What was built")
    expect(built.get_by_role("listitem").filter(has_text="To whole units.")).to_contain_text("you said so")
    expect(built.get_by_role("row").filter(has_text="19,50")).to_contain_text("you confirmed it")
    expect(does).not_to_contain_text("greets")
    expect(page.locator("#trust .assay-checklist li").filter(has_text="your example").last).to_contain_text("passed")

    change_it_afterwards(page)


@pytest.mark.parametrize("page", [only_once], indirect=True)
def test_what_only_tests_say_is_asked_of_the_person_and_is_enough(page: Page) -> None:
    start(page, REQUEST.task, "tiny")
    assert "Not verified" in verdict(page)
    question = page.get_by_role("region", name="Is 22 right?")
    expect(question).to_contain_text("gives 22 for tax(11)")
    before = page.url
    page.locator("#verdict").get_by_role("button", name="Confirm an example").click()
    expect(question.get_by_role("button", name="Yes, it is right")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != before and bool(re.search(r"run=", url)))
    assert "Verified" in verdict(page)
    expect(page.locator("#verdict")).to_contain_text("What you gave as an example holds")
    expect(question).to_have_count(0)
    see(page, "Evidence")
    expect(page.locator("#trust .assay-checklist li").filter(has_text="your example").last).to_contain_text("passed")


def answer_with_the_keyboard(page: Page) -> None:
    """Another answer is two presses away from the one that was assumed."""
    page.get_by_label("To the cent.").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("To whole units.")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Something else, in your own words")).to_be_focused()


def change_it_afterwards(page: Page) -> None:
    """What is changed once the run is over starts another that goes on from it; nothing changed is said."""
    before = page.url
    page.get_by_text("Change the plan", exact=True).click()
    page.get_by_role("button", name="Build it like this").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing in the plan is otherwise than before.")
    page.get_by_label("What must come out").fill("20.00")
    page.get_by_role("button", name="Build it like this").click()
    page.wait_for_url(lambda url: url != before and bool(re.search(r"run=", url)))
    expect(page.locator("#asked")).to_contain_text("Changed: This must hold: 3 jars for 6.50 -> 20.00")
    assert "Failed" in verdict(page)
    see(page, "Evidence")
    wrong = page.locator("#trust .assay-checklist li").filter(has_text="your example").first
    expect(wrong).to_contain_text("failed")
