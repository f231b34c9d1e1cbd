"""The page with models: they ask, a person answers, also whether a package may be used; their keys are kept, and they
come and go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.fakes import honey, quick_runs
from tests.fakes.anthropic_server import AnthropicServer
from tests.fakes.ollama_server import TINY, FakeModel, OllamaServer, Reply
from tests.fakes.package_index import Package, package_index
from tests.fakes.pages import (
    A_RUN,
    Served,
    needs_chromium,
    pick,
    pick_model,
    see,
    see_more_settings,
    see_settings,
    served,
    start,
    type_into,
    verdict,
)
from tests.fakes.scripted_model import fenced
from tests.fakes.tax import REQUEST, RIGHT, STRONG

pytestmark = [pytest.mark.docker, needs_chromium]

LISTEN = """
window.heard = '';
const ask = window.fetch;
window.fetch = async (...what) => {
  const answer = await ask(...what);
  const copy = answer.clone().body?.pipeThrough(new TextDecoderStream());
  if (copy) (async () => { for await (const part of copy) window.heard += part; })().catch(() => {});
  return answer;
};
"""
"""Keeps everything that the page is told, streams included."""


PACKAGED = f"{REQUEST.task} Take the rates of today."
WITH_PACKAGE = fenced(
    '# /// script\n# dependencies = ["tinyrates"]\n# ///\nfrom tinyrates import VERSION\n\n\n'
    "def tax(amount):\n    return amount * 2 if amount > float(VERSION) * 10 else 0"
)


SLOW = f"{honey.TASK} Take your time."
PLAN_SECONDS = 0.5
"""What the plan takes, of a token, so that seven thousand take an hour."""


def replies(asked: dict[str, Any]) -> str | Reply:
    """The answer to the body of a chat, by what it is about."""
    about = str(asked["messages"])
    if SLOW in about and asked.get("format"):
        return Reply(honey.replies(asked), delay=PLAN_SECONDS, tokens=1)
    if REQUEST.task not in about:
        return honey.replies(asked)
    said = asked["messages"][0]["content"]
    if said.startswith("You write pytest"):
        return STRONG
    if not said.startswith("You write small"):
        return "I can't say."
    return WITH_PACKAGE if PACKAGED in about else only_once(said)


def only_once(said: str) -> str:
    """The program of a model that writes no second one."""
    return "I can't say." if "names by which others use your program" in said else RIGHT


@pytest.fixture(scope="module")
def claude() -> Iterator[AnthropicServer]:
    with AnthropicServer(lambda request: "") as server:
        yield server


@pytest.fixture(scope="module")
def ollama() -> Iterator[OllamaServer]:
    """A download of its model never ends."""
    handed_on = {"big:latest": FakeModel(remote_host="https://ollama.com:443")}
    with OllamaServer(replies, {**TINY, **handed_on}, pull=Reply(ending="stall")) as server:
        yield server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, claude: AnthropicServer, ollama: OllamaServer) -> Iterator[Served]:
    quick = quick_runs.environment(tmp_path_factory.mktemp("quick"), "start")
    environment = {"ANTHROPIC_BASE_URL": claude.url, "OLLAMA_HOST": ollama.url, **quick}
    with (
        package_index({"tinyrates": Package(downloads=12)}) as index,
        served(tmp_path_factory.mktemp("models") / "home", {**environment, **index.environment}) as found,
    ):
        yield found


def test_beside_run_it_is_said_where_the_picked_model_runs(page: Page) -> None:
    where = page.locator("#model-where")
    expect(where).to_have_text("It runs on this computer: what you write stays here.")
    pick_model(page, "big")
    expect(where).to_have_text("It runs at ollama.com: what you write, and lines of your files, are sent there.")
    expect(page.locator("#model optgroup[label='On this computer']")).not_to_contain_text("big")
    pick_model(page, "Demo")
    expect(where).not_to_be_visible()


def test_a_person_changes_the_plan_before_it_is_built_and_afterwards(page: Page) -> None:
    see_more_settings(page, "Limits")
    page.get_by_label("Attempts at most").fill("1")  # the wrong program in the end needn't be mended again and again
    start(page, honey.TASK, "tiny")
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


@pytest.mark.thorough
def test_on_a_slow_computer_it_is_seen_how_long_it_takes_and_finished_quickly(page: Page, ollama: OllamaServer) -> None:
    start(page, SLOW, "tiny")
    steps, plan = page.locator("#steps"), page.locator("#plan")
    expect(plan.get_by_role("heading", name="Is this what you mean?")).to_be_visible(timeout=A_RUN)
    expect(steps).to_contain_text("This takes a while with this model. It ends after 120 minutes at the latest.")
    expect(steps).not_to_contain_text("minutes left")  # while it waits for the person, no time of it goes by
    steps.get_by_role("button", name="Finish quickly").click()
    expect(steps.get_by_role("button", name="Finish quickly")).to_have_count(0)
    expect(steps).to_contain_text("Assay asks the model only for plan, tests, program and repairs")
    plan.get_by_role("button", name="Build it").click()
    expect(steps).to_contain_text("tokens so far", timeout=A_RUN)
    assert "Verified" in verdict(page), "its example holds, and all checks were made"
    see(page, "Log")
    log = page.locator("#log")
    expect(log).to_contain_text("minutes left.")
    expect(log).to_contain_text("To finish quickly, Assay asks the model only for")


def test_what_only_tests_say_is_asked_of_the_person_and_is_enough(page: Page) -> None:
    start(page, REQUEST.task, "tiny")
    assert "Not verified" in verdict(page)
    question = page.get_by_role("region", name="From tax(11)")
    expect(question).to_contain_text("22")
    before = page.url
    question.get_by_role("button", name="Yes", exact=True).press("Enter")
    page.wait_for_url(lambda url: url != before and bool(re.search(r"run=", url)))
    assert "Verified" in verdict(page)
    expect(page.locator("#verdict")).to_contain_text("your example comes out right")
    expect(question).to_have_count(0)
    see(page, "Evidence")
    expect(page.locator("#trust .assay-checklist li").filter(has_text="your example").last).to_contain_text("passed")


@pytest.mark.thorough
def test_a_package_that_few_use_is_the_persons_to_allow_and_serves_the_program_afterwards(page: Page) -> None:
    start(page, PACKAGED, "tiny")
    assert "Verified" not in verdict(page)
    question = page.get_by_role("region", name="May it use tinyrates?")
    expect(question).to_contain_text("It is there since 2020-01-01. It isn't known how many use it.")
    before = page.url
    question.get_by_role("button", name="Run it again with tinyrates").press("Enter")
    page.wait_for_url(lambda url: url != before and bool(re.search(r"run=", url)))
    expect(page.locator("#asked .assay-badge")).to_contain_text("erified", timeout=A_RUN)
    expect(question).to_have_count(0)
    see(page, "Log")
    expect(page.locator("#log")).to_contain_text("The sandbox has 1 package more")

    call = page.get_by_label("Call", exact=True)
    type_into(call, "tax(30)")
    call.press("Enter")
    expect(page.get_by_label("What came out")).to_have_value("60", timeout=A_RUN)


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


def test_the_key_never_comes_back(tab: Page, claude: AnthropicServer, server: Served) -> None:
    key = claude.key
    tab.add_init_script(LISTEN)
    tab.goto(server.address)
    see_settings(tab)
    field, said = tab.get_by_label("Key of your Claude account"), tab.get_by_label("State of the key")
    expect(said).to_have_value("No key is kept.")
    type_into(field, "sk-ant-wrong")
    tab.get_by_role("button", name="Test", exact=True).click()
    expect(said).to_have_value(re.compile("did not accept"))
    assert "sk-ant-wrong" not in said.input_value()
    type_into(field, key)
    tab.get_by_role("button", name="Save", exact=True).click()
    expect(field).to_have_value("")
    assert (server.home / "claude-key").stat().st_mode & 0o077 == 0
    tab.get_by_role("button", name="Test", exact=True).click()
    expect(said).to_have_value("The key works.")
    assert_never_sent(tab, key, "The key works")
    tab.reload()
    pick_model(tab, "Claude-Sonnet")
    see_settings(tab)
    expect(said).to_have_value("A key is kept.")
    assert key not in tab.content()
    assert all(
        key not in field for field in tab.locator("input, textarea").evaluate_all("all => all.map(e => e.value)")
    )
    assert tab.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])").find(key) < 0
    assert_never_sent(tab, key, "A key is kept")
    tab.get_by_role("button", name="Forget").click()
    expect(said).to_have_value("No key is kept.")
    assert not (server.home / "claude-key").exists()
    assert not any(key in file.read_text() for file in server.home.rglob("*.log"))


def assert_never_sent(page: Page, key: str, expected: str) -> None:
    """No answer of the server had the key in it, though one said what is `expected`."""
    heard: str = page.evaluate("window.heard")
    assert expected in heard
    assert key not in heard


def test_a_download_shows_how_far_it_is_and_stops_and_a_model_is_removed(page: Page, ollama: OllamaServer) -> None:
    see_settings(page)
    type_into(page.get_by_label("Fetch a model"), "small")
    page.get_by_label("Fetch a model").press("Enter")
    page.get_by_role("button", name="Fetch it").click()
    said = page.get_by_label("State of the models")
    expect(said).to_have_value("ollama:small: pulling abc, 1.0 kB of 1.0 kB (100 %)")
    page.reload()  # it goes on without the page
    see_settings(page)
    expect(said).to_have_value("ollama:small: pulling abc, 1.0 kB of 1.0 kB (100 %)")
    page.get_by_role("button", name="Cancel", exact=True).click()
    expect(said).to_have_value("ollama:small: You stopped the download.")
    assert ollama.disconnected.wait(30)
    expect(page.get_by_role("button", name="Fetch it")).to_be_enabled()
    is_removed(page)


def is_removed(page: Page) -> None:
    """A model is gone from the settings and from the form once it is said twice."""
    pick(page, "Remove a model", "tiny")
    page.get_by_role("button", name="Remove it from this computer").click()
    page.get_by_role("button", name="Keep it").locator("visible=true").click()
    expect(page.get_by_role("button", name="Remove it for good")).not_to_be_visible()
    page.get_by_role("button", name="Remove it from this computer").click()
    page.get_by_role("button", name="Remove it for good").click()
    expect(page.get_by_label("State of the models")).to_have_value("ollama:tiny:latest was removed.")
    see(page, "Build")
    expect(page.locator("#model option", has_text="Demo")).to_be_attached()
    expect(page.locator("#model option", has_text="tiny")).to_have_count(0)
