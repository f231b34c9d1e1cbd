"""Which packages a program needs, found in its import statements without running it."""

from __future__ import annotations

import ast
import sys


def third_party_imports(source: str) -> tuple[str, ...]:
    """The top-level names that `source` imports and that aren't part of Python itself, sorted.

    Raises `SyntaxError` for what doesn't parse. Imports made at run time by name (`importlib`,
    `__import__`) can't be seen this way.
    """
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return tuple(sorted(names - sys.stdlib_module_names - {"solution", "__future__"}))
