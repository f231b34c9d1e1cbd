"""Copies of the program inside its tests, which would make the tests test themselves."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from languages.python.reply.imports import names_from_solution
from languages.python.reply.task import TaskCode
from languages.python.reply.written import is_fixture, is_test_class
from languages.python.syntax import Definition, Statement, bound_names, is_stub, read_names


def without_copies(parts: Sequence[Statement], about: TaskCode) -> list[Statement]:
    """The statements less what the program itself has to define, and less what only that needed.

    What the task names, what is imported from `solution` as well, and what is empty is such a copy.
    """
    own = [part for part in parts if _may_be_copy(part.node)]
    asked = ({about.stub} | about.named | names_from_solution(parts)) - about.helpers()
    removed = [part for part in own if bound_names(part.node) & asked or is_stub(part.node)]
    kept = [part for part in parts if part not in removed]
    while removed:
        lost = {name for part in removed for name in read_names(part.node)}
        used = {name for part in kept for name in read_names(part.node) - bound_names(part.node)}
        removed = [
            part for part in own if part in kept and bound_names(part.node) & lost and not bound_names(part.node) & used
        ]
        kept = [part for part in kept if part not in removed]
    return kept


def _may_be_copy(node: ast.stmt) -> bool:
    if not isinstance(node, Definition) or is_fixture(node):
        return False
    if node.name.startswith(("test", "pytest_", "setup", "teardown")):
        return False
    return not is_test_class(node)
