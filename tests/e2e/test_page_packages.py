"""A program that needs a package which few use: the person is asked, allows it, and tries what was built with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.fakes import quick_runs
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.package_index import Package, package_index
from tests.fakes.pages import A_RUN, needs_chromium, opened, see, served, start, type_into, verdict
from tests.fakes.scripted_model import fenced
from tests.fakes.tax import REQUEST, STRONG

pytestmark = [pytest.mark.docker, needs_chromium]

PROGRAM = fenced(
    '# /// script\n# dependencies = ["tinyrates"]\n# ///\nfrom tinyrates import VERSION\n\n\n'
    "def tax(amount):\n    return amount * 2 if amount > float(VERSION) * 10 else 0"
)


def answers(asked: dict[str, Any]) -> str:
    """What a model says that knows no other way."""
    said = asked["messages"][0]["content"]
    if said.startswith("You write pytest"):
        return STRONG
    return PROGRAM if said.startswith("You write small") else "I can't say."


@pytest.fixture
def page(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Page]:
    home = tmp_path_factory.mktemp("packages") / "home"
    quick = quick_runs.environment(tmp_path_factory.mktemp("quick"))
    with (
        package_index({"tinyrates": Package(downloads=12)}) as index,
        OllamaServer(answers) as server,
        served(home, {"OLLAMA_HOST": server.url, **index.environment, **quick}) as page_server,
        opened(browser, page_server.opens) as window,
    ):
        yield window.page


def test_a_package_that_few_use_is_the_persons_to_allow_and_serves_the_program_afterwards(page: Page) -> None:
    start(page, REQUEST.task, "tiny")
    assert "Verified" not in verdict(page)
    question = page.get_by_role("region", name="May it use tinyrates?")
    expect(question).to_contain_text("It is there since 2020-01-01. Nobody says how many use it.")
    before = page.url
    question.get_by_role("button", name="Run it again with tinyrates").press("Enter")
    page.wait_for_url(lambda url: url != before and bool(re.search(r"run=", url)))
    expect(page.locator("#verdict")).to_contain_text("erified", timeout=A_RUN)
    expect(question).to_have_count(0)
    see(page, "Log")
    expect(page.locator("#log")).to_contain_text("The sandbox has 1 package more")

    see(page, "Use it")
    call = page.get_by_label("Call", exact=True)
    type_into(call, "tax(30)")
    call.press("Enter")
    expect(page.get_by_label("What came out")).to_have_value("60", timeout=A_RUN)
