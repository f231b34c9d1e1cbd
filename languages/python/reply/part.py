"""A repair that shows only what it changes, as small models give it however they are asked -> the whole program."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from languages.python.syntax import (
    Definition,
    Statement,
    bound_names,
    flaw_in,
    is_docstring,
    is_main_guard,
    joined,
    one_a_line,
    statements,
    undefined_names,
)

START = "__main__"


# Why: docs/decisions.md, "Retries are ours, and a reply is mended only in ways that real replies need"
def completed(code: str, earlier: str) -> str:
    """`code` itself, or `earlier` with `code` in the place of what it changes, where that is only a part.

    It is one where it needs what only `earlier` has, or where it repeats some of its functions and no start.
    Both must be good Python.
    """
    if not _is_part(code, statements(one_a_line(earlier)), statements(one_a_line(code))):
        return code
    whole = merged(code, earlier)
    return whole if flaw_in(whole) is None else code


def merged(code: str, earlier: str) -> str:
    """`earlier` with `code` in the place of what it changes. Both must be good Python; the whole need not be."""
    new = statements(one_a_line(code))
    return joined(_merged(statements(one_a_line(earlier)), [part for part in new if _names(part)]))


def _is_part(code: str, old: Sequence[Statement], new: Sequence[Statement]) -> bool:
    there, given = _all_names(old), _all_names(new)
    starts = START in there and START not in given
    defined = {name for part in new if isinstance(part.node, Definition) for name in _names(part)}
    return bool(undefined_names(code) & there) or (starts and bool(defined) and defined < there)


def _merged(old: Sequence[Statement], new: Sequence[Statement]) -> list[Statement]:
    """The old statements in their order, each with the new ones of its names in its place.

    What is new comes before the first one that is replaced, or else before what starts the program: it may need all
    that stands above.
    """
    imports = [part for part in (*old, *new) if _is_import(part)]
    others = [part for part in new if not _is_import(part)]
    there = _all_names([part for part in old if not _is_import(part)])
    added = [part for part in others if not _names(part) & there]
    kept = [part for part in old if not _is_import(part)]
    replaced = [any(_names(other) & _names(part) for other in others) for part in kept]
    starting = [_does_something(part) for part in kept]
    first = next((number for flags in (replaced, starting) for number, flag in enumerate(flags) if flag), len(kept))
    made: list[Statement] = []
    for number, part in enumerate(kept):
        made += added if number == first else []
        instead = [other for other in others if _names(other) & _names(part)]
        made += [other for other in instead if other not in made] or ([] if instead else [part])
    made += added if first == len(kept) else []
    heads = [part for part in made if not _names(part)][:1] if old and not _names(old[0]) else []
    return [*heads, *_each_once(imports), *(part for part in made if part not in heads)]


def _each_once(parts: Sequence[Statement]) -> list[Statement]:
    return list({part.source: part for part in parts}.values())


def _names(part: Statement) -> set[str]:
    return {START} if is_main_guard(part.node) else bound_names(part.node)


def _all_names(parts: Sequence[Statement]) -> set[str]:
    return {name for part in parts for name in _names(part)}


def _does_something(part: Statement) -> bool:
    return START in _names(part) or not (_names(part) or is_docstring(part.node))


def _is_import(part: Statement) -> bool:
    return isinstance(part.node, ast.Import | ast.ImportFrom)
