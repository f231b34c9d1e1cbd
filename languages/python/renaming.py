"""Other names for what a text defines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from languages.python.syntax import Definition, Edit, edited, parse


def renamed(code: str, names: Mapping[str, str]) -> str:
    """`code` with these names of its top level replaced wherever they are read, given or imported.

    A keyword of a call keeps its name, so none of them may be that of a parameter which is given by name.
    """
    return edited(code, _edits(code, names)) if names else code


def _edits(code: str, names: Mapping[str, str]) -> Iterator[Edit]:
    lines = code.split("\n")
    for node in ast.walk(parse(code)):
        if isinstance(node, ast.Name) and node.id in names:
            yield _edit(node.lineno, node.col_offset, node.id, names)
        elif isinstance(node, ast.arg) and node.arg in names:
            yield _edit(node.lineno, node.col_offset, node.arg, names)
        elif isinstance(node, Definition) and node.name in names:
            head = re.match(r"(?:async +)?(?:def|class) +", lines[node.lineno - 1][node.col_offset :])
            yield _edit(node.lineno, node.col_offset + (head.end() if head else 0), node.name, names)
        elif isinstance(node, ast.alias) and (node.asname or node.name) in names:
            name = node.asname or node.name
            yield (
                node.lineno,
                node.col_offset,
                node.end_lineno or 0,
                node.end_col_offset or 0,
                f"{node.name} as {names[name]}",
            )


def _edit(line: int, column: int, name: str, names: Mapping[str, str]) -> Edit:
    return line, column, line, column + len(name.encode()), names[name]
