"""Which tests check anything at all; those that plainly mean to are made to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from languages.python.reply.kinds import is_test_function
from languages.python.reply.syntax import Definition, Function, Statement, edit, edited, parse, read_names, statement

_CHECKS = frozenset({"raises", "warns", "deprecated_call", "fail"})
_FAILURES = frozenset({"AssertionError", "Exception", "BaseException"})


def as_meant(part: Statement) -> Statement:
    """A test that ends in `return f(1) == 2`, or where `f(1) == 2` stands alone, with an `assert` there."""
    if not any(_meant(node) for node in _tests(part.node)):
        return part
    edits = [edit(node, text) for test in _tests(parse(part.source)) for node, text in _meant(test)]
    return statement(edited(part.source, edits), part.comment)


def checking(parts: Sequence[Statement]) -> set[str]:
    """The names of the functions, at any depth, that check something by themselves or by calling each other."""
    functions = [node for part in parts for node in ast.walk(part.node) if isinstance(node, Function)]
    found = {node.name for node in functions if any(_is_check(inner) for inner in _run(node))}
    uses = {node.name: _used(node) for node in functions}
    while more := {name for name, used in uses.items() if name not in found and used & found}:
        found |= more
    return found


def checks_nothing(test: Function, helpers: set[str]) -> bool:
    """Whether a test passes whatever the program gives back; `helpers` are the functions that check something."""
    return not any(_is_check(inner) for inner in _run(test)) and not _used(test) & helpers


def _tests(tree: ast.AST) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, Function) and is_test_function(node):
            yield node


def _meant(test: Function) -> list[tuple[ast.stmt, str]]:
    """The statements of a test that have to be an `assert`, each with what to write instead."""
    return [(node, text) for node in _run(test) if isinstance(node, ast.stmt) and (text := _as_assert(node, test))]


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


def _run(function: Function) -> Iterator[ast.AST]:
    """What runs when a function is called: without functions inside it, and without asserts that it catches itself."""
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, Definition | ast.Lambda):
            continue
        children = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.Try) and any(_swallows(handler) for handler in node.handlers):
            children = [child for child in children if child not in node.body] + _uncaught(node)
        pending += children


def _swallows(handler: ast.ExceptHandler) -> bool:
    is_broad = handler.type is None or bool(read_names(handler.type) & _FAILURES)
    return is_broad and not any(isinstance(inner, ast.Raise) for inner in ast.walk(handler))


def _uncaught(node: ast.Try) -> list[ast.AST]:
    """The calls of `pytest.fail` and the like in a `try`: an `except Exception` doesn't catch their failure."""
    if any(handler.type is None or "BaseException" in read_names(handler.type) for handler in node.handlers):
        return []
    calls = [inner for part in node.body for inner in ast.walk(part) if isinstance(inner, ast.Call)]
    return [call for call in calls if ast.unparse(call.func).startswith("pytest.")]


def _is_check(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return not (isinstance(node.test, ast.Constant) and node.test.value) and not isinstance(node.test, ast.Tuple)
    if isinstance(node, ast.Raise):
        return node.exc is not None and bool(read_names(node.exc) & _FAILURES)
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in _CHECKS or (isinstance(node.func, ast.Attribute) and name.startswith("assert"))


def _used(function: Function) -> set[str]:
    """The functions that a function uses: what it calls or passes on, and the fixtures it asks for."""
    nodes = [node for node in _run(function) if not isinstance(node, Definition)]
    names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    methods = {node.func.attr for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)}
    return names | methods | {argument.arg for argument in function.args.args}
