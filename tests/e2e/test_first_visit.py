"""What somebody does who is here for the first time: looks at a result, uses it, then asks for a program of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from agent.events import CodeReady, RunFinished, RunStarted, TestsRan, TestsReady
from agent.models.demo import recordings
from languages.python.candidates import program, suite
from languages.types import TestCase, TestResult
from tests.fakes.pages import A_RUN, Served, needs_chromium, pick_model, run_button, see_form, store_run, wait_for_run
from tests.fakes.told_runs import REQUEST

pytestmark = [pytest.mark.docker, needs_chromium]

SUMS = """
import csv

with open("statement.csv", encoding="utf-8", newline="") as file:
    print("sum:", sum(int(row[1]) for row in csv.reader(file)))
"""
OWN_TASK = recordings()[0].task


def finished(server: Served) -> str:
    """A run that made a program for a statement; its id."""
    test = TestCase("test_sum", "It sums the statement.", scenario=True)
    return store_run(
        server.home,
        RunStarted(replace(REQUEST, model="ollama:tiny", test_model="ollama:tiny")),
        TestsReady(suite("def test_sum(program): ...\n", (test,))),
        CodeReady(1, program(SUMS)),
        TestsRan(1, (TestResult("test_sum", "passed"),), 0.5),
        RunFinished("unverified", "All tests pass, but nothing else was checked.", 9.0, attempt=1),
        inputs={"statement.csv": b"rent,700\n"},
    )


def test_after_a_result_a_program_of_ones_own_is_built_for_a_file(tab: Page, server: Served, tmp_path: Path) -> None:
    tab.goto(f"{server.address}?run={finished(server)}")
    tab.locator("#verdict").get_by_role("button", name="Use it").click()
    tab.get_by_role("button", name="Start it", exact=True).click()
    expect(tab.locator("#started")).to_contain_text("sum: 700", timeout=A_RUN)
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
