"""What one start writes never takes the place of something else that it wrote."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from pathlib import Path

import pytest

from languages.python.parts import telling
from languages.python.parts.own import RECORD
from languages.python.parts.run import run
from languages.python.parts.write import now
from languages.python.parts.write.placing import copy_file, write_text, write_with
from languages.python.parts.write.tables import write_table
from languages.python.parts.write.workbooks import write_workbook
from tests.languages.python.parts.folder import ProgramFolder
from tests.languages.python.parts.write.locking import WRITTEN

ANOTHER = "This start has already written another “{}”, so this one gets a name of its own."


@pytest.fixture(autouse=True)
def somebody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked."""
    monkeypatch.setattr(builtins, "input", lambda prompt="": "")


def results(folder: ProgramFolder) -> dict[str, str]:
    """What lies there, by its names."""
    return {path.name: path.read_text() for path in folder.path.glob("*") if path.is_file() and path.name != RECORD}


def started(folder: ProgramFolder, main: Callable[[], None], window: bool = False) -> dict[str, str]:
    """What lies there after another start of the program."""
    folder.next_start()
    run(main, window)
    return results(folder)


def test_copies_of_two_files_of_one_name(folder: ProgramFolder, tmp_path: Path) -> None:
    sources = [tmp_path / name / "photo.txt" for name in "abc"]
    for source in sources:
        source.parent.mkdir()
        source.write_text(source.parent.name)
    copies = {"photo.txt": "a", "photo (2).txt": "b", "photo (3).txt": "c"}
    for _ in range(2):  # also at the next start
        folder.next_start()
        for source in sources:
            copy_file(source, source.name)
        assert results(folder) == copies
        assert [copy_file(source, source.name).name for source in sources] == list(copies)  # the same again
    told = [ANOTHER.format("photo.txt"), WRITTEN.format("photo (2).txt")]
    assert (folder.said[1:3], (folder.path / "Earlier results").exists()) == (told, False)


def test_names_that_become_the_same(folder: ProgramFolder) -> None:
    names = ["a?.txt", "a*.txt", "A_.txt", "./b.txt", "../b.txt", "x" * 120 + "1", "x" * 120 + "2"]
    both: list[list[Path]] = []
    for _ in range(2):
        folder.next_start()
        both.append([write_text(name, name) for name in names])
    assert both[0] == both[1]
    assert [place.read_text() for place in both[0]] == names
    assert [place.name for place in both[0][:3]] == ["a_.txt", "a_ (2).txt", "A_ (3).txt"]
    assert sorted(results(folder).values()) == sorted(names)


def test_more_than_there_are_tries_for_have_the_same_names_again(folder: ProgramFolder) -> None:
    names = [f"{'x' * 100}{number}" for number in range(30)]
    for _ in range(2):
        folder.next_start()
        for name in names:
            write_text(name, name)
    assert sorted(results(folder).values()) == sorted(names)


def test_the_persons_file_and_another_result_are_both_kept(folder: ProgramFolder) -> None:
    (folder.path / "a_.txt").write_text("mine")
    for _ in range(2):
        folder.next_start()
        for name in ("a?.txt", "a*.txt"):
            write_text(name, name)
    assert results(folder) == {"a_.txt": "mine", "a_ (2).txt": "a?.txt", "a_ (3).txt": "a*.txt"}


def test_what_is_gone_takes_no_name(folder: ProgramFolder) -> None:
    write_text("a?.txt", "1").unlink()
    assert write_text("a*.txt", "2") == folder.path / "a_.txt"


def namesakes() -> None:
    """Two people have one name, and one of them comes twice."""
    for name, text in (("Ada", "1"), ("Ada", "2"), ("Bo", "3"), ("Ada", "1")):
        write_text(f"{name}.txt", text)


def test_people_of_one_name(folder: ProgramFolder) -> None:
    for _ in range(2):  # also at the next start
        assert started(folder, namesakes) == {"Ada.txt": "1", "Ada (2).txt": "2", "Bo.txt": "3"}
    assert folder.said[:3] == [WRITTEN.format("Ada.txt"), ANOTHER.format("Ada.txt"), WRITTEN.format("Ada (2).txt")]


def test_workbooks_of_people_of_one_name(folder: ProgramFolder) -> None:
    def main() -> None:
        for number in (1, 2, 2):
            write_workbook("Ada.xlsx", {"S": [[number]]})

    run(main)
    assert folder.names() == ["Ada (2).xlsx", "Ada.xlsx"]


@pytest.mark.parametrize("window", [False, True])
def test_what_is_saved_after_each_entry_is_one_result(folder: ProgramFolder, window: bool) -> None:
    def main() -> None:
        for text in ("1", "2", "3"):
            write_text("a.txt", text)
            if not window:
                input("More? ")

    assert started(folder, main, window) == {"a.txt": "3"}
    assert folder.said == [WRITTEN.format("a.txt")] * 3


def test_a_window_of_ours_is_open(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_LAST_WORDS", words := [print])
    monkeypatch.setattr(now, "_LAST_WORDS", words)

    def main() -> None:
        for text in ("1", "2"):
            write_text("a.txt", text)

    assert started(folder, main) == {"a.txt": "2"}


def test_after_a_while_it_is_the_same_result(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(now, "monotonic", lambda: clock[0])
    monkeypatch.setattr("languages.python.parts.write.placing.monotonic", lambda: clock[0])

    def main() -> None:
        for text, seconds in (("1", 5.0), ("2", 4.9), ("3", 0.0)):
            write_text("a.txt", text)
            clock[0] += seconds

    assert started(folder, main) == {"a.txt": "2", "a (2).txt": "3"}


def test_saving_may_take_long(folder: ProgramFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts is when it was asked for."""
    clock = [0.0]
    monkeypatch.setattr(now, "monotonic", lambda: clock[0])
    monkeypatch.setattr("languages.python.parts.write.placing.monotonic", lambda: clock[0])

    def save(path: Path) -> None:
        clock[0] += 60
        path.write_text(str(clock[0]))

    def main() -> None:
        for _ in range(2):
            write_with("a.txt", save)

    assert started(folder, main) == {"a.txt": "60.0", "a (2).txt": "120.0"}


def test_what_gets_longer_is_one_result(folder: ProgramFolder) -> None:
    """As a program that saves after each file that it reads."""

    def main() -> None:
        for count in range(4):
            write_table("a.csv", ["n"], [[number] for number in range(count)])
            write_text("b.txt", "\n".join("abcd"[:count]))

    assert started(folder, main) == {"a.csv": "\ufeffn\n0\n1\n2\n", "b.txt": "a\nb\nc"}


def test_a_longer_line_is_another_one(folder: ProgramFolder) -> None:
    def main() -> None:
        for text in ("Sum: 1", "Sum: 12"):
            write_text("a.txt", text)

    assert started(folder, main) == {"a.txt": "Sum: 1", "a (2).txt": "Sum: 12"}


def test_what_the_person_changed_meanwhile_is_put_beside(folder: ProgramFolder) -> None:
    def main() -> None:
        write_text("a.txt", "1").write_text("note")
        write_text("a.txt", "2")

    left = started(folder, main)
    assert (left.pop("a.txt"), list(left.values())) == ("2", ["note"])
