"""A folder where nobody may write makes no result lost, and what a killed program left doesn't stay."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from languages.python.parts import folders
from languages.python.parts.own import whose
from languages.python.parts.remember import keep
from languages.python.parts.whole import _new_beside
from languages.python.parts.write.placing import copy_file, write_text
from tests.languages.python.parts.folder import ProgramFolder, set_everywhere
from tests.languages.python.parts.write.locking import WRITTEN, as_nobody_in

OLD = 3600


@pytest.fixture
def readable(folder: ProgramFolder) -> Iterator[Path]:
    """The program lies where its person can only read, and has a home folder."""
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o777)
        folder.monkeypatch.setenv("HOME", home)
        set_everywhere(folder.monkeypatch, "here", lambda: Path(place))
        with as_nobody_in(Path(place)):
            yield Path(place)


@pytest.mark.parametrize("documents", [True, False])
def test_results_go_to_a_folder_of_the_persons(folder: ProgramFolder, readable: Path, documents: bool) -> None:
    place = Path.home() / "Documents" if documents else Path.home()
    place.mkdir(exist_ok=True)
    assert write_text("out/a?.txt", "1") == place / "out/a_.txt"
    assert write_text(readable / "below" / "b.txt", "2") == place / "b.txt"
    assert folder.said == [
        f"This program isn't allowed to write in “{readable / 'out'}”, so it uses another one.",
        f"“a_.txt” was saved in the folder “{place / 'out'}”.",
        f"This program isn't allowed to write in “{readable / 'below'}”, so it uses another one.",
        f"“b.txt” was saved in the folder “{place}”.",
    ]
    assert list(readable.iterdir()) == []


def test_there_as_well_only_its_own_is_replaced(folder: ProgramFolder, readable: Path) -> None:
    (Path.home() / "a.txt").write_text("mine")
    for text in ("1", "2", "3"):  # and the next start finds what the one before has written
        folder.next_start()
        assert write_text("a.txt", text) == Path.home() / "a (2).txt"
        assert [write_text(readable / name / "b.txt", name).name for name in "xy"] == ["b.txt", "b (2).txt"]
    assert (Path.home() / "a.txt").read_text() == "mine"
    assert {whose(Path.home() / name) for name in ("a (2).txt", "b.txt", "b (2).txt")} == {"program"}
    assert sorted(path.name for path in Path.home().glob("[!.]*")) == [
        "Earlier results",
        "a (2).txt",
        "a.txt",
        "b (2).txt",
        "b.txt",
    ]


def test_another_program_has_its_own_record_there(folder: ProgramFolder, readable: Path) -> None:
    write_text("a.txt", "1")
    folder.next_start()
    set_everywhere(folder.monkeypatch, "here", lambda: readable / "other")
    assert write_text("a.txt", "2") == Path.home() / "a (2).txt"


def test_only_where_writing_is_refused(folder: ProgramFolder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert folders._lets_write(tmp_path / "file")  # which is said in other words
    assert folders._lets_write(tmp_path / "new" / "folder")
    assert [path.name for path in tmp_path.rglob("*") if path.name.startswith(".")] == []


def left_behind(path: Path, content: str = "half", seconds: int = OLD) -> Path:
    """It was last written so long ago; the time since when it is there can't be set, so the clock goes on."""
    path.write_text(content)
    os.utime(path, (time.time() - seconds, time.time() - seconds))
    return path


@pytest.fixture
def an_hour_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of the disk."""
    clear = folders._clear_leftovers
    monkeypatch.setattr(folders, "_clear_leftovers", lambda folder, now: clear(folder, now + OLD))


def killed_in(folder: Path) -> list[Path]:
    """What a killed start left there: a half result, one without a suffix, its locks."""
    folder.mkdir(exist_ok=True)
    made = [left_behind(_new_beside(folder / name)) for name in ("a.xlsx", "b")]
    return [*made, left_behind(folder / ".sales.json.lock", "0123456789abcdef")]


def others_in(folder: Path) -> list[Path]:
    """What is somebody else's, though its name is like ours."""
    names = (".new-0123456789ab.tar.gz", ".new-0123456789AB.txt", "new-0123456789ab.txt", ".new-.txt", ".a.txt")
    others = [left_behind(folder / name) for name in names]
    (link := folder / ".new-0123456789cd.txt").symlink_to(others[0])
    (inner := folder / ".new-0123456789ef").mkdir()
    return [*others, link, inner, left_behind(folder / ".~lock.a.ods.lock", ",ada,laptop;")]


@pytest.mark.usefixtures("an_hour_later")
def test_what_a_killed_start_left_goes_at_the_next_writing(folder: ProgramFolder) -> None:
    ours, theirs = killed_in(folder.path), others_in(folder.path)
    ours += killed_in(folder.path / "out")
    write_text("out/a.txt", "x")
    assert [path for path in ours if path.exists()] == []
    assert [path for path in theirs if not os.path.lexists(path)] == []
    assert folder.said == [WRITTEN.format("out/a.txt")]


@pytest.mark.usefixtures("an_hour_later")
def test_also_where_it_only_remembers_and_where_earlier_results_lie(folder: ProgramFolder) -> None:
    ours = killed_in(folder.path)
    keep("x", lambda kept: [*kept, 1], [])
    assert [path for path in ours if path.exists()] == []
    write_text("a.txt", "1")
    ours = killed_in(folder.path / "Earlier results")
    folder.next_start()
    write_text("a.txt", "2")
    assert [path for path in ours if path.exists()] == []


def test_what_another_start_is_at_stays(folder: ProgramFolder, tmp_path: Path) -> None:
    """Also a copy, which has the time of what it is copied from."""
    recent = killed_in(folder.path)
    write_text("a.txt", "x")
    assert [path for path in recent if not path.exists()] == []
    source = left_behind(tmp_path / "photo.txt", "photo")
    assert copy_file(source, "photo.txt").read_text() == "photo"
