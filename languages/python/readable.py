"""Values as people read them: amounts and dates bare, lists as what is in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from languages.python.syntax import BROKEN, parse_expression
from message import Translatable, say

_MADE = re.compile(r"\b(?:\w+\.)?[A-Z]\w*\('([^']*)'\)")
_DATE = re.compile(r"(?:datetime\.)?date\((\d+), (\d+), (\d+)\)")


def readable(value: str) -> str:
    """A value as people read it, from how Python writes it: `Decimal('0.1')` is 0.1, `['a', 'b']` is “a”, “b”.

    What isn't written so, as it was cut or is a sentence already, stays as it is.
    """
    if isinstance(value, Translatable):
        return value
    try:
        node = parse_expression(value)
    except BROKEN:
        return _bare(value)
    items = _items(node)
    return _bare(value) if items is None else ", ".join(items) or say("nothing: an empty list")


def _bare(value: str) -> str:
    value = _MADE.sub(r"\1", value)
    return _DATE.sub(lambda found: f"{int(found[1]):04}-{int(found[2]):02}-{int(found[3]):02}", value)


def _items(node: ast.expr) -> Sequence[str] | None:
    """What is in a list or another collection, in words; None for anything else."""
    match node:
        case ast.List(items) | ast.Tuple(items) | ast.Set(items):
            return [_item(item) for item in items]
        case ast.Dict(keys, values) if None not in keys:
            return [f"{_item(key)}: {_item(value)}" for key, value in zip(keys, values, strict=True) if key]
        case _:
            return None


def _item(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isprintable():
        return f"“{node.value}”"
    items = _items(node)
    return _bare(ast.unparse(node)) if items is None else f"({', '.join(items)})"
