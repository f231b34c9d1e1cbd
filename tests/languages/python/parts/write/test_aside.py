"""A result that another one replaces goes on somewhere, whether the program wrote it so or a person changed it."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from languages.python.parts import whole
from languages.python.parts.own import whose
from languages.python.parts.write import aside, same
from languages.python.parts.write.placing import write_text, write_with
from languages.python.parts.write.tables import write_table
from tests.languages.python.parts.folder import ProgramFolder
from tests.languages.python.parts.write.locking import WRITTEN, lock

EARLIER = "The earlier “{}” is in the folder “Earlier results” now."


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it happens in one minute."""
    moment = aside._now().replace(year=2026, month=3, day=9, hour=12, minute=5)
    monkeypatch.setattr(aside, "_now", lambda: moment)


def earlier(folder: ProgramFolder) -> dict[str, str]:
    """What lies in that folder."""
    return {path.name: path.read_text() for path in (folder.path / "Earlier results").glob("*")}


def test_an_earlier_result_goes_to_a_folder(folder: ProgramFolder) -> None:
    for text in ("one", "two", "two"):
        folder.next_start()
        assert write_text("a.txt", text) == folder.path / "a.txt"
        assert (folder.path / "a.txt").read_text() == text
    assert earlier(folder) == {"a (until 2026-03-09 1205).txt": "one"}
    assert whose(folder.path / "Earlier results" / "a (until 2026-03-09 1205).txt") == "program"
    written = WRITTEN.format("a.txt")
    assert folder.said == [written, EARLIER.format("a.txt"), written, written]
    assert (folder.names(), folder.hidden()) == (["Earlier results", "a.txt"], [])


def test_several_of_one_minute_have_names_of_their_own(folder: ProgramFolder) -> None:
    for text in ("one", "two", "three"):
        folder.next_start()
        write_text("out/a.txt", text)
    names = {path.name: path.read_text() for path in (folder.path / "out" / "Earlier results").glob("*")}
    assert names == {"a (until 2026-03-09 1205).txt": "one", "a (until 2026-03-09 1205) (2).txt": "two"}


def test_what_one_start_writes_again_and_again_is_one_result(folder: ProgramFolder) -> None:
    for text in ("one", "two", "three"):
        write_text("a.txt", text)
    assert (folder.names(), folder.said) == (["a.txt"], [WRITTEN.format("a.txt")] * 3)


@pytest.mark.parametrize(
    ("write", "is_kept"),
    [
        (lambda day: workbook(made_on=day, says=9), False),
        (lambda day: workbook(made_on=day, says=day), True),
        (lambda day: write_table("a.csv", ["Day"], [[day]]), True),
        (lambda day: write_text("a.zip", f"no zip {day}"), True),
    ],
)
def test_documents_that_say_the_same_are_the_same(
    folder: ProgramFolder, write: Callable[[int], Path], is_kept: bool
) -> None:
    """A workbook says when it was made."""
    for day in (1, 2):
        folder.next_start()
        write(day)
    assert (folder.path / "Earlier results").exists() is is_kept


def workbook(made_on: int, says: int) -> Path:
    """One of that day in March."""
    book = Workbook()
    book.properties.created = datetime(2026, 3, made_on)
    book.active["A1"] = says
    return write_with("a.xlsx", book.save)


def test_an_earlier_one_that_cant_be_replaced_is_kept_once(
    folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_text("a.txt", "one")
    folder.next_start()
    lock(monkeypatch, folder.path / "a.txt")
    assert write_text("a.txt", "two") == folder.path / "a (2).txt"
    assert ((folder.path / "a.txt").read_text(), earlier(folder)) == ("one", {})


@pytest.mark.parametrize("place", ["a.txt", "Earlier results"])
def test_nothing_is_replaced_where_the_earlier_one_cant_be_kept(
    folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    write_text("a.txt", "one")
    folder.next_start()
    if place == "a.txt":
        monkeypatch.setattr("shutil.copy2", fail)
    else:
        (folder.path / place).write_text("a file of the person's")
    assert write_text("a.txt", "two") == folder.path / "a (2).txt"
    assert ((folder.path / "a.txt").read_text(), folder.hidden()) == ("one", [])


def fail(*_: object) -> None:
    """As on a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_changes_of_the_person_are_kept(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text("a.txt", "one")
    (folder.path / "a.txt").write_text("one, and a note")
    folder.said.clear()
    assert write_text("a.txt", "two") == folder.path / "a.txt"
    [kept] = [name for name in folder.names() if name != "a.txt"]
    assert re.fullmatch(r"a \(changed by you, \d{4}-\d\d-\d\d \d{4}\)\.txt", kept)
    assert (folder.path / kept).read_text() == "one, and a note"
    assert folder.said == [
        f"You have changed “a.txt”. Your version is now called “{kept}”.",
        WRITTEN.format("a.txt"),
    ]
    assert whose(folder.path / kept) == whose(folder.path / "a.txt") == "program"  # neither is an input
    fixed = aside._now()
    monkeypatch.setattr(aside, "_now", lambda: fixed)
    for number in range(3):  # within one minute
        (folder.path / "a.txt").write_text(f"note {number}")
        write_text("a.txt", "two")
    tail = f"a (changed by you, {fixed:%Y-%m-%d %H%M})"
    notes = {path.read_text() for path in folder.path.glob("*changed*")}
    assert notes == {"one, and a note", "note 0", "note 1", "note 2"}
    assert {f"{tail}.txt", f"{tail} (2).txt", f"{tail} (3).txt"} <= set(folder.names())


def test_changed_to_the_same_is_nothing_to_keep(folder: ProgramFolder) -> None:
    write_text("a.txt", "one")
    (folder.path / "a.txt").write_text("two")
    write_text("a.txt", "two")
    assert (folder.names(), whose(folder.path / "a.txt")) == (["a.txt"], "program")


def test_changed_and_open_elsewhere(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows has it, where a workbook is open: it can be neither replaced nor moved."""
    write_text("a.txt", "one")
    (folder.path / "a.txt").write_text("note")
    folder.said.clear()
    lock(monkeypatch, folder.path / "a.txt")
    assert write_text("a.txt", "two") == folder.path / "a (2).txt"
    assert (folder.path / "a.txt").read_text() == "note"
    assert folder.said == [
        "“a.txt” can't be renewed now; perhaps another program has it open.",
        WRITTEN.format("a (2).txt"),
    ]


def test_there_is_no_name_to_keep_changes_under(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text("a.txt", "one")
    (folder.path / "a.txt").write_text("note")
    monkeypatch.setattr(aside, "whose", lambda path: "person" if "changed by" in path.name else whose(path))
    assert write_text("a.txt", "two") == folder.path / "a (2).txt"
    assert (folder.path / "a.txt").read_text() == "note"
    with pytest.raises(FileExistsError, match=r"^\[Errno 17\] File exists$"):
        aside._moved_to_free(folder.path / "a.txt", folder.path / "a (changed by x).txt")


def test_sameness_is_in_the_content(folder: ProgramFolder) -> None:
    """Not in size and time, which two files may share."""
    (folder.path / "a.txt").write_text("mine")
    os.utime(folder.path / "a.txt", (1_000_000_000, 1_000_000_000))

    def save(path: Path) -> None:
        path.write_text("ours")
        os.utime(path, (1_000_000_000, 1_000_000_000))

    assert write_with("a.txt", save) == folder.path / "a (2).txt"
    assert not same._has_same(folder.path / "none", folder.path / "a.txt")


def test_kept_changes_go_back_where_the_new_one_cant_be_put(
    folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_text("a.txt", "one")
    (place := folder.path / "a.txt").write_text("note")
    move = whole._move_to_free

    def fails(path: Path, target: Path) -> None:
        if target == place and path.name.startswith(".new"):
            raise PermissionError(errno.EACCES, "no", str(target))
        move(path, target)

    monkeypatch.setattr(aside, "_move_to_free", fails)
    assert write_text("a.txt", "two") == folder.path / "a (2).txt"
    assert (place.read_text(), folder.names()) == ("note", ["a (2).txt", "a.txt"])
