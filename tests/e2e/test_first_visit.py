"""What somebody does at first: looks at a result, uses it, asks for a program of their own; and what if that fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from agent.events import CodeReady, RunFinished, RunStarted, TestsRan, TestsReady
from agent.models.demo import recordings
from languages.python.candidates import program, suite
from languages.types import TestCase, TestResult
from tests.fakes.pages import (
    A_RUN,
    Served,
    Window,
    needs_chromium,
    pick_model,
    run_button,
    see_form,
    see_more_settings,
    store_run,
    type_into,
    wait_for_run,
)
from tests.fakes.told_runs import REQUEST

pytestmark = [pytest.mark.docker, needs_chromium]

SUMS = """
import csv

with open("statement.csv", encoding="utf-8", newline="") as file:
    print("sum:", sum(int(row[1]) for row in csv.reader(file)))
"""
DOUBLE = "def double(number):\n    return 2 * number\n"
OWN_TASK = recordings()[0].task


def finished(server: Served, code: str = SUMS) -> str:
    """A run that made a program, such as one for a statement; its id."""
    test = TestCase("test_sum", "It sums the statement.", scenario=True)
    return store_run(
        server.home,
        RunStarted(replace(REQUEST, model="ollama:tiny", test_model="ollama:tiny")),
        TestsReady(suite("def test_sum(program): ...\n", (test,))),
        CodeReady(1, program(code)),
        TestsRan(1, (TestResult("test_sum", "passed"),), 0.5),
        RunFinished("unverified", "All tests pass, but nothing else was checked.", 9.0, attempt=1),
        inputs={"statement.csv": b"rent,700\n"},
    )


def test_after_a_result_a_program_of_ones_own_is_built_for_a_file(tab: Page, server: Served, tmp_path: Path) -> None:
    tab.goto(f"{server.address}?run={finished(server)}")
    tab.get_by_role("button", name="Start it", exact=True).click()
    expect(tab.locator("#started")).to_contain_text("sum: 700", timeout=A_RUN)
    expect(tab.locator("#started")).to_contain_text("Made from the files that it was built with: statement.csv")
    for name, text in {"my bank.csv": "food,5\n", "holiday.txt": "by train"}.items():
        (tmp_path / name).write_text(text)
    tab.locator("#slot-1 input[type=file]").set_input_files([tmp_path / "my bank.csv", tmp_path / "holiday.txt"])
    expect(tab.locator("#slot-1")).to_contain_text("holiday")
    tab.get_by_role("button", name="Start it", exact=True).click()
    expect(tab.locator("#started")).to_contain_text("sum: 5", timeout=A_RUN)
    expect(tab.locator("#started .assay-made-of")).to_have_text(
        "Made from: my bank.csvmy bank.csv was given to the program as statement.csv."
        "The program never opened: holiday.txt"
    )
    expect(tab.locator("#started .assay-good", has_text="It ran to its end.")).to_have_count(0)
    see_form(tab)
    tab.get_by_label("What should the program do?").fill(OWN_TASK)
    (tmp_path / "prices $.csv").write_text("tea;3\n")
    tab.locator("#files input[type=file]").set_input_files(tmp_path / "prices $.csv")
    expect(tab.locator("#files")).to_contain_text("prices")
    pick_model(tab, "Demo")
    run_button(tab).click()
    wait_for_run(tab)
    expect(tab.locator("#asked")).to_contain_text("prices $.csv")
    tab.get_by_role("button", name="Stop", exact=True).click()


def with_data(change: Callable[[list[Any]], list[Any]]) -> Callable[[Route], None]:
    """What sends an event on with other data, that no page of ours would send."""

    def send(route: Route) -> None:
        sent = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({**sent, "data": change(sent["data"])}))

    return send


def test_an_event_that_fails_is_said_beside_what_was_pressed(page: Page, window: Window, server: Served) -> None:
    broken = with_data(lambda data: [5 if isinstance(one, str) else one for one in data])
    page.route("**/gradio_api/run/predict*", broken)
    type_into(page.get_by_label("What should the program do?"), "Count words")
    run_button(page).click()
    told = page.get_by_role("alert").filter(has_text="That did not work. Nothing of yours is lost.")
    expect(told).to_be_visible()
    near, button = told.bounding_box(), run_button(page).bounding_box()
    assert near
    assert button
    assert abs(near["y"] - button["y"] - button["height"]) < 60
    page.unroute("**/gradio_api/run/predict*")
    page.get_by_label("What should the program do?").click()
    expect(told).to_have_count(0)
    page.goto(f"{server.address}?run={finished(server, DOUBLE)}")
    page.route("**/gradio_api/queue/join*", with_data(lambda data: data[1:]))
    page.get_by_role("button", name="Call it").click()
    expect(told).to_be_visible()
    expect(page.locator(".toast-body")).to_be_hidden()
    page.unroute("**/gradio_api/queue/join*")
    assert "Traceback" in (server.home / "assay.log").read_text()
    assert any("500" in complaint for complaint in window.complaints)
    window.complaints.clear()


def test_what_was_typed_outlives_that_the_server_is_gone(page: Page, window: Window, tmp_path: Path) -> None:
    task = page.get_by_label("What should the program do?")
    type_into(task, "Count words")
    pick_model(page, "Demo")
    see_more_settings(page, "Limits")
    type_into(page.get_by_label("Minutes at most"), "7")
    (tmp_path / "a <b>.csv").write_text("tea;3\n")
    page.locator("#files input[type=file]").set_input_files(tmp_path / "a <b>.csv")
    expect(page.locator("#files")).to_contain_text("csv")
    page.route("**/gradio_api/**", lambda route: route.abort())
    run_button(page).click()
    expect(page.get_by_role("alert")).to_contain_text("Assay doesn't answer.")
    with page.expect_navigation():  # as Gradio does once it is back
        page.unroute("**/gradio_api/**")
        page.reload()
    expect(task).to_have_value("Count words")
    expect(page.get_by_label("Minutes at most")).to_have_value("7")
    expect(page.locator("#dropped-again")).to_contain_text("Drop these files once more: a <b>.csv")
    run_button(page).click()
    wait_for_run(page)
    page.get_by_role("button", name="Stop", exact=True).click()
    page.goto("/")
    expect(page.locator("#model option", has_text="Demo").first).to_be_attached()
    expect(task).to_have_value("")
    window.complaints.clear()
