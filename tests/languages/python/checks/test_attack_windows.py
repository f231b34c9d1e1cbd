"""What life does to programs with windows, tried on small ones."""

from __future__ import annotations

import pytest

from sandbox.base import Sandbox
from tests.languages.python.checks.test_attack import attacked

DOUBLES = """
import tkinter as tk

root = tk.Tk()
number, shown = tk.Entry(root), tk.Label(root)
for part in (tk.Label(root, text="Number"), number, shown):
    part.pack()

def double():
    text = number.get()
    shown.config(text=2 * int(text) if text.isdecimal() else "Only digits, please.")

tk.Button(root, text="Double", command=double).pack()
root.mainloop()
"""
CLICKS = """
def test_a(program):
    window = program.window()
    window.type("Number", 4)
    window.click("Double")
    assert window.line("8")
"""


def test_windows_get_odd_answers_too(sandbox: Sandbox) -> None:
    report = attacked(sandbox, DOUBLES, CLICKS)
    assert (report.status, "18 odd answers in 1 field" in report.summary) == ("passed", True), report
    report = attacked(sandbox, DOUBLES.replace("isdecimal", "isdigit"), CLICKS)
    said = "In the field “Number” stands “²”: it ends with an error of Python's (ValueError)"
    assert [finding.message for finding in report.findings] == [said], report.summary


COUNTS = """
import json
import tkinter as tk
from pathlib import Path
from tkinter import messagebox

place = Path("clicks.json")
root = tk.Tk()
shown, said = tk.Label(root), tk.Label(root)

def kept():
    try:
        return json.loads(place.read_text())["clicks"]
    except FileNotFoundError:
        return 0
    except (ValueError, TypeError, KeyError):
        place.replace("clicks.old")
        TELL
        return 0

clicks = kept()

def count():
    global clicks
    clicks += 1
    place.write_text(json.dumps({"clicks": clicks}))
    shown.config(text=f"{clicks} clicks")
    said.config(text="Counted.")

shown.config(text=f"{clicks} clicks")
for part in (shown, said, tk.Button(root, text="Count", command=count)):
    part.pack()
root.mainloop()
"""
COUNTED = """
def test_a(program):
    window = program.window()
    window.click("Count")
    assert window.line("1 clicks")
"""


@pytest.mark.parametrize(
    ("tells", "is_silent"),
    [
        ('said.config(text="clicks.json can\'t be read.")', False),
        ('messagebox.showinfo("Clicks", "clicks.json can\'t be read.")', False),
        ("pass", True),
    ],
)
def test_what_a_window_says_as_it_opens_is_heard(sandbox: Sandbox, tells: str, is_silent: bool) -> None:
    report = attacked(sandbox, COUNTS.replace("TELL", tells), COUNTED)
    assert ("damaged memory" in {finding.rule for finding in report.findings}) == is_silent, report.findings


TAKINGS = """
import json
import tkinter as tk
from decimal import Decimal, InvalidOperation
from pathlib import Path

PLACE = Path("takings.json")
root = tk.Tk()
amount, rows, said = tk.Entry(root), tk.Listbox(root), tk.Label(root)

def kept():
    try:
        return [str(Decimal(one)) for one in json.loads(PLACE.read_text())]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, InvalidOperation):
        raise SystemExit("takings.json can't be read.")

def add():
    try:
        value = Decimal(amount.get())
        if not value.is_finite() or abs(value) > 10**6:
            raise InvalidOperation
    except InvalidOperation:
        said.config(text="That is no amount.")
        MISTAKE
        return
    rows.insert("end", value)
    said.config(text="Added.")
    SAVE

def save():
    new = PLACE.with_suffix(".new")
    try:
        new.write_text(json.dumps(list(map(str, rows.get(0, "end")))))
        new.replace(PLACE)
    except OSError:
        said.config(text="takings.json can't be written.")

for part in (tk.Label(root, text="Amount"), amount, tk.Button(root, text="Add", command=add), rows, said):
    part.pack()
for one in kept():
    rows.insert("end", one)
root.mainloop()
"""
ADDED = """
def test_a(program):
    window = program.window()
    window.type("Amount", "3.50")
    window.click("Add")
    window.type("Amount", "4.25")
    window.click("Add")
    assert window.line("3.50") and window.line("4.25")
"""
SAVED = "save()"


@pytest.mark.parametrize(
    ("mistake", "save", "said"),
    [
        ("pass", SAVED, ""),
        ("rows.delete(0, 'end')", SAVED, "In the field “Amount” stands thirty digits: what was there before is lost"),
        (
            "pass",
            "PLACE.write_text('') if rows.size() == 3 else save()",
            "After “Add” its window was closed, and then it is started again: what was there before is lost",
        ),
    ],
    ids=["honest", "a wrong entry clears the list", "saved only when it is closed later"],
)
def test_what_was_entered_in_a_window_stays(sandbox: Sandbox, mistake: str, save: str, said: str) -> None:
    report = attacked(sandbox, TAKINGS.replace("MISTAKE", mistake).replace("SAVE", save), ADDED)
    told = [one.message for one in report.findings if one.rule in ("odd answer", "ended in the middle")]
    assert (said in "\n".join(told), bool(told)) == (True, bool(said)), told
