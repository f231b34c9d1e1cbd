"""Whatever a model wrote is shown as text: one run in which everything tries to be more, looked at everywhere."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.fakes import quick_runs
from tests.fakes.ollama_server import FakeModel, OllamaServer, Reply
from tests.fakes.pages import (
    A_RUN,
    Window,
    chromium,
    needs_chromium,
    opened,
    pick_model,
    see,
    see_settings,
    served,
    start,
    type_into,
    verdict,
    watch,
)
from tests.fakes.streaming_server import Json

pytestmark = [pytest.mark.docker, needs_chromium]

IMG = "<img src=x onerror=window.hacked=1>"
END = "</script><script>window.hacked=1</script>"
PICTURE = "![x](http://127.0.0.1:9/x.png)"
LINK = "[y](javascript:window.hacked=1)"
UNSEEN = "\x1b[31mred\x1b[0m \u202egnp.exe\u202c\u200f"
LONG = "word" * 5_000
HOSTILE = f"{IMG} {END} {PICTURE} {LINK} {UNSEEN}"
MODEL = f"{IMG}:latest"
TASK = f"Double a number. {HOSTILE} {LONG[:2000]}"

TESTS = f'''Some words first: {HOSTILE} {LONG}
```python
from solution import double

def test_two():
    """Two becomes four. {HOSTILE}"""
    assert double(2) == 4, {HOSTILE!r}

def test_three():
    """Three becomes six. {PICTURE}"""
    # {LONG}
    assert double(3) == 6
```
{END}'''
WRONG = f'''{HOSTILE}
```python
def double(number):
    """{HOSTILE}"""
    print({HOSTILE!r})
    raise ValueError({HOSTILE!r} + {LONG!r})
```'''
RIGHT = f'''{END}
```python
NOTE = {HOSTILE!r}

def double(number):
    """{HOSTILE}"""
    return number + number
```'''


BRIEF = {
    "kind": "function",
    "start": HOSTILE,
    "interface": ["double(number)"],
    "rules": [{"rule": HOSTILE, "words": HOSTILE}],
    "assumptions": [{"question": HOSTILE, "chosen": HOSTILE, "others": [HOSTILE], "example": HOSTILE}],
    "examples": [{"given": HOSTILE, "expected": HOSTILE, "words": HOSTILE}],
    "packages": [HOSTILE],
}


def reply(request: Json) -> Reply:
    """The brief and the tests to who asks for them; else a wrong program first, then a right one."""
    asked = request["messages"][0]["content"]
    if "You plan" in asked:
        return Reply(json.dumps(BRIEF), thinking=HOSTILE, piece=500)
    if "You write pytest tests" in asked:
        return Reply(TESTS, thinking=HOSTILE, piece=500)
    said_before = any("raise ValueError" in message["content"] for message in request["messages"])
    return Reply(RIGHT if said_before else WRONG, thinking=f"{HOSTILE} {LONG}", piece=500)


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """A page that shows the finished run."""
    models = {MODEL: FakeModel(capabilities=("completion", "thinking"))}
    home = tmp_path_factory.mktemp("hostile") / "home"
    # What they find may have words of the program in it; no mistake that is planted gets away here.
    quick = quick_runs.environment(tmp_path_factory.mktemp("quick"), "start", "surroundings", "integrity")
    with (
        OllamaServer(reply, models) as server,
        served(home, {"OLLAMA_HOST": server.url, **quick}) as page_server,
        chromium() as browser,
        opened(browser, page_server.opens) as window,
    ):
        pick_model(window.page, IMG)
        start(window.page, TASK)
        plan = window.page.locator("#plan")
        expect(plan).to_contain_text(IMG, timeout=A_RUN)
        assert is_unharmed(window.page)
        plan.get_by_role("button", name="Build it").click()
        assert verdict(window.page)
        yield window


@pytest.fixture
def page(window: Window) -> Iterator[Page]:
    yield window.page
    assert is_unharmed(window.page)
    assert window.complaints == []


def is_unharmed(page: Page) -> bool:
    """No script of the model's ran, and no element is one of the model's."""
    made = page.locator("[onerror], img[src='x'], img[src*='127.0.0.1:9'], a[href^='javascript:']").count()
    return page.evaluate("window.hacked === undefined") and made == 0


def texts(page: Page) -> str:
    """Everything that can be read on the page, folds and fields included."""
    fields: list[str] = page.locator("input, textarea").evaluate_all("all => all.map(one => one.value)")
    return "\n".join([page.locator("body").text_content() or "", *fields])


@pytest.mark.parametrize("tab", ["Log", "Evidence", "Attempts", "Take it", "Edit the code"])
def test_a_part_of_the_run_shows_it_as_text(page: Page, tab: str) -> None:
    see(page, tab)
    shown = page.locator("[role=tabpanel]:visible").last
    expect(shown).to_contain_text(IMG)
    expect(shown).to_contain_text("</script>")
    if tab not in ("Take it", "Edit the code"):  # a program is shown as it is
        said = shown.text_content() or ""
        assert not {"\x1b", "\u202e", "\u200f"} & set(said)


def test_the_task_and_the_model_are_text(page: Page) -> None:
    expect(page.locator("#asked")).to_contain_text(IMG)
    expect(page.locator("#asked")).to_contain_text(f"Model: ollama:{MODEL}")
    expect(page.locator("#asked")).to_contain_text(PICTURE)


def test_folds_hold_text(page: Page) -> None:
    see(page, "Log")
    page.locator("#log details:visible > summary").first.wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    expect(page.locator("#log details[open]").first).to_be_visible()
    assert END in texts(page)


def test_nothing_is_wider_than_the_window(page: Page) -> None:
    for tab in ("Log", "Evidence", "Attempts", "Take it", "Edit the code"):
        see(page, tab)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab


def test_what_the_program_answers_is_text(page: Page) -> None:
    type_into(page.get_by_label("Call", exact=True), "NOTE")
    page.get_by_role("button", name="Call it").click()
    answer = page.get_by_label("What came out")
    expect(answer).to_have_value(re.compile(re.escape(IMG)), timeout=A_RUN)
    assert "\x1b" not in answer.input_value()


def test_the_history_shows_it_as_text(page: Page) -> None:
    see(page, "History")
    expect(page.locator("#history .run-title")).to_have_text("Double a number")
    expect(page.locator("#history")).to_contain_text(IMG)  # the model's name
    page.get_by_role("button", name="Again: Double").click()
    expect(page.get_by_label("What should the program do?")).to_have_value(TASK)
    expect(page.locator("button#run")).to_be_visible()  # it leads there, which may take longer
    see(page, "History")
    page.get_by_role("link", name="Double a number").click()
    expect(page.locator("#asked")).to_contain_text(IMG)


def test_the_name_of_a_model_is_text(page: Page) -> None:
    see_settings(page)
    page.get_by_label("Remove a model").click()
    expect(page.get_by_role("option", name=MODEL)).to_be_visible()
    page.keyboard.press("Escape")
    see(page, "Build")


def test_the_downloaded_report_is_harmless(page: Page, tmp_path: Path) -> None:
    see(page, "Build")
    see(page, "Take it")
    with page.expect_download() as download:
        page.locator("#download-everything").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert all(tmp_path in (tmp_path / name).resolve().parents for name in archive.namelist())
        archive.extractall(tmp_path)
    (report,) = tmp_path.rglob("report.html")
    browser = page.context.browser
    assert browser
    assert_report_is_harmless(browser, report)


def assert_report_is_harmless(browser: Browser, report: Path) -> None:
    with browser.new_context() as context:
        window = Window(context.new_page())
        watch(window)
        window.page.goto(report.as_uri())
        window.page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
        expect(window.page.locator("body")).to_contain_text(IMG)
        expect(window.page.locator("body")).to_contain_text("</script>")
        assert window.page.evaluate("document.scripts.length") == 0
        assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert is_unharmed(window.page)
        assert window.complaints == []
