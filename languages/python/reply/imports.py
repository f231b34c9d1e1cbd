"""Where a test file's names come from: whatever is under test is imported from `solution`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Sequence

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
LIBRARIES = frozenset(
    {"_pytest", "freezegun", "hypothesis", "mock", "numpy", "pandas", "parameterized", "pydantic", "pytest"}
    | {"pytest_mock", "requests", "scipy", "setuptools", "sympy", "typing_extensions"}
)
FOREIGN = LIBRARIES - {"pytest", "_pytest"}
_KNOWN = sys.stdlib_module_names | LIBRARIES | {SOLUTION}


def from_solution(code: str) -> str:
    """`code` with imports of modules nobody knows turned into imports of `solution`, and none of `*` from it."""
    nodes = [node for node in ast.walk(parse(code)) if isinstance(node, ast.Import | ast.ImportFrom)]
    return edited(code, [edit(node, text) for node in nodes if (text := _rewritten(node)) is not None])


def _rewritten(node: ast.Import | ast.ImportFrom) -> str | None:
    return _imported_from_solution(node) if isinstance(node, ast.ImportFrom) else _solution_imported(node)


def _imported_from_solution(node: ast.ImportFrom) -> str | None:
    module = node.module or ""
    is_known = not node.level and module.partition(".")[0] in _KNOWN - {SOLUTION}
    if is_known:
        return None
    if any(alias.name == "*" for alias in node.names):
        return "pass"
    return f"from {SOLUTION} import {', '.join(ast.unparse(alias) for alias in node.names)}"


def _solution_imported(node: ast.Import) -> str | None:
    if all(alias.name.partition(".")[0] in _KNOWN for alias in node.names):
        return None
    names = [_alias(alias) for alias in node.names]
    return f"import {', '.join(names)}"


def _alias(alias: ast.alias) -> str:
    if alias.name.partition(".")[0] in _KNOWN:
        return ast.unparse(alias)
    return f"{SOLUTION} as {alias.asname or alias.name.partition('.')[0]}"


def without_foreign(part: Statement) -> Statement | None:
    """An import without the libraries that tests can't use; None if nothing else is in it."""
    node = part.node
    names = node.names if isinstance(node, ast.Import) else []
    kept = [alias for alias in names if alias.name.partition(".")[0] not in FOREIGN]
    if isinstance(node, ast.ImportFrom):
        return None if (node.module or "").partition(".")[0] in FOREIGN else part
    if len(kept) == len(names):
        return part
    return statement(f"import {', '.join(ast.unparse(alias) for alias in kept)}", part.comment) if kept else None


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
