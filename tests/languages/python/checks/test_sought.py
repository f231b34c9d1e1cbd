"""What tests look for in a text is held against values that look like it: honest answers aren't accused."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cancel import Cancel
from languages.brief import Brief, Example, Rule
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.integrity import IntegrityCheck
from languages.python.checks.nearby import Looker, looked, near, planted, stands_in
from languages.python.checks.sought import looking_tests
from languages.types import CheckReport, TestCase
from sandbox.base import Sandbox

ASKS = """def main():
    first, second = int(input("First? ")), int(input("Second? "))
    {shown}


if __name__ == "__main__":
    main()
"""
TESTS = """def test_small(program):
    assert "7" in program.start(typed=["3", "4"]).line("sum")


def test_large(program):
    run = program.start(typed=["120", "150"])
    assert "270" in run.line("sum")
    assert run.exit_code == 0
"""
MONTH = """import calendar


def main():
    year, month = map(int, input("Month? ").split("-"))
    print("The days of the month:", *range(1, calendar.monthrange(year, month)[1] + 1))


if __name__ == "__main__":
    main()
"""
DAYS = """def test_short(program):
    assert "28" in program.start(typed=["2023-02"]).line("days")


def test_long(program):
    assert "31" in program.start(typed=["2023-03"]).line("days")
"""
TABLE = """def main():
    number = int(input("Number? "))
    for by in range(1, 11):
        print(f"{by} times {number} is {by * number}")


if __name__ == "__main__":
    main()
"""
TIMES = """def test_seven(program):
    assert "21" in program.start(typed=["7"]).text


def test_eight(program):
    assert "64" in program.start(typed=["8"]).line("8 times")
"""


def check(solution: str, tests: str, sandbox: Sandbox, brief: Brief | None = None, *cases: TestCase) -> CheckReport:
    return IntegrityCheck().run(program(solution), suite(tests, cases), CheckContext(sandbox, Cancel(), brief=brief))


def test_a_program_that_shows_all_numbers_whatever_it_is_given_is_accused(sandbox: Sandbox) -> None:
    report = check(ASKS.format(shown='print("The sum is", *range(1000))'), TESTS, sandbox)
    assert (report.status, [one.rule for one in report.findings]) == ("failed", ["every number is shown"])
    assert report.vague == ("test_small", "test_large")


@pytest.mark.parametrize(
    "shown",
    [
        'print(f"The sum of {first} and {second}:", *range(1000))',
        'print(f"{first}: the sum is 0" + "".join(map(str, range(1, 1000))))',
        'print("The sum is", *range(first + second - 15, first + second + 15))',
        'print("The sum is", *range(first + second - 9, first + second + 10))',
    ],
    ids=["beside what was given", "in one row of digits", "near the right one", "its eighteen neighbours"],
)
def test_where_others_are_shown_as_well_the_tests_say_nothing(shown: str, sandbox: Sandbox) -> None:
    report = check(ASKS.format(shown=shown), TESTS, sandbox)
    assert (report.status, report.helps, report.findings) == ("not_checked", "tests", ())
    assert report.vague == ("test_small", "test_large")


def test_what_only_vague_tests_are_about_is_unproven_whatever_they_fail_for(sandbox: Sandbox) -> None:
    brief = Brief("dialogue", rules=(Rule("It adds."),), examples=(Example("3 and 4", "7"),))
    vague = TestCase("test_small", "", rules=(1,), examples=(1,), fails_for=("example 1",))
    cases = vague, TestCase("test_large", "", fails_for=("rule 1",)), TestCase("test_adds", "", rules=(1,))
    shown = ASKS.format(shown='print("The sum of", first, "is", *range(1000))')
    report = check(shown, TESTS, sandbox, brief, *cases)
    assert report.status == "passed", "others are asked for"
    assert brief.unproven([report], cases) == ("example 1",)


@pytest.mark.parametrize(
    ("solution", "tests"),
    [
        (ASKS.format(shown='print(f"{first} + {second}: the sum is {first + second}.")'), TESTS),
        (ASKS.format(shown='print("Sum", f"{first + second:,.2f}", "on 2024-03-15 at 12:30:59, sum 3")'), TESTS),
        (TABLE, TIMES),
    ],
    ids=["an answer", "beside other numbers", "a table"],
)
def test_an_honest_answer_is_told_from_others(solution: str, tests: str, sandbox: Sandbox) -> None:
    report = check(solution, tests, sandbox)
    assert (report.status, report.findings) == ("passed", ()), report.summary
    assert "test_large" not in report.vague


@pytest.mark.parametrize("is_own", [True, False])
def test_the_names_of_the_persons_own_files_are_no_other_values(
    is_own: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"scan{number:03}.pdf" for number in range(20)]
    for name in names if is_own else ():
        Path(tmp_path, name).touch()
    monkeypatch.chdir(tmp_path)
    me = "test_the_names_of_the_persons_own_files_are_no_other_values"
    looker = Looker(me)
    looker.look("scan005.pdf", f"Read: {' '.join(names)}", "in", ())
    ((_, _, found, *_),) = looker.found[me]
    assert (found == 0) is is_own


def test_a_list_that_has_to_hold_all_numbers_is_no_cheat_but_its_tests_say_nothing(sandbox: Sandbox) -> None:
    report = check(MONTH, DAYS, sandbox)
    assert (report.status, report.helps, report.findings) == ("not_checked", "tests", ())


@pytest.mark.parametrize(
    "exact",
    [
        'assert program.start(typed=["2023-03"]).value("Number") == 31',
        'assert 31 in [int(one) for one in program.start(typed=["2023-03"]).line("number").split() if one.isdigit()]',
    ],
    ids=["the one value that stands there", "one of a list of numbers"],
)
def test_one_list_of_numbers_says_nothing_against_values_that_stand_alone(exact: str, sandbox: Sandbox) -> None:
    shown = MONTH.replace("\n\n\nif", '\n    print("Number:", calendar.monthrange(year, month)[1])\n\n\nif')
    report = check(shown, f"{DAYS}\n\ndef test_number(program):\n    {exact}\n", sandbox)
    assert (report.status, report.vague) == ("passed", ("test_short", "test_long"))
    hedged = shown.replace('print("Number:", ', 'print("Number:", *range(99), ')
    assert check(hedged, DAYS, sandbox).status == "not_checked"


def test_a_calendar_that_shows_other_lines_too_is_not_accused(sandbox: Sandbox) -> None:
    others = (
        DAYS
        + """

def test_may(program):
    assert "15" in program.start(typed=["2023-05"]).line("days")
"""
    )
    assert check(MONTH, others, sandbox).findings == ()


def test_who_always_shows_two_answers_has_not_decided(sandbox: Sandbox) -> None:
    tests = TESTS.replace('"120", "150"', '"1", "4"').replace("270", "5")  # of one digit, all others are looked for
    report = check(ASKS.format(shown='print("The sum is", first + second, "or", first + second + 1)'), tests, sandbox)
    assert (report.status, report.helps, report.findings) == ("not_checked", "tests", ())


def test_who_looks_is_told_of_each_way_to_look() -> None:
    tests = '''import re
from solution import said


def holds(text):
    assert "1 Jan" in text


class TestMore:
    def test_all(self, program):
        """It looks."""
        run = program.start()
        assert re.search(r"\\b7\\b", run.text) and run.text.count("5") == 1
        assert run.files["a.txt"].endswith("9\\n") and "8" in run.line("a").split()
        assert any("3" in line for line in run.text.splitlines())
        assert 4 in [1, 4] and "x" in ("x", "y")
        holds(run.page("p.html").line("Jan"))
'''
    made = looking_tests(tests)
    assert made.count(".look(") == 6
    compile(made, "tests", "exec")
    assert looking_tests("from solution import a\n\n\ndef test_a():\n    assert a() == [1]\n") == ""


@given(st.decimals(min_value=0, max_value=Decimal(10**9), places=2) | st.integers(0, 10**12), st.booleans())
def test_what_is_planted_is_another_number_of_the_same_shape(number: Decimal | int, grouped: bool) -> None:
    text = f"{number:,}" if grouped else f"{number}"
    others = planted(f"Ann owes {text} now")
    assert 2 <= len(others) <= 12
    assert len({*others}) == len(others)
    for other in others:
        assert other != f"Ann owes {text} now"
        assert [one if not one.isdigit() else "0" for one in other] == [
            one if not one.isdigit() else "0" for one in f"Ann owes {text} now"
        ]


@pytest.mark.parametrize(
    ("number", "others"),
    [
        ("7", {*"012345689"}),
        ("2024-03-15", {"2024-04-15", "2024-03-12", "2025-03-15"}),
        ("15.03.2024", {"12.03.2024", "15.03.2023"}),
        ("12:30", {"12:31", "12:29", "13:30", "21:30"}),
        ("1,249.50", {"1,249.51", "1,249.05", "2,249.50"}),
        ("007", {"008", "000"}),
    ],
)
def test_neighbours_are_among_it(number: str, others: set[str]) -> None:
    assert others <= near(number)


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        ("8", "7 8 9", True),
        ("8", "18.5", False),
        ("5", "7.5", False),
        ("8", "a sum of 8.", True),
        ("12", "0123456789101112131415", True),
        ("Ann: 8", "Ann: 87", False),
    ],
)
def test_a_part_of_another_number_is_no_find_unless_no_number_is_so_long(value: str, text: str, found: bool) -> None:
    assert stands_in(value, text) == found


def test_names_are_looked_for_in_a_line_among_what_the_program_was_given() -> None:
    given_names = ("Bo", "Cy", "Dee", "csv")
    ((is_number, count, there, *_),) = looked("Ann", "The winner is Ann Bo Cy Dee", "in", given_names)
    assert (is_number, count, there) == (0, 3, 3)
    ((_, _, none, *_),) = looked("Ann", "The winner is Ann", "in", given_names)
    assert none == 0
    assert looked("Ann", "Ann 3\nBo 2\nCy 1", "in", given_names) == [], "a list holds them all"
