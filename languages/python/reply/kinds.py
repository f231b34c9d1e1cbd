"""What pytest takes a statement for: a test, a class of tests, a fixture."""

from __future__ import annotations

import ast

from languages.python.reply.syntax import Definition, Function, own_nodes, read_names


def is_fixture(node: ast.stmt) -> bool:
    """Whether pytest calls this function to prepare tests, not as one."""
    return isinstance(node, Definition) and any("fixture" in ast.unparse(mark) for mark in node.decorator_list)


def is_test_function(node: ast.AST) -> bool:
    """Whether pytest takes a function for a test."""
    return isinstance(node, Function) and node.name.startswith("test") and not is_fixture(node)


def has_tests(node: ast.AST) -> bool:
    """Whether a class has a test among its own methods."""
    return isinstance(node, ast.ClassDef) and any(is_test_function(inner) for inner in node.body)


def made_tests(node: ast.stmt, own: dict[str, Definition]) -> list[str]:
    """The tests that come of a statement which isn't their definition: in a loop, under an `if`, made by a call.

    `own` are the definitions of the file by their names.
    """
    inside = [inner for inner in own_nodes(node) if is_test_function(inner) or has_tests(inner)]
    return [inner.name for inner in inside if isinstance(inner, Definition)] + _assigned(node, own)


def _assigned(node: ast.stmt, own: dict[str, Definition]) -> list[str]:
    """The names of tests in `test_a = make(1)`, and their beginning in `globals()[f"test_{n}"] = run`."""
    assigns = [inner for inner in own_nodes(node) if isinstance(inner, ast.Assign)]
    targets = [target for one in assigns if _gives_function(one.value, own) for target in one.targets]
    names = [target.id for target in targets if isinstance(target, ast.Name) and target.id.startswith("test")]
    keys = [target.slice for one in assigns for target in one.targets if isinstance(target, ast.Subscript)]
    texts = [inner.value for key in keys for inner in ast.walk(key) if isinstance(inner, ast.Constant)]
    is_made = any("globals" in read_names(target) for one in assigns for target in one.targets)
    return names + [text for text in texts if is_made and isinstance(text, str) and text.startswith("test")]


def _gives_function(value: ast.expr, own: dict[str, Definition]) -> bool:
    if isinstance(value, ast.Call):
        makers = {name for name, node in own.items() if any(_is_inner(node, inner) for inner in ast.walk(node))}
        return bool(read_names(value.func) & makers) or ast.unparse(value.func).endswith("partial")
    return isinstance(value, ast.Lambda) or (isinstance(value, ast.Name) and value.id in own)


def _is_inner(outer: Definition, node: ast.AST) -> bool:
    return node is not outer and isinstance(outer, Function) and isinstance(node, Function | ast.Lambda)
