"""Bare asserts -> test functions, each with what it depends on."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from languages.python.reply import words
from languages.python.reply.syntax import (
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
    groups = _groups(script)
    tests: list[Statement] = []
    counts: Counter[str] = Counter()
    for group in groups:
        body = [script[index] for index in group]
        if any(is_check(part.node) for part in body):
            name = next(name for name in _names(body, counts) if name not in taken)
            tests.append(_test_function(name, body))
    used = {index for group in groups if any(is_check(script[i].node) for i in group) for index in group}
    return tests, [part for index, part in enumerate(script) if index not in used]


def _groups(script: Sequence[Statement]) -> list[list[int]]:
    """Which statements belong together: those linked by a variable, apart from shared plain values."""
    links = list(_links(script))
    plain = _plain(script, links)
    root = list(range(len(script)))
    for made, user in links:
        if made not in plain:
            _unite(root, made, user)
    needs: dict[int, set[int]] = {}
    for made, user in links:
        if made in plain:
            needs.setdefault(user, set()).add(made)
    groups: dict[int, set[int]] = {}
    for index in range(len(script)):
        if index not in plain:
            groups.setdefault(_root(root, index), set()).update({index}, needs.get(index, set()))
    return [sorted(group) for group in groups.values()]


def _links(script: Sequence[Statement]) -> Iterator[tuple[int, int]]:
    """Pairs of the statement that gave a variable its value, and one that uses it, in the order of use."""
    made_by: dict[str, int] = {}
    for index, part in enumerate(script):
        writes = bound_names(part.node)
        reads = read_names(part.node)
        if isinstance(part.node, ast.AugAssign):
            reads |= writes
        for name in sorted(reads & made_by.keys()):
            yield made_by[name], index
        made_by |= dict.fromkeys(writes, index)


def _plain(script: Sequence[Statement], links: Sequence[tuple[int, int]]) -> set[int]:
    """The statements that only give a name to a written-out value which nothing changes."""
    changed = {made for made, user in links if not isinstance(script[user].node, ast.Assert | ast.Assign)}
    kept_apart = changed | {user for _, user in links}
    return {i for i, part in enumerate(script) if i not in kept_apart and _is_plain(part.node)}


def _is_plain(node: ast.stmt) -> bool:
    """Whether a statement gives a variable a written-out value, which can be repeated."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    return not any(isinstance(inner, ast.Call | ast.Await | ast.Yield | ast.NamedExpr) for inner in ast.walk(node))


def _root(root: list[int], index: int) -> int:
    while root[index] != index:
        root[index] = root[root[index]]
        index = root[index]
    return index


def _unite(root: list[int], one: int, other: int) -> None:
    first, second = sorted((_root(root, one), _root(root, other)))
    root[second] = first


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
    told = words.of_checks([part for part in body if is_check(part.node)])
    return test_function(name, told, indented(body))


def test_function(name: str, description: str, body: str) -> Statement:
    """A test function with its docstring; `body` is indented already."""
    docstring = description.replace("\\", "\\\\").replace('"', "'")
    return statement(f'def {name}():\n    """{docstring}"""\n{body}')
