"""Which tests the code model never sees, so that a table of the answers that they expect is no solution.

Only such as a program can be written without: what they test and call is shown by others, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from languages.python.candidates import TESTS
from languages.python.reply.written import WrittenTest, WrittenTests
from languages.types import Suite, TestCase

# Why: docs/decisions.md, "A quarter of the tests of functions is held back from the coder"
ONE_IN = 4
# An error's kind and its words are for the program to know, not to guess.
_CONVENTIONS = frozenset({"raises", "assertRaises", "assertRaisesRegex", "match"})


def shown(suite: Suite) -> Suite:
    """The tests that whoever writes the program sees; at most a quarter is held back, about rules that others test."""
    written = WrittenTests(suite.files[TESTS])
    seen = list(suite.tests)
    for test in reversed(suite.tests):
        others = [one for one in seen if one is not test]
        if ONE_IN * (len(suite.tests) - len(others)) <= len(suite.tests) and _can_be_missed(test, others, written):
            seen = others
    names = {test.name for test in suite.tests} - {test.name for test in seen}
    return replace(suite, files={**suite.files, TESTS: written.without(names)}, tests=tuple(seen))


def _can_be_missed(test: TestCase, others: Iterable[TestCase], written: WrittenTests) -> bool:
    one, rest = written.find(test.name), [written.find(other.name) for other in others]
    if one is None or test.scenario or test.source == "user" or test.examples or not test.rules:
        return False
    rules = {rule for other in others if not other.scenario for rule in other.rules}
    used = _words(one)
    known = {word for other in rest if other for word in _words(other)}
    return rules.issuperset(test.rules) and known >= used and not used & _CONVENTIONS


def _words(test: WrittenTest) -> set[str]:
    """The names that a test uses, but for its own."""
    found, own = set[str](), set[str]()
    for node in chain.from_iterable(map(ast.walk, test.node.body)):
        match node:
            case ast.Name(name, ast.Store()):
                own.add(name)
            case ast.Name(name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                found.add(name)
    return found - own
