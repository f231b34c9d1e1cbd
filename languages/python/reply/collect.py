"""Which tests pytest will find in a file, and what it would lose: duplicates, coroutines, unknown arguments."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from languages.python.reply import words
from languages.python.reply.classes import Classes, without_methods
from languages.python.reply.effect import as_meant, checking
from languages.python.reply.imports import without_foreign
from languages.python.reply.kinds import is_test_function
from languages.python.reply.obstacles import WAITS, Obstacles, fixtures
from languages.python.reply.syntax import Definition, Function, Statement, edit, edited, parse, statement
from languages.python.reply.unusable import unusable, unusable_names
from languages.types import DroppedTest, TestCase


@dataclass(slots=True)
class Collection:
    """What pytest finds: the statements as they have to be written, the tests, and those left out."""

    parts: list[Statement] = field(default_factory=list)
    tests: list[TestCase] = field(default_factory=list)
    dropped: list[DroppedTest] = field(default_factory=list)


def collect(parts: Sequence[Statement]) -> Collection:
    """Go through a file as pytest does, so that no test is lost unseen."""
    return _Collector([as_meant(part) for part in parts]).collect()


class _Collector:
    """One pass over a file; `_names` holds the new names of what had to be renamed so far."""

    def __init__(self, parts: Sequence[Statement]) -> None:
        self._parts = parts
        self._classes = Classes(parts)
        self._obstacles = Obstacles(fixtures(parts), unusable_names(parts), checking(parts))
        self._names: dict[str, str] = {}
        self._seen: dict[str, str] = {}
        self._found = Collection()

    def collect(self) -> Collection:
        for part in self._parts:
            node = part.node
            if is_test_function(node) or self._classes.may_hold_tests(node):
                self._add_tests(part)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                self._found.parts += [rest for rest in [without_foreign(part)] if rest]
            elif not unusable(node, self._obstacles.unusable):
                self._found.parts.append(_with_names(part, self._names))
        return self._found

    def _add_tests(self, part: Statement) -> None:
        """A test or a class of tests, or a class that others get tests from."""
        if isinstance(part.node, ast.ClassDef):
            part = self._usable_class(part)
        ready = self._with_collected_name(_with_names(_collectable(part), self._names))
        node = ready.node
        if not isinstance(node, Definition) or not self._is_collected(node):
            self._found.parts += [ready] if isinstance(node, ast.ClassDef) and self._classes.is_parent(node) else []
        elif reason := self._obstacle(node):
            self._found.dropped.append(DroppedTest(node.name, reason))
        elif self._seen.get(node.name) == ast.dump(node):
            self._found.dropped.append(DroppedTest(node.name, "It is the same as another test."))
        else:
            self._add(ready, node)

    def _add(self, part: Statement, node: Definition) -> None:
        name = _free(node.name, self._seen)
        self._seen[name] = ast.dump(node)
        part = self._renamed(part, node, name)
        self._found.parts.append(part)
        self._found.tests += self._tests_in(part.node)

    def _usable_class(self, part: Statement) -> Statement:
        """A class without those of its methods that can't be used as tests."""
        if not isinstance(part.node, ast.ClassDef) or self._obstacles.of_class(part.node, self._classes):
            return part
        runs_coroutines = self._classes.runs_coroutines(part.node)
        part, dropped = without_methods(part, lambda method: self._obstacles.of(method, runs_coroutines))
        self._found.dropped += dropped
        if isinstance(part.node, ast.ClassDef):
            self._classes.add(part.node)
        return part

    def _with_collected_name(self, part: Statement) -> Statement:
        node = part.node
        if not isinstance(node, ast.ClassDef) or not self._is_collected(node):
            return part
        return self._renamed(part, node, self._classes.collected_name(node))

    def _renamed(self, part: Statement, node: Definition, name: str) -> Statement:
        """A definition by another name; what comes after it will use that name."""
        part = _renamed(part, node, name)
        if isinstance(node, ast.ClassDef):
            self._names |= {node.name: name} if name != node.name else {}
            part = _with_names(part, self._names)
            self._classes.add(part.node)
        return part

    def _is_collected(self, node: Definition) -> bool:
        if not isinstance(node, ast.ClassDef):
            return True
        return self._classes.is_collected(node) and any(self._tests_in(node))

    def _obstacle(self, node: Definition) -> str:
        if isinstance(node, ast.ClassDef):
            return self._obstacles.of_class(node, self._classes)
        return self._obstacles.of(node) or self._obstacles.of_arguments(node)

    def _tests_in(self, node: ast.stmt, prefix: str = "") -> Iterator[TestCase]:
        """The tests of a function or class, inherited ones too, named as pytest names them."""
        if isinstance(node, ast.ClassDef):
            for inner in self._classes.members(node):
                yield from self._tests_in(inner, f"{prefix}{node.name}::")
        elif isinstance(node, Function):
            yield TestCase(f"{prefix}{node.name}", words.of_function(node))


def _collectable(part: Statement) -> Statement:
    """A test in the shape that pytest collects: not `async` without need, methods with names of their own."""
    lines = part.source.split("\n")
    seen: set[str] = set()
    for function in _top_tests(parse(part.source).body[0]):
        index = function.lineno - 1
        if isinstance(function, ast.AsyncFunctionDef) and not any(isinstance(i, WAITS) for i in ast.walk(function)):
            lines[index] = re.sub(r"\basync\s+def\b", "def", lines[index], count=1)
        name = _free(function.name, seen)
        seen.add(name)
        lines[index] = re.sub(rf"\b{function.name}\b", name, lines[index], count=1)
    return statement("\n".join(lines), part.comment)


def _top_tests(node: ast.stmt) -> list[Function]:
    nodes = node.body if isinstance(node, ast.ClassDef) else [node]
    return [inner for inner in nodes if isinstance(inner, Function) and is_test_function(inner)]


def _free(name: str, taken: Container[str]) -> str:
    """`name`, or with the first number behind it that makes it one of its own."""
    number = 2
    free = name
    while free in taken:
        free = f"{name}_{number}"
        number += 1
    return free


def _renamed(part: Statement, node: Definition, name: str) -> Statement:
    if name == node.name:
        return part
    begin = rf"(?m)^((?:async\s+)?def|class)\s+{node.name}\b"
    return statement(re.sub(begin, rf"\1 {name}", part.source, count=1), part.comment)


def _with_names(part: Statement, names: dict[str, str]) -> Statement:
    """A statement that uses what was renamed by its new name."""
    if not any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(part.node)):
        return part
    used = [node for node in ast.walk(parse(part.source)) if isinstance(node, ast.Name) and node.id in names]
    return statement(edited(part.source, [edit(node, names[node.id]) for node in used]), part.comment)
