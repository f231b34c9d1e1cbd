"""Runs inside the sandbox: where a program only comes when something is wrong with the machine, or with itself."""

import ast
from collections.abc import Sequence
from typing import Any

TROUBLE = {"OSError", "IOError", "PermissionError", "MemoryError", "ImportError", "ModuleNotFoundError"}
NEVER = {"AssertionError", "assert_never"}


def is_guarded(program: ast.Module, differing: Sequence[tuple[Any, Any]]) -> bool:
    """Whether all that was changed is only for that: parts of `program`, in pairs with what became of them."""
    changed = [getattr(before, "lineno", 0) for before, _ in differing]
    guards = [body for node in ast.walk(program) if (body := _guarded(node))]
    return all(any(one[0].lineno <= line <= (one[-1].end_lineno or 0) for one in guards) for line in changed)


def _guarded(node: ast.AST) -> Sequence[ast.stmt | ast.ExceptHandler]:
    match node:
        case ast.ExceptHandler():
            return [node] if _is_for_trouble(node) else []
        case ast.match_case(ast.MatchAs(None, None), None, [*_, ast.Raise()]):
            return node.body
        case ast.Raise(exc=said) | ast.Expr(said):
            return [node] if said and _name(said) in NEVER else []
    return []


def _is_for_trouble(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {getattr(one, "id", "") for one in caught} <= TROUBLE


def _name(node: ast.expr) -> str:
    """Of what is called or raised, as in `typing.assert_never(x)`."""
    called = node.func if isinstance(node, ast.Call) else node
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
