from __future__ import annotations

import pytest

from tests.fakes.told_runs import ADD, TEST_CODE
from ui.program import Program, describe, first_example

GUARD = "if __name__ == '__main__':\n    main()\n"


def test_functions_and_classes_are_offered_with_signature_and_description() -> None:
    source = (
        "def _hidden(): ...\nasync def fetch(a: int = 1, *, b): ...\n"
        'class Stock:\n    """Keeps things.\n\n    More."""\n    def __init__(self, size): ...\n'
    )
    functions = describe(source).functions
    assert [function.signature for function in functions] == ["fetch(a: int=1, *, b)", "Stock(size)"]
    assert functions[1].description == "Keeps things."


@pytest.mark.parametrize(
    ("source", "program"),
    [
        ("x = 1\n", Program()),
        (GUARD, Program(script=True)),
        ("print(1)", Program(script=True)),
        ("import sys\nprint(sys.argv)", Program(script=True, arguments=True)),
        ("import argparse\nargparse.ArgumentParser()", Program(script=True, arguments=True, help=True)),
        ("print(input())", Program(script=True, asks=True)),
        ("import sys\nfor line in sys.stdin: pass", Program(script=True, reads_stdin=True)),
        ("def broken(", Program()),
        ("\0", Program()),
    ],
)
def test_how_a_program_is_used_is_seen_in_its_source(source: str, program: Program) -> None:
    assert describe(source) == program


def test_the_first_call_that_can_be_typed_in_is_the_example() -> None:
    functions = describe(ADD).functions
    example = first_example(TEST_CODE, functions)
    assert example is not None
    assert (example.call, example.result) == ("add(1, 2)", "3")


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
    assert first_example(test_code, describe(ADD).functions) is None
