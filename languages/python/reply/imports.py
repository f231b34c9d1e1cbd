"""Where a test file's names come from: whatever is under test is imported from `solution`."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Sequence

from languages.python.reply.syntax import (
    Statement,
    edit,
    edited,
    is_docstring,
    is_future,
    joined,
    parse,
    statement,
    statements,
    tree_of,
    undefined_names,
)

SOLUTION = "solution"
LIBRARIES = frozenset({"hypothesis", "numpy", "pandas", "pytest", "requests"})
_KNOWN = sys.stdlib_module_names | {"_pytest", "pytest", SOLUTION}
_PLACEHOLDER = re.compile(
    r"(your|my|our|the|some)_\w+|\w*(module|program|implementation|function|file|script|code|task)\w*|main|app|src|solutions?"
)


def from_solution(code: str, named: Collection[str]) -> str:
    """`code` with imports of the program by another name turned into imports of `solution`, and none of `*` from it.

    `named` are the names that the task gives. Any other import stays as it is, for it may be a library's.
    """
    tree = parse(code)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return edited(code, [edit(node, text) for node in nodes if (text := _rewritten(node, tree, named)) is not None])


def _rewritten(node: ast.Import | ast.ImportFrom, tree: ast.Module, named: Collection[str]) -> str | None:
    if isinstance(node, ast.Import):
        aliases = [_alias(alias, tree, named) for alias in node.names]
        return f"import {', '.join(aliases)}"
    names = {alias.name for alias in node.names}
    wanted = undefined_names(ast.unparse(tree)) if "*" in names else names
    if not node.level and not _is_program(node.module or "", wanted, named):
        return None
    return "pass" if "*" in names else f"from {SOLUTION} import {', '.join(map(ast.unparse, node.names))}"


def _alias(alias: ast.alias, tree: ast.Module, named: Collection[str]) -> str:
    name = alias.asname or alias.name.partition(".")[0]
    dotted = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == name]
    if alias.name == SOLUTION or not _is_program(alias.name, {node.attr for node in dotted}, named):
        return ast.unparse(alias)
    return f"{SOLUTION} as {name}"


# Why: docs/decisions.md, "An import is taken for the program only where it is called like one"
def _is_program(module: str, wanted: Collection[str], named: Collection[str]) -> bool:
    """Whether a module must be the program: it is called like one, or has a name that the task gives."""
    first = module.partition(".")[0]
    if first in _KNOWN:
        return first == SOLUTION
    return bool(_PLACEHOLDER.fullmatch(first)) or module.endswith(f".{SOLUTION}") or not set(named).isdisjoint(wanted)


def names_from_solution(parts: Sequence[Statement]) -> set[str]:
    """What these statements import from `solution`, at any depth."""
    nodes = [node for part in parts for node in ast.walk(part.node) if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name for node in nodes if node.module == SOLUTION for alias in node.names}


def uses_solution(parts: Sequence[Statement]) -> bool:
    """Whether anything at all comes from `solution`."""
    nodes = [node for part in parts for node in ast.walk(part.node)]
    whole = any(isinstance(node, ast.Import) and SOLUTION in {alias.name for alias in node.names} for node in nodes)
    return whole or bool(names_from_solution(parts))


def completed(parts: Sequence[Statement], supplied: str) -> list[Statement]:
    """The statements with imports for every name they lack: modules by name, all else from `solution`.

    `supplied` is what the task itself imports and defines for them.
    """
    given = statements(supplied) if supplied else []
    code = joined([*given, *parts])
    missing = undefined_names(code)
    found = modules(missing, code)
    added = [statement(f"import {name}") for name in sorted(found)]
    if names := sorted(missing - found):
        added.append(statement(f"from {SOLUTION} import {', '.join(names)}"))
    future = [part for part in parts if _is_header(part.node)]
    rest = [part for part in parts if not _is_header(part.node)]
    return [*future, *added, *given, *rest]


def _is_header(node: ast.stmt) -> bool:
    return is_docstring(node) or is_future(node)


def modules(names: Iterable[str], code: str) -> set[str]:
    """Which of the names that nobody defined are modules that only have to be imported."""
    return {name for name in names if name in LIBRARIES or _is_module(name, code)}


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
