from __future__ import annotations

import ast
import re

import pytest

from languages.python.checks.controls import alterations, controls, written_out

HEAD = "import pytest\nfrom solution import double\n\n\n"


def altered(body: str) -> list[str]:
    """The lines of a test with this body as each of its alterations makes them."""
    return [way.reads for way in alterations(f"{HEAD}def test_a():\n    {body}\n").get("test_a", [])]


@pytest.mark.parametrize(
    ("body", "reads"),
    [
        ("assert double(1) != double(2)", "assert double(1) == double(2)"),
        ("assert double(1) < 3", "assert double(1) >= 3"),
        ("assert double(1) is None", "assert double(1) is not None"),
        ("assert double(1) not in seen", "assert double(1) in seen"),
        ("assert double(1)", "assert not (double(1))"),
        ("assert not double(0)", "assert (double(0))"),
        ("assert 0 < double(1) < 3", "assert not (0 < double(1) < 3)"),
        ("assert double(1) == True", "assert double(1) == False"),
        ("result = double(2)\n    assert expected == result", "== result"),
        ("self.assertTrue(double(1))", "self.assertFalse(double(1))"),
        ("self.assertIsNotNone(double(1))", "self.assertIsNone(double(1))"),
    ],
)
def test_an_expectation_is_made_wrong(body: str, reads: str) -> None:
    (line,) = altered(body)
    assert line.endswith(reads)


@pytest.mark.parametrize("body", ["assert double(2) == 4", "assert 4 == double(2)", "self.assertEqual(double(2), 4)"])
def test_only_the_side_that_the_program_does_not_give_is_changed(body: str) -> None:
    (line,) = altered(body)
    assert "double(2)" in line
    assert "4" not in line.replace("double(2)", "")


def test_another_exception_is_waited_for() -> None:
    (line,) = altered("with pytest.raises(ValueError, match='x'):\n        double(None)\n        assert unreached")
    assert line.startswith("with pytest.raises(")
    assert "ValueError" not in line
    assert line.endswith(", match='x'):")


@pytest.mark.parametrize(
    "body",
    [
        "if double(1):\n        assert double(1) == 2",
        "try:\n        assert double(1) == 2\n    except ValueError:\n        pass",
        "for value in values():\n        assert double(value) == 2",
        "def inner():\n        assert double(1) == 2",
        "if double(1):\n        return\n    assert double(1) == 2",
    ],
)
def test_what_may_not_be_reached_is_left_alone(body: str) -> None:
    assert altered(body) == []


LOOP = "for value, expected in [(1, 2), (2, 4)]:\n        "


def test_loops_over_what_is_written_down_are_reached() -> None:
    (line,) = altered(f"{LOOP}assert double(value + expected - expected) == expected")
    assert line.removeprefix("assert double(value + expected - expected) == ").isdigit()


MARK = '@pytest.mark.parametrize(("value", "even"), [(1, True), pytest.param(2, False)])\n'


def test_parameters_tell_the_type() -> None:
    ways = alterations(f"{HEAD}{MARK}def test_a(value, even):\n    assert double(value) == even or even\n")
    assert ways["test_a"][0].reads == "assert not (double(value) == even or even)"
    ways = alterations(f"{HEAD}{MARK}def test_a(value, even):\n    assert even == double(value, not even)\n")
    assert ways["test_a"][0].reads == "assert (not (even)) == double(value, not even)"


@pytest.mark.parametrize(
    ("head", "body", "reads"),
    [
        (MARK, "assert double(value) == even", "(1, False), pytest.param(2, True)"),
        (MARK, "assert double(value) == pytest.approx(even)", "(1, False), pytest.param(2, True)"),
        ("", "expected = True\n    assert double(1) == expected", "expected = False"),
        (
            "",
            "for value, even in [(1, True), (2, False)]:\n        assert even == double(value)",
            "(1, False), (2, True)",
        ),
    ],
)
def test_what_stands_in_a_row_is_made_wrong_there(head: str, body: str, reads: str) -> None:
    """Who looks for it in a variable must not find what is right."""
    code = f"{HEAD}{head}def test_a(value, even):\n    {body}\n"
    (control,) = controls(code, most=1)
    assert reads in control.tests
    assert control.altered["test_a"].reads == body.split("\n")[-1].strip()


def test_each_part_of_an_and_is_made_wrong() -> None:
    first, second = altered("assert isinstance(double(1), int) and double(1) == False, 'no'")
    assert first == "assert not (isinstance(double(1), int)) and double(1) == False, 'no'"
    assert second == "assert isinstance(double(1), int) and double(1) == True, 'no'"


CHECK = "def check(value, expected):\n    assert double(value) == expected\n\n\n"


@pytest.mark.parametrize("call", ["check(2, True)", "check(expected=True, value=2)"])
def test_what_a_helper_is_given_to_hold_is_made_wrong(call: str) -> None:
    ways = alterations(f"{HEAD}{CHECK}def test_a():\n    {call}\n")["test_a"]
    assert [way.reads for way in ways] == [call.replace("True", "False")]


def test_what_a_helper_uses_twice_or_has_itself_is_left_alone() -> None:
    helper = "def check(value):\n    assert double(value) == value\n    assert double(1) == 2\n\n\n"
    assert not alterations(f"{HEAD}{helper}def test_a():\n    check(0)\n")


@pytest.mark.parametrize("use", ["def given():\n    return ROWS\n", "@pytest.fixture\ndef path():\n    save(ROWS)\n"])
def test_what_is_given_as_well_is_not_made_wrong_in_its_table(use: str) -> None:
    """A right program would pass then."""
    code = f"{HEAD}ROWS = [1]\n\n\n{use}\n\ndef test_a(path):\n    assert double(path) == ROWS\n"
    assert "ROWS = [1]" in controls(code, most=1)[0].tests


def test_what_a_fixture_takes_of_a_row_is_not_made_wrong_there() -> None:
    fixture = "@pytest.fixture\ndef path(rows):\n    return save(rows)\n\n\n"
    mark = "@pytest.mark.parametrize('rows', [[1], [2]])\n"
    code = f"{HEAD}{fixture}{mark}def test_a(path, rows):\n    assert double(path) == rows\n"
    assert "[[1], [2]]" in controls(code, most=1)[0].tests


def test_rows_may_have_a_name() -> None:
    mark = '@pytest.mark.parametrize(("value", "even"), ROWS)\n'
    code = (
        f"{HEAD}ROWS = [(1, True), (2, False)]\n\n\n{mark}def test_a(value, even):\n    assert double(value) == even\n"
    )
    assert "ROWS = [(1, False), (2, True)]" in controls(code, most=1)[0].tests


TABLE = "TABLE = {'de': {5: 'a', -2: 'b'}, 'en': {5: 'c'}}\n\n\n"


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("assert double(5) == TABLE['de'][5]", (False, True, True)),
        ("for key, text in TABLE['de'].items():\n        assert double(key) == text", (False, False, True)),
        ("for key, text in TABLE[language].items():\n        assert double(key) == text", (False, False, False)),
    ],
)
def test_what_stands_in_a_table_of_all_tests_is_made_wrong_there(body: str, kept: tuple[bool, ...]) -> None:
    (control,) = controls(f"{HEAD}{TABLE}def test_a(language):\n    {body}\n", most=1)
    table = ast.literal_eval(control.tests.split("\n")[4].partition("= ")[2])
    assert (table["de"][5] == "a", table["de"][-2] == "b", table["en"][5] == "c") == kept


@pytest.mark.parametrize(
    ("body", "reads"),
    [
        ("rows = [1]\n    save(rows)\n    assert double(2) == rows", "double(2) == [1]"),
        ("rows = {'a': 1}\n    assert double(rows) == rows", "double(rows) == {'a': 1}"),
    ],
)
def test_what_was_given_to_the_program_is_written_out(body: str, reads: str) -> None:
    """A program that empties it would else be asked for nothing."""
    control = written_out(f"{HEAD.replace('double', 'double, save')}def test_a():\n    {body}\n")
    assert reads in control.tests
    assert list(control.altered) == ["test_a"]


@pytest.mark.parametrize(
    "body",
    [
        "rows = [1]\n    rows.append(2)\n    double(rows)\n    assert double(2) == rows",
        "rows = [1]\n    assert double(2) == rows",
        "rows = 1\n    assert double(rows) == rows",
        "rows = [1]\n    shuffle(rows)\n    double(rows)\n    assert double(2) == rows",
    ],
)
def test_what_the_test_changes_itself_stays(body: str) -> None:
    assert not written_out(f"{HEAD}def test_a():\n    {body}\n").altered


def test_each_control_alters_one_expectation_of_each_test_and_nothing_else() -> None:
    tests = f"{HEAD}def test_a():\n    'Ä'  # ö\n    assert double('ü') == 'üü'; assert double(1) == 2\n\n\n"
    tests += "class TestB:\n    def test_c(self):\n        assert double(3) == 6  # six\n"
    first, second = controls(tests, most=3)
    assert (set(first.altered), set(second.altered)) == ({"test_a", "TestB::test_c"}, {"test_a"})
    for control in (first, second):
        ast.parse(control.tests)
        assert len(control.tests.split("\n")) == len(tests.split("\n"))
        assert "'Ä'  # ö" in control.tests
    assert first.tests != second.tests
    assert len(controls(tests, most=1)) == 1
    assert controls("from solution import double\n", most=3) == []


def test_what_stands_beside_a_name_is_expected_with_its_value() -> None:
    source = 'def test_a(program):\n    run = program.start()\n    assert run.value("Ada") == Decimal("19.50")\n'
    [control] = controls(source, 1)
    assert re.search(r'run\.value\("Ada"\) == Decimal\("(?!19\.50)\d\d\.\d\d"\)', control.tests)
