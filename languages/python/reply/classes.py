"""Classes of tests: which of them pytest collects, and what they inherit."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence

from languages.python.reply.kinds import has_tests, is_test_function, made_tests
from languages.python.reply.nested import not_written_out
from languages.python.reply.syntax import Definition, Function, Statement, first_line, parse, read_names, statement
from languages.types import DroppedTest


class Classes:
    """The classes of a file by name; kept up to date with `add` as they are rewritten."""

    def __init__(self, parts: Sequence[Statement]) -> None:
        self._nodes = {part.node.name: part.node for part in parts if isinstance(part.node, ast.ClassDef)}
        self._parents = {name for node in self._nodes.values() for name in _bases(node)}
        self._used = {name for part in parts for name in read_names(part.node) - {getattr(part.node, "name", "")}}

    def add(self, node: ast.stmt) -> None:
        """A class as it will be written, perhaps by a new name."""
        if isinstance(node, ast.ClassDef):
            self._nodes[node.name] = node

    def may_hold_tests(self, node: ast.stmt) -> bool:
        """Whether there are tests in a class, its own or inherited ones; in one that other code uses there aren't."""
        if not isinstance(node, ast.ClassDef) or (node.name in self._used and not self._is_named(node)):
            return isinstance(node, ast.ClassDef) and self.is_parent(node) and self._has_tests(node)
        return self._has_tests(node)

    def is_parent(self, node: ast.ClassDef) -> bool:
        """Whether other classes inherit from a class."""
        return node.name in self._parents

    def is_collected(self, node: ast.ClassDef) -> bool:
        """Whether pytest takes a class for one of tests, if need be by another name: not what others inherit from."""
        return self._is_named(node) or not self.is_parent(node)

    def collected_name(self, node: ast.ClassDef) -> str:
        """The name by which pytest collects a class."""
        return node.name if self._is_named(node) else f"Test{node.name}"

    def members(self, node: ast.ClassDef) -> list[ast.stmt]:
        """The tests and classes of tests inside a class, then those inherited; each name once."""
        members: dict[str, ast.stmt] = {}
        hidden: set[str] = set()
        for one in self._line(node):
            for inner in one.body:
                is_class = isinstance(inner, ast.ClassDef) and inner.name.startswith("Test")
                name = str(getattr(inner, "name", ""))
                if (is_class or is_test_function(inner)) and name not in hidden:
                    members[name] = inner
            hidden |= members.keys()
        return list(members.values())

    def has_init(self, node: ast.ClassDef) -> bool:
        """Whether a class, which isn't one of `unittest`, has an `__init__`: pytest leaves such out."""
        bodies = [inner for one in self._line(node) for inner in one.body]
        has = any(isinstance(inner, ast.FunctionDef) and inner.name == "__init__" for inner in bodies)
        return has and not self._is_unittest(node)

    def runs_coroutines(self, node: ast.ClassDef) -> bool:
        """Whether the asynchronous tests of a class are run."""
        return any(base.endswith("IsolatedAsyncioTestCase") for one in self._line(node) for base in _bases(one))

    def _has_tests(self, node: ast.ClassDef) -> bool:
        return any(has_tests(one) for above in self._line(node) for one, _ in _bodies(above, ""))

    def _is_named(self, node: ast.ClassDef) -> bool:
        return node.name.startswith("Test") or self._is_unittest(node)

    def _is_unittest(self, node: ast.ClassDef) -> bool:
        return any(base.endswith("TestCase") for one in self._line(node) for base in _bases(one))

    def _line(self, node: ast.ClassDef) -> list[ast.ClassDef]:
        """A class and those of this file that it inherits from, the nearest first."""
        found = {node.name: node}
        pending = _bases(node)
        while pending:
            name = pending.pop(0)
            if name in self._nodes and name not in found:
                found[name] = self._nodes[name]
                pending += _bases(found[name])
        return list(found.values())


def without_methods(part: Statement, obstacle: Callable[[Function], str]) -> tuple[Statement, list[DroppedTest]]:
    """A class less the tests in it that have an obstacle, also those in classes inside; and these with the reason."""
    bodies = _bodies(parse(part.source).body[0], "")
    methods = [(node, inner, f"{path}{node.name}::") for node, path in bodies for inner in node.body]
    lost = [(node, inner, _lost(inner, path, obstacle)) for node, inner, path in methods]
    removed = [(node, inner) for node, inner, reasons in lost if reasons]
    counts = Counter(node for node, _ in removed)
    lines = part.source.split("\n")
    for node, inner in sorted(removed, key=lambda pair: pair[1].lineno, reverse=True):
        left = [] if counts[node] < len(node.body) else [f"{' ' * inner.col_offset}pass"]
        lines[first_line(inner) - 1 : inner.end_lineno] = left
    return statement("\n".join(lines), part.comment), [test for _, _, reasons in lost for test in reasons]


def _lost(node: ast.stmt, path: str, obstacle: Callable[[Function], str]) -> list[DroppedTest]:
    if isinstance(node, Function) and is_test_function(node):
        reason = obstacle(node)
        return [DroppedTest(f"{path}{node.name}", reason)] if reason else []
    if isinstance(node, Definition):
        return []
    return not_written_out(f"{path}{name}" for name in made_tests(node, {}))


def _bodies(node: ast.stmt, path: str) -> list[tuple[ast.ClassDef, str]]:
    """A class and those inside it, in the order of their lines, each with the path that leads to it."""
    if not isinstance(node, ast.ClassDef):
        return []
    return [(node, path), *(pair for inner in node.body for pair in _bodies(inner, f"{path}{node.name}::"))]


def _bases(node: ast.ClassDef) -> list[str]:
    return [str(getattr(base, "id", getattr(base, "attr", ""))) for base in node.bases]
