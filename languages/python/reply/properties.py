"""Tests of properties: what they say of how Hypothesis is to make up inputs is left out."""

from __future__ import annotations

import ast
import re

from languages.python.syntax import parse

USES = re.compile(r"^[ \t]*(?:from|import)[ \t]+hypothesis\b", re.MULTILINE)
SETTINGS = {"settings", "seed", "reproduce_failure"}


def has_properties(source: str) -> bool:
    """Whether tests use Hypothesis."""
    return bool(USES.search(source))


def without_settings(code: str) -> str:
    """`code` of tests without decorators that say which inputs there are, and how many."""
    if not has_properties(code):
        return code
    lines = code.split("\n")
    marks = [mark for node in ast.walk(parse(code)) for mark in getattr(node, "decorator_list", ())]
    for mark in sorted(marks, key=lambda mark: -mark.lineno):
        if isinstance(mark, ast.Call) and _name(mark.func) in SETTINGS:
            del lines[mark.lineno - 1 : mark.end_lineno]
    return "\n".join(lines)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
