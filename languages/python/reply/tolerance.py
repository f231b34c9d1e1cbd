"""Floats that a test compares exactly: compared by pytest.approx, for right programs differ in the last digits."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from languages.python.syntax import Edit, edit, edited, parse

_NUMBER = int | float
# Why: docs/decisions.md, "Tests compare values, not texts, and floats to nine digits"
_RELATIVE = 1e-9  # far more than adding up in another order makes, and no cent below ten millions


def with_tolerance(code: str) -> str:
    """`code` with `pytest.approx` around each float that `assert ... ==` expects, also in a row of numbers.

    Nothing changes where both sides are written out, and where a float is whole: those come out exactly.
    """
    return edited(code, _edits(code))


def tolerant(node: ast.expr) -> ast.expr:
    """What `node` is compared as: each number of a row by itself, so that a list is still no tuple."""
    if not _is_rough(node):
        return node
    if isinstance(node, ast.List | ast.Tuple):
        return type(node)([_approx(one) for one in node.elts], ast.Load())
    return _approx(node)


def approximated(node: ast.AST) -> ast.expr | None:
    """What stands in a `pytest.approx(...)`; None of anything else."""
    match node:
        case ast.Call(ast.Attribute(_, "approx") | ast.Name("approx"), [about, *_]):
            return about
    return None


def _edits(code: str) -> Iterator[Edit]:
    for node in ast.walk(parse(code)):
        match node:
            case ast.Assert(ast.Compare(left, [ast.Eq()], [right])) if _is_rough(left) != _is_rough(right):
                rough = left if _is_rough(left) else right
                yield edit(rough, ast.unparse(tolerant(rough)))


def _approx(number: ast.expr) -> ast.expr:
    function = ast.Attribute(ast.Name("pytest", ast.Load()), "approx", ast.Load())
    return ast.Call(function, [number], [ast.keyword("rel", ast.Constant(_RELATIVE))])


def _is_rough(node: ast.expr) -> bool:
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    numbers = [_number(part) for part in parts]
    return None not in numbers and any(isinstance(number, float) and not number.is_integer() for number in numbers)


def _number(node: ast.expr) -> _NUMBER | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    if isinstance(node, ast.Constant) and isinstance(node.value, _NUMBER) and not isinstance(node.value, bool):
        return node.value
    return None
