"""The slots of a program, and where what is dropped on them lies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.errors import BadFiles
from agent.inputs import Given
from agent.report import Report
from agent.types import InputFile
from languages.python.candidates import program
from languages.slots import YOURS, Slot
from tests.fakes.told_runs import report_of, whole_run
from ui.using.slots import MOST, brought_to, shown_slots

READS = """
rows = open("statement.csv").read()
rates = open("rates.txt").read()
"""
NAMES = ("statement.csv", "rates.txt")


def built_for(code: str, *names: str) -> Report:
    report = report_of(whole_run())
    assert report.request
    request = replace(report.request, files=tuple(InputFile(name, "", 1) for name in names))
    attempts = tuple(replace(one, candidate=program(code)) for one in report.attempts)
    return replace(report, request=request, attempts=attempts)


def given(folder: Path, *names: str) -> list[Given]:
    for name in names:
        (folder / name).write_text(f"what is in {name}")
    return [Given(folder / name, name) for name in names]


def test_each_kind_of_file_has_a_slot_and_there_are_not_too_many() -> None:
    assert tuple(one.place for one in shown_slots(built_for(READS, *NAMES))) == NAMES
    names = [f"{word}.csv" for word in ("apples", "pears", "plums", "grapes", "lemons")]
    many = shown_slots(built_for("\n".join(f'open("{name}")' for name in names), *names))
    assert len(many) == MOST
    assert many[-1] == Slot(YOURS, files=("grapes.csv", "lemons.csv"))
    assert shown_slots(replace(built_for(READS, *NAMES), attempts=())) == ()


def test_what_is_dropped_on_a_slot_lies_there_whatever_it_is_called(tmp_path: Path) -> None:
    report = built_for(READS, *NAMES)
    dropped = {"statement.csv": given(tmp_path, "rates.csv"), "rates.txt": given(tmp_path, "mine.txt")}
    brought = brought_to(report, [dropped[slot.place] for slot in shown_slots(report)])
    assert brought.files == {"rates.csv": b"what is in rates.csv", "mine.txt": b"what is in mine.txt"}
    assert brought.places == {"rates.csv": "statement.csv", "mine.txt": "rates.txt"}


def test_two_files_on_a_slot_of_one_are_told_apart_by_what_is_in_them(tmp_path: Path) -> None:
    report = built_for(READS, *NAMES)
    both = [given(tmp_path, "a.csv", "b.csv"), []]
    assert brought_to(report, both).places == {}
    assert [*brought_to(report, both).files] == ["a.csv", "b.csv"]


def test_files_of_one_name_on_two_slots_are_both_there(tmp_path: Path) -> None:
    report = built_for(READS, *NAMES)
    brought = brought_to(report, [given(tmp_path, "x.csv"), given(tmp_path, "x.csv")])
    assert [*brought.files] == ["x.csv", "x (2).csv"]


def test_a_program_is_no_file_to_work_on(tmp_path: Path) -> None:
    with pytest.raises(BadFiles):
        brought_to(built_for(READS, *NAMES), [given(tmp_path, "conftest.py")])
