"""Examples written as an interactive session (`>>> f(1)`, and the result below) -> asserts."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator, Sequence

from languages.python.reply.extract import LONGEST, Extract
from languages.python.reply.syntax import tree_of
from languages.python.reply.text import Block


def from_sessions(blocks: Sequence[Block]) -> list[Extract]:
    """The examples in each block as a script of asserts, with the statements between them."""
    return [Extract("\n".join(_script(block.text))) for block in blocks]


def _script(text: str) -> Iterator[str]:
    for example in _examples(text):
        source = example.source.strip()
        tree = tree_of(source)
        if tree is None or len(tree.body) != 1 or example.exc_msg:
            continue
        node = tree.body[0]
        if isinstance(node, ast.Assign | ast.Import | ast.ImportFrom):
            yield source
        elif isinstance(node, ast.Expr) and (check := _check(node.value, example.want.strip())):
            yield check


def _examples(text: str) -> list[doctest.Example]:
    if ">>>" not in text or len(text) > LONGEST:
        return []
    try:
        return doctest.DocTestParser().get_examples(text)
    except ValueError:  # indented in a way that a session can't be
        return []


def _check(value: ast.expr, want: str) -> str:
    if isinstance(value, ast.Tuple) and value.elts and isinstance(value.elts[0], ast.Compare):
        return f"assert {', '.join(ast.unparse(part) for part in value.elts[:2])}"
    if isinstance(value, ast.Compare) and want in ("", "True"):
        return f"assert {ast.unparse(value)}"
    return f"assert {ast.unparse(value)} == {want}" if _is_value(want) else ""


def _is_value(text: str) -> bool:
    """Whether a text is a value written out in Python."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return False
    return "\n" not in text
