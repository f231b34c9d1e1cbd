"""Which tests pytest will find in a file, and what it would lose: duplicates, coroutines, unknown arguments."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from agent.reply import words
from agent.reply.copies import is_fixture
from agent.reply.syntax import Definition, Function, Statement, parse, statement
from agent.types import DroppedTest, TestCase

_GIVEN = frozenset(
    {"cache", "capfd", "capfdbinary", "caplog", "capsys", "capsysbinary", "doctest_namespace", "monkeypatch"}
    | {"pytestconfig", "record_property", "record_testsuite_property", "record_xml_attribute", "recwarn", "request"}
    | {"subtests", "testdir", "pytester", "tmp_path", "tmp_path_factory", "tmpdir", "tmpdir_factory"}
)
_WAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith)


@dataclass(slots=True)
class Collection:
    """What pytest finds: the statements as they have to be written, the tests, and those left out."""

    parts: list[Statement] = field(default_factory=list)
    tests: list[TestCase] = field(default_factory=list)
    dropped: list[DroppedTest] = field(default_factory=list)


def collect(parts: Sequence[Statement]) -> Collection:
    """Go through a file as pytest does, so that no test is lost unseen."""
    fixtures = _GIVEN | {
        part.node.name for part in parts if isinstance(part.node, Definition) and is_fixture(part.node)
    }
    cases = _test_case_classes(parts)
    found = Collection()
    seen: dict[str, str] = {}
    for part in parts:
        ready = _collectable(part, cases)
        node = ready.node
        if not isinstance(node, Definition) or not _is_test(node, cases):
            found.parts.append(part)
        elif reason := _obstacle(node, fixtures, cases):
            found.dropped.append(DroppedTest(node.name, reason))
        elif seen.get(node.name) == ast.dump(node):
            found.dropped.append(DroppedTest(node.name, "It is the same as another test."))
        else:
            name = _free(node.name, seen)
            seen[name] = ast.dump(node)
            renamed = _renamed(ready, node, name)
            found.parts.append(renamed)
            found.tests += _tests_in(renamed.node)
    return found


def _tests_in(node: ast.stmt, prefix: str = "") -> Iterator[TestCase]:
    """The tests of a function or class, named as pytest names them."""
    if isinstance(node, ast.ClassDef):
        for inner in node.body:
            if is_test_function(inner) or (isinstance(inner, ast.ClassDef) and inner.name.startswith("Test")):
                yield from _tests_in(inner, f"{prefix}{node.name}::")
    elif isinstance(node, Function):
        yield TestCase(f"{prefix}{node.name}", words.of_function(node))


def is_test_function(node: ast.stmt) -> bool:
    """Whether pytest takes a function for a test."""
    return isinstance(node, Function) and node.name.startswith("test") and not is_fixture(node)


def _is_test(node: ast.stmt, cases: set[str]) -> bool:
    if isinstance(node, ast.ClassDef):
        return (node.name in cases or node.name.startswith("Test")) and any(_tests_in(node))
    return is_test_function(node)


def _test_case_classes(parts: Sequence[Statement]) -> set[str]:
    """The classes that come from `unittest.TestCase`, which pytest collects by any name."""
    found: set[str] = set()
    for part in parts:
        if isinstance(part.node, ast.ClassDef):
            bases = {ast.unparse(base) for base in part.node.bases}
            found |= {part.node.name} if bases & found or any(base.endswith("TestCase") for base in bases) else set()
    return found


def _collectable(part: Statement, cases: set[str]) -> Statement:
    """A test in the shape that pytest collects: not `async` without need, classes called `Test…`, methods distinct."""
    node = part.node
    if isinstance(node, ast.AsyncFunctionDef) and not any(isinstance(inner, _WAITS) for inner in ast.walk(node)):
        return statement(re.sub(r"(?m)^async\s+def\b", "def", part.source, count=1), part.comment)
    if not isinstance(node, ast.ClassDef) or not any(is_test_function(inner) for inner in node.body):
        return part
    if node.name not in cases and not node.name.startswith("Test"):
        part = _renamed(part, node, f"Test{node.name}")
    return _with_distinct_methods(part)


def _with_distinct_methods(part: Statement) -> Statement:
    lines = part.source.split("\n")
    tree = parse(part.source).body[0]
    seen: set[str] = set()
    for method in tree.body if isinstance(tree, ast.ClassDef) else []:
        if isinstance(method, Definition) and is_test_function(method):
            name = _free(method.name, seen)
            seen.add(name)
            line = lines[method.lineno - 1]
            lines[method.lineno - 1] = re.sub(rf"\b{method.name}\b", name, line, count=1)
    return statement("\n".join(lines), part.comment)


def _obstacle(node: ast.stmt, fixtures: Iterable[str], cases: set[str]) -> str:
    """Why pytest wouldn't run a test; empty if it would."""
    if isinstance(node, ast.AsyncFunctionDef):
        return "It is asynchronous, which pytest doesn't run by itself."
    if isinstance(node, ast.ClassDef):
        has_init = any(isinstance(inner, ast.FunctionDef) and inner.name == "__init__" for inner in node.body)
        return "Its class has an `__init__`, so pytest doesn't run it." if has_init and node.name not in cases else ""
    unknown = _unknown_arguments(node, fixtures) if isinstance(node, ast.FunctionDef) else []
    return f"It asks for `{unknown[0]}`, which nothing provides." if unknown else ""


def _unknown_arguments(node: ast.FunctionDef, fixtures: Iterable[str]) -> list[str]:
    marks = [inner for mark in node.decorator_list for inner in ast.walk(mark)]
    if any(getattr(inner, "id", getattr(inner, "attr", "")) in ("given", "patch", "object") for inner in marks):
        return []
    texts = [inner.value for inner in marks if isinstance(inner, ast.Constant) and isinstance(inner.value, str)]
    named = {name.strip() for text in texts for name in text.split(",")}
    arguments = [*node.args.posonlyargs, *node.args.args]
    required = arguments[: len(arguments) - len(node.args.defaults)]
    return [argument.arg for argument in required if argument.arg not in named | set(fixtures)]


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
