"""Tests that stand under an `if` or in a `try` at the top of a file -> tests of the file itself."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable, Sequence

from languages.python.reply.kinds import made_tests
from languages.python.reply.syntax import Statement, is_main_guard, one_a_line, parse, statements, tree_of
from languages.types import DroppedTest

NOT_WRITTEN_OUT = (
    "It isn't a plain function at the top of the file, but stands under a condition or is made by a loop or a call."
)


def unwrapped(parts: Sequence[Statement]) -> tuple[list[Statement], list[DroppedTest]]:
    """The statements with every `if` and `try` that holds tests opened up, and the tests under its other branches."""
    kept: list[Statement] = []
    dropped: list[DroppedTest] = []
    for part in parts:
        node = part.node
        if not isinstance(node, ast.If | ast.Try) or is_main_guard(node) or not made_tests(node, {}):
            kept.append(part)
            continue
        inner, lost = unwrapped(inner_statements(part))
        kept += inner
        dropped += lost + not_written_out(name for other in _others(node) for name in made_tests(other, {}))
    return kept, dropped


def not_written_out(names: Iterable[str]) -> list[DroppedTest]:
    """These tests as left out because other code makes them."""
    return [DroppedTest(name, NOT_WRITTEN_OUT) for name in names]


def inner_statements(part: Statement) -> list[Statement]:
    """The statements in a function, an `if` or a `try`, as if they stood at the top; the docstring is left out."""
    outer = parse(part.source).body[0]
    if not isinstance(outer, ast.FunctionDef | ast.If | ast.Try):
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
    if tree is None or [ast.dump(node) for node in tree.body] != [ast.dump(node) for node in body]:
        code = "\n".join(ast.unparse(node) for node in body)
    return statements(one_a_line(code))


def _others(node: ast.If | ast.Try) -> list[ast.stmt]:
    """What stands under `else`, `except` and `finally`."""
    handled = [inner for handler in node.handlers for inner in handler.body] if isinstance(node, ast.Try) else []
    return [*node.orelse, *handled, *(node.finalbody if isinstance(node, ast.Try) else [])]
