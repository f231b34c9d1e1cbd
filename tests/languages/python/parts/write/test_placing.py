"""Results lie where they belong, whole, and never in the place of a person's file."""

from __future__ import annotations

import errno
import os
import re
import stat
import tempfile
from pathlib import Path

import pytest
from lxml.etree import SerialisationError

from languages.python.parts import whole
from languages.python.parts.own import whose
from languages.python.parts.whole import _held
from languages.python.parts.write import placing
from languages.python.parts.write.placing import CannotWrite, copy_file, write_text, write_with
from tests.languages.python.parts.folder import ProgramFolder
from tests.languages.python.parts.write.locking import WRITTEN, as_nobody_in, lock

STAYS = "“{}” already exists and isn't from this program, so it stays as it is."


def test_it_says_where_it_lies(folder: ProgramFolder, tmp_path: Path) -> None:
    assert write_text("Grüße.txt", "Käse\r\n\tx\n") == folder.path / "Grüße.txt"
    assert (folder.path / "Grüße.txt").read_bytes() == "Käse\r\n\tx\n".encode()
    assert write_text("out/2025/a.txt", "a") == folder.path / "out/2025/a.txt"
    elsewhere = tmp_path / "else" / "where:.txt"
    assert write_text(elsewhere, "b").read_text() == "b"
    assert folder.said == [
        WRITTEN.format("Grüße.txt"),
        WRITTEN.format("out/2025/a.txt"),
        f"“where_.txt” was saved in the folder “{elsewhere.parent}”.",
    ]
    assert (folder.names(), folder.hidden()) == (["Grüße.txt", "out"], [])


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("../a.txt", "a.txt"),
        ("..\\..\\b/./c.txt", "b/c.txt"),
        ("a:b.txt", "a_b.txt"),
        ("CON", "_CON"),
        ("", "_"),
        ("..", "_"),
        ("...", "_"),
        ("a//b.txt", "a/b.txt"),
        ("X", "X"),
        ("x" * 300 + ".txt", "x" * 75 + "…" + "x" * 40 + ".txt"),
        ("\ud83d.txt", "_.txt"),
    ],
)
def test_a_name_stays_below_the_program(folder: ProgramFolder, name: str, place: str) -> None:
    assert write_text(name, "x") == folder.path / place


def test_a_link_leads_nowhere_else(folder: ProgramFolder, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    target = tmp_path / "outside" / "mine.txt"
    target.write_text("mine")
    (folder.path / "out").symlink_to(tmp_path / "outside")
    (folder.path / "a.txt").symlink_to(target)
    (folder.path / "lost.txt").symlink_to(tmp_path / "nothing")
    assert write_text("out/b.txt", "b") == folder.path / "b.txt"
    assert write_text("out/c/d.txt", "d") == folder.path / "d.txt"
    assert write_text("a.txt", "mine") == folder.path / "a (2).txt"
    assert write_text("lost.txt", "c") == folder.path / "lost (2).txt"
    assert (target.read_text(), [one.name for one in target.parent.iterdir()]) == ("mine", ["mine.txt"])


def test_a_root_is_no_name(folder: ProgramFolder) -> None:
    assert placing._place_wanted("/") == Path("/_")


def test_a_file_of_the_person_stays(folder: ProgramFolder) -> None:
    (folder.path / "a.csv").write_text("mine")
    for text in ("one", "two"):  # at the next start it is renewed where it was
        assert write_text("a.csv", text) == folder.path / "a (2).csv"
        assert (folder.path / "a (2).csv").read_text() == text
    assert (folder.path / "a.csv").read_text() == "mine"
    assert folder.said == [STAYS.format("a.csv"), WRITTEN.format("a (2).csv")] * 2
    (folder.path / "a.csv").unlink()
    assert write_text("a.csv", "three") == folder.path / "a.csv"


def test_what_the_person_has_just_so_is_left_and_stays_theirs(folder: ProgramFolder) -> None:
    (mine := folder.path / "a.txt").write_text("same")
    before = mine.stat().st_ino
    assert write_text("a.txt", "same") == mine
    assert (mine.stat().st_ino, whose(mine), folder.names()) == (before, "person", ["a.txt"])
    assert folder.said == [WRITTEN.format("a.txt")]


def test_open_elsewhere(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text("a.txt", "one")
    folder.said.clear()
    with monkeypatch.context() as locked:
        lock(locked, folder.path / "a.txt")
        assert write_text("a.txt", "two") == folder.path / "a (2).txt"
    assert (folder.path / "a.txt").read_text() == "one"
    assert folder.said[0] == "“a.txt” can't be renewed now; perhaps another program has it open."
    assert (folder.hidden(), write_text("a.txt", "three")) == ([], folder.path / "a.txt")


def test_a_folder_has_its_name(folder: ProgramFolder) -> None:
    (folder.path / "a.txt").mkdir()
    assert write_text("a.txt", "x") == folder.path / "a (2).txt"
    assert folder.said[0] == STAYS.format("a.txt")


def test_all_names_are_taken(folder: ProgramFolder) -> None:
    for name in ["a.txt", *(f"a ({number}).txt" for number in range(2, 20))]:
        (folder.path / name).write_text(name)
    place = write_text("a.txt", "x")
    assert re.fullmatch(r"a \(\d{4}-\d\d-\d\d \d{6} \d{6}\)\.txt", place.name)
    assert (place.read_text(), (folder.path / "a (19).txt").read_text()) == ("x", "a (19).txt")
    (folder.path / "a (19).txt").unlink()
    assert write_text("a.txt", "x") == folder.path / "a (19).txt"


def test_every_name_fails(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path, target: Path) -> None:
        raise OSError(errno.EIO, "Input/output error", str(target))

    monkeypatch.setattr(placing, "_move_to_free", fails)
    with pytest.raises(CannotWrite) as problem:
        write_text("a.txt", "x")
    assert str(problem.value) == f"“a.txt” can't be written in “{folder.path}”. The computer says: Input/output error."
    assert (folder.names(), folder.hidden(), folder.said) == ([], [], [])
    monkeypatch.setattr(placing, "whose", lambda path: "person")
    with pytest.raises(CannotWrite, match="File exists"):
        write_text("a.txt", "x")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "The disk is full. Make room there, and try again."),
        (errno.EDQUOT, "The disk is full. Make room there, and try again."),
        (errno.EACCES, "You aren't allowed to write there. Move this program to a folder of your own, and try again."),
        (errno.EPERM, "You aren't allowed to write there. Move this program to a folder of your own, and try again."),
        (errno.EROFS, "You aren't allowed to write there. Move this program to a folder of your own, and try again."),
        (errno.ENAMETOOLONG, "The name is too long."),
        (errno.EIO, "The computer says: Input/output error."),
    ],
)
def test_why_it_cant_be_written(folder: ProgramFolder, number: int, words: str) -> None:
    def save(path: Path) -> None:
        path.write_text("half")
        raise OSError(number, os.strerror(number), str(path))

    (folder.path / "a.txt").write_text("mine")
    with pytest.raises(CannotWrite) as problem:
        write_with("a.txt", save)
    assert str(problem.value) == f"“a.txt” can't be written in “{folder.path}”. {words}"
    assert isinstance(problem.value, OSError)
    assert (folder.names(), folder.hidden(), folder.said) == (["a.txt"], [], [])


def test_a_full_disk(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be noticed only as the file is brought to the disk, and without a name."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    write_text("a.txt", "one")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotWrite, match="The disk is full"):
        write_text("a.txt", "two")
    assert ((folder.path / "a.txt").read_text(), folder.hidden()) == ("one", [])


def test_a_disk_that_is_full_in_the_words_of_a_library(folder: ProgramFolder) -> None:
    """Workbooks are written through libxml2, whose error is no `OSError`; what else goes wrong is the program's."""

    def full(_: Path) -> None:
        raise SerialisationError("IO_ENOSPC")

    def other(_: Path) -> None:
        raise SerialisationError("IO_ENCODER")

    with pytest.raises(CannotWrite, match="The disk is full"):
        write_with("a.xlsx", full)
    with pytest.raises(SerialisationError, match="IO_ENCODER"):
        write_with("a.xlsx", other)
    assert (folder.names(), folder.hidden(), folder.said) == ([], [], [])


def test_a_disk_that_knows_no_flush(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: int) -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", unknown)
    assert write_text("a.txt", "one").read_text() == "one"


def test_it_is_brought_to_the_disk(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda number: flushed.append(Path(f"/proc/self/fd/{number}").readlink().name))
    write_text("a.txt", "one")
    assert [name[-4:] for name in flushed] == [".txt", "json"]


def test_a_folder_that_can_only_be_read(folder: ProgramFolder) -> None:
    with tempfile.TemporaryDirectory() as open_to_all, as_nobody_in(Path(open_to_all)):
        with pytest.raises(
            CannotWrite, match=r"^“a.txt” can't be written in “.*”\. You aren't allowed to write there\. Move"
        ):
            write_text(Path(open_to_all, "a.txt"), "x")
        with pytest.raises(CannotWrite, match="You aren't allowed to write there"):
            write_text(Path(open_to_all, "sub", "a.txt"), "x")
        with _held(Path(open_to_all, "a.txt")):  # without a lock, and without waiting
            assert list(Path(open_to_all).iterdir()) == []


def test_a_file_stands_where_its_folder_should_be(folder: ProgramFolder) -> None:
    (folder.path / "out").write_text("mine")
    with pytest.raises(CannotWrite, match=r"“a.txt” can't be written in “.*out”\. The computer says: File exists"):
        write_text("out/a.txt", "x")
    assert (folder.path / "out").read_text() == "mine"


def test_nothing_came_out(folder: ProgramFolder) -> None:
    with pytest.raises(CannotWrite, match=r"^There was no result to save as “a.pdf”\.$"):
        write_with("a.pdf", lambda path: None)


class Broken(Exception):
    pass


@pytest.mark.parametrize(
    "error",
    [Broken(), KeyboardInterrupt(), FileNotFoundError(errno.ENOENT, "No such file", "logo.png"), OSError("no address")],
)
def test_what_goes_wrong_in_saving_is_said_by_who_saves(folder: ProgramFolder, error: BaseException) -> None:
    def save(path: Path) -> None:
        path.write_text("half")
        raise error

    with pytest.raises(type(error)) as problem:
        write_with("a.txt", save)
    assert problem.value is error
    assert (folder.names(), folder.hidden()) == ([], [])


@pytest.mark.parametrize("name", ["a.pdf", "a.tar.gz", "a"])
def test_saving_goes_by_the_suffix(folder: ProgramFolder, name: str) -> None:
    seen: list[Path] = []

    def save(path: Path) -> None:
        seen.append(path)
        path.write_bytes(b"x")

    place = write_with(name, save)
    assert (place.name, seen[0].suffix, seen[0].parent, seen[0].name[0]) == (name, Path(name).suffix, folder.path, ".")


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_others_may_read_it_as_they_may_read_everything(folder: ProgramFolder, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        assert stat.S_IMODE(write_text("a.txt", "x").stat().st_mode) == mode
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    ("text", "content"),
    [("a\ud83d\ude00b", "a😀b"), ("a\ud83db", "a�b"), ("\udcff", "�"), ("", ""), ("\ufeffa", "\ufeffa")],
)
def test_halves_of_letters(folder: ProgramFolder, text: str, content: str) -> None:
    assert write_text("a.txt", text).read_text(encoding="utf-8") == content


def test_a_disk_without_links(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", unknown)
    (folder.path / "a.txt").write_text("mine")
    assert write_text("a.txt", "x") == folder.path / "a (2).txt"
    write_text("b.txt", "one")
    (folder.path / "b.txt").write_text("note")
    write_text("b.txt", "two")
    assert {path.read_text() for path in folder.path.glob("b*")} == {"note", "two"}
    with pytest.raises(FileExistsError, match=r"b\.txt"):
        whole._move_to_free(folder.path / "a.txt", folder.path / "b.txt")
    assert (folder.path / "b.txt").read_text() == "two"


def test_nobody_comes_between(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that appears after it was looked for is not replaced."""
    monkeypatch.setattr(placing, "whose", lambda path: "nobody" if path.name in ("a.txt", "a (2).txt") else "person")
    (folder.path / "a.txt").write_text("mine")
    assert write_text("a.txt", "x") == folder.path / "a (2).txt"
    assert (folder.path / "a.txt").read_text() == "mine"


def test_a_scanner_that_has_it_open_for_a_moment(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text("a.txt", "one")
    tries, replace = [0], Path.replace

    def later(path: Path, target: Path) -> Path:
        tries[0] += target.name == "a.txt"
        if target.name == "a.txt" and tries[0] < 5:
            raise PermissionError(errno.EACCES, "no", str(target))
        return replace(path, target)

    monkeypatch.setattr(whole, "_PAUSE_SECONDS", 0)
    monkeypatch.setattr(Path, "replace", later)
    assert write_text("a.txt", "two") == folder.path / "a.txt"
    assert ((folder.path / "a.txt").read_text(), tries) == ("two", [5])


def test_copies(folder: ProgramFolder, tmp_path: Path) -> None:
    (source := tmp_path / "photo.jpg").write_bytes(b"\xff\xd8" * 100_000)
    os.utime(source, (1_000_000_000, 1_000_000_000))
    source.chmod(0o400)
    place = copy_file(source, "copies/photo.jpg")
    assert place == folder.path / "copies/photo.jpg"
    assert (place.read_bytes(), place.stat().st_mtime) == (source.read_bytes(), 1_000_000_000)
    assert stat.S_IMODE(place.stat().st_mode) != 0o400
    assert source.exists()
    assert folder.said == [WRITTEN.format("copies/photo.jpg")]


def test_a_disk_that_keeps_no_times(folder: ProgramFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **more: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    (tmp_path / "a").write_text("x")
    monkeypatch.setattr(os, "utime", unknown)
    assert copy_file(tmp_path / "a", "a").read_text() == "x"


def test_a_copy_onto_itself_or_of_nothing(folder: ProgramFolder) -> None:
    (mine := folder.path / "a.txt").write_text("mine")
    assert copy_file(mine, "a.txt") == mine
    assert copy_file(str(mine), mine) == mine
    assert (mine.read_text(), whose(mine)) == ("mine", "person")
    with pytest.raises(FileNotFoundError) as problem:
        copy_file(folder.path / "none.txt", "b.txt")
    assert problem.value.filename == str(folder.path / "none.txt")
    with pytest.raises(IsADirectoryError):
        copy_file(folder.path.parent, "b.txt")
    assert (folder.names(), folder.hidden()) == (["a.txt"], [])


# Whose a file is
