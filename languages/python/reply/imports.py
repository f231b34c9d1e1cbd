"""Where a test file's names come from: whatever is under test is imported from `solution`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence

from languages.python.packages.shelf import SHELF
from languages.python.reply.properties import has_properties
from languages.python.syntax import (
    Statement,
    bound_names,
    is_docstring,
    is_future,
    joined,
    statement,
    statements,
    tree_of,
    undefined_names,
)

SOLUTION = "solution"
LIBRARIES = frozenset({"hypothesis", "pytest", *(one.module for one in SHELF)})
# What tests of properties need of Hypothesis, which models forget to import.
PROPERTIES = {name: f"from hypothesis import {name}" for name in ("assume", "given", "strategies")}
PROPERTIES["st"] = "from hypothesis import strategies as st"


def names_from_solution(parts: Sequence[Statement]) -> set[str]:
    """What these statements import from `solution`, at any depth."""
    nodes = [node for part in parts for node in ast.walk(part.node) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in nodes if node.module == SOLUTION and not node.level]
    return {alias.asname or alias.name for node in ours for alias in node.names}


def uses_solution(parts: Sequence[Statement]) -> bool:
    """Whether anything at all comes from `solution`."""
    nodes = [node for part in parts for node in ast.walk(part.node)]
    whole = any(isinstance(node, ast.Import) and SOLUTION in {alias.name for alias in node.names} for node in nodes)
    return whole or bool(names_from_solution(parts))


# Why: docs/decisions.md, "Retries are ours, and a reply is mended only in ways that real replies need"
def completed(parts: Sequence[Statement], supplied: str) -> list[Statement]:
    """The statements with imports for every name they lack: modules by name, all else from `solution`.

    `supplied` is what the task itself imports and defines for them.
    """
    given = statements(supplied) if supplied else []
    code = joined([*given, *parts])
    missing = undefined_names(code)
    found = {name for name in missing if name in LIBRARIES or _is_module(name, code)}
    added = [statement(f"import {name}") for name in sorted(found)]
    if "given" in missing or has_properties(code):
        added += [statement(PROPERTIES[name]) for name in sorted(missing & PROPERTIES.keys())]
        missing -= PROPERTIES.keys()
    # What another module may have given with its `*` isn't known to be the program's.
    others = any(isinstance(part.node, ast.ImportFrom) and bound_names(part.node) == {"*"} for part in parts)
    if names := [] if others else sorted(missing - found):
        added.append(statement(f"from {SOLUTION} import {', '.join(names)}"))
    future = [part for part in parts if _is_header(part.node)]
    rest = [part for part in parts if not _is_header(part.node)]
    return [*future, *added, *given, *rest]


def _is_header(node: ast.stmt) -> bool:
    return is_docstring(node) or is_future(node)


def _is_module(name: str, code: str) -> bool:
    """Whether a name nobody defined must be a module of Python itself: it is only used as in `math.pi`."""
    if name not in sys.stdlib_module_names:
        return False
    tree = tree_of(code) or ast.Module([], [])
    dotted = sum(
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name
        for node in ast.walk(tree)
    )
    return dotted == sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))
