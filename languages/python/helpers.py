"""Tests that are added may use what the file of the others has: its helpers, values and imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from languages.brief import Brief
from languages.errors import NoUsableReply
from languages.python.candidates import TESTS
from languages.python.reply.imports import SOLUTION, names_from_solution
from languages.python.reply.written import WrittenTests, is_test_function, needed
from languages.python.syntax import bound_names, edit, edited, parse, read_names, statements, undefined_names
from languages.types import DroppedTest, Suite
from message import say

_WORD = re.compile(r"\w+")


def helped(tests: Suite, new: Suite) -> Suite:
    """See `Strengthening.helped`. What a reply lacks was taken for the program's, as it mostly is."""
    code = new.files[TESTS]
    around = [node for node in parse(tests.files[TESTS]).body if not is_test_function(node)]
    theirs = {name for node in around if not _is_of_program(node) for name in bound_names(node)}
    imports = [node for node in parse(code).body if _is_of_program(node)]
    wanted = {name for node in imports for name in bound_names(node)} & theirs
    helpers = needed(around, wanted | undefined_names(code))
    if not helpers:
        return new
    rest = edited(code, [edit(node, _less(node, wanted)) for node in imports])
    head = "\n".join(map(ast.unparse, helpers))
    return replace(new, files={**new.files, TESTS: f"{head}\n\n\n{rest}"})


def planned(tests: Suite, brief: Brief | None) -> Suite:
    """See `Language.planned`. A name that nobody defines was taken for the program's, as it mostly is.

    Constants and classes of its own a program may well have, and whoever writes it sees that tests want them.
    """
    code = tests.files[TESTS]
    words = set(_WORD.findall("\n".join(brief.interface))) if brief and brief.kind != "function" else set()
    foreign = {name for name in names_from_solution(statements(code)) - words if name.islower()}
    if not words or not foreign:
        return tests
    around, written = [node for node in parse(code).body if not is_test_function(node)], WrittenTests(code)
    users = [test for test in written if _reads(test.node, around) & foreign]
    named = ", ".join(sorted(foreign))
    if users and len(users) == len([*written]):
        raise NoUsableReply(say("The tests need %(names)s, which is none of the functions in the plan.", names=named))
    rest = written.without([test.name for test in users])
    imports = [node for node in parse(rest).body if _is_of_program(node)]
    rest = edited(rest, [edit(node, _less(node, foreign)) for node in imports])
    reason = say("It needs %(names)s, which is none of the functions in the plan.", names=named)
    left = [DroppedTest(test.name, reason) for test in users]
    return replace(tests, files={**tests.files, TESTS: rest}, dropped=(*tests.dropped, *left))


def _reads(test: ast.stmt, around: Sequence[ast.stmt]) -> set[str]:
    """The names that a test reads, and those that its helpers read."""
    nodes = [test, *needed(around, read_names(test))]
    return {name for node in nodes for name in read_names(node)}


def _is_of_program(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == SOLUTION


def _less(node: ast.stmt, names: Collection[str]) -> str:
    """The import without these names; nothing where none is left."""
    kept = [one for one in getattr(node, "names", ()) if (one.asname or one.name) not in names]
    return ast.unparse(ast.ImportFrom(SOLUTION, kept, 0)) if kept else ""
