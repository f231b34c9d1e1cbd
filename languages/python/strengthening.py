"""Inputs that tell planted mistakes apart, as tests in Python."""

from __future__ import annotations

import ast
import builtins
import itertools
import json
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from languages.errors import NoUsableReply
from languages.python.candidates import TESTS, suite
from languages.python.checks.mutation_words import given
from languages.python.checks.mutmut_jobs import kill_job, left_by
from languages.python.fitting import fitting
from languages.python.helpers import helped
from languages.python.naming import named
from languages.python.odd_use import with_test
from languages.python.reply.written import WrittenTests, by_itself
from languages.python.runner.mutation.survivors.spoken import MODULES, MOST, is_readable
from languages.python.runner.mutation.survivors.undated import ABOUT
from languages.python.runner.mutation.survivors.varied import parted
from languages.python.syntax import BROKEN, bound_names, parse, undefined_names
from languages.python.values import RAISES, TYPES, parsed, value_of
from languages.strengthening import Strengthening
from languages.types import Suite, TellingInput, TestCase, TestResult
from message import say
from sandbox.base import JobResult

MOST_INPUTS = 80
LONGEST_NAME = 40
LONGEST_VALUE = 400  # characters; nobody works out by hand what a whole page or file is
PLAIN: tuple[type[ast.AST], ...] = (ast.Call, ast.keyword, ast.Name, ast.Attribute, ast.Constant, ast.Load, ast.UnaryOp)
PLAIN += (ast.USub, ast.List, ast.Tuple, ast.Set, ast.Dict)
_FENCE = re.compile(r"```[^\n]*\n(.*?)(?:```|$)", re.DOTALL)
_ASSERTED = re.compile(r"^E +(?:AssertionError|assert |Failed:)", re.MULTILINE)
BUILTINS = set(dir(builtins)) - {"float", "set", "frozenset"}
NOTHING_YET = "assert 'nothing yet' in (run.files, run.text)"


def read_inputs(reply: str) -> list[str]:
    """Calls with values, one a line; see `Strengthening.read_inputs`. Of an assertion it is what is asserted of.

    Starts in one line are one input: each finds what the one before it left. So is what is done in one with an object.
    """
    bodies = [_statements(fence) for fence in _FENCE.findall(reply) or [reply]]
    lines = [list(nodes) for body in bodies for _, nodes in itertools.groupby(body, lambda node: node.lineno)]
    found = dict.fromkeys(one for line in lines for one in _inputs_of(line) if len(one) <= MOST)
    if not found:
        raise NoUsableReply(say("There is no call with values in the reply."))
    return list(found)[:MOST_INPUTS]


def starts_beside(reply: str) -> tuple[str, list[str]]:
    """See `Strengthening.starts_beside`."""
    for fence in _FENCE.finditer(reply):
        nodes = _statements(fence[1]) if "def " not in fence[1] else []
        if nodes and all((call := _call_in(node)) and _is_start(ast.unparse(call)) for node in nodes):
            with suppress(NoUsableReply):
                return reply[: fence.start()] + reply[fence.end() :], read_inputs(fence[0])
    return reply, []


def _inputs_of(line: Sequence[ast.stmt]) -> list[str]:
    if len(line) > 1 and isinstance(line[0], ast.Assign):
        steps = [step for node in line if (step := _written(node)) and _is_plain(step)]
        return ["\n".join(steps)] if len(steps) == len(line) else []
    written = [text for node in line if (call := _call_in(node)) and (text := _written(call)) and _is_plain(text)]
    return ["\n".join(written)] if written and all(map(_is_start, written)) else written


def _is_start(call: str) -> bool:
    return call.startswith("program.start(")


def _statements(text: str) -> list[ast.stmt]:
    """Of a text that doesn't parse as a whole, those of the lines that do."""
    return _parsed(text) or [
        ast.increment_lineno(node, number)
        for number, line in enumerate(text.splitlines())
        for node in _parsed(line.strip())
    ]


def _parsed(text: str) -> list[ast.stmt]:
    try:
        return parse(text).body
    except BROKEN:
        return []


def _written(node: ast.stmt | ast.expr) -> str:
    """On one line; empty of what is too deep, as where a model repeats itself without end."""
    try:
        return ast.unparse(_Qualified().visit(node))
    except BROKEN:
        return ""


def _call_in(node: ast.AST) -> ast.Call | None:
    match node:
        case ast.Expr(value) | ast.Assign(value=value) | ast.Assert(test=value):
            return _call_in(value)
        case ast.Compare(left=ast.Call() as call) | (ast.Call() as call):
            return call
    return None


class _Qualified(ast.NodeTransformer):
    """Names of types with their modules in front, as inputs have them."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        module = next((module for module, name in TYPES if name == node.id), "")
        return ast.Attribute(ast.Name(module, ast.Load()), node.id, ast.Load()) if module else node


def drafted(one: TellingInput, taken: Collection[str]) -> Suite:
    """One test of an input; see `Strengthening.drafted`."""
    lines = one.source.splitlines()
    if not lines or not all(map(_is_plain, lines)):
        raise NoUsableReply(say("It isn't a call of a function or method with values."))
    if not is_readable(one.source):
        raise NoUsableReply(say("It is about bytes that nobody can read."))
    starts = _is_start(lines[-1])
    called = parted(lines[-1])[1]
    name = _name(called, taken)
    description = say("For %(given)s.", given=given(lines))
    said = [f"run = {lines[-1]}", NOTHING_YET] if starts else _stated(called, one.outcome)
    body = [*_imports(one.source), *lines[:-1], *said]
    head = f"def {name}({'program' if starts else ''}):\n    {json.dumps(description, ensure_ascii=False)}\n"
    source = head + "".join(f"    {line}\n" for line in body)
    return suite(source, [TestCase(name, description, scenario=starts)])


def _stated(call: str, outcome: str) -> list[str]:
    """That the call gives what it does, which is told to nobody."""
    if outcome.startswith(RAISES):
        if outcome.removeprefix(RAISES) not in dir(builtins):
            raise NoUsableReply(say("%(call)s ends with an error that only the program knows.", call=call))
        return ["import pytest", f"with pytest.raises({outcome.removeprefix(RAISES)}):", f"    {call}"]
    for module, name in TYPES:
        outcome = outcome.replace(f"{module}.{name}(", f"{name}(")
    tree = parsed(outcome)
    if tree is None or value_of(tree) is None or len(outcome) > LONGEST_VALUE or ABOUT in outcome:
        raise NoUsableReply(say("%(call)s gives no mere value, or a long one.", call=call))
    needed = [f"from {module} import {name}" for module, name in TYPES if f"{name}(" in outcome]
    return [*needed, f"assert {call} == {outcome}"]


def comparable(old: str, new: str) -> bool:
    """See `Strengthening.comparable`; an error or None may stand for any value."""
    kinds = {_kind(value) for value in (old, new)}
    return len(kinds - {"error", "NoneType"}) < 2


def _kind(value: str) -> str:
    if value.startswith(RAISES):
        return "error"
    if (tree := parsed(value)) is None:
        return value
    if isinstance(tree, ast.Call):
        return ast.unparse(tree.func)
    try:
        name = type(ast.literal_eval(tree)).__name__
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return value
    return "number" if name in ("int", "float") else name


def joined(tests: Suite, new: Suite) -> Suite:
    """The tests and the new ones; see `Strengthening.joined`."""
    code, cases = tests.files[TESTS].rstrip(), list(tests.tests)
    wanted = {case.name: case for case in new.tests}
    there = {name for node in parse(code).body for name in bound_names(node)}
    for test in WrittenTests(new.files[TESTS]):
        if test.name in wanted:
            node = by_itself(test, new.files[TESTS], with_values=True, there=code)
            node.name = _free(test.name, {case.name for case in cases})
            text = ast.unparse(node)
            unknown = undefined_names(text) - there
            if unknown == {"pytest"}:  # of its marks, which stand outside of it
                text, unknown = f"import pytest\n\n\n{text}", set()
            if unknown:
                raise NoUsableReply(say("It needs %(names)s, which it doesn't have.", names=", ".join(sorted(unknown))))
            code += f"\n\n\n{text}\n"
            cases.append(replace(wanted[test.name], name=node.name))
    return replace(tests, files={**tests.files, TESTS: code}, tests=tuple(cases))


def is_assertion(result: TestResult) -> bool:
    """See `Strengthening.is_assertion`: by what pytest marks in its report."""
    return bool(_ASSERTED.search(result.message))


def is_value(result: TestResult) -> bool:
    """See `Strengthening.is_value`."""
    return is_assertion(result) and "DID NOT RAISE" not in result.message


def read_kills(result: JobResult) -> Collection[str]:
    """See `Strengthening.read_kills`; none where the job broke."""
    try:
        return frozenset(left_by(result)["killed"])
    except (KeyError, TypeError):
        return frozenset()


def _name(line: str, taken: Collection[str]) -> str:
    said = re.sub(r"[^a-z0-9]+", "_", line.replace("program.", "").lower()).strip("_")[:LONGEST_NAME].strip("_")
    return _free(f"test_{said}", taken)


def _free(name: str, taken: Collection[str]) -> str:
    """This name, or one with a number behind it that isn't taken."""
    numbered = (f"{name}_{number}" for number in itertools.count(2))
    return next(one for one in itertools.chain([name], numbered) if one not in taken)


def _is_plain(line: str) -> bool:
    """Whether a statement calls something with values or looks at what an object has, may give that a name, and does
    nothing else: it comes from where the program runs."""
    tree = parsed(parted(line)[1])
    if not isinstance(tree, ast.Call | ast.Attribute):
        return False
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    parts = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    hidden = [name for name in names | parts if name.startswith("_")]
    return all(isinstance(node, PLAIN) for node in ast.walk(tree)) and not hidden and not names & BUILTINS


def _imports(source: str) -> list[str]:
    """What the statements of an input need."""
    used = [node for node in ast.walk(parse(source)) if isinstance(node, ast.Name)]
    names = {node.id for node in used} - {node.id for node in used if isinstance(node.ctx, ast.Store)}
    own = sorted(names - set(MODULES) - {"program"} - set(dir(builtins)))
    modules = [f"import {name}" for name in MODULES if name in names]
    return [*modules, f"from solution import {', '.join(own)}"] if own else modules


STRENGTHENING = Strengthening(
    read_inputs=read_inputs,
    fitting=fitting,
    starts_beside=starts_beside,
    drafted=drafted,
    comparable=comparable,
    joined=joined,
    helped=helped,
    named=named,
    is_assertion=is_assertion,
    is_value=is_value,
    kill_job=kill_job,
    held=with_test,
    read_kills=read_kills,
)
