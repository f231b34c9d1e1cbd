"""Windows on a real screen, used by keys and mouse as people do."""

from __future__ import annotations

import ctypes
import sys
import tkinter
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import partial
from tkinter import messagebox, ttk
from types import SimpleNamespace
from typing import Any

import pytest

from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.python.assembly import assembled
from languages.python.candidates import program, suite
from languages.python.language import PYTHON
from languages.python.parts.read.text import read_text
from languages.python.parts.run import run as framed
from languages.python.parts.telling import tell
from languages.python.parts.window import opening
from languages.python.parts.window.adding import add_button, add_choice, add_field, add_frame, add_text, add_value
from languages.python.parts.window.editing import _WINDOW_EDGE
from languages.python.parts.window.opening import open_window, run_window
from languages.python.parts.window.rows import _table_key, _table_sorted, add_table, show_rows
from languages.python.parts.write.placing import CannotWrite
from languages.python.runner._scenario import reading
from languages.python.runner._scenario.display import missing, screen
from sandbox.base import Sandbox
from tests.languages.python.parts.folder import ProgramFolder

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@pytest.fixture(scope="session")
def display() -> Iterator[dict[str, str]]:
    """As long as this process, for Tk ends a process whose screen is gone."""
    with screen() as variables:
        yield variables


@pytest.fixture(autouse=True)
def shown_there(display: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in display.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(messagebox, "showerror", lambda title, words, parent: shown.append((title, words)))
    return shown


@pytest.fixture
def window(folder: ProgramFolder, boxes: list[Any]) -> Iterator[Any]:
    opened = open_window("Tea")
    yield opened
    if exists(opened):
        opened.destroy()


def exists(window: Any) -> bool:
    try:
        return bool(window.winfo_exists())
    except tkinter.TclError:
        return False


def press(widget: Any, *keys: str) -> None:
    widget.update()
    widget.focus_force()
    widget.update()
    for key in keys:
        widget.event_generate(f"<{key}>")
        widget.update()


def text_of(window: Any) -> str:
    window.update()
    return reading.text_of(window)


def names_of(field: Any) -> list[str]:
    window = field.winfo_toplevel()
    window.update()
    return reading.names_of(field, reading.inside(window))


# Opening, telling, closing


def test_it_opens(window: Any) -> None:
    add_field(window, "Name")
    window.update()
    assert (window.title(), window.resizable()) == ("Tea", (True, True))
    assert window.minsize()[0] >= 200
    assert ttk.Style(window).theme_use() == "clam"
    assert int(ttk.Style(window).lookup("Treeview", "rowheight")) >= 14


def test_what_is_told_stands_at_the_bottom(window: Any, folder: ProgramFolder) -> None:
    add_field(window, "Name")
    tell("Welcome")
    assert text_of(window).split("\n")[-1] == "Welcome"
    tell("one")
    tell("two")
    assert text_of(window).endswith("\none\ntwo")
    assert "Welcome" not in text_of(window)
    for number in range(12):
        tell(f"line {number}")
    assert text_of(window).endswith("\nline 9\nand 2 more")
    assert "line 0" in text_of(window)
    for number in range(10):
        tell(f"line {number}")
    assert text_of(window).endswith("\nline 9")
    assert folder.said == []
    window.update()
    tell("\n".join(f"row {number}" for number in range(60)))
    assert text_of(window).endswith("\nrow 9\nand 50 more")


def test_long_lines_are_broken(window: Any) -> None:
    tell("word " * 200)
    window.geometry("400x300")
    window.update()
    line = next(one for one in window.winfo_children() if one.winfo_class() == "TLabel")
    assert (line.cget("wraplength"), line.winfo_height() > 100) == (384, True)


@pytest.mark.parametrize("text", ["w" * 5000, "9" * 30, "word " * 1000])
def test_no_text_makes_a_window_larger_than_a_screen(window: Any, text: str) -> None:
    value, name = add_value(window, "Hint"), add_field(window, "Name")
    value.set(text)
    tell(f"“{text}” is no number.")
    name.insert(0, text)
    window.update()
    assert window.winfo_reqwidth() < 1000
    assert window.winfo_reqheight() < 500
    assert value.get() == text
    assert text_of(window).count(text[:25]) >= 3


def test_nothing_is_told_to_a_window_that_is_gone(window: Any, folder: ProgramFolder) -> None:
    frame = ttk.Frame(window)
    frame.destroy()
    tell("to the window")
    assert folder.said == []
    window.destroy()
    tell("to the terminal")
    assert folder.said == ["to the terminal"]


def test_two_windows_tell_each_for_itself(window: Any, folder: ProgramFolder) -> None:
    other = open_window("Other")
    tell("one")
    other.destroy()
    tell("two")
    assert text_of(window).endswith("two")
    assert "one" not in text_of(window)


def raising(error: BaseException) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "words", "is_logged"),
    [
        (ZeroDivisionError("x"), "Something went wrong that this program did not expect: ZeroDivisionError: x", True),
        (OSError(28, "full"), "The disk is full.", True),
        (FileNotFoundError(2, "none", "/a/b.txt"), "“b.txt” isn't there.", True),
    ],
)
def test_what_goes_wrong_is_said(
    window: Any, folder: ProgramFolder, boxes: list[Any], error: Exception, words: str, is_logged: bool
) -> None:
    button = add_button(window, "Go", raising(error))
    button.invoke()
    said = f"{words}\nDetails are in “{folder.path / 'error log.txt'}”."
    assert boxes == [("Tea", said)]
    assert said in text_of(window)
    assert type(error).__name__ in (folder.path / "error log.txt").read_text()


def test_what_parts_say_is_said_as_it_is(window: Any, folder: ProgramFolder, boxes: list[Any]) -> None:
    def command() -> None:
        opening._window_box(window, "no")
        from languages.python.parts.understand.amounts import to_amount

        to_amount("x")

    add_button(window, "Go", command).invoke()
    assert [title for title, _ in boxes] == ["Tea", "Tea"]
    assert boxes[1][1].startswith("“x” is no")
    assert boxes[1][1] in text_of(window)
    assert folder.names() == []


def test_one_box_at_a_time(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def show(title: str, words: str, parent: Any) -> None:
        shown.append(words)
        opening._window_problem(window, CannotWrite("again"))

    monkeypatch.setattr(messagebox, "showerror", show)
    opening._window_box(window, "one")
    opening._window_box(window, "two")
    assert shown == ["one", "two"]


def test_a_real_box(folder: ProgramFolder) -> None:
    window = open_window("Tea")
    seen: list[str] = []

    def close_box() -> None:
        seen.append(str(window.tk.eval(".__tk__messagebox.msg cget -text")))
        window.tk.eval(".__tk__messagebox.ok invoke")

    window.after(300, close_box)
    opening._window_box(window, "That went wrong")
    window.destroy()
    assert seen == ["That went wrong"]


def test_ctrl_c_in_the_terminal_ends_it(window: Any) -> None:
    add_button(window, "Go", raising(KeyboardInterrupt())).invoke()
    assert not exists(window)


def close(window: Any) -> None:
    window.update()
    window.tk.eval(str(window.tk.call("wm", "protocol", window, "WM_DELETE_WINDOW")) or f"destroy {window}")


def run(window: Any, closing: Callable[[], object] | None = None, act: Callable[[], None] | None = None) -> None:
    window.after(20, act or (lambda: close(window)))
    run_window(window, closing)


def test_it_closes(window: Any) -> None:
    saved: list[str] = []
    run(window, lambda: saved.append("saved"))
    assert (saved, exists(window)) == (["saved"], False)
    run(open_window("Again"))


def test_it_closes_also_where_saving_fails(window: Any, boxes: list[Any], folder: ProgramFolder) -> None:
    run(window, raising(CannotWrite(28, "full")))
    assert not exists(window)
    assert boxes[0][1].startswith("The disk is full.")


def test_a_program_may_have_its_own_way_to_close(window: Any, boxes: list[Any]) -> None:
    asked: list[str] = []
    window.protocol("WM_DELETE_WINDOW", lambda: asked.append("Really?"))
    close(window)
    assert (asked, exists(window)) == (["Really?"], True)
    window.wm_protocol("WM_DELETE_WINDOW", raising(ValueError("no")))
    close(window)
    assert (len(boxes), exists(window)) == (1, False)


def test_what_fails_before_it_is_shown_is_said_in_a_box(
    folder: ProgramFolder, boxes: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[Any] = []

    def main(shows: bool = True) -> None:
        if shows:
            opened.append(open_window("Tea"))
        read_text("list.txt")

    with pytest.raises(SystemExit):
        framed(main, window=True)
    opened[0].destroy()
    with pytest.raises(SystemExit):
        framed(partial(main, shows=False), window=True)
    ((title, words),) = boxes
    assert (title, words in capsys.readouterr().out) == ("Tea", True)
    assert words.startswith("“list.txt”")


def test_other_protocols_are_as_ever(window: Any) -> None:
    window.protocol("WM_TAKE_FOCUS", lambda: None)
    assert "WM_TAKE_FOCUS" in str(window.protocol())
    assert str(window.protocol("WM_DELETE_WINDOW")).endswith("destroy")


def test_it_is_as_large_as_what_is_in_it_and_begins_in_the_first_field(window: Any) -> None:
    add_value(window, "Sum")
    fields = [add_field(window, f"Field {number}") for number in range(20)]
    fields[0].state(["disabled"])
    seen: list[Any] = []

    def look() -> None:
        seen.extend([window.minsize(), (window.winfo_reqwidth(), window.winfo_reqheight()), window.focus_lastfor()])
        window.destroy()

    run(window, act=look)
    assert seen[0] == seen[1]
    assert seen[2] is fields[1]


def test_what_a_program_lays_out_itself_has_room_over_the_whole_width_between_the_rest(window: Any) -> None:
    field, board = add_field(window, "Name"), add_frame(window)
    squares = [ttk.Button(board, text=str(number)) for number in range(4)]
    for number, square in enumerate(squares):
        square.grid(row=number // 2, column=number % 2)
    button = add_button(window, "Save", lambda: None)
    seen: list[Any] = []

    def look() -> None:
        window.geometry("800x700")
        window.update()
        tops = [one.winfo_rooty() for one in (field, squares[0], squares[2], button)]
        seen.extend([tops == sorted(set(tops)), board.winfo_width() == window.inside.winfo_width() - 2 * _WINDOW_EDGE])
        seen.append(board.winfo_height() > 300)
        window.destroy()

    run(window, act=look)
    assert seen == [True, True, True]


def test_on_a_low_screen_only_what_scrolls_gets_lower(window: Any) -> None:
    board, table = add_frame(window), add_table(window, "T", ["A"])
    box = ttk.Checkbutton(board, text="Show all")
    box.grid()
    seen: list[int] = []

    def look() -> None:
        full = window.winfo_height()
        window.minsize(1, 1)
        window.geometry(f"400x{full - 100}")
        window.update()
        seen.extend([box.winfo_height() - box.winfo_reqheight(), table.winfo_height() - table.winfo_reqheight() + 100])
        window.destroy()

    run(window, act=look)
    assert seen == [0, pytest.approx(0, abs=12)]


def test_it_is_never_larger_than_the_screen(window: Any) -> None:
    for number in range(100):
        add_field(window, f"Field {number}")
    seen: list[tuple[int, int]] = []

    def look() -> None:
        seen.extend([window.minsize(), (window.winfo_screenwidth(), window.winfo_screenheight())])
        window.destroy()

    run(window, act=look)
    assert seen[0][1] == seen[1][1] * 9 // 10


def test_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":98765")
    with pytest.raises(OSError, match=r"^No window can be shown here, because there is no screen[.]$"):
        open_window("Tea")


def test_there_is_no_tkinter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tkinter", None)
    with pytest.raises(
        OSError, match=r"^No window can be shown here, because this Python has no tkinter[.] Install the"
    ):
        open_window("Tea")


# What stands in it


def test_labels_stand_where_tests_and_people_look(window: Any) -> None:
    name, notes = add_field(window, "Name", "Ada"), add_text(window, "Notes")
    cake, total = add_choice(window, "Cake", ["Plum cake", "Cheese"]), add_value(window, "Total")
    add_button(window, "Bake", lambda: None)
    add_button(window, "Stop", lambda: None)
    table = add_table(window, "Sales", ["Who", "What"])
    total.set("19.50")
    notes.insert("end", "hot")
    show_rows(table, [["Ada", 5]])
    assert [names_of(one)[0] for one in (name, notes, cake, table)] == ["Name", "Notes", "Cake", "Sales"]
    assert (name.get(), cake.get(), notes.get("1.0", "end-1c")) == ("Ada", "Plum cake", "hot")
    assert text_of(window).split("\n")[:2] == ["Tea", "Name  Ada"]
    assert "Total  19.50" in text_of(window)
    assert "Bake  Stop" in text_of(window)
    assert "Who  What\nAda  5" in text_of(window)
    assert str(cake.cget("state")) == "readonly"
    assert add_choice(window, "None", []).get() == ""
    total.set(Decimal("3.50"))
    assert "Total  3.50" in text_of(window)


def test_buttons_after_fields_begin_a_new_row(window: Any) -> None:
    one, two = add_button(window, "One", lambda: None), add_button(window, "Two", lambda: None)
    add_field(window, "Name")
    three = add_button(window, "Three", lambda: None)
    window.update()
    assert one.winfo_rooty() == two.winfo_rooty() < three.winfo_rooty()
    assert one.winfo_rootx() == three.winfo_rootx() < two.winfo_rootx()


def test_many_buttons_stand_in_rows_that_a_small_screen_shows(window: Any) -> None:
    buttons = [add_button(window, f"Open the file {number}", lambda: None) for number in range(12)]
    window.update()
    assert window.winfo_reqwidth() < 1000
    assert len({button.winfo_rooty() for button in buttons}) == 3


def test_a_group_in_a_frame_and_another_window(window: Any) -> None:
    group = ttk.LabelFrame(window, text="Group")
    group.pack()
    assert names_of(add_field(group, "Inside"))[0] == "Inside"
    other = tkinter.Toplevel(window)
    field = add_field(other, "Other")
    pressed: list[int] = []
    add_button(other, "Go", lambda: pressed.append(1))
    press(field, "Return")
    assert pressed == [1]


def test_what_grows_with_the_window(window: Any) -> None:
    field, notes, table = add_field(window, "Name"), add_text(window, "Notes"), add_table(window, "T", ["A"])
    window.update()
    before = [(one.winfo_width(), one.winfo_height()) for one in (field, notes, table)]
    window.geometry(f"{window.winfo_width() + 300}x{window.winfo_height() + 300}")
    window.update()
    after = [(one.winfo_width(), one.winfo_height()) for one in (field, notes, table)]
    assert [now[0] - then[0] for now, then in zip(after, before, strict=True)] == [300] * 3
    assert [now[1] - then[1] > 100 for now, then in zip(after, before, strict=True)] == [False, True, True]


def grid_of(widget: Any) -> list[Any]:
    info = widget.grid_info()
    return [info["row"], info["column"], info["columnspan"], info["sticky"], info["padx"], info["pady"]]


def test_how_it_is_laid_out(window: Any) -> None:
    field, notes = add_field(window, "Name"), add_text(window, "Notes", 4)
    choice, button = add_choice(window, "Cake", ["a"]), add_button(window, "Go", lambda: None)
    table = add_table(window, "T", ["A"])
    labels = [one for one in window.inside.winfo_children() if one.winfo_class() == "TLabel"]
    assert [grid_of(one) for one in labels] == [
        [0, 0, 1, "nw", (0, 8), 3],
        [1, 0, 1, "nw", (0, 8), 3],
        [2, 0, 1, "nw", (0, 8), 3],
        [4, 0, 2, "w", 0, (8, 0)],
    ]
    assert [grid_of(one) for one in (field, notes.master, choice)] == [[row, 1, 1, "nesw", 0, 3] for row in range(3)]
    assert grid_of(button.master) == [3, 0, 2, "w", 0, (8, 3)]
    assert grid_of(table.master) == [5, 0, 2, "nesw", 0, 0]
    assert [str(one.cget("width")) for one in (field, notes, choice)] == ["30"] * 3
    assert (notes.cget("height"), notes.cget("wrap"), str(notes.cget("font"))) == (4, "word", "TkTextFont")
    assert (int(str(table.cget("height"))), "headings" in str(table.cget("show"))) == (10, True)
    assert window.cget("background") == ttk.Style(window).lookup("TFrame", "background") == "#dcdad5"
    window.update()
    for one in (notes, table):
        down, *across = [bar for bar in one.master.winfo_children() if bar.winfo_class() == "TScrollbar"]
        assert abs(down.winfo_height() - one.winfo_height()) <= 2
        assert all(bar.winfo_width() == one.winfo_width() for bar in across)
    assert button.pack_info()["side"] == "left"
    assert window.inside.grid_columnconfigure(1)["weight"] == 1


def test_windows_draws_it_sharp(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    shore = SimpleNamespace(SetProcessDpiAwareness=asked.append)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(shcore=shore), raising=False)
    opening._window_sharpen()
    assert asked == []
    monkeypatch.setattr(sys, "platform", "win32")
    opening._window_sharpen()
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace())  # an old one
    opening._window_sharpen()
    assert asked == [1]


def test_the_cursor_stays_in_sight(window: Any) -> None:
    field, notes = add_field(window, "A"), add_text(window, "N", 3)
    copy(window, "word " * 50 + "\n" * 9 + "end")
    press(field, "Control-Key-v")
    press(notes, "Control-Key-v")
    assert (field.xview()[1], notes.yview()[1]) == (1.0, 1.0)


# Keys


def test_enter_goes_on(window: Any) -> None:
    pressed: list[str] = []
    one, cake, two = add_field(window, "One"), add_choice(window, "Cake", ["a"]), add_field(window, "Two", "xyz")
    add_button(window, "Main", lambda: pressed.append("main"))
    add_button(window, "Other", lambda: pressed.append("other"))
    last = add_field(window, "Last")
    press(one, "Return")
    assert window.focus_get() is cake
    press(cake, "KP_Enter")
    assert window.focus_get() is two
    assert (two.selection_get(), two.index("insert"), pressed) == ("xyz", 3, [])
    press(two, "KP_Enter")
    press(last, "Return")  # nothing comes after it
    assert pressed == ["main", "main"]
    cake.state(["disabled"])
    press(one, "Return")
    assert window.focus_get() is two
    two.destroy()
    press(one, "Return")
    assert pressed == ["main"] * 3


def test_enter_without_a_button(window: Any, boxes: list[Any]) -> None:
    press(add_field(window, "One"), "Return")
    assert boxes == []
    notes = add_text(window, "Notes")
    press(add_field(window, "Two"), "Return")
    notes.configure(state="disabled")
    first = window._order[0]
    press(first, "Return")
    assert window.focus_get() is window._order[2]


def test_buttons_by_keys(window: Any) -> None:
    pressed: list[str] = []
    labels = ["Save", "Sort", "▶ Ändern", "s", "Öä", "9"]
    buttons = [add_button(window, label, partial(pressed.append, label)) for label in labels]
    assert [one.cget("underline") for one in buttons] == [0, 1, 3, -1, -1, 0]
    press(buttons[1], "Return", "KP_Enter", "space")
    assert pressed == ["Sort"] * 3
    pressed.clear()
    press(window, "Alt-Key-s", "Alt-Key-S", "Alt-Key-o", "Alt-Key-n", "Alt-Key-9")
    assert pressed == ["Save", "Save", "Sort", "▶ Ändern", "9"]
    buttons[0].destroy()
    press(window, "Alt-Key-s")
    assert len(pressed) == 5


def test_a_disabled_button_isnt_pressed_by_alt(window: Any) -> None:
    pressed: list[int] = []
    button = add_button(window, "Save", lambda: pressed.append(1))
    button.state(["disabled"])
    press(window, "Alt-Key-s")
    press(add_field(window, "A"), "Return")
    assert pressed == []


@pytest.mark.parametrize("keys", ["Control-Key-a", "Control-Key-A"])
def test_all_is_chosen(window: Any, keys: str) -> None:
    field, notes, table = add_field(window, "A", "abc"), add_text(window, "N"), add_table(window, "T", ["A"])
    notes.insert("end", "one\ntwo")
    show_rows(table, [[1], [2]])
    press(field, keys)
    assert (field.selection_get(), field.index("insert")) == ("abc", 3)
    press(notes, keys)
    assert (notes.get("sel.first", "sel.last"), notes.index("insert")) == ("one\ntwo", "2.3")
    press(table, keys)
    assert len(table.selection()) == 2


def copy(window: Any, text: str) -> None:
    window.clipboard_clear()
    window.clipboard_append(text)


@pytest.mark.parametrize(
    ("pasted", "field_text", "notes_text"),
    [
        ("x", "axd", "axd"),
        ("\none\r\ntwo\n", "aone twod", "a\none\ntwo\nd"),
        ("a\tb\0", "aa b�d", "aa\tb�d"),
        ("é語", "aé語d", "aé語d"),
    ],
)
def test_pasting_takes_the_place_of_what_is_chosen(window: Any, pasted: str, field_text: str, notes_text: str) -> None:
    field, notes = add_field(window, "A", "abcd"), add_text(window, "N")
    notes.insert("end", "abcd")
    notes.edit_separator()
    copy(window, pasted.replace("\0", "\x01"))
    field.select_range(1, 3)
    press(field, "Control-Key-v")
    assert field.get() == field_text
    field.insert("insert", "|")
    assert field.get() == field_text[:-1] + "|d"
    press(field, "Control-Key-z", "Control-Key-z")
    assert field.get() == "abcd"
    notes.tag_add("sel", "1.1", "1.3")
    notes.mark_set("insert", "1.3")
    press(notes, "Control-Key-v")
    assert notes.get("1.0", "end-1c") == notes_text
    press(notes, "Control-Key-z")
    assert notes.get("1.0", "end-1c") == "abcd"
    press(notes, "Control-Key-y")
    assert notes.get("1.0", "end-1c") == notes_text


def test_pasting_twice_stands_one_behind_the_other(window: Any) -> None:
    field, notes = add_field(window, "A", "12"), add_text(window, "N")
    field.icursor(1)
    copy(window, "x")
    press(field, "Control-Key-v", "Control-Key-v")
    press(notes, "Control-Key-v", "Control-Key-v")
    assert (field.get(), notes.get("1.0", "end-1c")) == ("1xx2", "xx")


def test_pasting_nothing_or_where_nothing_may_be(window: Any, boxes: list[Any]) -> None:
    field = add_field(window, "A", "abc")
    window.clipboard_clear()
    press(field, "Control-Key-v")
    copy(window, "x")
    for state in ("readonly", "disabled"):
        field.state([state])
        field.event_generate("<<Paste>>")
        field.state([f"!{state}"])
    assert (field.get(), boxes) == ("abc", [])


def test_undoing_in_a_line(window: Any) -> None:
    field = add_field(window, "A", "1")
    press(field, "Control-Key-z", "Control-Key-y")
    assert field.get() == "1"
    for letter in "abc":
        field.insert("end", letter)
    press(field, "Control-Key-z", "Control-Key-z")
    assert (field.get(), field.index("insert")) == ("1a", 2)
    press(field, "Control-Key-y")
    assert field.get() == "1ab"
    field.insert("end", "d")
    press(field, "Control-Key-y")
    assert field.get() == "1abd"
    press(field, *["Control-Key-z"] * 9)
    assert field.get() == "1"
    for number in range(1100):
        field.content.set(str(number))
    press(field, *["Control-Key-z"] * 1100)
    assert field.get() == "100"


def test_undoing_nothing_in_a_text(window: Any, boxes: list[Any]) -> None:
    notes = add_text(window, "N")
    press(notes, "Control-Key-y", "Control-Key-z")
    assert (notes.get("1.0", "end-1c"), boxes) == ("", [])


def test_tab_leaves_a_text(window: Any) -> None:
    notes, field = add_text(window, "N"), add_field(window, "A", "x")
    press(notes, "Tab")
    assert (window.focus_get(), notes.get("1.0", "end-1c")) == (field, "")


def test_a_wheel_changes_no_choice(window: Any) -> None:
    choice = add_choice(window, "Cake", ["a", "b"])
    window.update()
    for event in ("<Button-4>", "<Button-5>"):
        choice.event_generate(event)
    choice.event_generate("<MouseWheel>", delta=-120)
    assert choice.get() == "a"


def entries(widget: Any) -> dict[str, Callable[[], object]]:
    menu = widget.menu
    return {menu.entrycget(i, "label"): partial(menu.invoke, i) for i in range(menu.index("end") + 1)}


def test_the_menu_at_the_right_button(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    field, notes, total = add_field(window, "A", "abc"), add_text(window, "N"), add_value(window, "Sum")
    total.set("7")
    shown = next(one for one in window.inside.winfo_children() if hasattr(one, "content") and one is not field)
    opened: list[tuple[Any, int, int]] = []
    monkeypatch.setattr(tkinter.Menu, "tk_popup", lambda menu, x, y: opened.append((menu, x, y)))
    window.update()
    for one in (field, notes, shown):
        one.event_generate("<Button-3>", x=3, y=4, rootx=one.winfo_rootx() + 3, rooty=one.winfo_rooty() + 4)
    assert opened == [(one.menu, one.winfo_rootx() + 3, one.winfo_rooty() + 4) for one in (field, notes, shown)]
    press(field, "Menu")
    assert (len(opened), window.focus_get()) == (4, field)
    assert list(entries(field)) == list(entries(notes)) == ["Cut", "Copy", "Paste", "Select all"]
    entries(field)["Select all"]()
    entries(field)["Cut"]()
    assert (field.get(), window.clipboard_get()) == ("", "abc")
    entries(field)["Paste"]()
    entries(notes)["Paste"]()
    assert (field.get(), notes.get("1.0", "end-1c")) == ("abc", "abc")
    entries(shown)["Copy"]()
    assert window.clipboard_get() == "7"


def test_the_line_at_the_bottom_can_be_copied(window: Any) -> None:
    tell("Written: a.txt")
    line = next(one for one in window.winfo_children() if one.winfo_class() == "TLabel")
    entries(line)["Copy"]()
    assert window.clipboard_get() == "Written: a.txt"


# Tables

ROWS: list[list[Any]] = [
    ["Scan 10", Decimal("1.50"), date(2025, 2, 3)],
    ["scan 9", 20, date(2024, 2, 3)],
    ["=1+1", None, None],
    ["a\nb\tc"],
]


def shown_in(table: Any) -> list[list[str]]:
    return [[str(cell) for cell in table.item(row, "values")] for row in table.get_children()]


def click_head(table: Any, column: int) -> None:
    table.tk.call(*table.tk.splitlist(table.heading(column, "command")))


def test_rows(window: Any) -> None:
    table = add_table(window, "T", ["Name", "Price", "Day"])
    show_rows(table, iter(ROWS))
    assert shown_in(table) == [
        ["Scan 10", "1.50", "2025-02-03"],
        ["scan 9", "20", "2024-02-03"],
        ["=1+1", "", ""],
        ["a b\tc"],
    ]
    assert [str(table.column(column, "anchor")) for column in range(3)] == ["w", "e", "w"]
    show_rows(table, [{"Day": 1, "Name": "x"}])
    assert shown_in(table) == [["x", "", "1"]]
    show_rows(table, [])
    assert (shown_in(table), str(table.column(1, "anchor"))) == ([], "w")
    assert [table.heading(column, "text") for column in range(3)] == ["Name", "Price", "Day"]


def test_columns_fit(window: Any) -> None:
    table = add_table(window, "T", ["A", "A long head", "C"])
    show_rows(table, [["x", "x", "x" * 30], ["x", "x", "y" * 500]])
    short, head, wide = (table.column(column, "width") for column in range(3))
    assert short < head < wide < 500
    show_rows(table, [])
    assert (table.column(2, "width"), table.column(1, "width")) < (wide, head + 1)


def test_marked_rows_stand_out_and_stay_so_where_they_are_sorted(window: Any) -> None:
    table = add_table(window, "T", ["Name", "Owes"])
    show_rows(table, [["Lucía", 40], ["Julián", 10], ["Ana", 25]], marked=[1])
    click_head(table, 0)
    shown = [(table.item(item, "values")[0], table.item(item, "tags")) for item in table.get_children()]
    assert [(name, bool(tags)) for name, tags in shown] == [("Ana", False), ("Julián", True), ("Lucía", False)]
    assert str(table.tag_configure("marked", "foreground")) != str(table.tag_configure("marked", "background"))
    show_rows(table, [["Lucía", 40]])
    assert not table.item("0", "tags")


def test_sorting(window: Any) -> None:
    table = add_table(window, "T", ["Name", "Price", "Day"])
    show_rows(table, ROWS)
    click_head(table, 0)
    assert [row[0] for row in shown_in(table)] == ["=1+1", "a b\tc", "scan 9", "Scan 10"]
    click_head(table, 0)
    assert [row[0] for row in shown_in(table)] == ["Scan 10", "scan 9", "a b\tc", "=1+1"]
    click_head(table, 0)
    assert shown_in(table)[0][0] == "=1+1"
    click_head(table, 1)
    assert [row[0] for row in shown_in(table)] == ["=1+1", "a b\tc", "Scan 10", "scan 9"]
    show_rows(table, [["x", 5], ["y", 3]])
    assert [row[0] for row in shown_in(table)] == ["x", "y"], "as the program gives them, while it looks"
    window.update_idletasks()
    assert [row[0] for row in shown_in(table)] == ["y", "x"]
    show_rows(table, [["x", 5], ["y", 3]])
    table.destroy()
    window.update_idletasks()


def test_what_is_chosen_stays_the_row_that_it_is_however_it_is_sorted(window: Any) -> None:
    """Programs note which item is which as they show the rows."""
    table = add_table(window, "T", ["Name", "Owes"])
    rows = [["Lucía Gómez", 40], ["Julián Cano", 10], ["Ana Ruiz", 25]]
    for column in (0, 1, 1):
        show_rows(table, rows)
        noted = dict(zip(table.get_children(), rows, strict=True))
        table.selection_set(next(item for item, row in noted.items() if row[0] == "Julián Cano"))
        click_head(table, column)
        (item,) = table.selection()
        assert (noted[item], rows[int(item)], table.item(item, "values")[0]) == (rows[1], rows[1], "Julián Cano")


def test_everything_can_be_sorted() -> None:
    day, hour, zoned = date(2025, 1, 1), datetime(2025, 1, 1, 4), datetime(2025, 1, 1, 5).astimezone()
    order = ["", None, -1, Decimal("0.4"), 0.5, True, timedelta(1), time(4), time(5), day, hour, zoned]
    order += ["a²", "B1", "b2", "b10", "Óscar", "Tomás", "٣"]
    mixed = sorted(order, key=lambda one: (one == "", str(one)[-1:]), reverse=True)
    assert mixed != order
    assert [mixed[place] for place in _table_sorted([[one] for one in mixed], 0, is_down=False)] == order
    assert _table_key("1" * 5000)[0] == 5
    assert _table_sorted([[1], []], 0, is_down=False) == [1, 0]


def test_rows_are_copied(window: Any) -> None:
    table = add_table(window, "T", ["Name", "Price", "Day"])
    show_rows(table, ROWS)
    press(table, "Control-Key-c")
    assert window.clipboard_get() == "Scan 10\t1.50\t2025-02-03\nscan 9\t20\t2024-02-03\n'=1+1\t\t\na b c"
    table.selection_set(table.get_children()[1])
    press(table, "Control-Key-C")
    assert window.clipboard_get() == "scan 9\t20\t2024-02-03"
    assert list(entries(table)) == ["Copy", "Select all"]
    entries(table)["Select all"]()
    entries(table)["Copy"]()
    assert len(window.clipboard_get().split("\n")) == 4


def test_a_table_has_bars_to_move_it(window: Any) -> None:
    table = add_table(window, "T", ["A"] * 30)
    show_rows(table, [[str(number)] * 30 for number in range(100)])
    window.geometry("400x400")
    window.update()
    bars = [one for one in table.master.winfo_children() if one.winfo_class() == "TScrollbar"]
    assert [str(one.cget("orient")) for one in bars] == ["vertical", "horizontal"]
    assert all(one.winfo_ismapped() and one.get()[1] < 1 for one in bars)
    notes = add_text(window, "N")
    notes.insert("end", "x\n" * 100)
    window.update()
    assert notes.master.winfo_children()[1].get()[1] < 1


SOURCE = '''
"""Splits a bill."""

from decimal import Decimal

from parts import add_button, add_field, add_table, add_value, keep, open_window, recall, run, run_window
from parts import show_rows, to_amount, to_whole, write_table

LANGUAGE = "de"


def main():
    """Open the window."""
    window = open_window("Bill")
    total, people = add_field(window, "Total"), add_field(window, "People", 2)
    each = add_value(window, "Each")
    bills = add_table(window, "Bills", ["Sum", "Each"])

    def split():
        share = to_amount(total.get()) / to_whole(people.get())
        each.set(f"{share:.2f}")
        show_rows(bills, keep("bills", lambda kept: [*kept, [to_amount(total.get()), round(share, 2)]], []))

    add_button(window, "Split", split)
    add_button(window, "Write", lambda: write_table("bills.csv", ["Sum", "Each"], recall("bills", [])))
    show_rows(bills, recall("bills", []))
    run_window(window)


if __name__ == "__main__":
    run(main, window=True)
'''
TESTS = """
def test_it_splits(program):
    window = program.window(files={})
    window.type("Total", "19,50")
    window.press("Enter")
    window.press("Enter")
    assert window.value("Each") == 9.75
    window.type("People", "x")
    window.click("Split")
    assert "x" in window.messages[-1] and "Each  9.75" in window.text
    window.click("Write")
    assert "bills.csv" in window.text
    run = window.close()
    assert run.files["bills.csv"].lstrip("\\ufeff").split() == ["Sum;Each", "19,50;9,75"]
    assert "19,50  9,75" in program.window().text
"""


def test_in_a_program_of_one_file(sandbox: Sandbox) -> None:
    """All as it is delivered, used as a person does."""
    job = PYTHON.test_job(program(assembled(SOURCE)), suite(TESTS, ()), TEST_LIMITS)
    verdicts = PYTHON.read_results(sandbox.run(job, Cancel()), ())
    assert verdicts.passed, verdicts
