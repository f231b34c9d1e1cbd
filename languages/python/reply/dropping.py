"""A test file without some of its tests."""

from __future__ import annotations

from collections.abc import Collection

from languages.python.reply.classes import without_methods
from languages.python.reply.syntax import Definition, Function, Statement, joined, statements


def without_tests(code: str, names: Collection[str]) -> str:
    """`code` less the tests of these names, as test cases have them; all else stays as it was written."""
    return joined([kept for part in statements(code) if (kept := _without(part, names))])


def _without(part: Statement, names: Collection[str]) -> Statement | None:
    if isinstance(part.node, Function):
        return None if part.node.name in names else part
    if not isinstance(part.node, Definition):
        return part
    own = {name.rpartition("::")[2] for name in names if name.startswith(f"{part.node.name}::")}
    return without_methods(part, lambda method: "unwanted" if method.name in own else "")[0] if own else part
