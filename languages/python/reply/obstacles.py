"""Why pytest wouldn't run a test, or why it would show nothing."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from languages.python.reply.classes import Classes
from languages.python.reply.effect import checks_nothing
from languages.python.reply.kinds import is_fixture
from languages.python.reply.syntax import Definition, Function, Statement
from languages.python.reply.unusable import unusable

WAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith)
_GIVEN = frozenset(
    {"cache", "capfd", "capfdbinary", "caplog", "capsys", "capsysbinary", "doctest_namespace", "monkeypatch"}
    | {"pytestconfig", "record_property", "record_testsuite_property", "record_xml_attribute", "recwarn", "request"}
    | {"subtests", "testdir", "pytester", "tmp_path", "tmp_path_factory", "tmpdir", "tmpdir_factory"}
)


def fixtures(parts: Sequence[Statement]) -> frozenset[str]:
    """What a test can ask for by the name of an argument."""
    return _GIVEN | {part.node.name for part in parts if isinstance(part.node, Definition) and is_fixture(part.node)}


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What a file has for its tests: fixtures, names that no test can use (with the reason), functions that check."""

    fixtures: frozenset[str]
    unusable: dict[str, str]
    helpers: set[str]

    def of(self, test: Function, runs_coroutines: bool = False) -> str:
        """Why a test function or method can't be used; empty if it can."""
        if reason := unusable(test, self.unusable):
            return reason
        waits = isinstance(test, ast.AsyncFunctionDef) and any(isinstance(inner, WAITS) for inner in ast.walk(test))
        if waits and not runs_coroutines:
            return "It is asynchronous, which pytest doesn't run by itself."
        return "It compares nothing." if checks_nothing(test, self.helpers) else ""

    def of_arguments(self, test: Function) -> str:
        """Why a test function can't be called; empty if it can."""
        unknown = [name for name in _asked_for(test) if name not in self.fixtures]
        return f"It asks for `{unknown[0]}`, which nothing provides." if unknown else ""

    def of_class(self, node: ast.ClassDef, classes: Classes) -> str:
        """Why none of the tests in a class can be used; empty if some may."""
        if node.name in self.unusable:
            return self.unusable[node.name]
        return "Its class has an `__init__`, so pytest doesn't run it." if classes.has_init(node) else ""


def _asked_for(test: Function) -> list[str]:
    marks = [inner for mark in test.decorator_list for inner in ast.walk(mark)]
    if any(getattr(inner, "id", getattr(inner, "attr", "")) in ("patch", "object") for inner in marks):
        return []
    texts = [inner.value for inner in marks if isinstance(inner, ast.Constant) and isinstance(inner.value, str)]
    named = {name.strip() for text in texts for name in text.split(",")}
    arguments = [*test.args.posonlyargs, *test.args.args]
    required = arguments[: len(arguments) - len(test.args.defaults)]
    return [argument.arg for argument in required if argument.arg not in named]
