"""A program's life on the page: made, found in the history, kept, used with a new file, fixed for it, gone back to,
and given to somebody else."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from agent.events import CodeReady, Event, RunFinished, RunStarted, TestsReady
from agent.report import fold
from languages.python.assembly import assembled
from languages.python.candidates import START_FILES, program, suite
from languages.types import TestCase
from storage.sharing import shared
from tests.fakes import quick_runs
from tests.fakes.bank import (
    AUGUST,
    BY_NAME,
    BY_PLACE,
    CALL,
    JULY,
    RESULT,
    TASK,
    TOLD,
    WAITING,
    replies,
    written,
)
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.pages import (
    A_RUN,
    Served,
    Window,
    needs_chromium,
    opened,
    pick,
    pick_model,
    problems,
    see,
    see_more_settings,
    served,
    start,
    store_run,
    type_into,
    verdict,
    wait_for_run,
)
from tests.fakes.runs import REQUEST

pytestmark = [pytest.mark.docker, needs_chromium]

EXAMPLE = f"{CALL} == {RESULT}"
NAME = "Bank <b>sums</b>"
TABS = {"#log": "Log", "#trust": "Evidence", "#attempts": "Attempts", "#how": "Take it"}
PLACE = "(one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().width]"
PARTS = ("#asked", "#verdict", *TABS)


@pytest.fixture(scope="module")
def ollama() -> Iterator[OllamaServer]:
    with OllamaServer(replies) as server:
        yield server


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder by which it is said what checks are real."""
    return tmp_path_factory.mktemp("quick")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, quick: Path, ollama: OllamaServer) -> Iterator[Served]:
    environment = {"OLLAMA_HOST": ollama.url, **quick_runs.environment(quick, "start")}
    with served(tmp_path_factory.mktemp("history") / "home", environment) as found:
        yield found


@pytest.fixture(scope="module")
def live(server: Served, window: Window, quick: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The address of a run with a file and an example of the person's, and what each part showed when it ended: the one
    of which all checks are real."""
    quick_runs.keep_real(quick, *quick_runs.ALL)
    page = window.with_form(server.address)
    page.locator("#files input[type=file]").set_input_files(written(tmp_path_factory.mktemp("july"), JULY))
    see_more_settings(page, "Examples that must hold")
    page.get_by_label("Call 1").fill(CALL)
    page.get_by_label("Result 1").fill(RESULT)
    start(page, TASK, "tiny")
    assert "Verified" in verdict(page)
    quick_runs.keep_real(quick, "start")
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
    assert CALL in live["#trust"]
    see(page, "History")
    page.get_by_role("link", name=TASK[:40]).first.click()
    page.wait_for_url(live["url"])
    assert "Verified" in verdict(page)
    assert shown(page) == {part: live[part] for part in PARTS}


def test_runs_are_searched_filtered_and_counted(page: Page, server: Served) -> None:
    for number, status in enumerate(("failed", "verified", "failed", "error")):
        request = replace(REQUEST, task=f"Juggle {number} knives", model=f"claude:clown-{number}")
        finished = RunFinished(status, "It is over.", 61.0)  # type: ignore[arg-type]
        store_run(server.home, RunStarted(request), finished)
    see(page, "History")
    found = page.locator(".run-title")
    expect(found.first).to_have_text("Juggle 3 knives")
    page.get_by_label("Search the tasks").fill("JUGGLE")
    expect(found).to_have_text([f"Juggle {number} knives" for number in (3, 2, 1, 0)])
    pick(page, "Verdict", "Not finished")
    expect(found).to_have_text(["Juggle 3 knives"])
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
    place = delete.evaluate(PLACE)
    delete.dblclick()  # as people who don't think: the second click must not be the answer
    expect(for_good).to_be_hidden()
    delete.click()
    expect(for_good).to_be_visible()
    assert delete.evaluate(PLACE) == place
    delete.click()
    expect(for_good).to_be_hidden()
    expect(page.get_by_role("link", name="Forget me")).to_be_visible()
    delete.click()
    for_good.click()
    expect(page.get_by_role("link", name="Forget me")).to_have_count(0)


def test_a_run_is_exported_and_asked_for_again(page: Page, live: dict[str, str]) -> None:
    see(page, "History")
    export = page.get_by_role("button", name=f"Export: {TASK[:20]}").first
    files = handed_over(page, export, "#handing-exported", "With lines of my files")
    assert "2025-07-02,rent,700" in files["report.html"]
    bare = handed_over(page, export, "#handing-exported", "Without lines of my files")
    assert tells_nothing_of(bare, JULY)
    assert {"solution.py", "report.html", "report.json"} < set(bare)
    ours = {"solution.py", "test_solution.py", "brief.json", "report.html", "report.json", "log.txt"}
    assert set(files) > ours | set(START_FILES.values())
    assert "sums.csv" not in files  # a program that works on all that lies beside it would take it for the person's
    assert json.loads(files["report.json"])["status"] == "verified"
    page.get_by_role("button", name=f"Again: {TASK[:20]}").first.click()
    expect(page.get_by_label("What should the program do?")).to_have_value(TASK)
    see_more_settings(page, "Examples that must hold")
    expect(page.get_by_label("Call 1")).to_have_value(EXAMPLE)
    expect(page.get_by_label("Model", exact=True).locator("visible=true")).to_have_value(re.compile("tiny"))
    expect(page.locator("#model .chip-name")).to_have_text(re.compile("^tiny"))
    expect(page.locator("#usual")).to_contain_text(re.compile(r"So far a program took .* with this model"))
    pick_model(page, "Demo")
    expect(page.locator("#usual p")).to_have_count(0)


@pytest.mark.thorough
def test_a_change_by_hand_is_held_to_the_same_tests(tab: Page, live: dict[str, str], ollama: OllamaServer) -> None:
    tab.goto(live["url"])
    verdict(tab)
    asked = len(ollama.chats)
    see(tab, "Edit the code")
    tab.locator("#edited .cm-content").fill("def spent(rows):\n    return {}\n")
    tab.get_by_role("button", name="Check my version").click()
    tab.wait_for_url(lambda url: url != live["url"])
    expect(tab.locator("#asked")).to_contain_text("Your own version")
    assert "Failed" in verdict(tab)
    assert len(ollama.chats) == asked
    assert "your example" in shown(tab)["#trust"]


@pytest.mark.thorough
def test_a_program_stays_in_use_while_it_is_changed(tab: Page, live: dict[str, str]) -> None:
    tab.goto(live["url"])
    verdict(tab)
    wish = tab.get_by_label("What should be different?")
    type_into(wish, WAITING)
    wish.press("Control+Enter")
    tab.wait_for_url(lambda url: url != live["url"])
    expect(tab.locator("#asked")).to_contain_text(f"Changed: {WAITING}")
    expect(wish).to_have_value("")
    expect(tab.locator("#chat")).to_contain_text(WAITING)
    expect(tab.locator("#versions li")).to_have_text(["Version 1", re.compile("Version 2 *being made")])
    tab.screenshot(path="/tmp/c1.png", full_page=True)
    expect(tab.locator("#present")).to_contain_text("This is version 1. You can go on using it while it is changed.")
    expect(tab.locator("#result")).not_to_contain_text("Is that right?")
    tab.get_by_role("button", name="Start it", exact=True).click()
    expect(tab.locator("#started")).to_contain_text("rent", timeout=A_RUN)
    assert problems(tab) == []
    tab.get_by_role("button", name="Stop", exact=True).click()
    assert "Stopped" in verdict(tab)
    tab.screenshot(path="/tmp/c2.png", full_page=True)
    expect(tab.locator("#present")).to_contain_text("unchanged: the change gave no program")
    tab.get_by_role("button", name="Back to the version before").click()
    tab.wait_for_url(live["url"])
    assert "Verified" in verdict(tab)


@pytest.mark.thorough
def test_a_change_that_changes_nothing_is_said_and_each_version_is_a_press_away(
    tab: Page, live: dict[str, str]
) -> None:
    tab.goto(live["url"])
    verdict(tab)
    wish = tab.get_by_label("What should be different?")
    type_into(wish, "Please.")
    wish.press("Control+Enter")
    tab.wait_for_url(lambda url: url != live["url"])
    assert "erified" in verdict(tab)
    expect(tab.locator("#changed")).to_contain_text("Nothing changed in the program itself.")
    expect(tab.locator("#present")).to_be_hidden()
    newest = tab.locator("#versions [aria-current]")
    expect(newest).to_contain_text("Version")
    tab.get_by_role("button", name="Start it", exact=True).click()
    expect(tab.locator("#started")).to_contain_text("rent", timeout=A_RUN)
    tab.locator("#versions").get_by_role("link", name="Version 1", exact=True).click()
    tab.wait_for_url(live["url"])
    expect(newest).to_have_text("Version 1")


def test_a_kept_program_is_used_next_month_fixed_gone_back_to_and_shared(
    tab: Page, browser: Browser, live: dict[str, str], quick: Path, ollama: OllamaServer, tmp_path: Path
) -> None:
    tab.goto(live["url"])
    verdict(tab)
    keep(tab)
    shelf = tab.locator("#shelf")
    expect(shelf.locator(".tile-picture")).to_contain_text("rent")
    shelf.get_by_role("button", name=f"Use: {NAME}").click()
    tab.wait_for_url(live["url"])
    is_fixed_for(tab, written(tmp_path, AUGUST), live["url"])
    fixed = tab.url
    told = [json.dumps(chat) for chat in ollama.chats if "It has to work with" in json.dumps(chat)]
    assert any("def spent" in chat and json.dumps(TASK)[1:-1] in chat for chat in told)
    keep(tab, again=True)
    is_gone_back_from(tab, fixed, live["url"])
    share = shelf.get_by_role("button", name=f"Share with its tests: {NAME}")
    bare = handed_over(tab, share, "#handing-shared", "Without my files")
    assert set(bare) == {"assay.json", "events.jsonl"}
    assert tells_nothing_of(bare, JULY, AUGUST)
    files = handed_over(tab, share, "#handing-shared", "With my file (1 file, 1 kB)", tmp_path / "sums.assay.zip")
    assert files["bank.csv"] == JULY
    checked = quick_runs.environment(quick, "start")
    with served(tmp_path / "theirs", checked) as other, opened(browser, other.opens) as theirs:
        is_taken_in(theirs.page, tmp_path / "sums.assay.zip")
    shelf.get_by_text("Put away").click()
    shelf.get_by_role("button", name="Keep it no more").click()
    expect(shelf).to_contain_text("Nothing is kept here yet")


def keep(page: Page, again: bool = False) -> None:
    """Keep the program that is shown; its name is there already when it is a new version. Then the shelf is shown."""
    see(page, "Take it")
    name = page.get_by_label("Its name among “My programs”")
    if again:
        expect(name).to_have_value(NAME)
    else:
        type_into(name, NAME)
    page.get_by_role("button", name="Keep it", exact=True).click()
    said = "and the earlier version stays there" if again else f"Kept as “{NAME}”"
    expect(page.locator("#kept")).to_contain_text(said)
    see(page, "My programs")
    expect(page.locator("#shelf .tile h3")).to_have_text([NAME])


def is_fixed_for(page: Page, file: Path, before: str) -> None:
    """The program fails on a file with its columns elsewhere, and another version doesn't."""
    expect(page.locator("#slot-1")).to_be_visible()  # by what opens the program, which takes away what lay there
    page.locator("#slot-1 input[type=file]").set_input_files(file)
    expect(page.locator("#slot-1")).to_contain_text("bank")
    page.get_by_role("button", name="Start it", exact=True).click()
    brought = page.locator("#brought")
    expect(brought).to_contain_text("This file isn't written as the one that it was built for", timeout=A_RUN)
    expect(brought).to_contain_text("bank.csv: “amount” is column 1, and was column 3.")
    expect(page.locator("#started")).to_contain_text("bank.csv can't be read.")
    expect(page.get_by_label("What is wrong?")).to_have_value(re.compile("“day” is column 2"))
    page.get_by_role("button", name="Fix it for this file").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("#asked")).to_contain_text("It has to work with “bank (2).csv” as well")
    assert "Verified" in verdict(page)
    changed = page.locator("#changed")
    expect(changed).to_contain_text("What changed since the version before", timeout=A_RUN)
    expect(changed).to_contain_text(f"{BY_NAME} new")
    changed.locator("summary").click()
    expect(changed.locator(".assay-added").first).to_contain_text("csv.DictReader")


def is_gone_back_from(page: Page, fixed: str, first: str) -> None:
    """Of the versions it is said what changed, each can be opened, and each can be the first one again."""
    shelf = page.locator("#shelf")
    versions, newest = shelf.locator(".versions"), shelf.locator("h3 a")
    shelf.get_by_text("1 earlier version").click()
    expect(versions).to_contain_text("As it was first asked for")
    versions.get_by_role("button", name="What changed then").click()
    expect(page.locator("#shelf-changed")).to_contain_text("“amount” is column 1, and was column 3.")
    expect(page.locator("#shelf-changed .assay-changed")).to_be_focused()
    versions.get_by_role("link").click()
    page.wait_for_url(first)
    for back_to in (first, fixed, first):
        see(page, "My programs")
        versions.evaluate("(fold) => { fold.open = true; }")
        versions.get_by_role("button", name="Back to this one").click()
        expect(page.locator("#shelf-changed")).to_contain_text(f"“{NAME}” is this earlier version again.")
        expect(newest).to_have_attribute("data-run", back_to.partition("run=")[2])


def handed_over(page: Page, button: Locator, asked: str, answer: str, saved_as: Path | None = None) -> dict[str, str]:
    """What is in the zip, by the names of its files, that is saved after the question whether files go along."""
    button.click()
    question = page.locator(f"{asked} [role=group]")
    expect(question).to_be_focused()
    expect(question).to_contain_text("bank.csv")
    page.keyboard.press("Tab")
    with page.expect_download() as download:
        question.get_by_role("button", name=answer, exact=True).click()
    expect(page.locator(f"{asked} p")).to_contain_text("It was saved")
    content = Path(download.value.path()).read_bytes()
    if saved_as:
        assert download.value.suggested_filename == "Bank-b-sums-b.assay.zip"
        saved_as.write_bytes(content)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {Path(name).name: archive.read(name).decode() for name in archive.namelist()}


def tells_nothing_of(files: dict[str, str], *given: str) -> bool:
    """Whether no line below the first of what the person gave is in these files, and nothing that came of it."""
    lines = [line for text in given for line in text.splitlines()[1:]]
    return not any(said in text for text in files.values() for said in (*lines, "rent,700"))


def is_taken_in(page: Page, file: Path) -> None:
    """Somebody else's Assay says nothing of a shared program before it was checked there, and has it on its shelf."""
    take_in(page, file)
    see(page, "My programs")
    tile = page.locator("#shelf .tile")
    expect(tile.locator("h3")).to_have_text(NAME)
    expect(tile).to_contain_text(re.compile("Waits for its turn|Under way"))
    tile.get_by_role("button", name=re.compile("^Use: ")).click()
    assert "Not verified" in verdict(page)
    expect(page.locator("#verdict")).to_contain_text("The tests that came with it pass.")


def take_in(page: Page, file: Path) -> None:
    see(page, "My programs")
    page.get_by_text("Take in a program that somebody shared").click()
    page.locator("#shared input[type=file]").set_input_files(file)
    expect(page.locator("#shared")).to_contain_text("sums.assay")
    page.get_by_role("button", name="Check it anew and take it in").click()
    wait_for_run(page)
    expect(page.locator("#asked")).to_contain_text("Shared with you")


@pytest.mark.thorough
def test_from_the_task_that_came_a_model_that_is_picked_here_writes_tests(
    tab: Page, live: dict[str, str], tmp_path: Path
) -> None:
    cases = (TestCase("test_sums_are_written", "It sums.", scenario=True),)
    events: list[Event] = [
        RunStarted(replace(REQUEST, task=TASK)),
        TestsReady(suite(TOLD, cases)),
        CodeReady(1, program(assembled(BY_PLACE))),
    ]
    file = tmp_path / "sums.assay.zip"
    file.write_bytes(shared("Lent", fold(events), {"bank.csv": JULY.encode()}, with_files=False))
    tab.goto(live["url"].partition("?")[0])
    take_in(tab, file)
    verdict(tab)
    expect(tab.locator("#verdict")).to_contain_text("No tests came with it that can be run here")
    expect(tab.locator("#verdict")).to_contain_text("It came without the 1 file that it was made for")
    is_tried_here(tab, written(tmp_path, JULY))


def is_tried_here(page: Page, file: Path) -> None:
    """The task is in sight, and may be changed, and files of one's own are given; then the ordinary rules hold."""
    task = page.get_by_label("The task that came with it")
    expect(task).to_have_value(TASK)
    task.fill(f"{TASK} Nothing else.")
    page.locator("#anew-files input[type=file]").set_input_files(file)
    expect(page.locator("#anew-files")).to_contain_text("bank")
    pick_model(page, "tiny")
    before = page.url
    page.locator("#verdict").get_by_role("button", name="Have tests written here").click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("#asked")).to_contain_text("Nothing else.")
    expect(page.locator("#asked")).to_contain_text("held against tests that were written here")
    verdict(page)
    expect(page.locator("#verdict")).not_to_contain_text("that came with it")
    expect(page.locator("#anew")).to_be_hidden()
