"""Checks where pytest doesn't look -> where it does: in a main guard, or in a function that it takes for no test."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence

from languages.python.reply.script import is_check
from languages.python.syntax import (
    Definition,
    Statement,
    bound_names,
    is_main_guard,
    one_a_line,
    parse,
    read_names,
    statement,
    statements,
    tree_of,
)

_RUNNERS = ("unittest.main", "pytest.main", "doctest.testmod")


def flattened(parts: Sequence[Statement]) -> list[Statement]:
    """The statements with every main guard and every function of asserts about itself opened up.

    Any other function of checks gets a test that calls it; what only runs the tests is left out.
    """
    helpers = {name for part in parts if _is_named_test(part.node) for name in read_names(part.node)}
    opened = [inner for part in parts for inner in ([part] if bound_names(part.node) & helpers else _opened(part))]
    return [part for part in opened if not _only_runs(part.node)]


def _is_named_test(node: ast.stmt) -> bool:
    return isinstance(node, Definition) and node.name.lower().startswith("test")


def _opened(part: Statement) -> list[Statement]:
    """What stands in a statement that has to be opened; the statement itself if it stays as it is."""
    node = part.node
    if is_main_guard(node):
        return _inner_statements(part)
    if not isinstance(node, ast.FunctionDef) or node.decorator_list or not any(is_check(inner) for inner in node.body):
        return [part]
    if node.name in read_names(node):
        return [inner for inner in _inner_statements(part) if not isinstance(inner.node, ast.Return)]
    if not ast.unparse(node.args) and not _is_named_test(node):
        return [part, statement(f"def test_{node.name}():\n    {node.name}()")]
    return [part]


def _inner_statements(part: Statement) -> list[Statement]:
    """The statements in a function or a main guard, as if they stood at the top; the docstring is left out."""
    outer = parse(part.source).body[0]
    if not isinstance(outer, ast.FunctionDef | ast.If):
        return []
    body = [node for node in outer.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    if not body:
        return []
    lines = part.source.split("\n")
    first = body[0].lineno - 1
    while lines[first - 1].lstrip().startswith("#"):
        first -= 1
    code = textwrap.dedent("\n".join(lines[first : body[-1].end_lineno]))
    tree = tree_of(code)
    # Texts of several lines are changed by moving them: then it is written anew, at the price of its comments.
    if tree is None or [ast.dump(node) for node in tree.body] != [ast.dump(node) for node in body]:
        code = "\n".join(ast.unparse(node) for node in body)
    return statements(one_a_line(code))


def _only_runs(node: ast.stmt) -> bool:
    """Whether a statement runs tests that pytest runs by itself."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in _RUNNERS
