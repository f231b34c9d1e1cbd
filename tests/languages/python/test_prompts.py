"""What is said to models is filled in, and is no longer than what they need for this program."""

from __future__ import annotations

import pytest

from languages.brief import Brief, Kind
from languages.files import FileLook
from languages.python.prompts import render
from languages.types import Finding

FILE = FileLook("sales.csv", 12, "table", "day;sum")


@pytest.mark.parametrize("prompt", ["code_system", "tests_system"])
def test_files_are_only_spoken_of_where_there_are_some(prompt: str) -> None:
    said = {
        (kind, bool(files)): "dropped on it"
        in " ".join(render(prompt, brief=Brief(kind), files=files, tested=True, inputs=False).split())
        for kind in ("dialogue", "files", "page")
        for files in ((), (FILE,))
    }
    assert said == {key: key != ("dialogue", False) for key in said}


def test_who_writes_functions_only_is_told_nothing_of_starts_and_how_values_are_written_all_the_same() -> None:
    said = [render("code_system", brief=Brief("files"), files=(FILE,), tested=tested) for tested in (True, False)]
    assert ["double-click" in one for one in said] == [True, False]
    assert all("12,50" in one for one in said)


@pytest.mark.parametrize(
    ("kind", "read"),
    [
        ("files", 'run.files["honey by month.csv"]'),
        ("page", 'run.page("honey.html").value("May")'),
        ("dialogue", 'run.value("May")'),
    ],
)
def test_a_result_is_read_first_where_the_plan_has_it_come_out(kind: Kind, read: str) -> None:
    said = render("fixture", brief=Brief(kind), files=(FILE,))
    assert next(line for line in said.splitlines() if "assert" in line).partition(" in ")[2].startswith(read)


def test_a_finding_comes_with_what_it_means() -> None:
    finding = Finding("B310", "Audit url open", "high", 3, "urlopen(url)", "It should ask how the address begins.")
    assert "B310, line 3: Audit url open\nurlopen(url)\nIt should ask how" in render("findings", findings=[finding])


def test_a_library_that_is_not_there_is_answered_with_those_that_are() -> None:
    said = render("repair", problem="No module named 'requests'", failures=(), passed=0, total=1, omitted=0)
    assert "the libraries named above can be had" in said
