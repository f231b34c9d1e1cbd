"""What a program leaves is looked at on the page, and what it leaves when a person tries it is taken away."""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from agent.events import BriefReady, CodeReady, Event, RunFinished, RunStarted, StartsShown, TestsRan, TestsReady
from agent.types import Request
from languages.brief import Brief
from languages.outcome import FileOut, Said, Start, Table
from languages.python.candidates import program, suite
from languages.types import TestCase, TestResult
from message import say
from tests.fakes.pages import A_RUN, DESKTOP, Served, Window, needs_chromium, problems, store_run
from tests.fakes.told_runs import REQUEST
from translation import TONGUES, translation

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


def picture() -> bytes:
    buffer = io.BytesIO()
    Image.linear_gradient("L").resize((300, 120)).save(buffer, "PNG")
    return buffer.getvalue()


def run_with_outcome() -> list[Event]:
    """A run whose tests started its program twice."""
    drawn = picture()
    digest = hashlib.sha256(drawn).hexdigest()
    sums = Table(
        "Sums",
        (("category", "January", "February"), ("food", "112.50", "98.10"), ("rent", "700", "700")),
        12,
        (("total", "9", "8"),),
    )
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
    tab: Page, window: Window, server: Served, tmp_path: Path
) -> None:
    run_id = store_run(server.home, *run_with_outcome())
    tab.goto(f"{server.address}?run={run_id}")
    shown = tab.locator("#trust .assay-starts")
    expect(shown).to_contain_text("It changes or removes files that lie beside it: bank.csv")
    expect(shown.locator(".assay-typed").first).to_contain_text("bank.csv")
    expect(shown.locator("table.assay-sheet").first).to_contain_text("112.50")
    expect(shown.locator("img.assay-picture")).to_have_js_property("naturalWidth", 300)
    expect(shown).to_contain_text("<script>window.hacked = 1</script>")
    shown.locator("summary", has_text="It says which lines").click()
    expect(shown.locator(".assay-added").first).to_contain_text("2025-01-02,11")
    bank = tmp_path / "bank.csv"
    bank.write_text("day,amount\n2025-01-02,10\n2025-01-03,20\n")
    tab.locator("#slot-1 input[type=file]").set_input_files(bank)
    expect(tab.locator("#slot-1")).to_contain_text("bank")
    tab.get_by_role("button", name="Start it", exact=True).click()
    line, terminal = tab.get_by_label("What you type"), tab.locator("#terminal .assay-terminal")
    expect(terminal).to_contain_text("Whose bank is it?", timeout=A_RUN)
    expect(line).to_be_focused()
    tab.keyboard.type("Ada")
    tab.keyboard.press("Enter")
    expect(terminal).to_contain_text("Ada has 30.", timeout=A_RUN)
    started = tab.locator("#started")
    tab.keyboard.press("Enter")
    expect(started).to_contain_text("Ada has 30.", timeout=A_RUN)
    expect(started).to_contain_text("It ran to its end.")
    expect(started.locator("table.assay-sheet")).to_contain_text("30")
    expect(started.locator(".assay-added")).to_contain_text("total,30")
    expect(started.locator("pre.assay-code").last).to_have_text("bold")  # as a person reads it, and no script
    frame = started.frame_locator("iframe")
    expect(frame.locator("b")).to_have_text("bold")
    assert "hacked" not in (started.locator("iframe").get_attribute("srcdoc") or "")
    lead = "document.querySelector('#started iframe').srcdoc = '<a href=\"http://127.0.0.1:9/x\">out</a>'"
    with tab.expect_console_message(lambda message: "frame-src" in message.text):
        tab.evaluate(lead)
        frame.get_by_text("out").click()
    window.complaints.clear()
    assert bank.read_text().endswith("2025-01-03,20\n"), "it worked on a copy"
    with tab.expect_download() as downloading:
        tab.locator("#try-out a[download='sums.csv']").click()
    assert Path(downloading.value.path()).read_text() == "who,sum\nAda,30\n"
    with tab.expect_download() as downloading:
        tab.locator("#try-out a[download='page.html']").click()
    assert tab.evaluate("window.hacked") is None
    expect(tab.locator("#brought")).to_contain_text("Is it right for this file?")
    tab.locator("#brought").get_by_role("button", name="No", exact=True).click()
    expect(tab.locator("#wrong textarea")).to_be_focused()


def test_a_program_with_a_window_is_used(tab: Page, server: Served) -> None:
    run_id = store_run(server.home, *run_with_window())
    tab.goto(f"{server.address}?run={run_id}")
    tab.get_by_role("button", name="Open the window").click()
    picture, typing = tab.locator("#window img"), tab.get_by_label("The window of the program")
    expect(picture).to_have_js_property("naturalWidth", 300, timeout=A_RUN)
    expect(typing).to_be_focused()
    picture.click(position={"x": 100, "y": 30})
    tab.keyboard.type("Ada X")
    tab.keyboard.press("Backspace")
    tab.keyboard.insert_text("Žofie")  # as accents and other scripts come
    tab.keyboard.press("Escape")
    expect(tab.get_by_label("Or type here")).to_be_focused()
    tab.keyboard.type(" & <b>")
    tab.keyboard.press("Enter")
    expect(tab.get_by_label("Or type here")).to_have_value("")
    picture.click(position={"x": 150, "y": 90})
    expect(tab.locator("#window figcaption")).to_have_text("Saved <b>")
    tab.get_by_role("button", name="Close the window").click()
    expect(tab.locator("#started")).to_contain_text("Hello, Ada Žofie & <b>!")
    expect(tab.locator("#started")).to_contain_text("It ran to its end.")
    expect(picture).to_have_count(0)
    is_used_from_right_to_left(tab)


def is_used_from_right_to_left(page: Page) -> None:
    """A narrow page in Arabic shows the program's window as it is, and all beside it in Arabic."""
    page.set_viewport_size({"width": 768, "height": 900})
    page.locator(".language select").select_option("ar")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.locator("#try-start").click()
    picture = page.locator("#window img")
    expect(picture).to_be_visible(timeout=A_RUN)
    picture.click(position={"x": 150, "y": 90})
    expect(page.locator("#window figcaption")).to_have_text("Saved <b>")
    assert problems(page) == []
    page.locator("#window-stop").click()
    stopped = translation(TONGUES["ar"]).text(say("You stopped it."))
    expect(page.locator("#started")).to_contain_text(stopped)
    page.locator(".language select").select_option("en")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


def run_with_window() -> list[Event]:
    """A run with a program that has a window."""
    return [
        RunStarted(Request("Greet me.", "ollama:tiny", "ollama:tiny")),
        BriefReady(Brief("window", "It greets you.")),
        TestsReady(suite("def test_it(): ...\n", (TestCase("test_it", "It greets."),))),
        CodeReady(1, program(WINDOW)),
        TestsRan(1, (TestResult("test_it", "passed"),), 0.5),
        RunFinished("verified", "All is well.", 9.0, attempt=1),
    ]
