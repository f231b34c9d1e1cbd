"""Old runs and settings: found, opened, repeated, exported, gone; keys and models; what a program is held to."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from agent.events import RunFinished, RunStarted
from agent.models.demo import recordings
from languages.python.candidates import START_FILES
from tests.fakes.anthropic_server import AnthropicServer
from tests.fakes.ollama_server import OllamaServer, Reply
from tests.fakes.pages import (
    A_RUN,
    Served,
    Window,
    needs_chromium,
    pick,
    pick_model,
    run_button,
    see,
    see_more_settings,
    see_settings,
    served,
    start,
    store_run,
    type_into,
    verdict,
)
from tests.fakes.runs import REQUEST

pytestmark = [pytest.mark.docker, needs_chromium]

WORDS = recordings()[0]
TABS = {"#log": "Log", "#trust": "Evidence", "#attempts": "Attempts", "#how": "Take it"}
PARTS = ("#asked", "#steps", "#verdict", *TABS)

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


@pytest.fixture(scope="module")
def claude() -> Iterator[AnthropicServer]:
    with AnthropicServer(lambda request: "") as server:
        yield server


@pytest.fixture(scope="module")
def ollama() -> Iterator[OllamaServer]:
    """Answers with the plan, the tests and the program of the first example; a download of it never ends."""
    replies = cycle([WORDS.brief, WORDS.tests, WORDS.code[0]])
    with OllamaServer(lambda request: next(replies), pull=Reply(ending="stall")) as server:
        yield server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, claude: AnthropicServer, ollama: OllamaServer) -> Iterator[Served]:
    environment = {"ANTHROPIC_BASE_URL": claude.url, "OLLAMA_HOST": ollama.url}
    with served(tmp_path_factory.mktemp("history") / "home", environment) as found:
        yield found


@pytest.fixture(scope="module")
def live(server: Served, window: Window) -> dict[str, str]:
    """The address of a run of the example with an own example, and what each part showed when it ended."""
    page = window.page
    page.goto(server.address)
    see_more_settings(page, "Examples that must hold")
    page.get_by_label("Call 1").fill("word_counts('b a b')")
    page.get_by_label("Result 1").fill("[('b', 2), ('a', 1)]")
    start(page, WORDS.task, "tiny")
    page.get_by_role("button", name="Build it").click()  # it assumes what a word is, so it shows its plan first
    assert "Verified" in verdict(page)
    return {"url": page.url} | shown(page)


def shown(page: Page) -> dict[str, str]:
    """The text of every part of the run that is shown, each on its tab."""
    texts: dict[str, str] = {}
    for part in PARTS:
        if part in TABS:
            see(page, TABS[part])
        expect(page.locator(f"{part} .assay").first).to_be_visible()
        texts[part] = page.locator(f"{part} .assay").first.text_content() or ""
    return texts


def test_the_history_opens_what_was_shown_live_with_the_example_that_must_hold(
    page: Page, live: dict[str, str]
) -> None:
    assert "your example" in live["#trust"]
    assert "word_counts('b a b')" in live["#trust"]
    see(page, "History")
    page.get_by_role("link", name=WORDS.task[:40]).first.click()
    page.wait_for_url(live["url"])
    assert "Verified" in verdict(page)
    assert shown(page) == {part: live[part] for part in PARTS}


def test_runs_are_searched_filtered_and_counted(page: Page, server: Served) -> None:
    for number, status in enumerate(("failed", "verified", "failed")):
        request = replace(REQUEST, task=f"Juggle {number} knives", model=f"claude:clown-{number}")
        finished = RunFinished(status, "It is over.", 61.0)  # type: ignore[arg-type]
        store_run(server.home, RunStarted(request), finished)
    see(page, "History")
    found = page.locator(".run-title")
    expect(found.first).to_have_text("Juggle 2 knives")
    page.get_by_label("Search the tasks").fill("JUGGLE")
    expect(found).to_have_text([f"Juggle {number} knives" for number in (2, 1, 0)])
    pick(page, "Verdict", "Failed")
    expect(found).to_have_text(["Juggle 2 knives", "Juggle 0 knives"])
    pick(page, "Model", "clown-0")
    expect(found).to_have_text(["Juggle 0 knives"])
    page.get_by_label("Search the tasks").fill("nothing like this")
    expect(page.locator("#history")).to_contain_text("No runs here that fit the search")


def test_a_run_is_deleted_only_when_it_is_meant(page: Page, server: Served) -> None:
    store_run(server.home, RunStarted(replace(REQUEST, task="Forget me")), RunFinished("failed", "Over.", 1.0))
    see(page, "History")
    delete = page.get_by_label("Delete: Forget me")
    for_good = page.get_by_role("button", name="Delete it for good: Forget me")
    delete.click()
    expect(for_good).to_be_visible()
    delete.click()
    expect(for_good).to_be_hidden()
    expect(page.get_by_role("link", name="Forget me")).to_be_visible()
    delete.click()
    for_good.click()
    expect(page.get_by_role("link", name="Forget me")).to_have_count(0)


def test_a_run_is_exported(page: Page, live: dict[str, str]) -> None:
    see(page, "History")
    with page.expect_download() as download:
        page.get_by_role("button", name=f"Export: {WORDS.task[:20]}").first.click()
    with zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())) as archive:
        files = {Path(name).name: archive.read(name).decode() for name in archive.namelist()}
    ours = {"solution.py", "test_solution.py", "brief.json", "report.html", "report.json", "log.txt"}
    assert set(files) == ours | set(START_FILES.values())
    assert json.loads(files["report.json"])["status"] == "verified"


def test_a_run_is_repeated_with_another_model(page: Page, live: dict[str, str]) -> None:
    see(page, "History")
    page.get_by_role("button", name=f"Again: {WORDS.task[:20]}").first.click()
    expect(page.get_by_label("What should the program do?")).to_have_value(WORDS.task)
    see_more_settings(page, "Examples that must hold")
    expect(page.get_by_label("Call 1")).to_have_value("word_counts('b a b') == [('b', 2), ('a', 1)]")
    expect(page.get_by_label("Model", exact=True).locator("visible=true")).to_have_value(re.compile("tiny"))
    expect(page.locator("#model .chip-name")).to_have_text(re.compile("^tiny"))
    expect(page.locator("#usual")).to_contain_text(re.compile(r"So far a program took .* with this model"))
    pick_model(page, "Demo")
    expect(page.locator("#usual p")).to_have_count(0)
    run_button(page).click()
    expect(page.locator("#asked")).to_contain_text("Model: demo")
    assert "Verified" in verdict(page)
    assert "your example" in shown(page)["#trust"]


def test_the_program_is_tried_with_own_text_and_files(page: Page, live: dict[str, str]) -> None:
    page.goto(live["url"])
    verdict(page)
    see(page, "Use it")
    see(page, "Call a function")
    call, said = page.get_by_label("Call", exact=True), page.get_by_label("What came out")
    type_into(call, "word_counts('x y x')")
    call.press("Enter")
    expect(said).to_have_value("[('x', 2), ('y', 1)]", timeout=A_RUN)
    type_into(call, "word_counts(1 / 0)")
    page.get_by_role("button", name="Call it").click()
    expect(said).to_have_value(re.compile("ZeroDivisionError"), timeout=A_RUN)
    see(page, "Start it")
    page.get_by_role("button", name="Start it", exact=True).click()
    line = page.get_by_label("What you type")
    expect(line).to_be_focused(timeout=A_RUN)
    type_into(line, "one two one")
    line.press("Enter")
    page.get_by_role("button", name="That was all").click()
    expect(page.locator("#started")).to_contain_text(re.compile(r"2 one\s*1 two"), timeout=A_RUN)


def test_a_change_in_words_goes_on_with_the_conversation(
    page: Page, live: dict[str, str], ollama: OllamaServer
) -> None:
    page.goto(live["url"])
    verdict(page)
    page.get_by_role("button", name="Change it", exact=True).click()
    wish = page.get_by_label("What should be different?")
    expect(wish).to_be_focused()
    type_into(wish, "Count numbers, too.")
    wish.press("Control+Enter")
    page.wait_for_url(lambda url: url != live["url"])
    expect(page.locator("#chat")).to_contain_text("Count numbers, too.")
    expect(wish).to_have_value("")
    expect(page.locator("#asked")).to_contain_text("Changed: Count numbers, too.")
    verdict(page)
    told = json.dumps(ollama.chats[-1])
    assert "Count numbers, too." in told
    assert json.dumps(WORDS.task)[1:-1] in told
    assert "def word_counts" in told


def test_a_change_by_hand_is_held_to_the_same_tests(page: Page, live: dict[str, str], ollama: OllamaServer) -> None:
    page.goto(live["url"])
    verdict(page)
    asked = len(ollama.chats)
    see(page, "Edit the code")
    page.locator("#edited .cm-content").fill("def word_counts(text):\n    return []\n")
    page.get_by_role("button", name="Check my version").click()
    page.wait_for_url(lambda url: url != live["url"])
    expect(page.locator("#asked")).to_contain_text("Your own version")
    assert "Failed" in verdict(page)
    assert len(ollama.chats) == asked
    assert "your example" in shown(page)["#trust"]


def test_the_key_never_comes_back(page: Page, claude: AnthropicServer, server: Served) -> None:
    key = claude.key
    page.add_init_script(LISTEN)
    page.reload()
    see_settings(page)
    field, said = page.get_by_label("Key of your Claude account"), page.get_by_label("State of the key")
    expect(said).to_have_value("No key is kept.")
    type_into(field, "sk-ant-wrong")
    page.get_by_role("button", name="Test", exact=True).click()
    expect(said).to_have_value(re.compile("did not accept"))
    assert "sk-ant-wrong" not in said.input_value()
    type_into(field, key)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(field).to_have_value("")
    assert (server.home / "claude-key").stat().st_mode & 0o077 == 0
    page.get_by_role("button", name="Test", exact=True).click()
    expect(said).to_have_value("The key works.")
    assert_never_sent(page, key, "The key works")
    page.reload()
    pick_model(page, "Claude-Sonnet")
    see_settings(page)
    expect(said).to_have_value("A key is kept.")
    assert key not in page.content()
    assert all(
        key not in field for field in page.locator("input, textarea").evaluate_all("all => all.map(e => e.value)")
    )
    assert page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])").find(key) < 0
    assert_never_sent(page, key, "A key is kept")
    page.get_by_role("button", name="Forget").click()
    expect(said).to_have_value("No key is kept.")
    assert not (server.home / "claude-key").exists()
    assert not any(key in file.read_text() for file in server.home.rglob("*.log"))


def assert_never_sent(page: Page, key: str, expected: str) -> None:
    """No answer of the server had the key in it, though one said what is `expected`."""
    heard: str = page.evaluate("window.heard")
    assert expected in heard
    assert key not in heard


def test_a_download_shows_how_far_it_is_and_can_be_stopped(page: Page, ollama: OllamaServer) -> None:
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


def test_a_model_is_removed(page: Page, ollama: OllamaServer) -> None:
    see_settings(page)
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
