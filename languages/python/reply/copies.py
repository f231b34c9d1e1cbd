"""Copies of the program inside its tests, which would make the tests test themselves."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from languages.python.reply.imports import names_from_solution, uses_solution
from languages.python.reply.syntax import Definition, Statement, is_stub, joined, read_names, undefined_names
from languages.python.reply.task import TaskCode
from languages.python.reply.written import is_fixture, is_test_class


def without_copies(parts: Sequence[Statement], about: TaskCode) -> list[Statement]:
    """The statements less what the program itself has to define, and less what only that needed.

    What the task names, what is imported from `solution` as well, and what is empty is such a copy.
    Where nothing would come from `solution` at all, everything that the tests call is one.
    """
    own = {part.node.name: part for part in parts if _may_be_copy(part.node) and isinstance(part.node, Definition)}
    asked = ({about.stub} | about.named | names_from_solution(parts)) - about.helpers()
    copies = {name for name, part in own.items() if name in asked or is_stub(part.node)}
    kept = _without(parts, copies)
    if not undefined_names(joined(kept)) and not uses_solution(kept):
        copies |= _called([part for part in kept if not _is_named(part, own)], own) - about.helpers()
        kept = _without(parts, copies)
    return kept


def _may_be_copy(node: ast.stmt) -> bool:
    if not isinstance(node, Definition) or is_fixture(node):
        return False
    if node.name.startswith(("test", "pytest_", "setup", "teardown")):
        return False
    return not is_test_class(node)


def _called(tests: Sequence[Statement], own: Collection[str]) -> set[str]:
    """The names among `own` that tests call, other than to make an argument for another of them."""
    calls = [node for part in tests for node in ast.walk(part.node) if isinstance(node, ast.Call)]
    own_calls = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id in own]
    # In `plus(make(), 2)` the program is `plus`; `make` only helps the test.
    called = {name for node in own_calls for name in read_names(node.func)}
    arguments = {name for node in own_calls for argument in node.args for name in read_names(argument)}
    return called - arguments or called


def _is_named(part: Statement, own: dict[str, Statement]) -> bool:
    return isinstance(part.node, Definition) and part.node.name in own


def _without(parts: Sequence[Statement], copies: set[str]) -> list[Statement]:
    """The statements without the named definitions, and without helpers that only these used."""
    removed = [part for part in parts if isinstance(part.node, Definition) and part.node.name in copies]
    kept = [part for part in parts if part not in removed]
    while removed:
        lost = {name for part in removed for name in read_names(part.node)}
        used = {name for part in kept for name in read_names(part.node) - _own_name(part)}
        removed = [
            part for part in kept if _may_be_copy(part.node) and _own_name(part) & lost and not _own_name(part) & used
        ]
        kept = [part for part in kept if part not in removed]
    return kept


def _own_name(part: Statement) -> set[str]:
    return {part.node.name} if isinstance(part.node, Definition) else set()
