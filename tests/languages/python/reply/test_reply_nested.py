"""Tests that don't stand at the top of the file are taken out of what they stand in, or named as left out."""

from languages.python.reply import parse_tests
from languages.types import ParsedTests

ADD = "Write a function `add(a, b)` that adds two numbers."
GOOD = "def test_good():\n    assert add(1, 2) == 3\n\n\n"
TEST = "    def test_a():\n        assert add(2, 2) == 5\n"


def names(parsed: ParsedTests) -> list[str]:
    return [test.name for test in parsed.tests]


def left_out(parsed: ParsedTests) -> list[str]:
    assert all("at the top of the file" in test.reason for test in parsed.dropped)
    return [test.name for test in parsed.dropped]


def test_a_test_under_an_if_becomes_a_test_of_the_file() -> None:
    parsed = parse_tests(f"import sys\n\n{GOOD}if sys.version_info > (3,):\n{TEST}", ADD)
    assert names(parsed) == ["test_good", "test_a"]
    assert "\ndef test_a():\n    assert add(2, 2) == 5\n" in parsed.code
    assert "version_info" not in parsed.code


def test_a_test_in_a_try_becomes_a_test_of_the_file() -> None:
    parsed = parse_tests(f"{GOOD}try:\n    import math\n{TEST}except ImportError:\n    pass\n", ADD)
    assert names(parsed) == ["test_good", "test_a"]


def test_tests_under_other_branches_are_named() -> None:
    other = TEST.replace("test_a", "test_b")
    parsed = parse_tests(f"import sys\n\n{GOOD}if sys.version_info > (3,):\n{TEST}else:\n{other}", ADD)
    assert names(parsed) == ["test_good", "test_a"]
    assert left_out(parsed) == ["test_b"]


def test_tests_made_by_a_loop_are_named_and_not_left_in_the_file() -> None:
    loop = "for n in (1, 2):\n    def test_a(n=n):\n        assert add(n, n) == 2 * n\n"
    made = "for n in (1, 2):\n    def run(n=n):\n        assert add(n, n) == 5\n    globals()[f'test_made_{n}'] = run\n"
    parsed = parse_tests(f"{GOOD}{loop}{made}", ADD)
    assert names(parsed) == ["test_good"]
    assert left_out(parsed) == ["test_a", "test_made_"]
    assert "for n in" not in parsed.code


def test_tests_made_by_a_call_are_named() -> None:
    make = "def make(a, b):\n    def inner():\n        assert add(a, a) == b\n    return inner\n\n\n"
    parsed = parse_tests(f"{GOOD}{make}test_a = make(2, 5)\ntest_b = lambda: add(1, 2) == 4\n", ADD)
    assert names(parsed) == ["test_good"]
    assert left_out(parsed) == ["test_a", "test_b"]
    assert "test_a" not in parsed.code
    assert "test_b" not in parsed.code


def test_data_called_test_something_is_no_test() -> None:
    parsed = parse_tests(f"test_cases = [(1, 2)]\ntest_result = add(1, 2)\n{GOOD}assert test_result == 3\n", ADD)
    assert names(parsed) == ["test_good", "test_case_1"]
    assert not parsed.dropped


def test_a_conditional_test_in_a_class_is_named() -> None:
    inner = "    if True:\n        def test_b(self):\n            assert add(1, 2) == 4\n"
    parsed = parse_tests(f"class TestAdd:\n    def test_a(self):\n        assert add(1, 2) == 3\n\n{inner}", ADD)
    assert names(parsed) == ["TestAdd::test_a"]
    assert left_out(parsed) == ["TestAdd::test_b"]
    assert "test_b" not in parsed.code
