"""How a test in Python is asked about: with a blank for each value that it expects, or else with all that masked."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from languages.errors import NoUsableReply
from languages.python.called_with import Reads, inputs_of, reads_of
from languages.python.candidates import TESTS
from languages.python.expectations import Blank, asked, blanked, blanks_of, states
from languages.python.masking import InseparableError, Masking, does, tells
from languages.python.reply.written import WrittenTests
from languages.python.syntax import Function, parse
from languages.settling import Expectation
from languages.types import Suite


def asked_about(tests: Suite, name: str, number: int, line: int = 0) -> Expectation:
    """What the test of this name expects; see `Settling.expectation`. This `line` of it is broken; 0 for none."""
    code = tests.files[TESTS]
    test = WrittenTests(code).find(name)
    if test is None:
        raise NoUsableReply(f"There is no test {name}.")
    module = parse(code)
    reads = reads_of(test.node, module)
    inputs, broken = inputs_of(module, reads), _at(test.node, line)
    blanks = None if test.starts or broken else _blanks(test.node, reads)
    if blanks:
        new = blanked(blanks, number)
        kept = [one for one in test.node.body if id(one) in new or does(one, reads)]
        body = [shown for one in kept for shown in new.get(id(one), [one])]
        values = tuple(blank.value for blank in blanks)
        numbers = tuple(range(number, number + len(values)))
        return Expectation(name, asked(test.node, [*inputs, *body], number), numbers, values)
    try:
        body = [] if test.node.decorator_list else Masking(reads, broken).body(test.node.body)
    except InseparableError:
        body = []
    return Expectation(name, asked(test.node, [*inputs, *body], number) if body else "")


def _blanks(node: Function, reads: Reads) -> Sequence[Blank] | None:
    """The values that it expects, where nothing else in it says them."""
    blanks = blanks_of(node) or ()
    stated = {id(blank.statement) for blank in blanks}
    others = [statement for statement in node.body if id(statement) not in stated and does(statement, reads)]
    is_zero = any(blank.value == "0" for blank in blanks)
    is_told = any(tells(one, int(states(one)), is_zero) for one in others) or any(
        tells(one.statement, 1, is_zero) for one in blanks
    )
    return None if is_told else blanks


def _at(node: Function, line: int) -> ast.stmt | None:
    """The innermost statement at this line."""
    found = [one for one in ast.walk(node) if isinstance(one, ast.stmt) and one is not node]
    return next((one for one in reversed(found) if one.lineno <= line <= (one.end_lineno or one.lineno)), None)
