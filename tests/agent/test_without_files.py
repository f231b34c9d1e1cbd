"""What a run tells without the person's files: of made-up runs in which their lines stand everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest

from agent.events import CodeReady, RunFinished, TestsReady
from agent.report import Report, fold
from agent.types import Earlier
from agent.without_files import Told, without_files
from languages.brief import Brief, Example, Rule
from languages.files import FileLook
from languages.python.candidates import program, suite
from languages.types import TestCase
from tests.fakes.told_runs import everything_says, whole_run

NAME = "bank.csv"
LINE = '2025-05-01;"Müller & Söhne";-812.50'
FILES = {NAME: f"day;payee;amount\n{LINE}\n2025-05-02;Rent;-1\n".encode("cp1252"), "b/notes.txt": b"Ask Ada Lovelace\n"}
TESTS = """from solution import total
LINES = ["day;payee", "x"]

def test_quoted():
    \"\"\"It adds.\"\"\"
    assert total('2025-05-01;\\"Müller & Söhne\\";-812.50\\n') == 1

def test_payee():
    assert total("Müller & Söhne") == 1

def test_named():
    assert total(open("bank.csv").read()) == 1

def test_started(program):
    assert "3" in program.start().text

def test_own():
    \"\"\"Nothing is nothing.\"\"\"
    assert total("") == 0
"""
CASES = tuple(
    TestCase(f"test_{name}", name, scenario=name == "started")
    for name in ("quoted", "payee", "named", "started", "own")
)


def told(tests: str = TESTS, code: str = "def total(text):\n    return 0\n", report: Report | None = None) -> Told:
    plan = Brief("function", rules=(Rule(f"It reads {NAME}."), Rule(f"Of {LINE} it takes the last.")))
    events = [*whole_run()[:4], TestsReady(suite(tests, CASES)), CodeReady(1, program(code)), whole_run()[-1]]
    return without_files(report or replace(fold(events), brief=plan), FILES)


def test_tests_that_quote_name_or_may_have_read_a_file_are_left_out() -> None:
    found = told()
    assert [test.name for test in found.report.suite.tests] == ["test_own"]
    assert found.tests_left_out == 4
    assert "test_started" not in found.report.suite.source
    assert found.still_quoted == ()
    assert found.report.brief
    assert [one.rule for one in found.report.brief.rules] == ["It reads ….", "(This is left out: it quotes a file.)"]


def test_what_stands_beside_the_tests_takes_all_of_them_away() -> None:
    assert told(TESTS.replace('"x"', repr(LINE))).report.suite.tests == ()


def test_of_the_program_and_the_words_it_is_said_what_they_still_have() -> None:
    found = told(code=f"PAYEE = 'Müller & Söhne'\nNAME = '{NAME}'\n")
    assert found.still_quoted == ('"Müller & Söhne"', NAME)


def texts_in(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """All texts in what dataclasses are made of, with their places."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from texts_in(one, f"{place}.{name}")
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts_in(one, place)
    elif isinstance(value, str):
        yield place, value


@pytest.mark.parametrize("marker", [LINE, "Ada Lovelace asked 4711"])
def test_no_kind_of_event_brings_a_line_along(marker: str) -> None:
    files = {NAME: f"first line\n{marker}\n".encode()}
    report = fold([*everything_says(marker), RunFinished("verified", marker, 1.0, marker, 1)])
    assert report.request
    earlier = Earlier("r", program(marker), suite(marker, ()), (), Brief("files", marker))
    # The words and the program are the person's to give away.
    asked = replace(report.request, task="Add", model="m", test_model="m", earlier=earlier)
    attempts = tuple(replace(one, candidate=program("x = 1\n")) for one in report.attempts)
    quoting = replace(report, request=asked, attempts=attempts, files=(FileLook(NAME, 1, "", marker),))
    assert quoting.brief
    quoting = replace(quoting, brief=replace(quoting.brief, examples=(Example(marker, marker, marker),)))
    found = without_files(quoting, files)
    assert [place for place, text in texts_in(asdict(found.report)) if marker in text] == []
    assert found.still_quoted == ()
