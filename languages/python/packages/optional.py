"""What a program imports only where it is there, or only on some systems, and so can do without."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from languages.python.packages.imports import third_party_imports
from languages.python.syntax import parse

MISSING = re.compile(r"\b(ImportError|ModuleNotFoundError|Exception|BaseException)\b")
SUPPRESSING = re.compile(r"\bsuppress\(")
ELSEWHERE = ("TYPE_CHECKING", "sys.platform", "os.name", "platform.system")


def optional_imports(source: str) -> set[str]:
    """The top-level names of such modules. Raises `SyntaxError` for what doesn't parse."""
    found = (part for node in ast.walk(parse(source)) for part in _attempted(node))
    return {name for part in found for name in third_party_imports(ast.unparse(part))}


def _attempted(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements in `node` that may not be executed, or fail, without harm."""
    match node:
        case ast.Try(body, handlers) if _go_on(handlers):
            yield from body
        case ast.With(items, body) if any(_suppresses(ast.unparse(one)) for one in items):
            yield from body
        case ast.If(test, body, otherwise) if any(name in ast.unparse(test) for name in ELSEWHERE):
            yield from (*body, *otherwise)


def _suppresses(item: str) -> bool:
    found = SUPPRESSING.search(item)
    return bool(found and MISSING.search(item, found.end()))


def _go_on(handlers: list[ast.ExceptHandler]) -> bool:
    """Whether a missing module is caught, and the program doesn't end there."""
    caught = [one for one in handlers if one.type is None or MISSING.search(ast.unparse(one.type))]
    return bool(caught) and not any(_ends(inner) for one in caught for inner in ast.walk(one))


def _ends(node: ast.AST) -> bool:
    """Whether the program doesn't go on from here."""
    return isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and ast.unparse(node.func).endswith("exit"))
