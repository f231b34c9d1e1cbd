"""The words that tests look for, and those by which a task fixes what comes: none of them is a program's own affair."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from languages.python.checks.fixed_words import QUOTED
from languages.python.checks.touched import words_in
from languages.python.reply.written import WrittenTests
from languages.python.syntax import read_names
from languages.types import Suite

_DIGIT = re.compile(r"\d")


def named(tests: Suite, said: str, expected: str) -> frozenset[str]:
    """The words in what `tests` state and in what is `expected`, and the values and quotes in what was `said`."""
    asserted = (word for test in WrittenTests(tests.source) for text in _stated(test.node) for word in words_in(text))
    values = (word for word in words_in(said) if _DIGIT.search(word))
    quoted = (word for text in QUOTED.findall(said) for word in words_in(text))
    return frozenset((*asserted, *values, *quoted, *words_in(expected)))


def _stated(function: ast.AST) -> Iterator[str]:
    """The texts and numbers in assertions, and in what these name."""
    stated = [node for node in ast.walk(function) if isinstance(node, ast.Assert) or _is_assertion(node)]
    used = {name for node in stated for name in read_names(node)}
    meant = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and _is_value(node, used)]
    for node in (inner for outer in (*stated, *meant) for inner in ast.walk(outer)):
        if isinstance(node, ast.Constant) and node.value is not None:
            yield str(node.value)


def _is_assertion(node: ast.AST) -> bool:
    """Whether it is one as unittest has them."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr.startswith("assert")


def _is_value(node: ast.Assign, used: set[str]) -> bool:
    """Whether one of the `used` names is given a mere value, and not what the program makes of one."""
    called = any(isinstance(inner, ast.Call) for inner in ast.walk(node.value))
    return not called and any(ast.unparse(target) in used for target in node.targets)
