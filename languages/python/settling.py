"""How tests in Python are settled: asked about without what they expect, and written anew with another expectation."""

from __future__ import annotations

import ast
import copy
import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from languages.errors import NoUsableReply
from languages.python.asking import asked_about
from languages.python.candidates import TESTS, suite
from languages.python.checks.mutation_words import given as said_of
from languages.python.contradictions import contradictions
from languages.python.expectations import LABEL, SELF, Blank, blanks_of
from languages.python.failing import broken_line, is_broken
from languages.python.readable import readable
from languages.python.reply.written import WrittenTest, WrittenTests, by_itself
from languages.python.syntax import edit, edited, first_line, is_docstring, parse, undefined_names
from languages.python.tables import written_out
from languages.python.values import TYPES, like, parsed, read_values, value_of
from languages.settling import Expectation, Settling
from languages.types import Suite, TestCase
from message import joined, say

# What Hypothesis adds to a failure, each line of which pytest marks.
_INPUT = re.compile(r"^E +(?:Failing test case|Falsifying example): \w+\(\n((?:E .*\n)+?)E +\)", re.MULTILINE)
LOOKUPS = {
    "line",
    "lines",
    "value",
    "cell",
    "split",
    "splitlines",
    "partition",
    "rpartition",
    "index",
    "find",
    "search",
}
"""What finds a part of what the program gives."""
_TOKENS = re.compile(r"\d+(?:[.,:/-]\d+)*|[\"'][^\"']+[\"']")


def expectation(tests: Suite, name: str, number: int, message: str = "") -> Expectation:
    """What the test of this name expects; see `Settling.expectation`."""
    return asked_about(tests, name, number, broken_line(message))


def at_input(tests: Suite, name: str, message: str) -> Suite:
    """The tests with a property made for the one input that its failure names, or a table written out; see
    `Settling.at_input`."""
    code = tests.files[TESTS]
    test = WrittenTests(code).find(name)
    if test is None:
        return tests
    if found := _INPUT.search(message):
        return _at_failed_input(tests, test, found[1])
    node = written_out(test.node, parse(code))
    return _with(tests, _in_place_of(test, node, code), tests.tests) if node else tests


def _at_failed_input(tests: Suite, test: WrittenTest, said: str) -> Suite:
    call = parsed("f(" + re.sub(r"^E", "", said, flags=re.MULTILINE) + ")")
    if not test.node.decorator_list or not isinstance(call, ast.Call):
        return tests
    given = {one.arg: one.value for one in call.keywords if one.arg and value_of(one.value) is not None}
    if len(given) < len(call.keywords):
        return tests
    node = copy.deepcopy(test.node)
    node.decorator_list = []
    node.args.args = [one for one in node.args.args if one.arg not in given]
    start = 1 if is_docstring(node.body[0]) else 0
    made = [ast.Assign([ast.Name(arg, ast.Store())], value, lineno=0) for arg, value in given.items()]
    node.body[start:start] = [*_imports(given.values()), *made]
    words = say("For %(given)s.", given=said_of([ast.unparse(ast.fix_missing_locations(one)) for one in made]))
    # What holds for every input isn't what a test of one shows.
    cases = [replace(case, description=words) if case.name == test.name else case for case in tests.tests]
    return _with(tests, _in_place_of(test, node, tests.files[TESTS]), cases)


def _imports(values: Iterable[ast.expr]) -> list[ast.stmt]:
    """What values need that Hypothesis wrote."""
    used = {node.id for value in values for node in ast.walk(value) if isinstance(node, ast.Name)}
    known = [ast.ImportFrom(module, [ast.alias(name)], 0) for module, name in TYPES if name in used]
    return [*known, *([ast.Import([ast.alias("datetime")])] if "datetime" in used else [])]


def typed_values(reply: str, expected: Mapping[int, str]) -> dict[int, str]:
    """The values in a reply; see `Settling.read_values`."""
    return {number: like(expected.get(number, ""), value) for number, value in read_values(reply).items()}


def with_values(tests: Suite, values: Mapping[str, Sequence[str]]) -> Suite:
    """The tests with these values in place of what the tests of these names expect; see `Settling.with_values`."""
    code = tests.files[TESTS]
    written = WrittenTests(code)
    edits, said = [], {}
    for name, new in values.items():
        test = written.find(name)
        changed = [(blank, value) for blank, value in zip(_blanks(test), new, strict=True) if blank.value != value]
        said[name] = ", ".join(readable(value) for _, value in changed)
        edits += [edit(blank.statement, _text(blank, value)) for blank, value in changed]
    after = _sound(edited(code, edits), code)
    cases = [_told(case, said.get(case.name)) for case in tests.tests]
    return _with(tests, after, cases)


def only(draft: Suite, number: int) -> Suite | None:
    """The one test that was asked for by this number, as tests of one; None where the draft doesn't have it."""
    written = WrittenTests(draft.files[TESTS])
    tests = [test for test in written if not test.owners]
    found = next((test for test in tests if test.name == LABEL.format(number)), tests[0] if len(tests) == 1 else None)
    if found is None:
        return None
    others = [test.name for test in written if test.name != found.name]
    return suite(written.without(others), [TestCase(found.name, "", scenario=found.starts)])


def with_test(tests: Suite, name: str, one: Suite) -> Suite:
    """The tests with the one of `one` in place of that of this name.

    It brings what it needs along in its body. Raises `NoUsableReply` where that can't be.
    """
    code = tests.files[TESTS]
    (new,) = WrittenTests(one.files[TESTS])
    old, node = _written(tests, name), by_itself(new, one.files[TESTS])
    node.name = old.node.name
    if old.owners:
        given = [one for one in node.args.args if one.arg != SELF]
        node.args.args = [ast.arg(SELF), *given]
    return _with(tests, _sound(_in_place_of(old, node, code), code), tests.tests)


def _in_place_of(old: WrittenTest, node: ast.AST, code: str) -> str:
    lines = code.split("\n")
    text = textwrap.indent(ast.unparse(ast.fix_missing_locations(node)), " " * old.node.col_offset)
    lines[first_line(old.node) - 1 : old.node.end_lineno] = [text]
    return "\n".join(lines)


def without(tests: Suite, names: Sequence[str]) -> Suite:
    """The tests less those of these names."""
    left = [case for case in tests.tests if case.name not in names]
    return _with(tests, WrittenTests(tests.files[TESTS]).without(names), left)


def _with(tests: Suite, code: str, cases: Sequence[TestCase]) -> Suite:
    """The suite with other code of its tests, and all else that it has."""
    return replace(tests, files={**tests.files, TESTS: code}, tests=tuple(cases))


def reads_prints(tests: Suite) -> bool:
    """See `Settling.reads_prints`: by the fixtures of pytest for that."""
    return "capsys" in tests.source or "capfd" in tests.source


def says(tests: Suite, name: str, given: str, expected: str) -> bool:
    """Whether the test of this name tests an example of the task; see `Settling.says`."""
    written, call = WrittenTests(tests.files[TESTS]).find(name), parsed(given)
    if written is None:  # it is inherited
        return False
    function = written.node
    if isinstance(call, ast.Call):
        value = parsed(expected)
        about = [ast.unparse(call), value_of(value) if value else expected]
        found = [[ast.unparse(blank.call), blank.value] for blank in blanks_of(function) or () if blank.call]
        return about in found
    source, ends = ast.unparse(function), _TOKENS.findall(expected)
    begins = _TOKENS.findall(given) or re.findall(r"\w{3,}", given)  # "a pair" has no number in it
    needed = Counter(token.strip("\"'") for token in (*begins, *ends))
    return bool(begins and ends) and all(_times(token, source) >= count for token, count in needed.items())


def _times(token: str, source: str) -> int:
    """How often it stands there, not as a part of another number or word."""
    return len(re.findall(rf"(?<![\w.,]){re.escape(token)}(?!\w|[.,]\d)", source, re.IGNORECASE))


def _told(case: TestCase, expected: str | None) -> TestCase:
    """Its description may still name the old value."""
    if not expected:
        return case
    now = say("(It expects %(expected)s now.)", expected=expected)
    return replace(case, description=joined(" ", (case.description, now)))


def _written(tests: Suite, name: str) -> WrittenTest:
    found = WrittenTests(tests.files[TESTS]).find(name)
    if found is None:
        raise NoUsableReply(say("There is no test %(name)s.", name=name))
    return found


def _blanks(test: WrittenTest | None) -> list[Blank]:
    return (blanks_of(test.node) if test else None) or []


def _text(blank: Blank, value: str) -> str:
    lines = blank.filled(value)
    if lines is None:
        raise NoUsableReply(say("%(value)s can't be written in the place of %(old)s.", value=value, old=blank.value))
    text = "\n".join(ast.unparse(ast.fix_missing_locations(line)) for line in lines)
    return textwrap.indent(text, " " * blank.statement.col_offset).lstrip()


def _sound(code: str, before: str) -> str:
    if unknown := undefined_names(code) - undefined_names(before):
        raise NoUsableReply(say("It needs %(names)s, which the tests don't have.", names=", ".join(sorted(unknown))))
    return code


def looks_up(tests: Suite, name: str) -> bool:
    """Whether it takes something out of what the program gives; see `Settling.looks_up`."""
    test = WrittenTests(tests.source).find(name)
    nodes = list(ast.walk(test.node)) if test else []
    called = {node.func.attr for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)}
    return bool(called & LOOKUPS) or any(isinstance(node, ast.Subscript) for node in nodes)


SETTLING = Settling(
    expectation=expectation,
    at_input=at_input,
    read_values=typed_values,
    with_values=with_values,
    only=only,
    with_test=with_test,
    is_broken=is_broken,
    contradictions=contradictions,
    readable=readable,
    without=without,
    looks_up=looks_up,
    reads_prints=reads_prints,
    says=says,
)
