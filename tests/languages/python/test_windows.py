"""Tests act in windows as a person does: in the sandbox, and with plain pytest on the person's own computer."""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.brief import Brief
from languages.checks import CheckContext
from languages.outcome import SHOT, STARTS, conversation
from languages.python.candidates import program, suite
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.start import StartCheck
from languages.python.checks.start_words import RULES
from languages.python.language import PYTHON
from languages.python.runner._scenario.colors import color_name
from languages.python.runner._scenario.display import missing
from languages.types import CheckReport, TestCase
from sandbox.base import Sandbox
from tests.languages.python.test_starting import take_home

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
OVEN = '''
"""An oven timer with a list of cakes."""

import datetime
import threading
import time
import tkinter as tk
from pathlib import Path
from tkinter import filedialog, messagebox, simpledialog, ttk


class Oven(tk.Tk):
    def __init__(self):
        super().__init__()
        self.title("Oven")
        self.left, self.going = 0, None
        self.minutes = tk.StringVar(value="1")
        fields = ttk.Frame(self)
        fields.pack()
        ttk.Label(fields, text="Minutes:").grid(row=0, column=0)
        ttk.Entry(fields, textvariable=self.minutes).grid(row=0, column=1)
        ttk.Label(fields, text="Cake").grid(row=1, column=0)
        self.cake = ttk.Combobox(fields, values=["Plum cake", "Cheesecake"], state="readonly")
        self.cake.grid(row=1, column=1)
        self.cake.bind("<<ComboboxSelected>>", lambda event: self.big.config(text=self.cake.get()))
        tk.Label(fields, text="Notes").grid(row=2, column=1)
        self.notes = tk.Text(fields, height=3)
        self.notes.grid(row=3, column=0, columnspan=2)
        ttk.Checkbutton(self, text="Fan", variable=(fan := tk.BooleanVar())).pack()
        self.fan = fan
        self.big = tk.Label(self, text="off", bg="dark green", fg="white", font=("Arial", 80))
        self.big.pack(fill="both", expand=True)
        buttons = {"▶ Bake": self.bake, "Open…": self.open, "Guest": self.guest, "Break": self.broken}
        for text, command in {**buttons, "Slow": self.slow}.items():
            ttk.Button(self, text=text, command=command).pack()
        self.done = tk.Listbox(self)
        self.done.pack()
        menu, file = tk.Menu(self), tk.Menu(self)
        menu.add_cascade(label="File", menu=file)
        file.add_command(label="Leave", command=self.leave)
        self.config(menu=menu)
        self.bind("<Return>", lambda event: self.bake())
        self.bind("<Control-e>", lambda event: self.big.config(text="empty"))
        self.protocol("WM_DELETE_WINDOW", self.leave)

    def bake(self):
        if not self.minutes.get().isdigit():
            messagebox.showerror("Oven", "That is no number.")
            return
        self.left = 60 * int(self.minutes.get())
        if self.going:
            self.after_cancel(self.going)
        self.tick()

    def tick(self):
        self.big.config(text=f"{self.left // 60}:{self.left % 60:02}", bg="#cc2200" if self.left else "dark green")
        if self.left:
            self.left -= 1
            self.going = self.after(1000, self.tick)
        else:
            self.bell()
            self.done.insert("end", f"{datetime.datetime.now():%H:%M} {self.cake.get()}")

    def open(self):
        if path := filedialog.askopenfilename():
            self.notes.insert("end", Path(path).read_text(encoding="utf-8"))
            self.clipboard_clear()
            self.clipboard_append(self.notes.get("1.0", "end-1c"))

    def guest(self):
        self.big.config(text=f"For {simpledialog.askstring('Guest', 'Who comes?', parent=self)}")

    def broken(self):
        raise ValueError("the oven is broken")

    def slow(self):
        def work():
            time.sleep(60)
            self.after(0, lambda: self.big.config(text="cleaned"))
        threading.Thread(target=work, daemon=True).start()

    def leave(self):
        if messagebox.askyesno("Oven", "Really leave?"):
            Path("notes.txt").write_text(self.notes.get("1.0", "end-1c"), encoding="utf-8")
            self.destroy()


if __name__ == "__main__":
    Oven().mainloop()
    print("bye")
'''
TESTS = '''
import pytest
from PIL import Image


def test_it_bakes(program):
    """What is typed counts, and it rings when the time is over."""
    window = program.window(files={}, now="2025-06-15 10:00")
    assert (window.title, "green" in window.colors, window.beeps) == ("Oven", True, 0)
    assert window.fields["Minutes:"] == "1"
    assert "Minutes:  1" in window.text and "▶ Bake" in window.buttons
    window.click("Fan")
    assert window.fields["Fan"] == "on"
    window.click("fan")
    assert window.fields["Fan"] == "off"
    window.type("minutes", 2)
    window.choose("Cake", "plum cake")
    assert "Plum cake" in window.text
    window.click("Bake")
    window.wait(59)
    assert "1:01" in window.text and "red" in window.colors
    window.wait(61)
    assert "0:00" in window.text and "red" not in window.colors and window.beeps == 1
    assert "10:02 Plum cake" in window.text
    window.type("Minutes", "x")
    window.press("Enter")
    assert "no number" in window.text and window.messages == ["Oven: That is no number."]
    window.press("Ctrl+E")
    assert "empty" in window.text and "no number" not in window.text


def test_dialogs_are_answered(program):
    """It asks for a file, a name, and whether to leave."""
    window = program.window(files={"a.txt": "Äpfel"})
    window.click("Open")
    window.click("Open", answers=["a.txt"])
    assert window.fields["Notes"] == window.clipboard == "Äpfel"
    window.click("Guest", answers=["Ada"])
    assert "For Ada" in window.text
    window.click("Guest")
    window.type("Who comes?", "Bob")
    window.click("OK")
    assert "For Bob" in window.text
    window.click("Leave", answers=["no"])
    assert window.is_open
    run = window.close()
    assert (run.files, run.exit_code, run.text) == ({"notes.txt": "Äpfel"}, 0, "bye\\\\n")
    assert "Äpfel" not in program.window().text


def test_what_fails(program):
    """A test learns what went wrong, and what there is."""
    window = program.window(files={})
    with pytest.raises(AssertionError, match="nothing to click that says 'Bkae'. It shows the buttons 'Fan', '▶ B"):
        window.click("Bkae")
    with pytest.raises(AssertionError, match="ValueError: the oven is broken"):
        window.click("Break")
    window.click("Slow")
    window.wait(59)
    assert "cleaned" not in window.text
    window.wait(1)
    assert "cleaned" in window.text
    with pytest.raises(AssertionError, match="doesn't close"):
        window.close(answers=["no"])
'''.replace("\\\\n", "\\n")
COUNTER = """
import tkinter as tk


def main():
    root = tk.Tk()
    shown = tk.Label(root, text="1")
    shown.pack(padx=10, side="left")

    def count():
        shown["text"] = 2 * int(shown["text"]) + 3

    tk.Button(root, text="Count", command=count).pack()
    root.mainloop()


if __name__ == "__main__":
    main()
"""
COUNTS = """
def test_it_counts(program):
    window = program.window()
    window.click("Count")
    assert "5" in window.text
    window.click("Count")
    assert "13" in window.text
"""
ALL = suite(TESTS, (TestCase("test_it_bakes", "It bakes.", scenario=True),))


def test_windows_are_used_in_the_sandbox(sandbox: Sandbox) -> None:
    verdicts = PYTHON.read_results(sandbox.run(PYTHON.test_job(program(OVEN), ALL, TEST_LIMITS), Cancel()), ())
    assert verdicts.passed, verdicts


def test_windows_are_used_by_plain_pytest(tmp_path: Path) -> None:
    take_home(tmp_path, OVEN, TESTS)
    assert "3 passed" in plain_pytest(tmp_path, {})
    nothing = {"PATH": str(tmp_path), "DISPLAY": ""}
    assert "3 skipped" in (said := plain_pytest(tmp_path, nothing))
    assert "no screen, and no Xvfb" in said


def plain_pytest(folder: Path, environment: dict[str, str]) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-rs"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, check=False, env={**os.environ, **environment}
    ).stdout.decode()


BROKEN_TK = """
import tkinter

window = tkinter.Tk()
tkinter.Label(window, text="Tea").pack()
tkinter.Misc.winfo_class = None
window.mainloop()
"""


def test_what_falls_over_in_the_kit_within_a_program_is_no_verdict_on_it(sandbox: Sandbox) -> None:
    tests = "def test_a(program):\n    assert program.window().text == 'Milk'\n"
    result = sandbox.run(PYTHON.test_job(program(BROKEN_TK), suite(tests, ()), TEST_LIMITS), Cancel())
    [lost] = PYTHON.read_results(result, ()).results
    assert (lost.outcome, "(TypeError: 'NoneType' object is not callable)" in lost.message) == ("unjudged", True)


def test_mistakes_in_windows_are_noticed(sandbox: Sandbox) -> None:
    tests = suite(COUNTS, (TestCase("test_it_counts", "It counts.", scenario=True),))
    report = MutmutCheck().run(program(COUNTER), tests, CheckContext(sandbox, Cancel()))
    assert report.mutation
    assert (report.mutation.no_tests, report.mutation.killed > 2 * report.mutation.survived) == (0, True), report
    missed = "".join(finding.detail for finding in report.findings)
    assert "+    shown.pack" not in missed  # where it stands is no mistake
    assert "tk.Label(None" not in missed  # nor is in what it stands


def started(sandbox: Sandbox, code: str) -> CheckReport:
    return StartCheck().run(program(code), ALL, CheckContext(sandbox, Cancel(), brief=Brief("window")))


SMALL = """
import tkinter as tk

root = tk.Tk()
root.title("Small")
number = tk.Entry(root)
shown = tk.Label(root, text="Number")
for part in (shown, number):
    part.pack()
tk.Button(root, text="Double", command=lambda: shown.config(text=2 * int(number.get() or 0))).pack()
root.mainloop()
"""
EDITOR = """
import tkinter as tk
from tkinter import filedialog, messagebox

def leave():
    if text.get("1.0", "end").strip() and messagebox.askyesno("Notes", "Save first?"):
        if not (path := filedialog.asksaveasfilename()):
            return
    root.destroy()

root = tk.Tk()
tk.Label(root, text="Notes").pack()
text = tk.Text(root)
text.pack()
root.protocol("WM_DELETE_WINDOW", leave)
root.mainloop()
"""


@pytest.mark.parametrize(
    ("code", "status", "rules"),
    [
        (EDITOR, "passed", set()),
        (SMALL.replace("int(number.get() or 0)", "number.get()"), "passed", set()),
        (SMALL.replace("int(number.get() or 0)", "int(number.get())"), "failed", {"buttons"}),
        (SMALL.replace("root.mainloop()", ""), "failed", {"alone"}),
        (SMALL.replace("root.main", "root.protocol('WM_DELETE_WINDOW', print)\nroot.main"), "failed", {"alone"}),
    ],
    ids=["asks to save", "good", "nothing typed", "no window", "can't be closed"],
)
def test_windows_are_examined_without_a_model(sandbox: Sandbox, code: str, status: str, rules: set[str]) -> None:
    report = started(sandbox, code)
    found = {finding.rule for finding in report.findings}
    assert (report.status, found >= {RULES[name] for name in rules}) == (status, True), report


def test_colors_have_plain_names() -> None:
    said = {"#008000": "green", "#c00": "red", "#fff": "white", "#f0f0f0": "white", "#888": "grey", "#ffa500": "orange"}
    said |= {"#000": "black", "#00f": "blue", "#ff0": "yellow", "#2ecc71": "green", "#e74c3c": "red"}
    for color, name in said.items():
        parts = color[1:] if len(color) == 7 else "".join(2 * letter for letter in color[1:])
        assert color_name(*(int(parts[at : at + 2], 16) / 255 for at in (0, 2, 4))) == name, color


def test_what_a_window_showed_is_kept(sandbox: Sandbox) -> None:
    assert PYTHON.starts
    result = sandbox.run(PYTHON.starts(program(COUNTER), suite(COUNTS, ())), Cancel())
    at_once, start, *_ = json.loads(result.files[STARTS])["starts"]
    assert [turn.text for turn in conversation(at_once["shown"]) if turn.typed] == ["✕"]  # opened, and closed
    said = conversation(start["shown"])
    assert [turn.text for turn in said if turn.typed] == ["[Count]", "[Count]"]
    assert [turn.text.split()[1] for turn in said if not turn.typed] == ["1", "5", "13"]
    (file,) = start["files"]
    with Image.open(io.BytesIO(base64.b64decode(file["after"]["content"]))) as picture:
        assert (file["path"], picture.format, len(picture.getcolors() or ()) > 1) == (SHOT, "PNG", True)


WEEK = """
import tkinter as tk

DAYS, HOURS = ("06.10.", "07.10.", "08.10."), ("7-11", "11-15")
root = tk.Tk()
week = tk.Frame(root)
tk.Button(root, text="Next").pack()
week.pack()
for column, day in enumerate(DAYS, 1):
    tk.Label(week, text="Mon Tue Wed".split()[column - 1]).grid(row=0, column=column)
    tk.Label(week, text=day).grid(row=1, column=column)
for row, hours in enumerate(HOURS, 2):
    tk.Label(week, text=hours).grid(row=row, column=0)
    for column, day in enumerate(DAYS, 1):
        slot = tk.Button(week, text="free")
        slot.config(command=lambda slot=slot: slot.config(text="Ada" if slot["text"] == "free" else "free"))
        slot.grid(row=row, column=column)
tk.Button(week, text="Print").grid(row=9, column=1)
root.mainloop()
"""
BOOKED = """
def test_a_slot_is_booked(program):
    window = program.window()
    assert window.value("07.10.", "11-15") == "free"
    window.click("07.10.", "11-15")
    assert window.value("07.10.", "11-15") == window.value("11-15", "07.10.") == "Ada"
    assert window.value("07.10.", "7-11") == window.value("08.10.", "11-15") == "free"
    window.click("7-11", "Mon")
    assert window.value("06.10.", "7-11") == window.value("Mon", "7-11") == "Ada"
"""


def test_what_stands_in_a_grid_is_found_by_what_stands_above_and_at_the_left(sandbox: Sandbox) -> None:
    tests = suite(BOOKED, (TestCase("test_a_slot_is_booked", "It is booked.", scenario=True),))
    result = sandbox.run(PYTHON.test_job(program(WEEK), tests, TEST_LIMITS), Cancel())
    verdicts = PYTHON.read_results(result, tests.tests)
    assert verdicts.passed, verdicts


LOGBOOK = """
import tkinter as tk

window = tk.Tk()
for row, label in enumerate(["Last reading", "Km", "Kind of trip this was", "Note"]):
    tk.Label(window, text=label).grid(row=row, column=0, sticky="w")
shown = tk.Label(window, text="84210")
shown.grid(row=0, column=1)
for row, text in enumerate(["1", "2", "3"], start=1):
    field = tk.Entry(window)
    field.insert(0, text)
    field.grid(row=row, column=1)
window.mainloop()
"""
LOGBOOK_TESTS = """
def test_a(program):
    window = program.window()
    assert window.fields == {"Km": "1", "Kind of trip this was": "2", "Note": "3"}
    window.type("Km", "84300")
    assert window.fields["Km"] == "84300"
"""


def test_a_field_is_called_as_what_begins_its_line_not_as_a_value_above_it(sandbox: Sandbox) -> None:
    tests = suite(LOGBOOK_TESTS, (TestCase("test_a", "A.", scenario=True),))
    result = sandbox.run(PYTHON.test_job(program(LOGBOOK), tests, TEST_LIMITS), Cancel())
    verdicts = PYTHON.read_results(result, tests.tests)
    assert verdicts.passed, verdicts


PAINTED = """
import tkinter as tk
from tkinter import ttk

window = tk.Tk()
table = ttk.Treeview(window, columns=["name"], show="headings", height=4)
table.tag_configure("late", background="#ffcccc", foreground="#c00000")
table.pack()
row = table.insert("", "end", values=["Ada"])
names, notes = tk.Listbox(window, height=3), tk.Text(window, height=3)
board = tk.Canvas(window, width=80, height=40)
for widget in (names, notes, board):
    widget.pack()
names.insert("end", "Bob")
notes.insert("end", "well done")
notes.tag_configure("good", foreground="#008000")
shape = board.create_oval(10, 10, 30, 30, fill="#800080", state="hidden")
small = tk.Label(window, text="!")
small.pack()
window.geometry("800x600")

def paint():
    table.item(row, tags=["late"])
    names.itemconfigure(0, background="#ffa500")
    notes.tag_add("good", "1.0", "1.4")
    board.itemconfigure(shape, state="normal")
    small.configure(background="blue")

tk.Button(window, text="Paint", command=paint).pack()
window.mainloop()
"""
PAINTED_TESTS = """
def test_paint(program):
    window = program.window()
    new = {"red", "orange", "green", "purple", "blue"}
    assert not new & set(window.colors)
    window.click("Paint")
    assert new <= set(window.colors), window.colors
"""


def test_colours_of_rows_texts_and_drawings_are_seen(sandbox: Sandbox) -> None:
    tests = suite(PAINTED_TESTS, (TestCase("test_paint", "It is painted.", scenario=True),))
    result = sandbox.run(PYTHON.test_job(program(PAINTED), tests, TEST_LIMITS), Cancel())
    verdicts = PYTHON.read_results(result, tests.tests)
    assert verdicts.passed, verdicts
