"""Which packages a program needs, found in its source without running it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from languages.python.syntax import parse

OWN = {"solution", "__future__", "__main__", ""}


def third_party_imports(source: str) -> tuple[str, ...]:
    """The top-level names that `source` imports and that aren't part of Python itself, sorted.

    Names that are given to `importlib.import_module` or `__import__` as plain text count as well.
    Raises `SyntaxError` for what doesn't parse.
    """
    return tuple(sorted({name.partition(".")[0] for name in third_party_modules(source)}))


def third_party_modules(source: str) -> tuple[str, ...]:
    """The same by their whole names, and what is imported from them, which may be a module as well: of
    `from PIL import Image` both `PIL` and `PIL.Image`. Raises likewise."""
    names: set[str] = set()
    for node in ast.walk(parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*")])
    names.update(map(_text, _imports_by_name(source)))
    others = (name for name in names if name.partition(".")[0] not in sys.stdlib_module_names | OWN)
    return tuple(sorted(others))


def unknown_imports(source: str) -> tuple[int, ...]:
    """The lines where `source` imports something whose name is only known as it runs.

    Raises `SyntaxError` for what doesn't parse.
    """
    return tuple(sorted(call.lineno for call in _imports_by_name(source) if not _text(call)))


def _imports_by_name(source: str) -> Iterator[ast.Call]:
    tree = parse(source)
    functions = {"__import__", *_names_of_import_module(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (_called(node) in functions or _is_method(node, "import_module")):
            yield node


def _names_of_import_module(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "importlib":
            yield from (alias.asname or alias.name for alias in node.names if alias.name == "import_module")


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _is_method(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in (name, "__import__")


def _text(call: ast.Call) -> str:
    """The name that is imported, where it is written down; else empty."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == "name"]
    first = next(iter([*call.args, *named]), None)
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
