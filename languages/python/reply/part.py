"""A repair that shows only what it changes, as small models give it however they are asked -> the whole program."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from languages.python.reply.syntax import (
    Definition,
    Statement,
    bound_names,
    flaw_in,
    is_main_guard,
    joined,
    one_a_line,
    statements,
    undefined_names,
)

START = "__main__"


def completed(code: str, earlier: str) -> str:
    """`code` itself, or `earlier` with `code` in the place of what it changes, where that is only a part.

    It is one where it needs what only `earlier` has, or where it repeats some of its functions and no start.
    Both must be good Python.
    """
    old, new = statements(one_a_line(earlier)), statements(one_a_line(code))
    if not _is_part(code, old, new):
        return code
    whole = joined(_merged(old, [part for part in new if _names(part)]))
    return whole if flaw_in(whole) is None else code


def _is_part(code: str, old: Sequence[Statement], new: Sequence[Statement]) -> bool:
    there, given = _all_names(old), _all_names(new)
    starts = START in there and START not in given
    defined = {name for part in new if isinstance(part.node, Definition) for name in _names(part)}
    return bool(undefined_names(code) & there) or (starts and bool(defined) and defined < there)


def _merged(old: Sequence[Statement], new: Sequence[Statement]) -> list[Statement]:
    """The old statements in their order, each with the new ones of its names in its place; what is new comes first."""
    imports = [part for part in (*old, *new) if _is_import(part)]
    others = [part for part in new if not _is_import(part)]
    there = _all_names([part for part in old if not _is_import(part)])
    merged = [part for part in others if not _names(part) & there]
    for part in old:
        if _is_import(part):
            continue
        instead = [other for other in others if _names(other) & _names(part)]
        merged += [other for other in instead if other not in merged] or ([] if instead else [part])
    heads = [part for part in merged if not _names(part)][:1] if old and not _names(old[0]) else []
    return [*heads, *_each_once(imports), *(part for part in merged if part not in heads)]


def _each_once(parts: Sequence[Statement]) -> list[Statement]:
    return list({part.source: part for part in parts}.values())


def _names(part: Statement) -> set[str]:
    return {START} if is_main_guard(part.node) else bound_names(part.node)


def _all_names(parts: Sequence[Statement]) -> set[str]:
    return {name for part in parts for name in _names(part)}


def _is_import(part: Statement) -> bool:
    return isinstance(part.node, ast.Import | ast.ImportFrom)
