"""What a run tells without the person's files: of made-up runs in which their lines stand everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest

from agent.events import RunFinished
from agent.report import Report, fold
from agent.types import Earlier, Request
from agent.without_files import still_quoted, without_files
from languages.brief import Brief
from languages.files import FileLook
from languages.python.candidates import program, suite
from languages.types import Needs
from tests.fakes.told_runs import everything_says, whole_run

MARKER = "Ada 47"
"""Too short to be looked for in anything."""


def texts_in(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """All texts in what dataclasses are made of, with their places."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from texts_in(name, place)
            yield from texts_in(one, f"{place}.{name}")
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts_in(one, place)
    elif isinstance(value, str):
        yield place, value


def test_nothing_is_told_that_was_written_by_looking_at_files() -> None:
    report = fold([*everything_says(MARKER), RunFinished("verified", MARKER, 1.0, MARKER, 3)])
    assert report.request
    assert report.chosen
    earlier = Earlier("r", program(MARKER), suite(MARKER, ()), (), Brief("files", MARKER))
    # The words and the program are the person's to give away.
    asked = replace(report.request, task="Add", model="m", test_model="m", earlier=earlier)
    needs = Needs(("six==1.17.0",), remarks=(MARKER,))
    checks = tuple(
        replace(one, needs=needs, unproven=(MARKER,), claims=(MARKER,), survivors=(MARKER,))
        for one in report.chosen.checks
    )
    attempts = tuple(replace(one, candidate=program("x = 1\n"), checks=checks) for one in report.attempts)
    tests = tuple(replace(test, fails_for=(MARKER,)) for test in report.suite.tests)
    looks = (FileLook("a.csv", 1, "", MARKER),)
    quoting = replace(report, request=asked, attempts=attempts, files=looks, suite=replace(report.suite, tests=tests))
    found = without_files(quoting)
    assert [place for place, text in texts_in(asdict(found)) if MARKER in text] == []
    assert {check.name for check in found.checks} == {"mutmut", "bandit", "pip-audit", "integrity"}
    assert found.needs.pins == ("six==1.17.0",)
    assert report.brief
    assert (found.status, found.suite.tests, found.brief) == (report.status, (), Brief(report.brief.kind))


def run_of(code: str = "x = 1\n", task: str = "Add", shown: str = "") -> Report:
    [attempt] = fold(whole_run()).attempts
    looks = (FileLook("a", 1, "", shown),)
    return Report(
        Request(task, "m", "m"), files=looks, attempts=(replace(attempt, candidate=program(code)),), chosen_number=1
    )


@pytest.mark.parametrize(
    ("content", "quoting", "found"),
    [
        (b'{"p":[{"email": "erika@example.com"}]}', '"erika@example.com"', "erika@example"),
        (b"<a>\n <name>Erika Mustermann</name>\n</a>", '"Erika Mustermann"', "Erika Mustermann"),
        (b"password=hunter2hunter2", '"hunter2hunter2"', "hunter2hunter2"),
        (b"2025-05-01;Erika Mustermann", '"Erika " + "Mustermann"', "Mustermann"),
        (b"day;payee\r1;Erika Mustermann\r", "'erika' # mustermann", "erika"),
        (unicodedata.normalize("NFD", "1;Jürgen").encode(), '"Jürgen"', "Jürgen"),
        ("1;Jürgen\n".encode(), '"J\\xfcrgen"', "Jürgen"),
        ("1;Jürgen\n".encode("cp850"), 'b"J\\xc3\\xbcrgen"', "Jürgen"),
        ("Владимир".encode("cp1251"), '"Владимир"', "Владимир"),
        ("Łukasz Wiśniewski".encode("cp1250"), '"Łukasz Wiśniewski"', "Łukasz Wiśniewski"),
        ("1;東京都千代田区".encode("shift-jis"), '"東京都千代田区"', "東京都千代田区"),
        ("1;Erika".encode("utf-16"), '"Erika"', "Erika"),
        ("1;Erika".encode("utf-16-be"), '"Erika"', "Erika"),
        (b"day;ssn\n1;123-45-6789\n", '"123-45-6789"', "6789"),
        (b"1;C:\\temp\\reports_2024\n", '"C:\\\\temp\\\\reports_2024"', "temp\\reports_2024"),
        (b"987654321", "x = 987_654_321", "987654321"),
    ],
)
def test_what_the_program_and_the_words_have_of_files_is_found_however_it_is_written(
    content: bytes, quoting: str, found: str
) -> None:
    assert any(found in run for run in still_quoted(run_of(f"print({quoting}\n)"), {"a": content}))
    assert still_quoted(run_of(), {"a": content}) == ()


def test_names_of_files_and_what_models_were_shown_are_looked_for_in_the_task_and_the_name_as_well() -> None:
    report = run_of(task="Sum up the letters of Mueller", shown="[1, 'Erika Mustermann']")
    files = {"Divorce MUELLER/Bank_2025.pdf": b"%PDF\x00\xff"}
    assert still_quoted(report, files, "Erika's bank") == ("Mueller", "Erika", "bank")
