"""Which tests were added since a check was made; what it said of all others stays true where nothing else changed."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace

from languages.python.candidates import TESTS
from languages.python.reply.written import WrittenTests
from languages.python.syntax import BROKEN, parse
from languages.types import Suite


# Why: docs/decisions.md, "A check is made again only where what it depends on has changed"
def added(before: Suite, after: Suite) -> Suite | None:
    """The tests of `after` that weren't there before, alone with what all share. None where anything else is another:
    a test that was there, or what stands around tests, which any of them may use."""
    old = {case.name for case in before.tests}
    new = {case.name for case in after.tests} - old
    if not old <= {case.name for case in after.tests}:
        return None
    try:
        written = WrittenTests(after.files[TESTS])
        if _read(_without(after, written, new)) != _read(before):
            return None
        return _without(after, written, {test.name for test in written} - new)
    except BROKEN:
        return None


def _without(suite: Suite, written: WrittenTests, names: Collection[str]) -> Suite:
    left = tuple(case for case in suite.tests if case.name not in names)
    return replace(suite, files={**suite.files, TESTS: written.without(names)}, tests=left)


def _read(suite: Suite) -> dict[str, str]:
    """What Python reads of its files: comments and layout say nothing."""
    return {path: ast.dump(parse(text)) if path == TESTS else text for path, text in suite.files.items()}
