"""Which files a program works on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from languages.python.parts import own
from languages.python.parts.read import find
from languages.python.parts.read.find import find_files


@pytest.fixture(autouse=True)
def _started(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(folder / "solution.py")])
    monkeypatch.setattr(find, "_FOLDERS_TOLD", set())
    monkeypatch.setattr(find, "_FILES_GIVEN", set())
    monkeypatch.setattr(find, "_ALIKE_TOLD", set())


def names(*patterns: str) -> list[str]:
    return [path.name for path in find_files(*patterns)]


def fill(folder: Path, *files: str) -> None:
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(file)


def drop(monkeypatch: pytest.MonkeyPatch, *dropped: object) -> None:
    monkeypatch.setattr(sys, "argv", ["solution.py", *map(str, dropped)])


def test_files_beside_the_program_are_found_in_natural_order(folder: Path) -> None:
    fill(
        folder,
        "scan10.csv",
        "scan2.csv",
        "Scan1.csv",
        "b.CSV",
        "a.txt",
        "scan2b.csv",
        "sub/deep.csv",
        "02.csv",
        "1.csv",
    )
    assert names("*.csv") == ["1.csv", "02.csv", "b.CSV", "Scan1.csv", "scan2.csv", "scan2b.csv", "scan10.csv"]
    assert names(".CSV") == names("*.csv")
    assert names("*.txt", "b.*") == ["a.txt", "b.CSV"]
    assert names("SCAN?.csv") == ["Scan1.csv", "scan2.csv"]
    assert len(names()) == 8
    assert names("*.pdf") == []
    assert all(path.is_absolute() for path in find_files())


def test_where_none_lies_beside_it_those_in_folders_there_are_taken_and_it_is_told(
    folder: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder, "June/b.csv", "June/a.csv", "May/a.csv", "May/deep/c.csv", ".old/d.csv", "tests/e.csv", "notes.txt")
    assert [path.relative_to(folder).as_posix() for path in find_files("*.csv")] == [
        "June/a.csv",
        "June/b.csv",
        "May/a.csv",
        "May/deep/c.csv",
    ]
    assert names("c*") == ["c.csv"]
    assert told == [f"The files are taken from the folder “{name}”." for name in ("June", "May")]
    told.clear()
    assert names("*") == ["notes.txt"]
    assert names("*.csv", "*.txt") == ["notes.txt"]
    assert told == []
    monkeypatch.setattr(find, "_FILES_GIVEN", set())
    fill(folder, "now.csv")
    assert names("*.csv") == names("n*.csv") == ["now.csv"]
    assert names("*.pdf") == []
    assert told == [f"The folder “{name}” has more such files, which aren't taken." for name in ("June", "May")]


def test_names_are_the_same_however_the_system_writes_them(folder: Path) -> None:
    fill(folder, "Mu\u0308ller.csv")
    assert len(names("M\u00fcller.*")) == 1


OURS = (
    *("solution.py", "requirements.txt", "brief.json", "report.md", "report.json", "report.html", "sbom.cdx.json"),
    *("pyproject.toml", "log.txt", "error log.txt", "uv.lock", "conftest.py", "Start on Windows.bat", "start.sh"),
    *("Start in a browser.html", "test_solution.py", "solution.html"),
)


def test_what_the_program_is_handed_over_with_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(folder, *OURS, "tests/data.csv", "_scenario/web.py", "Report.JSON")
    monkeypatch.setattr(find, "__file__", str(folder / "solution.py"))
    fill(folder, "starting list.csv", "my report.json", "testimony.txt")
    assert names() == ["my report.json", "start.sh", "starting list.csv", "testimony.txt"]
    drop(monkeypatch, folder)
    assert names() == ["my report.json", "start.sh", "starting list.csv", "testimony.txt"]
    drop(monkeypatch, *(folder / name for name in OURS), folder / "tests" / "data.csv")
    assert names() == ["start.sh"]


def test_such_names_elsewhere_are_the_persons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "mine"
    fill(elsewhere, *OURS, "tests/data.csv")
    drop(monkeypatch, elsewhere)
    assert len(names()) == len(OURS) + 1


def test_the_program_is_never_its_own_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(folder, "tool.py", "other.py", "third.py")
    monkeypatch.setattr(sys, "argv", [str(folder / "tool.py")])
    monkeypatch.setattr(find, "__file__", str(folder / "third.py"))
    assert names("*.py") == ["other.py"]
    drop(monkeypatch, folder / "third.py", folder / "other.py")
    assert names() == ["other.py"]


def test_a_page_that_starts_it_gives_no_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(folder, "a.csv")
    monkeypatch.setattr(sys, "argv", [])
    assert names() == ["a.csv"]


def test_locks_downloads_and_hidden_files_are_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = ("~$sales.xlsx", ".~lock.sales.ods#", ".hidden.csv", "film.mp4.crdownload", "film.PART", "a.partial")
    fill(folder, *passed, "b.download", "c.opdownload", "desktop.ini", "Thumbs.db", "~sales.csv", "part.csv")
    (folder / "folder.csv").mkdir()
    assert names() == ["part.csv", "~sales.csv"]
    fill(folder, ".git/config", "sub/.x/y", "sub/z")
    drop(monkeypatch, folder)
    assert names() == ["part.csv", "z", "~sales.csv"]


def test_what_windows_hides_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stat:
        def __init__(self, attributes: int) -> None:
            self.st_file_attributes = attributes
            self.st_mode = 0o100644

    fill(folder, "a.csv")
    monkeypatch.setattr(Path, "stat", lambda self, **_more: Stat(0x22))
    assert names() == []
    monkeypatch.setattr(Path, "stat", lambda self, **_more: Stat(0x20))
    assert names() == ["a.csv"]


def test_what_the_program_wrote_is_none_even_when_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(folder, "result.csv", "changed.csv", "sales.csv")
    own.note_own(folder / "result.csv")
    own.note_own(folder / "changed.csv")
    (folder / "changed.csv").write_text("with a note")
    assert names() == ["sales.csv"]
    drop(monkeypatch, folder / "changed.csv", folder / "sales.csv")
    assert names() == ["sales.csv"]


def test_what_is_dropped_is_taken_instead(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[str]
) -> None:
    fill(folder, "beside.csv")
    fill(
        tmp_path,
        "elsewhere/b.csv",
        "photos/2.jpg",
        "photos/may/10.jpg",
        "photos/may/3.jpg",
        "photos/notes.txt",
        "-a.csv",
    )
    drop(
        monkeypatch,
        "b.csv",
        tmp_path / "photos",
        tmp_path / "photos" / "2.jpg",
        tmp_path / "gone.csv",
        "",
        tmp_path / "-a.csv",
    )
    assert names("*.csv", "*.jpg") == ["-a.csv", "b.csv", "2.jpg", "3.jpg", "10.jpg"]
    assert told == [f"“{tmp_path / 'gone.csv'}” isn't there, so it is left out."]
    drop(monkeypatch, "gone.csv", "x" * 300, "a\0b")
    told.clear()
    assert names() == []
    assert len(told) == 3


def test_options_are_no_files(folder: Path, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    fill(folder, "a.csv")
    drop(monkeypatch, "--help", "-v")
    assert names() == ["a.csv"]
    assert told == []
    fill(folder.parent, "elsewhere/-v")
    assert names() == ["-v"]


def test_a_folder_that_can_not_be_read_is_told(folder: Path, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_folder: object) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(os, "scandir", refused)
    assert names() == []
    assert told == [f"The folder “{folder}” can't be read, so it is left out."]


def test_a_link_to_a_file_is_found_once(folder: Path) -> None:
    fill(folder, "a.csv")
    (folder / "b.csv").symlink_to(folder / "a.csv")
    (folder / "broken.csv").symlink_to(folder / "gone.csv")
    assert len(names()) == 1


@pytest.mark.parametrize("name", ["Start of winter.csv", "test_2025.csv", "started.csv"])
def test_what_only_begins_like_what_comes_with_a_program_is_found(folder: Path, name: str) -> None:
    (folder / name).write_text("a;b\n")
    assert [path.name for path in find_files("*.csv")] == [name]


def test_what_is_called_almost_as_the_file_that_is_meant_is_told_once(folder: Path, told: list[str]) -> None:
    fill(
        folder,
        "list (1).csv",
        "List.csv.txt",
        "list.xlsx",
        "listed.csv",
        "my list.csv",
        "list 2024.csv",
        "list result.csv",
    )
    (folder / "list of all.csv").mkdir()
    own.note_own(folder / "list result.csv")
    assert names("list.csv") == []
    others = "“List.csv.txt”, “list (1).csv”, “list 2024.csv”, “list.xlsx”"
    assert told == [f"“list.csv” isn't there, but there is: {others}"]
    told.clear()
    fill(folder, "list.csv")
    assert names("list.csv") == ["list.csv"]
    assert names("*.csv", "list?.csv") != []
    assert told == []


def test_of_a_file_that_is_there_only_copies_are_told(folder: Path, told: list[str]) -> None:
    fill(folder, "list.csv", "LIST (1).CSV", "list.xlsx", "list - copy.csv")
    assert names("list.csv") == ["list.csv"]
    assert names("list.csv") == ["list.csv"]
    assert told == ["Only “list.csv” is taken, not: “LIST (1).CSV”, “list - copy.csv”"]


def test_where_one_of_several_files_is_dropped_the_others_are_taken_from_beside_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder, "prices.csv", "more.csv")
    fill(tmp_path, "mine/members.csv", "mine/prices.csv")
    drop(monkeypatch, tmp_path / "mine" / "members.csv")
    assert find_files("members.csv") == [tmp_path / "mine" / "members.csv"]
    assert find_files("prices.csv") == [tmp_path / "mine" / "prices.csv"]
    assert names("*.txt") == names("gone.csv") == []
