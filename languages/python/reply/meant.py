"""Tests as they were meant: an `assert` where one was forgotten, and names by which pytest finds each of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator

from languages.python.reply.syntax import Definition, Function, edit, edited, parse, read_names
from languages.python.reply.written import WrittenTests, is_test_class, is_test_function

_WAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith)


def as_meant(code: str) -> str:
    """A test file in which nothing is lost that pytest would pass over without a word."""
    return _with_names(_with_asserts(code))


def _with_asserts(code: str) -> str:
    """Tests that end in `return f(1) == 2`, or where `f(1) == 2` stands alone, with an `assert` there."""
    tests = [test.node for test in WrittenTests(code)]
    found = [(node, _as_assert(node, test)) for test in tests for node in _run(test)]
    return edited(code, [edit(node, text) for node, text in found if text])


def _run(function: Function) -> Iterator[ast.stmt]:
    """The statements of a function, without those of functions inside it."""
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, Definition | ast.expr):
            pending += ast.iter_child_nodes(node)


def _as_assert(node: ast.stmt, test: Function) -> str:
    value: ast.expr | None = None
    if isinstance(node, ast.Expr) or (isinstance(node, ast.Return) and node is test.body[-1]):
        value = node.value
    if isinstance(node, ast.Assert) and isinstance(node.test, ast.Tuple):
        value = node.test
    parts = value.elts[:2] if isinstance(value, ast.Tuple) else [value]
    if not parts or not _is_condition(parts[0]):
        return ""
    return f"assert {', '.join(ast.unparse(part) for part in parts if part)}"


def _is_condition(value: ast.expr | None) -> bool:
    if isinstance(value, ast.BoolOp):
        return all(_is_condition(part) for part in value.values)
    return isinstance(value, ast.Compare) or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not))


def _with_names(code: str) -> str:
    """Every test by a name of its own, classes of tests by one that pytest looks for, and no `async` without need."""
    tree = parse(code)
    lines = code.split("\n")
    for body in (tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))):
        taken: set[str] = set()
        for node in body:
            if isinstance(node, Definition) and (is_test_function(node) or _has_tests(node)):
                name = _free(_found_by(node, tree), taken)
                taken.add(name)
                line = re.sub(rf"\b{node.name}\b", name, lines[node.lineno - 1], count=1)
                lines[node.lineno - 1] = line if _waits(node) else re.sub(r"\basync\s+def\b", "def", line, count=1)
    return "\n".join(lines)


def _has_tests(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef) and any(is_test_function(inner) for inner in node.body)


def _found_by(node: Definition, tree: ast.Module) -> str:
    """The name by which pytest finds a test or a class of tests; one that other code uses keeps its own."""
    is_used = any(node.name in read_names(other) for other in tree.body)
    return node.name if isinstance(node, Function) or is_test_class(node) or is_used else f"Test{node.name}"


def _free(name: str, taken: Container[str]) -> str:
    """`name`, or with the first number behind it that makes it one of its own."""
    number = 2
    free = name
    while free in taken:
        free = f"{name}_{number}"
        number += 1
    return free


def _waits(node: Definition) -> bool:
    return isinstance(node, ast.AsyncFunctionDef) and any(isinstance(inner, _WAITS) for inner in ast.walk(node))
