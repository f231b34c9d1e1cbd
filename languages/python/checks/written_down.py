"""What is written down in a file of tests: its tests, their rows, and the tables that they share."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from languages.python.checks.wrong_values import literal
from languages.python.reply.written import is_test_function
from languages.python.syntax import Function


def named_tests(tree: ast.Module | ast.ClassDef, path: str = "") -> Iterator[tuple[str, Function]]:
    """The tests that are written out in a file, with their names as a test case has them."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from named_tests(node, f"{path}{node.name}::")
        elif isinstance(node, Function) and is_test_function(node):
            yield f"{path}{node.name}", node


def tables(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What is written down for all tests, and used by nothing but tests: in a fixture it would be given as well."""
    found = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    }
    tests = [node for _, node in named_tests(tree)]
    inside = Counter(name for test in tests for statement in test.body for name in reads(statement))
    # Of a table with keys, rows are named by these.
    inside += Counter(
        name
        for test in tests
        for mark in test.decorator_list
        for name in reads(mark)
        if isinstance(found.get(name), ast.Dict) or _is_rows(mark, name)
    )
    everywhere = Counter(reads(tree))
    return {name: [value] for name, value in found.items() if everywhere[name] == inside[name]}


def given_to_fixtures(tree: ast.Module) -> frozenset[str]:
    """What functions take that are no tests: of a test's rows, fixtures may."""
    tests = {id(node) for _, node in named_tests(tree)}
    others = (node for node in ast.walk(tree) if isinstance(node, Function) and id(node) not in tests)
    return frozenset(one.arg for node in others if node.decorator_list for one in node.args.args)


def _is_rows(mark: ast.expr, name: str) -> bool:
    """Whether these are the very rows of a test."""
    _, rows = parameters(mark)
    return isinstance(rows, ast.Name) and rows.id == name


def parameters(mark: ast.expr) -> tuple[list[str], ast.expr]:
    """The names and rows of `@pytest.mark.parametrize(...)`."""
    if not isinstance(mark, ast.Call) or called(mark) != "parametrize" or len(mark.args) < 2:
        return [], ast.Tuple([])
    names, rows = literal(mark.args[0]), mark.args[1]
    listed = names.split(",") if isinstance(names, str) else names
    known = [str(name).strip() for name in listed] if isinstance(listed, list | tuple) else []
    return known, rows


def cell(row: ast.expr, place: int, width: int) -> ast.expr | None:
    """One value of a row of a table: `(1, 2)`, `pytest.param(1, 2)`, or just `1`."""
    if isinstance(row, ast.Call) and called(row) == "param":
        cells: Sequence[ast.expr] = row.args
    else:
        cells = row.elts if width > 1 and isinstance(row, ast.Tuple | ast.List) else [row]
    return cells[place] if place < len(cells) else None


def in_table(table: ast.expr, key: object) -> Sequence[ast.expr]:
    """What is at `key`, or all where that is None."""
    if isinstance(table, ast.Dict):
        pairs = list(zip(table.keys, table.values, strict=True))
        return [value for name, value in pairs if key is None or (name is not None and literal(name) == key)]
    elements = table.elts if isinstance(table, ast.List | ast.Tuple) else []
    if isinstance(key, int) and -len(elements) <= key < len(elements):
        return [elements[key]]
    return elements if key is None else []


def base_name(node: ast.expr) -> str:
    """The name in `EXPECTED["a"][1]`; empty for whatever else."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def names_in(target: ast.expr) -> list[str]:
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return [part.id if isinstance(part, ast.Name) else "" for part in parts]


def elements(container: ast.expr) -> Sequence[ast.expr]:
    if isinstance(container, ast.List | ast.Tuple | ast.Set) and literal(container) is not None:
        return container.elts
    return []


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def reads(tree: ast.AST) -> Iterator[str]:
    return (node.id for node in ast.walk(tree) if is_read(node))


def is_read(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)
