"""The page as people use it, in a real Chromium, with real containers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from agent.events import CodeReady, Event, ModelText, RunFinished, RunStarted, TestsReady
from agent.models.demo import recordings
from agent.types import TestCase
from storage.store import Store
from tests.fakes.command_line import CommandLine
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.runs import REQUEST

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright isn't installed")
from playwright.sync_api import Browser, ConsoleMessage, Page, expect  # noqa: E402  (only where it is installed)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.docker, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")]

A_RUN = 90_000
"""How long a whole run may take on a busy machine, in milliseconds."""

HOSTILE = (
    "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>![](http://x.invalid/a.png)\x1b[31m\u202e"
)


@contextmanager
def served(home: Path, ollama: str = "http://127.0.0.1:9") -> Iterator[str]:
    """The address of a page with its data in `home`."""
    with CommandLine(home, {"OLLAMA_HOST": ollama}).start("--no-browser") as process:
        assert process.stdout
        try:
            found = re.search(r"http://[^ ]+/", process.stdout.readline())
            assert found, process.stderr and process.stderr.read()
            yield found[0]
        finally:
            process.terminate()
            process.communicate(timeout=30)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page") / "home"


@pytest.fixture(scope="module")
def address(home: Path) -> Iterator[str]:
    with served(home) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with watched(browser, address) as opened:
        yield opened


@contextmanager
def watched(browser: Browser, address: str) -> Iterator[Page]:
    """An open page. At the end nothing may have been said on the console, nor asked of other servers."""
    with browser.new_context(base_url=address) as context:
        wrong: list[str] = []
        opened = context.new_page()
        opened.on("console", lambda message: wrong.extend(complaint(message)))
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("request", lambda request: wrong.extend(() if is_own(request.url, address) else [request.url]))
        opened.goto("/")
        expect(opened.get_by_role("button", name="Run", exact=True)).to_be_enabled()
        yield opened
        assert wrong == []


def complaint(message: ConsoleMessage) -> list[str]:
    return [message.text] if message.type == "error" else []


def is_own(url: str, address: str) -> bool:
    return url.startswith((address, "data:", "blob:"))


def start(page: Page, example: str) -> None:
    page.get_by_role("button", name=example).click()
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#steps .assay-steps")).to_be_visible()
    page.wait_for_url(re.compile(r"\?(.*&)?run="))


def verdict(page: Page) -> str:
    badge = page.locator("#verdict .assay-badge")
    badge.wait_for(timeout=A_RUN)
    return badge.inner_text()


def see(page: Page, tab: str) -> None:
    page.get_by_role("tab", name=tab, exact=True).click()


def see_settings(page: Page) -> None:
    see(page, "Settings")
    expect(page.locator("#findings")).to_contain_text("History", timeout=A_RUN)  # leaving earlier aborts the request


def store_run(home: Path, *events: Event) -> str:
    """A finished run in the history."""
    store = Store(f"sqlite:///{home / 'assay.db'}")
    run_id = store.create_run(next(event.request for event in events if isinstance(event, RunStarted)))
    store.append(run_id, events)
    store.close()
    return run_id


def test_a_demo_run_ends_with_a_downloaded_file_that_works(page: Page, tmp_path: Path) -> None:
    start(page, "Count the words")
    assert "Verified" in verdict(page)
    see(page, "Program")
    with page.expect_download() as download:
        page.locator("#download-solution").click()
    assert download.value.suggested_filename == "solution.py"
    download.value.save_as(tmp_path / "solution.py")
    code = "from solution import word_counts; print(word_counts('b a b'))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout == "[('b', 2), ('a', 1)]\n"


def test_a_repair_can_be_watched(page: Page) -> None:
    start(page, "Read Roman numerals")
    expect(page.locator("#log")).to_contain_text("Attempt 1", timeout=A_RUN)
    assert "Verified" in verdict(page)
    see(page, "Attempts")
    expect(page.locator("#attempts")).to_contain_text("Attempt 2")


def test_stop_ends_a_run(page: Page) -> None:
    start(page, "Plan new names")
    page.get_by_role("button", name="Stop", exact=True).click()
    assert "Stopped" in verdict(page)
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_disabled()


def test_a_refresh_in_mid_run_and_a_second_tab_lose_nothing(page: Page) -> None:
    start(page, "Keep a small stock")
    page.reload()
    expect(page.locator("#steps .assay-steps")).to_be_visible()
    expect(page.locator("#asked")).to_contain_text("A class Stock")
    other = page.context.new_page()
    other.goto(page.url)
    assert verdict(page) == verdict(other)
    expect(other.locator("#trust")).to_contain_text("Test strength")


def test_the_keyboard_is_enough(page: Page) -> None:
    page.get_by_label("What should the program do?").focus()
    for name in ("Count the words of a text", "Run"):
        while page.evaluate("document.activeElement.textContent.trim()") != name:
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    assert "Verified" in verdict(page)
    page.get_by_role("tab", name="Checks").focus()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_be_visible()


def test_the_program_can_be_tried_and_changed_by_hand(page: Page) -> None:
    start(page, "Split a bill")
    verdict(page)
    see(page, "Try it")
    page.get_by_label("Call", exact=True).fill("sum([1, 2])")
    page.get_by_role("button", name="Call it").click()
    expect(page.get_by_label("What came out")).to_have_value("3", timeout=A_RUN)
    see(page, "Change it")
    before = page.url
    page.locator("#edited .cm-content").fill("def nothing():\n    return None\n")
    page.get_by_role("button", name="Check my version").click()
    page.wait_for_url(lambda url: url != before)
    assert "Failed" in verdict(page)
    expect(page.locator("#asked")).to_contain_text("Your own version")


def test_history_finds_opens_and_deletes_a_run(page: Page, home: Path) -> None:
    finished = RunFinished("failed", "Nothing worked.", 1.0)
    run_id = store_run(home, RunStarted(replace(REQUEST, task="Juggle with knives")), finished)
    see(page, "History")
    page.get_by_label("Search the tasks").fill("juggle")
    rows = page.locator("table.history tbody tr")
    expect(rows).to_have_count(1)
    page.get_by_role("link", name="Juggle with knives").click()
    assert "Failed" in verdict(page)
    assert run_id in page.url
    see(page, "History")
    page.get_by_role("button", name="Delete: Juggle").click()
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.locator("#history")).to_contain_text("No runs here")


def test_a_wrong_run_in_the_address_is_said_in_plain_words(page: Page) -> None:
    page.goto("/?run=never-was")
    expect(page.get_by_role("alert")).to_contain_text("There is no such run.")


def test_what_a_model_wrote_is_never_html(page: Page, home: Path) -> None:
    run_id = store_run(
        home,
        RunStarted(replace(REQUEST, task=HOSTILE)),
        ModelText("tests", HOSTILE),
        TestsReady(f"'''{HOSTILE}'''\n", (TestCase("test_a", HOSTILE),)),
        CodeReady(1, f"'''{HOSTILE}'''\n"),
        RunFinished("failed", HOSTILE, 1.0, HOSTILE, attempt=1),
    )
    page.goto(f"/?run={run_id}")
    verdict(page)
    for tab in ("Live log", "Checks", "Attempts", "Program", "Change it", "History"):
        see(page, tab)
        expect(page.locator("body")).to_contain_text("<img src=x")
        assert page.locator("[onerror], #the-run img:not(.cm-widgetBuffer), #history img").count() == 0
    assert page.evaluate("window.hacked") is None


def test_a_key_is_kept_and_forgotten_but_never_sent_back(page: Page) -> None:
    see_settings(page)
    page.get_by_label("Key of your Claude account").fill("sk-ant-not-a-real-key")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Key of your Claude account")).to_have_value("")
    expect(page.get_by_label("State of the key")).not_to_have_value("No key is kept.")
    with page.expect_response(re.compile("/config|/$")) as loaded:
        page.reload()
    assert "not-a-real-key" not in loaded.value.text()
    see_settings(page)
    expect(page.get_by_label("State of the key")).to_have_value("A key is kept.")
    assert "not-a-real-key" not in page.content()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_label("State of the key")).to_have_value("No key is kept.")


def test_the_theme_is_remembered(page: Page) -> None:
    see_settings(page)
    page.get_by_label("Dark", exact=True).check()
    expect(page.locator("body")).to_have_class(re.compile(r"\bdark\b"))
    page.reload()
    expect(page.locator("body")).to_have_class(re.compile(r"\bdark\b"))
    see_settings(page)
    expect(page.get_by_label("Dark", exact=True)).to_be_checked()


def test_a_real_model_is_fetched_asked_for_a_change_and_removed(browser: Browser, tmp_path: Path) -> None:
    recording = recordings()[0]
    replies = cycle([recording.tests, recording.code[0]])
    with (
        OllamaServer(lambda request: next(replies)) as server,
        served(tmp_path / "home", server.url) as address,
        watched(browser, address) as page,
    ):
        see_settings(page)
        page.get_by_label("Fetch a model").fill("small")
        page.get_by_label("Fetch a model").press("Enter")
        page.get_by_role("button", name="Fetch it").click()
        expect(page.get_by_label("State of the models")).to_have_value("ollama:small: The model is ready.")
        see(page, "Build")
        pick(page, "Model", "small")
        start(page, "Count the words")
        verdict(page)
        before = page.url
        see(page, "Change it")
        page.get_by_label("What should be different?").fill("Count numbers, too.")
        page.get_by_role("button", name="Change it", exact=True).click()
        page.wait_for_url(lambda url: url != before)
        expect(page.locator("#asked")).to_contain_text("Changed: Count numbers, too.")
        assert "erified" in verdict(page)
        assert "Count numbers, too." in str(server.chats[-1])
        see_settings(page)
        pick(page, "Remove a model", "small")
        page.get_by_role("button", name="Remove it from this computer").click()
        expect(page.get_by_label("State of the models")).to_have_value("ollama:small:latest was removed.")


def pick(page: Page, label: str, option: str) -> None:
    page.get_by_label(label, exact=True).click()
    page.get_by_role("option", name=re.compile(option)).first.click()


def test_the_api_starts_follows_and_stops_a_run(address: str) -> None:
    from gradio_client import Client  # type: ignore[import-untyped]

    client = Client(address, verbose=False)
    run_id = client.predict("Count to ten", "ollama:nobody", api_name="/solve")
    assert client.predict(run_id, api_name="/run")["task"] == "Count to ten"
    assert client.predict(run_id, api_name="/stop") in ("running", "error", "cancelled")
    with pytest.raises(Exception, match="There is no such run"):
        client.predict("never-was", api_name="/run")


@pytest.mark.parametrize("arguments", [("--host", "0.0.0.0"), ("--auth", "me:"), ("--host", "::", "--auth", ":x")])
def test_sharing_without_a_password_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ended = CommandLine(tmp_path / "home").run(*arguments)
    assert ended.code == 2
    assert "--auth" in ended.stderr
