"""What a program leaves is looked at on the page, and what it leaves when a person tries it is taken away."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from agent.events import BriefReady, CodeReady, Event, RunFinished, RunStarted, StartsShown, TestsRan, TestsReady
from agent.types import Earlier, Request
from languages.brief import Brief, Rule
from languages.outcome import FileOut, Said, Start, Table
from languages.python.candidates import program, suite
from languages.types import TestCase, TestResult
from tests.fakes.ollama_server import OllamaServer, Reply
from tests.fakes.pages import A_RUN, Served, Window, needs_chromium, see, served, store_run, type_into, verdict
from tests.fakes.told_runs import REQUEST

pytestmark = [pytest.mark.docker, needs_chromium]

PROGRAM = """
import csv
import pathlib


def main():
    name = input("Whose bank is it? ")
    with open("bank.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    total = sum(int(row[1]) for row in rows[1:])
    with open("sums.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["who", "sum"], [name, total]])
    pathlib.Path("page.html").write_text("<script>window.hacked = 1</script><b>bold</b>")
    pathlib.Path("bank.csv").write_text(pathlib.Path("bank.csv").read_text() + f"total,{total}\\n")
    print(f"{name} has {total}.")
    input("Press Enter to close. ")


if __name__ == "__main__":
    main()
"""


WINDOW = """
import pathlib
import tkinter


def save():
    pathlib.Path("greeting.txt").write_text(f"Hello, {name.get()}!", encoding="utf-8")
    root.title("Saved <b>")


root = tkinter.Tk()
root.geometry("300x120")
name = tkinter.Entry(root)
name.place(x=0, y=0, width=300, height=60)
tkinter.Button(root, text="Save", command=save).place(x=0, y=60, width=300, height=60)
root.mainloop()
"""
SUMS = """
import csv
import pathlib


def total(rows):
    \"\"\"The sum of what was paid.\"\"\"
    return sum(int(row[{place}]) for row in rows[1:])


def main():
    with open("bank.csv", encoding="utf-8", newline="") as file:
        print("Paid:", total(list(csv.reader(file))))


if __name__ == "__main__":
    main()
"""
OLD, NEW = SUMS.format(place=1), SUMS.format(place='rows[0].index("amount")')
SUM_TEST = """
from solution import total


def test_sum():
    assert total([["day", "amount"], ["1", "10"], ["2", "20"]]) == 30
"""
RULES = (Rule("Columns are found by their names."),)
BRIEF = Brief("files", "It sums your bank file.", ("total(rows)",), (), (), (), ())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The page with a model that never gets on with its answer."""
    home = tmp_path_factory.mktemp("served") / "home"
    slow = Reply("Let me think.", ending="stall")
    with OllamaServer(lambda request: slow) as model, served(home, {"OLLAMA_HOST": model.url}) as found:
        yield found


def picture() -> bytes:
    buffer = io.BytesIO()
    Image.linear_gradient("L").resize((300, 120)).save(buffer, "PNG")
    return buffer.getvalue()


def run_with_outcome() -> list[Event]:
    """A run whose tests started its program twice."""
    drawn = picture()
    digest = hashlib.sha256(drawn).hexdigest()
    sums = Table("Sums", (("category", "January", "February"), ("food", "112.50", "98.10"), ("rent", "700", "700")), 12)
    files = (
        FileOut("summary.xlsx", 5210, "new", digest, "Excel workbook, 1 sheet", tables=(sums,)),
        FileOut("chart.png", len(drawn), "new", digest, "PNG picture, 300 x 120 pixels", picture=digest),
        FileOut("notes.html", 24, "new", digest, "HTML, utf-8, 1 line", "<script>window.hacked = 1</script>"),
    )
    difference = ("@@ -1,2 +1,3 @@", " day,amount", "-2025-01-02,10", "+2025-01-02,11", "+2025-01-03,20")
    changed = FileOut("bank.csv", 40, "changed", digest, "table, utf-8", difference=difference)
    talk = (
        Said("Which file? "),
        Said("bank.csv", typed=True),
        Said("It is read.\nDone.\nPress Enter. "),
        Said("", True),
    )
    starts = (
        Start("test_sums", (), ("bank.csv", "rules.txt"), talk, "", files),
        Start(
            "test_kept",
            ("bank.csv",),
            ("bank.csv",),
            talk,
            "It ended with exit status 1.",
            (changed,),
            ("9 more files",),
        ),
    )
    tests = (
        TestCase("test_sums", "It sums what was spent, by category and month.", scenario=True),
        TestCase("test_kept", "It says which lines it can't read.", scenario=True),
    )
    return [
        RunStarted(replace(REQUEST, model="ollama:tiny", test_model="ollama:tiny")),
        TestsReady(suite("def test_sums(program): ...\n", tests)),
        CodeReady(1, program(PROGRAM)),
        TestsRan(1, tuple(TestResult(test.name, "passed") for test in tests), 0.5),
        StartsShown(1, starts, (), {digest: drawn}),
        RunFinished("unverified", "All tests pass, but nothing else was checked.", 9.0, attempt=1),
    ]


def test_what_comes_out_is_seen_and_tried_and_taken_away(
    page: Page, window: Window, server: Served, tmp_path: Path
) -> None:
    run_id = store_run(server.home, *run_with_outcome())
    page.goto(f"{server.address}?run={run_id}")
    shown = page.locator("#trust .assay-starts")
    expect(shown).to_contain_text("It changes or removes files that lie beside it: bank.csv")
    expect(shown.locator(".assay-typed").first).to_contain_text("bank.csv")
    expect(shown.locator("table.assay-sheet").first).to_contain_text("112.50")
    expect(shown.locator("img.assay-picture")).to_have_js_property("naturalWidth", 300)
    expect(shown).to_contain_text("<script>window.hacked = 1</script>")
    shown.locator("summary", has_text="It says which lines").click()
    expect(shown.locator(".assay-added").first).to_contain_text("2025-01-02,11")
    see(page, "Use it")
    bank = tmp_path / "bank.csv"
    bank.write_text("day,amount\n2025-01-02,10\n2025-01-03,20\n")
    page.locator("#try-files input[type=file]").set_input_files(bank)
    expect(page.locator("#try-files")).to_contain_text("bank")
    page.get_by_role("button", name="Start it", exact=True).click()
    line, terminal = page.get_by_label("What you type"), page.locator("#terminal .assay-terminal")
    expect(terminal).to_contain_text("Whose bank is it?", timeout=A_RUN)
    expect(line).to_be_focused()
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    expect(terminal).to_contain_text("Ada has 30.", timeout=A_RUN)
    started = page.locator("#started")
    page.keyboard.press("Enter")
    expect(started).to_contain_text("Ada has 30.", timeout=A_RUN)
    expect(started).to_contain_text("It ran to its end.")
    expect(started.locator("table.assay-sheet")).to_contain_text("30")
    expect(started.locator(".assay-added")).to_contain_text("total,30")
    expect(started.locator("pre.assay-code").last).to_have_text("bold")  # as a person reads it, and no script
    frame = started.frame_locator("iframe")
    expect(frame.locator("b")).to_have_text("bold")
    assert "hacked" not in (started.locator("iframe").get_attribute("srcdoc") or "")
    lead = "document.querySelector('#started iframe').srcdoc = '<a href=\"http://127.0.0.1:9/x\">out</a>'"
    with page.expect_console_message(lambda message: "frame-src" in message.text):
        page.evaluate(lead)
        frame.get_by_text("out").click()
    window.complaints.clear()
    assert bank.read_text().endswith("2025-01-03,20\n"), "it worked on a copy"
    with page.expect_download() as downloading:
        page.locator("#try-out a[download='sums.csv']").click()
    assert Path(downloading.value.path()).read_text() == "who,sum\nAda,30\n"
    with page.expect_download() as downloading:
        page.locator("#try-out a[download='page.html']").click()
    assert page.evaluate("window.hacked") is None
    expect(page.locator("#brought")).to_contain_text("Is it right for this file?")
    type_into(page.get_by_label("What is wrong?"), "Leave the total out.")
    page.get_by_role("button", name="Fix it for this file").click()
    page.wait_for_url(lambda url: run_id not in url)
    asked = page.locator("#asked")
    expect(asked).to_contain_text("Changed: It has to work with “bank.csv” as well")
    expect(asked).to_contain_text("Leave the total out.")


def test_a_program_with_a_window_is_used(page: Page, server: Served) -> None:
    run_id = store_run(server.home, *summing(WINDOW, replace(BRIEF, kind="window")))
    page.goto(f"{server.address}?run={run_id}")
    see(page, "Use it")
    page.get_by_role("button", name="Open the window").click()
    picture, typing = page.locator("#window img"), page.get_by_label("The window of the program")
    expect(picture).to_have_js_property("naturalWidth", 300, timeout=A_RUN)
    expect(typing).to_be_focused()
    picture.click(position={"x": 100, "y": 30})
    page.keyboard.type("Ada X")
    page.keyboard.press("Backspace")
    page.keyboard.insert_text("Žofie")  # as accents and other scripts come
    page.keyboard.press("Escape")
    expect(page.get_by_label("Or type here")).to_be_focused()
    page.keyboard.type(" & <b>")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Or type here")).to_have_value("")
    picture.click(position={"x": 150, "y": 90})
    expect(page.locator("#window figcaption")).to_have_text("Saved <b>")
    page.get_by_role("button", name="Close the window").click()
    expect(page.locator("#started")).to_contain_text("Hello, Ada Žofie & <b>!")
    expect(page.locator("#started")).to_contain_text("It ran to its end.")
    expect(picture).to_have_count(0)
    page.get_by_role("button", name="Open the window").click()
    expect(picture).to_be_visible(timeout=A_RUN)
    page.get_by_role("button", name="Stop it").last.click()
    expect(page.locator("#started")).to_contain_text("You stopped it.")


def summing(code: str, brief: Brief, earlier: Earlier | None = None) -> list[Event]:
    """A run with a program that sums a file."""
    request = Request("Sum bank.csv.", "ollama:tiny", "ollama:tiny", earlier=earlier)
    return [
        RunStarted(request),
        BriefReady(brief),
        TestsReady(suite(SUM_TEST, (TestCase("test_sum", "What was paid is summed."),))),
        CodeReady(1, program(code)),
        TestsRan(1, (TestResult("test_sum", "passed"),), 0.5),
        RunFinished("verified", "All is well.", 9.0, attempt=1),
    ]


def test_a_kept_program_is_fixed_for_a_file_whose_column_moved(page: Page, server: Served, tmp_path: Path) -> None:
    first = store_run(server.home, *summing(OLD, BRIEF), inputs={"bank.csv": b"day,amount\n1,10\n2,20\n"})
    page.goto(f"{server.address}?run={first}")
    see(page, "Take it")
    type_into(page.get_by_label("Its name among “My programs”"), "Bank")
    page.get_by_role("button", name="Keep it", exact=True).click()
    expect(page.locator("#kept")).to_contain_text("Kept as “Bank”")
    page.get_by_role("tab", name="My programs").click()
    page.get_by_role("button", name="Use: Bank").click()
    august = tmp_path / "bank.csv"
    august.write_text("amount,day,by\n7,1,card\n")
    page.locator("#try-files input[type=file]").set_input_files(august)
    expect(page.locator("#try-files")).to_contain_text("bank")
    page.get_by_role("button", name="Start it", exact=True).click()
    brought = page.locator("#brought")
    expect(brought).to_contain_text("This file isn't written as the one that it was built for", timeout=A_RUN)
    expect(brought).to_contain_text("bank.csv: “amount” is column 1, and was column 2.")
    expect(page.get_by_label("What is wrong?")).to_have_value(re.compile("“day” is column 2"))
    page.get_by_role("button", name="Fix it for this file").click()
    page.wait_for_url(lambda url: first not in url)
    expect(page.locator("#asked")).to_contain_text("It has to work with “bank (2).csv” as well")
    page.get_by_role("button", name="Stop", exact=True).click()
    assert "Stopped" in verdict(page)
    wish = "It has to work with “bank (2).csv” as well: “amount” is column 1, and was column 2."
    earlier = Earlier(first, program(OLD), suite(SUM_TEST, ()), (wish,))
    fixed = store_run(server.home, *summing(NEW, replace(BRIEF, rules=RULES), earlier))
    page.goto(f"{server.address}?run={fixed}")
    changed = page.locator("#changed")
    expect(changed).to_contain_text(wish)
    expect(changed).to_contain_text("What changed since the version before")
    expect(changed).to_contain_text("Columns are found by their names. new")
    changed.locator("summary").click()
    expect(changed.locator(".assay-added")).to_contain_text('rows[0].index("amount")')
    see(page, "Take it")
    expect(page.get_by_label("Its name among “My programs”")).to_have_value("Bank")
    page.get_by_role("button", name="Keep it", exact=True).click()
    expect(page.locator("#kept")).to_contain_text("and the earlier version stays there")
    page.get_by_role("tab", name="My programs").click()
    expect(page.locator("#shelf li.tile")).to_contain_text("1 earlier version")
    page.locator("#shelf .tile").get_by_text("1 earlier version").click()
    page.get_by_role("button", name="What changed then").click()
    expect(page.locator("#shelf-changed")).to_contain_text("“amount” is column 1, and was column 2.")
    page.get_by_label("Put away: Bank", exact=True).click()
    page.get_by_role("button", name="Keep it no more: Bank", exact=True).click()
    expect(page.locator("#shelf")).to_contain_text("Nothing is kept here yet")


def test_a_program_is_kept_by_a_name_used_again_shared_and_put_away(page: Page, server: Served, tmp_path: Path) -> None:
    older, newer = (store_run(server.home, *run_with_outcome()) for _ in range(2))
    for run_id in (older, newer):
        page.goto(f"{server.address}?run={run_id}")
        see(page, "Take it")
        type_into(page.get_by_label("Its name among “My programs”"), "Bank <b>sums</b>")
        page.get_by_role("button", name="Keep it", exact=True).click()
        expect(page.locator("#kept")).to_contain_text("Kept as “Bank <b>sums</b>”")
    page.reload()
    see(page, "Take it")
    expect(page.get_by_label("Its name among “My programs”")).to_have_value("Bank <b>sums</b>")
    page.get_by_role("tab", name="My programs").click()
    shelf = page.locator("#shelf")
    expect(shelf.get_by_role("listitem").first).to_contain_text("Not verified")
    expect(shelf.locator(".tile-picture img")).to_have_js_property("naturalWidth", 300)
    versions = shelf.locator(".versions")
    shelf.get_by_text("1 earlier version").click()
    versions.get_by_role("button", name="What changed then").click()
    expect(page.locator("#shelf-changed")).to_contain_text("Nothing changed in the program itself.")
    versions.get_by_role("link", name="Kept just now").click()
    page.wait_for_url(lambda url: older in url)
    for kept in (older, newer):  # back to the first, and back again
        page.get_by_role("tab", name="My programs").click()
        versions.evaluate("(fold) => { fold.open = true; }")
        versions.get_by_role("button", name="Back to this one").click()
        expect(shelf.locator(f".tile-text a[data-run='{kept}']")).to_be_visible()
    shelf.get_by_role("button", name="Use: Bank <b>sums</b>").click()
    page.wait_for_url(lambda url: newer in url)
    expect(page.get_by_role("button", name="Start it", exact=True)).to_be_visible()
    page.get_by_role("tab", name="My programs").click()
    with page.expect_download() as downloading:
        shelf.get_by_role("button", name="Share: Bank <b>sums</b>").click()
    assert downloading.value.suggested_filename == "Bank-b-sums-b.assay.zip"
    page.get_by_text("Take in a program that somebody shared").click()
    downloading.value.save_as(tmp_path / downloading.value.suggested_filename)
    page.locator("#shared input[type=file]").set_input_files(tmp_path / downloading.value.suggested_filename)
    expect(page.locator("#shared")).to_contain_text("Bank-b-sums-b.assay")
    page.get_by_role("button", name="Check it anew and take it in").click()
    page.wait_for_url(lambda url: older not in url and newer not in url)
    expect(page.locator("#asked")).to_contain_text("Shared with you")
    page.get_by_role("tab", name="My programs").click()
    shelf.get_by_text("Put away").click()
    shelf.get_by_role("button", name="Keep it no more").click()
    expect(shelf).to_contain_text("Nothing is kept here yet")
