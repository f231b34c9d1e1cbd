"""Tests that are added may use what the file of the others has: its helpers, values and imports."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace

from languages.python.candidates import TESTS
from languages.python.reply.imports import SOLUTION
from languages.python.reply.written import is_test_function, needed
from languages.python.syntax import bound_names, edit, edited, parse, undefined_names
from languages.types import Suite


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


def _is_of_program(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == SOLUTION


def _less(node: ast.stmt, names: Collection[str]) -> str:
    """The import without these names; nothing where none is left."""
    kept = [one for one in getattr(node, "names", ()) if (one.asname or one.name) not in names]
    return ast.unparse(ast.ImportFrom(SOLUTION, kept, 0)) if kept else ""
