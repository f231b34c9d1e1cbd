"""Floats that a test compares exactly: compared as pytest.approx does, for right programs differ in the last digits."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from languages.python.reply.syntax import Edit, edit, edited, parse

_NUMBER = int | float


def with_tolerance(code: str) -> str:
    """`code` with `pytest.approx` around each float, or row of numbers with one in it, that `assert ... ==` expects.

    Nothing changes where both sides are written out, and where a float is whole: those come out exactly.
    """
    return edited(code, _edits(code))


def _edits(code: str) -> Iterator[Edit]:
    for node in ast.walk(parse(code)):
        match node:
            case ast.Assert(ast.Compare(left, [ast.Eq()], [right])) if _is_rough(left) != _is_rough(right):
                rough = left if _is_rough(left) else right
                yield edit(rough, f"pytest.approx({ast.unparse(rough)})")


def _is_rough(node: ast.expr) -> bool:
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    numbers = [_number(part) for part in parts]
    return None not in numbers and any(isinstance(number, float) and not number.is_integer() for number in numbers)


def _number(node: ast.expr) -> _NUMBER | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    is_number = isinstance(node, ast.Constant) and isinstance(node.value, _NUMBER) and not isinstance(node.value, bool)
    return node.value if is_number else None  # type: ignore[attr-defined]
