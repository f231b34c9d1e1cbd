"""What is said to models is filled in, and is no longer than what they need for this program."""

from __future__ import annotations

import re
from inspect import signature

import pytest

from languages.brief import Brief, Kind
from languages.files import FileLook
from languages.python.prompts import render
from languages.python.runner.scenario import Program
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
    assert read in next(line for line in said.splitlines() if "assert" in line)


KINDS: dict[str, tuple[Kind, ...]] = {
    "all": ("dialogue", "files", "window", "page"),
    "lines": ("dialogue", "files", "page"),
    "files": ("files", "window", "page"),
    "window": ("window",),
    "page": ("page",),
}
OFFERED = [  # for which kinds, what tests can do or see, and what programs are told for it
    ("all", "now=", "Ask for the time"),
    ("all", "zone=", "Ask for the time"),
    ("all", "seed=1", "random numbers by"),
    ("all", "web={", "or `urllib`"),
    ("all", "second", "two starts|next start"),
    ("all", '.value\\("', "each value alone behind its name"),
    ("lines", "typed", "typed="),
    ("lines", "Enter is pressed three times", "Enter is pressed three times"),
    ("lines", "run.exit_code", "obody ever sees a traceback"),
    ("files", "files=", "files="),
    ("files", "args", "sys.argv"),
    ("files", "run.changed", "is changed, moved or deleted"),
    ("window", 'click|choose|press\\("', "keyboard"),
    ("window", "words at them", "words at them"),
    ("window", "wait\\(45\\)", "by `after`"),
    ("window", "`answers` are for the message boxes", "message box"),
    ("page", "page.click", "do what a person does"),
    ("page", "page.outside", "needs nothing else"),
]


@pytest.mark.parametrize(("kinds", "offered", "promised"), OFFERED, ids=[one[1] for one in OFFERED])
def test_what_tests_can_do_programs_are_told_of(kinds: str, offered: str, promised: str) -> None:
    for kind in KINDS[kinds]:
        brief = Brief(kind)
        assert re.search(offered, render("tests_system", brief=brief, files=(), inputs=False)), kind
        assert re.search(promised, render("code_system", brief=brief, files=(), tested=True)), kind


def test_all_that_a_start_takes_is_among_that() -> None:
    taken = {*signature(Program.start).parameters, *signature(Program.window).parameters} - {"self", "end"}
    offered = " ".join(offered for _, offered, _ in OFFERED)
    assert [name for name in sorted(taken) if name not in offered] == []


def test_a_finding_comes_with_what_it_means() -> None:
    finding = Finding("B310", "Audit url open", "high", 3, "urlopen(url)", "It should ask how the address begins.")
    assert "B310, line 3: Audit url open\nurlopen(url)\nIt should ask how" in render("findings", findings=[finding])


def test_a_library_that_is_not_there_is_answered_with_those_that_are() -> None:
    said = render("repair", problem="No module named 'requests'", failures=(), passed=0, total=1, omitted=0)
    assert "the libraries named above can be had" in said
