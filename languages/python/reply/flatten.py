"""Tests in other shapes -> plain asserts: `check(candidate)`, `run_tests()`, a main guard."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence

from languages.python.reply.script import is_check
from languages.python.reply.syntax import (
    Definition,
    Statement,
    bound_names,
    edit,
    edited,
    is_main_guard,
    one_a_line,
    parse,
    read_names,
    statement,
    statements,
    tree_of,
)

_RUNNERS = ("print", "unittest.main", "pytest.main", "doctest.testmod")
_LEAVES = (ast.Return, ast.Yield, ast.YieldFrom, ast.Global, ast.Nonlocal)


def flattened(parts: Sequence[Statement], stub: str) -> list[Statement]:
    """The statements with every function of asserts that pytest wouldn't run opened up.

    `stub` is the function that the task asks for, or empty. Main guards and calls that only run
    the tests are left out.
    """
    calls = {name: argument for part in parts for name, argument in _runs(part.node)}
    helpers = {name for part in parts if _is_named_test(part.node) for name in read_names(part.node)}
    opened: list[Statement] = []
    names: set[str] = set()
    for part in parts:
        inner = None if bound_names(part.node) & helpers else _opened(part, calls, stub)
        if inner is None:
            opened.append(part)
            continue
        opened += flattened(inner, stub) if is_main_guard(part.node) else inner
        names |= {part.node.name} if isinstance(part.node, Definition) else set()
    tests = names | {part.node.name for part in opened if isinstance(part.node, Definition)}
    return [part for part in opened if not _only_runs(part, tests)]


def _is_named_test(node: ast.stmt) -> bool:
    return isinstance(node, Definition) and node.name.lower().startswith("test")


def _runs(node: ast.stmt) -> list[tuple[str, str]]:
    """Calls of the shape `check(f)` or `run_tests()` at the top or in the main guard: (name, argument)."""
    if is_main_guard(node) and isinstance(node, ast.If):
        return [run for inner in node.body for run in _runs(inner)]
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)):
        return []
    arguments = [argument.id for argument in node.value.args if isinstance(argument, ast.Name)]
    return [(node.value.func.id, (arguments or [""])[0])]


def _opened(part: Statement, calls: dict[str, str], stub: str) -> list[Statement] | None:
    """What stands in a statement that has to be opened; None if it stays as it is."""
    node = part.node
    if is_main_guard(node):
        return _inner_statements(part)
    if not isinstance(node, ast.FunctionDef) or node.decorator_list or not any(is_check(inner) for inner in node.body):
        return None
    parameters = [argument.arg for argument in node.args.args]
    called = {
        inner.func.id for inner in ast.walk(node) if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name)
    }
    if node.name in called:
        return [inner for inner in _inner_statements(part) if not isinstance(inner.node, ast.Return)]
    if len(parameters) == 1 and parameters[0] in called:
        target = calls.get(node.name) or stub
        return _with_candidate(part, parameters[0], target) if target else None
    if not parameters and not node.name.startswith("test"):
        return _with_candidate(part, "", "")
    return None


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


def _with_candidate(part: Statement, parameter: str, target: str) -> list[Statement]:
    """A function of asserts as statements, or, where it can't be taken apart, with a test that calls it."""
    node = part.node
    if isinstance(node, ast.FunctionDef) and any(isinstance(inner, _LEAVES) for inner in ast.walk(node)):
        return [part, statement(f"def test_{node.name}():\n    {node.name}({target})")]
    names = [inner for inner in ast.walk(parse(part.source)) if isinstance(inner, ast.Name)]
    source = edited(part.source, [edit(name, target) for name in names if name.id == parameter])
    return _inner_statements(statement(source))


def _only_runs(part: Statement, tests: set[str]) -> bool:
    """Whether a statement only prints, or runs tests that pytest runs by itself."""
    if not isinstance(part.node, ast.Expr) or not isinstance(part.node.value, ast.Call):
        return False
    called = ast.unparse(part.node.value.func)
    return called in _RUNNERS or called in tests
