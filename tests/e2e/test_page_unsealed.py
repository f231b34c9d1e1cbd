"""The page on a computer that has neither Docker nor bubblewrap: what somebody else wrote isn't run there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from agent.events import CodeReady, Event, RunStarted, TestsReady
from agent.models.demo import recordings
from agent.report import fold
from languages.python.candidates import program, suite
from storage.sharing import ENDING, shared
from tests.fakes.pages import Served, Window, needs_chromium, opened, see, served, store_run, verdict
from tests.fakes.told_runs import REQUEST, TESTS, whole_run

pytestmark = needs_chromium

NOBODY = "Nothing on this machine can run generated programs safely"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("unsealed")
    with served(folder / "home", {"PATH": str(folder), "DOCKER_HOST": f"unix://{folder}/none.sock"}) as found:
        yield found


@pytest.fixture
def window(server: Served, browser: Browser) -> Iterator[Window]:
    with opened(browser, server.opens) as found:
        yield found


def foreign(mark: Path, model: str) -> list[Event]:
    """A run whose program and tests make the file `mark` as soon as they are read."""
    code = f"open({str(mark)!r}, 'w').close()\n\n\ndef add(a, b):\n    return a + b\n\n\nadd(1, input())\n"
    events = [event for event in whole_run() if not isinstance(event, RunStarted | TestsReady | CodeReady)]
    asked = RunStarted(replace(REQUEST, task=recordings()[0].task, model=model, test_model=model))
    return [asked, TestsReady(suite(code, TESTS)), CodeReady(1, program(code)), *events]


@pytest.mark.parametrize("model", ["demo", "Demo", "nobody"])
def test_what_is_taken_in_is_not_run(window: Window, tmp_path: Path, model: str) -> None:
    (tmp_path / f"gift{ENDING}").write_bytes(shared("Gift", fold(foreign(tmp_path / "mark", model)), {}))
    page = window.page
    see(page, "My programs")
    page.get_by_text("Take in a program that somebody shared").click()
    page.locator("#shared input[type=file]").set_input_files(tmp_path / f"gift{ENDING}")
    expect(page.locator("#shared")).to_contain_text("gift.assay")
    page.get_by_role("button", name="Check it anew and take it in").click()
    verdict(page)
    expect(page.locator("#verdict")).to_contain_text(NOBODY)
    assert not (tmp_path / "mark").exists()


def test_what_is_used_is_not_run(server: Served, window: Window, tmp_path: Path) -> None:
    run_id = store_run(server.home, *foreign(tmp_path / "mark", "demo"))
    page = window.page
    page.goto(f"{server.address}?run={run_id}")
    page.locator("#try-start").click()
    expect(page.locator("#started")).to_contain_text(NOBODY)
    assert not (tmp_path / "mark").exists()
