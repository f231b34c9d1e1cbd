"""What only comes where something is wrong with the machine or the program."""

from __future__ import annotations

import ast

import pytest

from languages.python.runner.mutation.survivors.guards import is_guarded

PROGRAM = """
def f(kind):
    try:
        import fast
    except ImportError:
        fast = None
    try:
        number = int(kind)
    except ValueError:
        number = 0
    match number:
        case 1:
            return "one"
        case 2 | _ if number:
            raise ValueError("two")
        case _:
            print("none")
            raise ValueError("none")
    if fast:
        raise AssertionError(f"{kind} can't be")
    raise KeyError("key")
    typing.assert_never(kind)
"""


@pytest.mark.parametrize(
    ("line", "guarded"),
    [
        ("fast = None", True),
        ("number = 0", False),
        ('return "one"', False),
        ('raise ValueError("two")', False),
        ('print("none")', True),
        ('raise ValueError("none")', True),
        ('raise AssertionError(f"{kind} can\'t be")', True),
        ('raise KeyError("key")', False),
        ("typing.assert_never(kind)", True),
    ],
)
def test_guards_are_told_from_what_tests_should_come_by(line: str, guarded: bool) -> None:
    tree = ast.parse(PROGRAM)
    [changed] = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and ast.unparse(node) == ast.unparse(ast.parse(line))
    ]
    assert is_guarded(tree, [(changed, None)]) is guarded
