"""Properties: tests that hold for every input, which Hypothesis makes up. Those that contradict an example go.

Source of the idea: DeCon (arXiv 2501.02901), 2025: what is said to hold for every input is kept only if it holds on the
known examples.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from importlib import resources

from languages.python.candidates import ENTRY, FIXTURE, TESTS
from languages.python.expectations import blanks_of
from languages.python.reply.imports import SOLUTION
from languages.python.reply.properties import has_properties
from languages.python.reply.written import WrittenTest, WrittenTests
from languages.python.syntax import parse, undefined_names
from languages.python.values import RAISES
from languages.types import Candidate, Suite

KNOWN = """

class Unknown(BaseException):
    pass


def __getattr__(name):
    def known(*given, **named):
        for call, outcome in EXAMPLES:
            if call == (name, given, named):
                return outcome
        raise Unknown(name)

    if name.startswith("__"):
        raise AttributeError(name)
    return known
"""


def examples_program(suite: Suite, names: Collection[str]) -> Candidate | None:
    """A program that knows what the tests of these names expect, and nothing else; properties that contradict it fail.

    None where there is no property, or no such test says in a call with values what is expected.
    """
    code = suite.files[TESTS]
    if not has_properties(code):
        return None
    written = WrittenTests(code)
    tests = [test for name in sorted(names) if (test := written.find(name))]
    imports = [node for node in ast.walk(parse(code)) if isinstance(node, ast.Import | ast.ImportFrom)]
    around = "\n".join(dict.fromkeys(ast.unparse(node) for node in imports if SOLUTION not in ast.unparse(node)))
    known = [one for test in tests for one in _known(test) if not undefined_names(f"{around}\n{one}")]
    if not known:
        return None
    given = f"EXAMPLES = [{', '.join(known)}]\nGIVEN = [given for (_, given, named), _ in EXAMPLES if not named]"
    plugin = resources.files("languages.python").joinpath("examples_plugin.py").read_text(encoding="utf-8")
    return Candidate({ENTRY: f"{around}\n\n{given}\n{KNOWN}", FIXTURE: plugin}, ENTRY)


def _known(test: WrittenTest) -> Iterator[str]:
    """As in `(("total", ([1, 2],), {}), 3)`."""
    for blank in blanks_of(test.node) or ():
        match blank.call:
            case ast.Call(ast.Name(name), given, named) if not blank.value.startswith(RAISES):
                values = "".join(f"{ast.unparse(value)}, " for value in given)
                by_name = ", ".join(f"{one.arg!r}: {ast.unparse(one.value)}" for one in named)
                yield f"(({name!r}, ({values}), {{{by_name}}}), {blank.value})"
