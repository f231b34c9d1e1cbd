"""A finished run is a program: its name, its slots, its result with a question, and a verdict in three sentences."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from agent.events import (
    BriefReady,
    CodeReady,
    Event,
    ProgramNamed,
    RunFinished,
    RunStarted,
    StartsShown,
    TestsRan,
    TestsReady,
)
from agent.handover import title_of
from agent.report import fold
from agent.types import InputFile, Request, Status, Step
from languages.brief import Brief, Rule
from languages.outcome import AT_ONCE, FileOut, Said, Start, Table
from languages.python.candidates import program, suite
from languages.types import CheckReport, TestCase, TestResult
from tests.fakes.pages import A_RUN, DESKTOP, PHONE, Served, add_run, history, needs_chromium, problems, see, store_run
from tests.fakes.told_runs import ATTACKED, ELSEWHERE, HONEST, NO_PACKAGES, SECURE, STARTED, STRONG, checked, whole_run

pytestmark = [pytest.mark.docker, needs_chromium]

PROGRAM = """
import csv

with open("statement.csv", encoding="utf-8", newline="") as file:
    rows = list(csv.reader(file))[1:]
rates = open("rates.txt", encoding="utf-8").read().strip()
total = sum(float(row[1]) for row in rows)
with open("spending.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows([["Category", "Spent"], ["Other", total]])
print(f"Other: {total} at {rates}")
"""
FILES = {"statement.csv": b"day,spent\nMon,3\n", "rates.txt": b"par\n"}
TASK = "Add up my bank's statement. The rates are in a file of their own."
ASKED = Request(TASK, "ollama:tiny", "ollama:tiny", files=tuple(InputFile(name, "", 1) for name in FILES))
BRIEF = Brief("files", "It adds up.", rules=(Rule("It adds up what was spent."),), name="What we spend")
CHECKS = (STARTED, ATTACKED, SECURE, NO_PACKAGES, ELSEWHERE, STRONG, HONEST)
OFFLINE = CheckReport("pip-audit", "not_checked", "No answer", helps="connection")
CRASHES = CheckReport("attack", "failed", "Ctrl+C at the question: it ends with an error of Python's")


def run(*steps: Step, checks: tuple[CheckReport, ...] = CHECKS) -> list[Event]:
    """A run with two files and one result of them, that lacks what these steps bring."""
    table = Table("", (("Category", "Spent"), ("Other", "3.0")))
    left = FileOut("spending.csv", 24, "new", hashlib.sha256(b"x").hexdigest(), "table", tables=(table,))
    start = Start(AT_ONCE, (), tuple(FILES), (Said("Other: 3.0 at par\n"),), files=(left,), own=True)
    status: Status = "unverified" if steps else "verified"
    return [
        RunStarted(ASKED),
        BriefReady(BRIEF),
        TestsReady(suite("def test_sums(program): ...\n", (TestCase("test_sums", "It adds up.", rules=(1,)),))),
        CodeReady(1, program(PROGRAM)),
        TestsRan(1, (TestResult("test_sums", "passed"),), 0.5),
        *checked(*checks),
        StartsShown(1, (start,), (), {left.digest: b"x"}),
        RunFinished(status, "The verdict of then.", 9.0, "", 1, step=next(iter(steps), ""), then=steps[1:]),
    ]


def open_run(page: Page, server: Served, events: list[Event]) -> str:
    run_id = store_run(server.home, *events, inputs=FILES)
    page.goto(f"{server.address}?run={run_id}")
    expect(badge(page)).to_be_visible()
    return run_id


def badge(page: Page) -> Locator:
    return page.locator("#asked .assay-badge")


def answers(page: Page) -> list[str]:
    """The three sentences."""
    return page.locator("#verdict dd").all_inner_texts()


def test_it_opens_as_a_program_with_one_thing_to_do_and_its_numbers_are_in_the_evidence(
    tab: Page, server: Served
) -> None:
    open_run(tab, server, run())
    expect(tab.get_by_role("heading", name="What we spend")).to_be_in_viewport(ratio=1)
    expect(tab.get_by_role("heading", name="From statement.csv, rates.txt")).to_be_in_viewport(ratio=1)
    expect(tab.locator("#result table.assay-sheet")).to_contain_text("3.0")
    for name in ("Start it", "Yes", "No"):
        expect(tab.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    expect(tab.locator(".slot-head")).to_have_text(["Your statement now: statement.csv", "Your rates now: rates.txt"])
    assert answers(tab)[0] == "Yes, you can use it."
    assert not any(letter.isdigit() for text in answers(tab) for letter in text)
    expect(tab.locator("#steps")).to_be_hidden()
    expect(tab.locator("#trust")).to_contain_text("The verdict of then.")
    tab.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert problems(tab) == []
    expect(tab.get_by_role("button", name="Start it", exact=True)).to_be_in_viewport(ratio=1)
    tab.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


def test_what_is_dropped_on_a_slot_is_worked_on_whatever_it_is_called(
    tab: Page, server: Served, tmp_path: Path
) -> None:
    run_id = open_run(tab, server, run())
    mine = tmp_path / "rates of mine.csv"
    mine.write_text("day,spent\nMon,40\nTue,2\n")
    slot = tab.locator(".slot", has_text="Your statement")
    slot.locator("input[type=file]").set_input_files(mine)
    expect(slot).to_contain_text("rates of mine")
    tab.get_by_role("button", name="Start it", exact=True).click()
    started = tab.locator("#started")
    expect(started).to_contain_text("Other: 42.0 at par", timeout=A_RUN)
    expect(started).to_contain_text("Made from: rates of mine.csv")
    expect(started).to_contain_text("Made from the files that it was built with: rates.txt")
    expect(tab.locator("#result .assay-asks")).to_be_hidden()  # it is of other files
    expect(tab.locator("#result").get_by_role("button", name="Keep it among my programs")).to_be_visible()
    tab.locator("#brought").get_by_role("button", name="Yes, it is right").click()
    expect(tab.locator("#brought")).to_contain_text("that is kept")
    expect(started).to_contain_text("Other: 42.0 at par")
    with history(server.home) as store:
        (said,) = fold(stored.event for stored in store.events(run_id)).vouched
    assert said.made_of == ("rates of mine.csv",)


def test_a_yes_is_kept_with_its_day_and_makes_verified_what_lacked_nothing_else(tab: Page, server: Served) -> None:
    run_id = open_run(tab, server, run("confirm"))
    assert answers(tab)[0] == "Look at its result first: nobody knows yet whether it is right."
    tab.get_by_role("button", name="Yes", exact=True).click()
    expect(badge(tab)).to_contain_text("Verified")
    expect(badge(tab)).to_contain_text("you vouched for its result on")
    assert answers(tab)[1].endswith("and you said that its result is right.")
    expect(tab.locator("#trust")).to_contain_text("You said that what it makes of statement.csv, rates.txt is right")
    with history(server.home) as store:
        assert store.run(run_id).status == "verified"
    tab.reload()
    expect(badge(tab)).to_contain_text("you vouched for its result on")
    tab.get_by_role("button", name="Take that back").click()
    expect(badge(tab)).to_have_text("Not verified")
    with history(server.home) as store:
        assert store.run(run_id).status == "unverified"


def test_a_yes_can_be_said_where_other_things_are_missing(tab: Page, server: Served) -> None:
    run_id = open_run(tab, server, run("repair", "confirm", checks=(CRASHES, *CHECKS[:1], *CHECKS[2:])))
    assert answers(tab)[0] == "Better not yet: something goes wrong with it."
    assert answers(tab)[2].startswith("Ctrl+C at the question: it ends with an error of Python's.")
    tab.get_by_role("button", name="Yes", exact=True).click()
    expect(badge(tab)).to_contain_text("you vouched for its result on")
    assert answers(tab)[1] == "All of its tests pass, and you said that its result is right."
    with history(server.home) as store:
        assert fold(stored.event for stored in store.events(run_id)).steps == ("repair",)


def test_a_cell_that_is_wrong_becomes_an_example_and_a_change(tab: Page, server: Served) -> None:
    before = open_run(tab, server, run("confirm"))
    tab.get_by_role("button", name="No", exact=True).click()
    expect(tab.get_by_role("button", name="Category", exact=True)).to_be_focused()
    assert problems(tab, "#result") == []
    tab.get_by_role("button", name="3.0", exact=True).press("Enter")
    field = tab.get_by_label("What should be there, in place of this?")
    expect(field).to_be_focused()
    field.fill("2.5")
    field.press("Enter")
    tab.wait_for_url(lambda url: before not in url)
    with history(server.home) as store:
        asked = store.request(tab.url.rpartition("run=")[2])
    assert asked.earlier
    assert asked.brief
    (example,) = asked.brief.examples
    assert (example.expected, example.confirmed) == ("2.5", True)
    assert example.given == 'in spending.csv, the column "Spent", the row "Other", made of statement.csv, rates.txt'
    assert "What comes there now is wrong: 3.0" in asked.earlier.changes[-1]


def test_a_no_that_was_a_slip_is_taken_back(tab: Page, server: Served) -> None:
    open_run(tab, server, run("confirm"))
    tab.get_by_role("button", name="No", exact=True).click()
    tab.get_by_role("button", name="It is right after all").click()
    expect(tab.get_by_role("button", name="3.0", exact=True)).to_have_count(0)
    expect(tab.get_by_role("button", name="Yes", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("events", "word", "first"),
    [
        (run("connect", checks=(*CHECKS[:3], OFFLINE, *CHECKS[4:])), "Nearly verified", "Yes, you can use it."),
        (run("confirm"), "Not verified", "Look at its result first"),
        ([*whole_run()[:-1], RunFinished("failed", "It fails.", 9.0, attempt=1)], "Failed", "No: it doesn't do all"),
        ([*whole_run()[:8], RunFinished("cancelled", "You stopped it.", 9.0)], "Stopped", "There is no program."),
    ],
    ids=["only a list on the internet", "nobody knows whether it is right", "failed", "no program"],
)
def test_verdicts_that_mean_different_things_look_different(
    tab: Page, server: Served, events: list[Event], word: str, first: str
) -> None:
    open_run(tab, server, events)
    expect(badge(tab)).to_have_text(word)
    assert answers(tab)[0].startswith(first)


def test_a_file_that_the_program_never_opened_is_said(tab: Page, server: Served, tmp_path: Path) -> None:
    code = program(PROGRAM.replace('open("rates.txt", encoding="utf-8").read().strip()', '"par"  # "rates.txt"'))
    open_run(tab, server, [replace(one, candidate=code) if isinstance(one, CodeReady) else one for one in run()])
    mine = tmp_path / "june.txt"
    mine.write_text("par")
    tab.locator(".slot", has_text="Your rates").locator("input[type=file]").set_input_files(mine)
    tab.get_by_role("button", name="Start it", exact=True).click()
    expect(tab.locator("#started")).to_contain_text("The program never opened: june.txt", timeout=A_RUN)


def test_what_is_kept_is_used_on_the_same_page_by_its_name(tab: Page, server: Served) -> None:
    open_run(tab, server, run())
    see(tab, "Take it")
    tab.get_by_label("Its name among “My programs”").fill("Our money")
    tab.get_by_role("button", name="Keep it", exact=True).click()
    expect(tab.get_by_role("heading", name="Our money")).to_be_visible()
    see(tab, "My programs")
    tab.get_by_role("button", name="Use: Our money").click()
    expect(tab.get_by_role("heading", name="Our money")).to_be_visible()
    expect(tab.locator("#result table.assay-sheet")).to_contain_text("3.0")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_its_name_is_changed_where_it_stands_and_is_the_new_one_everywhere(
    tab: Page, server: Served, size: tuple[int, int]
) -> None:
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    taken, new = f"Taken {size[0]}", f"<b>Bank & {size[0]}</b>"
    with history(server.home) as store:
        store.keep(add_run(store, *run()), taken)
    run_id = open_run(tab, server, run())
    with history(server.home) as store:
        store.keep(run_id, "What we spend")
    name, field = tab.locator("#asked h2"), tab.get_by_label("Name", exact=True)
    rename = tab.get_by_role("button", name="Change the name")
    rename.press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_value("What we spend")
    tab.keyboard.press("Escape")
    expect(name).to_be_visible()
    expect(rename).to_be_focused()
    rename.click()
    for typed, said in (("  ", "It has no name yet"), (taken, "Another program of yours is called")):
        field.fill(typed)
        field.press("Enter")
        expect(tab.locator("#problem")).to_contain_text(said)
    field.fill(f" {new} ")
    assert problems(tab, "#asked") == []
    field.press("Enter")
    expect(name).to_have_text(new)
    expect(rename).to_be_focused()
    expect(tab).to_have_title(re.compile(f"^{re.escape(new)} · "))
    with history(server.home) as store:
        assert store.kept_as(run_id) == [new]
        assert title_of(fold(stored.event for stored in store.events(run_id))) == new
    see(tab, "History")
    expect(tab.locator("#history .run-title", has_text=new)).to_have_count(1)
    assert problems(tab) == []


@pytest.mark.parametrize("way", ["dropped", "chosen"])
def test_a_file_on_its_card_opens_it_with_that_and_the_card_says_what_came(
    tab: Page, server: Served, tmp_path: Path, way: str
) -> None:
    name = f"Bank {way}"
    run_id = open_run(tab, server, [*run(), ProgramNamed(name)])
    tab.get_by_role("button", name="Keep it among my programs").click()
    expect(tab.locator("#result")).to_contain_text("It is among your programs.")
    with history(server.home) as store:
        assert store.kept_as(run_id) == [name]
    for month, spent, said in (("june", 40, "42.0 at par"), ("july", 70, "72.0 at par last time 42.0 at par")):
        file = tmp_path / f"{month}.csv"
        file.write_text(f"day,spent\nMon,{spent}\nTue,2\n")
        see(tab, "My programs")
        tile = tab.locator("#shelf .tile", has_text=name)
        if way == "chosen":
            tile.get_by_label(f"Use it with a new file: {name}").set_input_files(file)
        else:
            drop(tile, file)
        expect(tab.locator(".slot", has_text="Your statement")).to_contain_text(month)
        start = tab.get_by_role("button", name="Start it", exact=True)
        expect(start).to_be_focused()
        start.press("Enter")
        expect(tab.locator("#started")).to_contain_text(f"Made from: {month}.csv", timeout=A_RUN)
        see(tab, "My programs")
        expect(tile.locator(".tile-use")).to_contain_text(f"with {month}.csv")
        expect(tile.locator(".tile-use dd")).to_have_text(re.compile(re.escape(said)), use_inner_text=True)
    assert problems(tab, "#shelf") == []


def drop(tile: Locator, file: Path) -> None:
    """Let go of a file over it."""
    made = "([name, text]) => { const it = new DataTransfer(); it.items.add(new File([text], name)); return it; }"
    held = tile.page.evaluate_handle(made, [file.name, file.read_text()])
    tile.dispatch_event("dragover", {"dataTransfer": held})
    expect(tile).to_have_class(re.compile("tile-over"))
    tile.dispatch_event("drop", {"dataTransfer": held})


def test_a_program_that_starts_is_shown_after_one_that_is_only_called(tab: Page, server: Served) -> None:
    call = replace(BRIEF, kind="function")
    code = program("def double(number):\n    return 2 * number\n")
    events = [replace(one, brief=call) if isinstance(one, BriefReady) else one for one in run()]
    called = [replace(one, candidate=code) if isinstance(one, CodeReady) else one for one in events]
    open_run(tab, server, called)
    expect(tab.locator("#try-starting")).to_be_hidden()
    started = store_run(server.home, *run(), inputs=FILES)
    see(tab, "History")
    tab.locator(f"#history [data-run='{started}'][data-action='open']").first.click()
    expect(tab.locator("#try-starting")).to_be_visible()
