"""Tests that can't all hold, told by what they say of the very same: the same calls, the same starts, the same files.

Nothing is run. What isn't written alike is taken for something else, so what is found here really contradicts itself.
"""

from __future__ import annotations

import ast
import builtins
import copy
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from languages.python.called_with import Reads, reads_of
from languages.python.candidates import TESTS
from languages.python.expectations import BLANK, LABEL, raised
from languages.python.reply.tolerance import approximated, tolerant
from languages.python.reply.written import WrittenTest, WrittenTests
from languages.python.syntax import bound_names, is_docstring, parse, read_names
from languages.python.tables import written_out
from languages.python.values import RAISES, like, value_of
from languages.settling import Contradiction
from languages.types import Suite

MADE = "made_"
_PLAIN = frozenset({"Decimal", "date", "approx"})
"""What makes values that are written in one way only, near enough."""
_DIGITS = re.compile(r"\d+\.\d{9,}")
_TRUTHS = frozenset({"True", "False"})
_READING = frozenset({"value", "count", "find", "index", "split", "splitlines", "strip", "lower", "upper", "casefold"})
_READING |= {"startswith", "endswith", "read_text", "exists", "keys", "values", "items", "approx"}
"""Methods that leave all as it is."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a test says of one thing: what it `did` before, what it looks `at`, and the value that this has to have.

    So many statements that do something came `since` the test began.
    """

    did: tuple[str, ...]
    at: str
    value: str
    given: str
    since: int


def contradictions(tests: Suite) -> list[Contradiction]:
    """See `Settling.contradictions`."""
    code = tests.files[TESTS]
    module, written = parse(code), WrittenTests(code)
    said: dict[tuple[object, ...], dict[str, str]] = defaultdict(dict)
    claims: dict[tuple[object, ...], _Claim] = {}
    for case in tests.tests:
        test = written.find(case.name)
        for claim in _claims(test, module) if test else ():
            key = (claim.did, claim.at, claim.given)
            first = next(iter(said[key].values()), claim.value)
            said[key][case.name] = like(first, claim.value)
            claims[key] = claim
    found = [key for key, values in said.items() if _differ(values)]
    return [Contradiction(_text(claims[key], number), number, said[key]) for number, key in enumerate(found, start=1)]


def _differ(values: Mapping[str, str]) -> bool:
    one, *others = values.values()
    return any(_clash(one, other) for other in others)


def _clash(one: str, other: str) -> bool:
    """Whether nothing can have both values."""
    if one.startswith(RAISES) and other.startswith(RAISES):
        return False  # one error may be a kind of the other
    if one in _TRUTHS or other in _TRUTHS:
        # Much is true that isn't `True`.
        return {one, other} == _TRUTHS
    return _rounded(one) != _rounded(other)


def _rounded(value: str) -> str:
    """As tests compare floats."""
    return _DIGITS.sub(lambda digits: f"{float(digits[0]):.8f}".rstrip("0"), value)


def _claims(test: WrittenTest, module: ast.Module) -> list[_Claim]:
    """What it says, but for what it says twice in two ways: then something has changed between."""
    function = written_out(test.node, module) or test.node
    if function.decorator_list or test.owners:  # what a class sets up may be anything
        return []
    asked = [one.arg for one in function.args.args]
    bases = (node.value for node in ast.walk(function) if isinstance(node, ast.Attribute))
    objects = frozenset(node.id for node in bases if isinstance(node, ast.Name))
    reader = _Reader(reads_of(function, module), ", ".join(asked), objects)
    reader.renamed.update(_constants(module))
    for statement in function.body:
        reader.read(statement)
    values = defaultdict[tuple[int, str], set[str]](set)
    for claim in reader.claims:
        values[claim.since, claim.at].add(claim.value)
    return [claim for claim in reader.claims if len(values[claim.since, claim.at]) == 1]


def _constants(module: ast.Module) -> dict[str, ast.expr]:
    named = [node for node in module.body if isinstance(node, ast.Assign) and value_of(node.value) is not None]
    return {ast.unparse(node.targets[0]): node.value for node in named}


@dataclass(slots=True)
class _Reader:
    """Reads a test statement by statement. Names are `renamed` to what they hold, where that is a value or comes of a
    function, else to one that is the same in each test. Of `objects` a part is used, or something is done to them. All
    calls that were `asked` for what they give may have done something, too; each has the name of its function, empty
    where it is one that depends on more than values."""

    reads: Reads
    given: str
    objects: frozenset[str]
    renamed: dict[str, ast.expr] = field(default_factory=dict)
    did: list[str] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    claims: list[_Claim] = field(default_factory=list)

    def read(self, statement: ast.stmt) -> None:
        """One more statement."""
        if is_docstring(statement) or isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass):
            return
        if isinstance(statement, ast.Assert):
            self._claim(*_said(statement.test))
            self._ask(statement.test)
            return
        match statement:
            case ast.With([ast.withitem(context)], [ast.Expr(call)]) if error := raised(context):
                self._claim(call, RAISES + error)
                self._ask(call)
            case ast.Assign([ast.Name(name)], value) if value_of(value) is not None or self._is_pure(name, value):
                self._ask(value)
                self.renamed[name] = self._renamed(value)
            case _:
                self._do(statement)

    def _do(self, statement: ast.stmt) -> None:
        for number, name in enumerate(sorted(bound_names(statement))):
            self.renamed[name] = ast.Name(f"{MADE}{len(self.did)}_{number}", ast.Load())
        self.did.append(ast.unparse(self._renamed(statement)))

    def _is_pure(self, name: str, value: ast.expr) -> bool:
        """Whether it is what a function gives for values, once: no object that something is done to."""
        if not (isinstance(value, ast.Call) and self.reads.is_free(value)) or name in self.objects:
            return False
        is_again = any(ast.dump(self._renamed(value)) == ast.dump(one) for one in self.renamed.values())
        return not is_again and all(one in self.renamed for one in read_names(value) & self.reads.of_program)

    def _claim(self, at: ast.expr | None, value: str) -> None:
        if at is None:
            return
        made = self._renamed(at)
        is_made = any(name.startswith(MADE) for name in read_names(made))
        if is_made or any(isinstance(node, ast.Call) for node in ast.walk(made)):
            self.claims.append(_Claim(self._before(made), ast.unparse(made), value, self.given, len(self.did)))

    def _ask(self, node: ast.expr) -> None:
        self.asked += [(ast.unparse(call), name) for call, name in self._calls(self._renamed(node))]

    def _before(self, made: ast.expr) -> tuple[str, ...]:
        """All that was done, and asked before. Of a function that gives something for values alone, it changes nothing
        what it gave for others."""
        names = {name for _, name in self._calls(made)} - {""}
        is_free = all(name for _, name in self._calls(made))
        return (*self.did, *(text for text, name in self.asked if not (is_free and name in names)))

    def _calls(self, node: ast.AST) -> Iterator[tuple[ast.Call, str]]:
        """The outermost calls that may do something."""
        match node:
            case ast.Call(ast.Name(name), args) if name not in dir(builtins):
                used = read_names(node) & {*self.given.split(", "), *self.objects}
                is_made = any(one.startswith(MADE) for one in read_names(node))
                yield node, name if args and not used and not is_made else ""
            case ast.Call(ast.Attribute(_, method)) if method not in _READING:
                yield node, ""
            case _:
                for inner in ast.iter_child_nodes(node):
                    yield from self._calls(inner)

    def _renamed(self, node: ast.AST) -> Any:
        return ast.fix_missing_locations(_Renamed(self.renamed).visit(copy.deepcopy(node)))


@dataclass(slots=True)
class _Renamed(ast.NodeTransformer):
    names: Mapping[str, ast.expr]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name, or what stands for it."""
        new = self.names.get(node.id, node)
        if isinstance(node.ctx, ast.Load) or new is node:
            return copy.deepcopy(new)
        return ast.Name(new.id, ast.Store()) if isinstance(new, ast.Name) else node


def _said(test: ast.expr) -> tuple[ast.expr | None, str]:
    """What is looked at and the value that it must have; None where that is no value."""
    match test:
        case ast.Compare(left, [ast.Eq() | ast.Is()], [right]):
            sides = [(left, _value(right)), (right, _value(left))]
            return next(((at, value) for at, value in sides if value is not None and _value(at) is None), (None, ""))
        case ast.Compare(left, [ast.In() | ast.NotIn() as sign], [right]):
            return ast.Compare(left, [ast.In()], [right]), str(isinstance(sign, ast.In))
        case ast.UnaryOp(ast.Not(), ast.Compare(_, [ast.In()]) as inner):
            return inner, "False"
        case ast.UnaryOp(ast.Not(), ast.Call() as call):
            return call, "False"
        case ast.Call():
            return test, "True"
        case _:
            return None, ""


def _value(side: ast.expr) -> str | None:
    """The value that a side is; not of one that is close enough where it differs by more than the last digits do.

    Nor of one that can be written in many ways.
    """
    about = approximated(side)
    if about is not None and ast.dump(side) != ast.dump(tolerant(about)):
        return None
    value = about or side
    return value_of(value) if all(map(_is_plain, ast.walk(value))) else None


def _is_plain(node: ast.AST) -> bool:
    match node:
        case ast.BinOp() | ast.Attribute(ast.Name("math")):
            return False
        case ast.Call(function):
            return ast.unparse(function).rpartition(".")[2] in _PLAIN
        case _:
            return True


def _text(claim: _Claim, number: int) -> str:
    """The claim as a test, with a blank for its value."""
    lines = [*claim.did, f"assert ({claim.at}) == {BLANK.format(number)}"]
    body = "\n".join(f"    {line}" for text in lines for line in text.split("\n"))
    tree = parse(f"def {LABEL.format(number)}({claim.given}):\n{body}")
    return ast.unparse(tree)
