from __future__ import annotations

from collections.abc import Mapping

import pytest

from languages.python import guide
from languages.python.candidates import program, suite
from languages.python.guide import Usage, first_example, question, usage_of
from languages.types import TestCase
from tests.fakes.told_runs import ADD, TEST_CODE

GUARD = "if __name__ == '__main__':\n    main()\n"


def test_functions_and_classes_are_offered_with_signature_and_description() -> None:
    source = (
        "def _hidden(): ...\nasync def fetch(a: int = 1, *, b): ...\n"
        'class Stock:\n    """Keeps things.\n\n    More."""\n    def __init__(self, size): ...\n'
    )
    functions = usage_of(source).functions
    assert [function.signature for function in functions] == ["fetch(a: int=1, *, b)", "Stock(size)"]
    assert functions[1].description == "Keeps things."


@pytest.mark.parametrize(
    ("source", "usage"),
    [
        ("x = 1\n", Usage()),
        (GUARD, Usage(script=True)),
        ("print(1)", Usage(script=True)),
        ("try:\n    print(input())\nexcept EOFError:\n    pass", Usage(script=True, asks=True, questions=True)),
        ("raise SystemExit(print(1))", Usage(script=True)),
        ("try:\n    import tomllib\nexcept ImportError:\n    tomllib = None", Usage()),
        ("import sys\nprint(sys.argv)", Usage(script=True, arguments=True)),
        ("import argparse\nargparse.ArgumentParser()", Usage(script=True, arguments=True, help=True)),
        ("print(input())", Usage(script=True, asks=True, questions=True)),
        ("import sys\nfor line in sys.stdin: pass", Usage(script=True, reads_stdin=True)),
        ("def broken(", Usage()),
        ("\0", Usage()),
    ],
)
def test_how_a_program_is_used_is_seen_in_its_source(source: str, usage: Usage) -> None:
    assert usage_of(source) == usage


def test_the_first_call_that_can_be_typed_in_is_the_example() -> None:
    functions = usage_of(ADD).functions
    example = first_example(TEST_CODE, functions)
    assert example is not None
    assert (example.given, example.expected) == ("add(1, 2)", "3")


@pytest.mark.parametrize(
    "test_code",
    [
        "assert add(x, 2) == 3",
        "assert other(1, 2) == 3",
        "assert add(1, 2) > 3",
        f"assert add({'1' * 200}, 1) == 3",
        "(",
    ],
)
def test_other_calls_are_no_example(test_code: str) -> None:
    assert first_example(test_code, usage_of(ADD).functions) is None


def sources(code: str) -> Mapping[str, str]:
    return guide.test_sources(suite(code, ()))


def test_functions_are_cut_out_whole() -> None:
    source = "class TestA:\n    @mark\n    def test_a(self):\n        '''\x0c'''\n        pass\n\n\n"
    source += "def test_b():\n    pass\n"
    found = sources(source)
    assert found["TestA::test_a"] == "@mark\ndef test_a(self):\n    '''\x0c'''\n    pass"
    assert found["test_b"] == "def test_b():\n    pass"
    assert sources("def broken(") == {}
    assert sources("\0") == {}


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("assert f(3) == 4", ("f(3)", "4")),
        ("f(1)\n    assert f(3) == 4", None),
        ("f.kept = 1\n    assert f(3) == 4", None),
        ("assert f('a') == 'x == y'", ("f('a')", "'x == y'")),
        ('assert f("a  b") == 1', None),
    ],
)
def test_a_person_is_asked_what_is_all_of_a_test(body: str, asked: tuple[str, str] | None) -> None:
    tests = suite(f"from solution import f\n\n\ndef test_f():\n    {body}\n", [TestCase("test_f", "")])
    found = question(program("def f(a):\n    return a"), tests)
    assert (found and (found.given, found.expected)) == asked
