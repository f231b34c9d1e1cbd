"""Bare asserts -> test functions, each with what it depends on."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from languages.python.reply import words
from languages.python.syntax import (
    GIVEN,
    Definition,
    Statement,
    bound_names,
    indented,
    own_nodes,
    read_names,
    statement,
)


def is_check(node: ast.AST) -> bool:
    """Whether a statement asserts something, itself or in a loop, a `try` or a `with pytest.raises`."""
    if isinstance(node, Definition):
        return False
    return any(isinstance(inner, ast.Assert) or _is_raises(inner) for inner in own_nodes(node))


def _is_raises(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("raises", "assertRaises", "fail")


def to_tests(script: Sequence[Statement], taken: Collection[str]) -> tuple[list[Statement], list[Statement]]:
    """Test functions made of the checks in `script`, and the statements that no check depends on.

    Checks that share something with a state, as in `stack = Stack()`, stay together in their order;
    plain values they share are repeated in each. No function gets a name in `taken`.
    """
    slices = _slices(script)
    tests: list[Statement] = []
    counts: Counter[str] = Counter()
    for indices in slices:
        body = [script[index] for index in sorted(indices)]
        name = next(name for name in _names(body, counts) if name not in taken)
        tests.append(_test_function(name, body))
    used = set().union(*slices)
    return tests, [part for index, part in enumerate(script) if index not in used]


def _slices(script: Sequence[Statement]) -> list[set[int]]:
    """For each check, it and all before it that it depends on; one that another goes on from is part of that.

    Source of the idea: Weiser, "Program Slicing", 1984.
    """
    slices: dict[int, set[int]] = {}
    behind: dict[str, set[int]] = {}  # for each variable, the statements that made it what it is
    plain: set[str] = set()
    for index, part in enumerate(script):
        reads, writes = read_names(part.node) & behind.keys(), bound_names(part.node)
        if isinstance(part.node, ast.AugAssign):
            reads |= writes & behind.keys()
        own = {index}.union(*(behind[name] for name in reads))
        if is_check(part.node):
            for earlier in own & slices.keys():
                del slices[earlier]
            slices[index] = own
        # Whatever is looked at may change by it, but a written-out value does not by being compared or copied.
        kept = plain if isinstance(part.node, ast.Assert | ast.Assign) else set()
        behind |= dict.fromkeys((reads - kept) | writes, own)
        plain = plain | writes if _is_plain(part.node) else plain - writes
    return list(slices.values())


def _is_plain(node: ast.stmt) -> bool:
    """Whether a statement gives a variable a written-out value, which can be repeated."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    return not any(isinstance(inner, ast.Call | ast.Await | ast.Yield | ast.NamedExpr) for inner in ast.walk(node))


def _names(body: Sequence[Statement], counts: Counter[str]) -> Iterator[str]:
    """Names for a test by what it calls, with a number that goes on from `counts`."""
    called = [
        node.func.id
        for part in body
        if is_check(part.node)
        for node in ast.walk(part.node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    own = [name for name in called if name not in GIVEN]
    stem = f"test_{(own or ['case'])[0].strip('_').lower()}"
    while True:
        counts[stem] += 1
        yield f"{stem}_{counts[stem]}"


def _test_function(name: str, body: list[Statement]) -> Statement:
    description = words.of_checks([part for part in body if is_check(part.node)])
    return test_function(name, description, indented(body))


def test_function(name: str, description: str, body: str) -> Statement:
    """A test function with its docstring; `body` is indented already."""
    docstring = description.replace("\\", "\\\\").replace('"', "'")
    return statement(f'def {name}():\n    """{docstring}"""\n{body}')
