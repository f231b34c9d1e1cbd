"""A test without what it expects, where that can't be told apart as mere values.

It goes by what may be shown, not by what may not: of what a test does all, and of what it states only what it looks at
of the program's. All else is `...`.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from languages.python.called_with import Reads
from languages.python.expectations import SELF, raised, states
from languages.python.syntax import bound_names, read_names
from languages.python.values import value_of

_PROGRAM = "program"
# What a text is asked with them is as good as what it should be, ...
TELLING = frozenset(
    {"startswith", "endswith", "isclose", "match", "search", "fullmatch", "issubset", "issuperset", "isdisjoint"}
    | {"__eq__", "__contains__"}
)
# ... and with these it may be: nobody counts, or cuts at, what shouldn't be there.
_CUTTING = frozenset(
    {"count", "find", "rfind", "index", "rindex", "partition", "rpartition", "split", "rsplit", "replace", "findall"}
    | {"strip", "lstrip", "rstrip", "removeprefix", "removesuffix", "difference", "intersection", "union"}
)
_FOR_PEOPLE = frozenset({"print", "pprint", "logging", "warnings"})


class InseparableError(Exception):
    """What a test does and what it expects stand together."""


@dataclass(frozen=True, slots=True)
class Masking:
    """How the statements of a test are shown. Of the `broken` one, which could not be carried out, what it looks for is
    masked as well: perhaps it is nowhere."""

    reads: Reads
    broken: ast.stmt | None = None

    def body(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        """These statements. Raises `InseparableError`."""
        return [shown for statement in statements for shown in self._shown(statement)]

    def plain(self, statement: ast.stmt) -> ast.stmt | None:
        """A statement that states nothing; None where it does nothing with the program."""
        if not does(statement, self.reads):
            return None
        is_input = isinstance(statement, ast.Expr) or bool(bound_names(statement) & self.reads.inputs)
        is_kept = isinstance(statement, ast.Import | ast.ImportFrom) or not _is_seen(statement, self.reads)
        reads_result = _PROGRAM in self.reads.of_program and not isinstance(statement, ast.Expr)
        return statement if is_kept else self._masked(statement, keeps=is_input, words_only=reads_result)

    def _shown(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        if not states(statement) and not self._is_checked(statement):
            shown = self.plain(statement)
            yield from [shown] if shown else []
            return
        match statement:
            case ast.Assert(test):
                yield self._asserted(test)
            case ast.With(items, body):
                yield from self._within(items, body)
            case ast.For(target, _, body, otherwise):
                yield ast.For(target, self._source(statement), self._block(body), self.body(otherwise), lineno=0)
            case ast.If(test, body, otherwise):
                yield ast.If(self._masked(test), self._block(body), self.body(otherwise))
            case ast.Expr(ast.Call() as call):
                yield from self._handed(call)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return
            case _:
                raise InseparableError

    def _block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        return self.body(statements) or [ast.Pass()]

    def _asserted(self, test: ast.expr) -> ast.Assert:
        """That something has to be true says as much as a value."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return _blank(self._masked(test.operand))
        shown = self._masked(test)
        return ast.Assert(shown) if isinstance(test, ast.Compare | ast.BoolOp) else _blank(shown)

    def _within(self, items: Sequence[ast.withitem], body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
        left = [self._masked(one, keeps=True) for one in items if raised(one.context_expr) is None]
        yield from [ast.With(left, self._block(body), lineno=0)] if left else self.body(body)
        if len(left) < len(items):
            yield _blank(ast.Constant(...))

    def _source(self, loop: ast.For) -> ast.expr:
        """What a loop goes through: where that is in the test, only if all of it is given to the program."""
        names = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
        source: ast.expr = loop.iter if names & self.reads.inputs else ast.Constant(...)
        if _is_seen(loop.iter, self.reads):
            source = self._masked(loop.iter)
        elif names & self.reads.inputs and names & self.reads.stated:
            raise InseparableError
        return source

    def _handed(self, call: ast.Call) -> Iterator[ast.stmt]:
        """What is handed to a function that states something of it, which may be a helper that does more."""
        given = [*call.args, *(one.value for one in call.keywords)]
        if self._is_checked(ast.Expr(call)) and any(_PROGRAM in read_names(one) for one in given):
            raise InseparableError
        looked_at = [self._masked(one) for one in given if _is_seen(one, self.reads)]
        yield from map(_blank, looked_at or [ast.Constant(...)])

    def _is_checked(self, statement: ast.stmt) -> bool:
        """Whether it calls a helper that states something, or one of the test's class, which may."""
        match statement:
            case ast.Expr(ast.Call(ast.Name(name))):
                return name in self.reads.checking
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name)))):
                return name == SELF
            case _:
                return False

    def _masked(self, node: Any, keeps: bool = False, words_only: bool = True) -> Any:
        is_broken = self.broken is not None and any(one is node for one in ast.walk(self.broken))
        return _Mask(self.reads, is_broken, keeps, words_only).visit(copy.deepcopy(node))


@dataclass(slots=True)
class _Mask(ast.NodeTransformer):
    """Puts `...` in place of all that isn't the program's, but for what that is asked by, as by a label.

    Where it `keeps` what isn't the program's, only what that is compared with goes. Labels are `words_only` where a
    result is read: a number that is looked for there is one that has to come.
    """

    reads: Reads
    broken: bool = False
    keeps: bool = False
    words_only: bool = True

    def visit(self, node: ast.AST) -> Any:
        """As `NodeTransformer.visit`."""
        is_value = isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store)
        if is_value and not self.keeps and not _is_seen(node, self.reads):
            return ast.Constant(...)
        return ast.NodeTransformer.visit(self, node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A call: the program's own is as it was, and what is asked by a label keeps that."""
        function = node.func
        if self.reads.is_free(node) or _is_start(function):
            return node
        is_asked = isinstance(function, ast.Attribute) and _is_seen(function.value, self.reads)
        inside = self
        if isinstance(function, ast.Attribute) and (is_asked or function.attr in TELLING):
            inside = self._strict() if self.broken or function.attr in TELLING | _CUTTING else self._all()
        if isinstance(function, ast.Attribute) and is_asked:
            function.value = self.visit(function.value)
        elif not isinstance(function, ast.Name | ast.Attribute):
            node.func = self._strict().visit(function)
        words_only = is_asked and self.words_only
        node.args = [inside._given(one, words_only) for one in node.args]
        node.keywords = [ast.keyword(one.arg, inside._given(one.value, words_only)) for one in node.keywords]
        return node

    def _given(self, node: ast.expr, words_only: bool) -> ast.expr:
        given: ast.expr = ast.Constant(...) if words_only and _is_number(node) else self.visit(node)
        return given

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """A comparison, which shows only the program's side."""
        if _is_seen(node, self.reads):
            self._strict().generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """A part, with its name or number."""
        node.value = self.visit(node.value)
        unknown = read_names(node.slice) - self.reads.inputs - self.reads.of_program
        if self.broken or (unknown and not self.keeps):
            node.slice = ast.Constant(...)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """A text with parts, which can hold nothing but texts and parts."""
        node.values = [self._part(one) for one in node.values]
        return node

    def _part(self, part: ast.expr) -> ast.expr:
        if not isinstance(part, ast.FormattedValue) or not _is_seen(part, self.reads):
            return part if self.keeps else ast.Constant("...")
        part.value = self.visit(part.value)
        return part

    def _strict(self) -> _Mask:
        return replace(self, keeps=False)

    def _all(self) -> _Mask:
        return replace(self, keeps=True)


def tells(statement: ast.stmt, comparisons: int, is_zero: bool) -> bool:
    """Whether a statement with more than so many comparisons, or that asks as `text.startswith("24")` does, says what
    is expected; where that `is_zero`, so does a difference."""
    nodes = list(ast.walk(statement))
    called = {node.func.attr for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)}
    is_difference = is_zero and any(isinstance(node, ast.Sub) for node in nodes)
    return sum(isinstance(node, ast.Compare) for node in nodes) > comparisons or bool(called & TELLING) or is_difference


def _is_start(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(ast.Name(name)):
            return name == _PROGRAM
        case _:
            return False


def _blank(shown: ast.expr) -> ast.Assert:
    is_nothing = isinstance(shown, ast.Constant)
    return ast.Assert(shown if is_nothing else ast.Compare(shown, [ast.Eq()], [ast.Constant(...)]))


def does(statement: ast.stmt, reads: Reads) -> bool:
    """Whether a statement that states nothing is part of what a test does with the program."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return True
    if isinstance(statement, ast.Expr) and _is_for_people(statement.value):
        return False
    return _is_seen(statement, reads) or bool(bound_names(statement) & (reads.inputs | reads.of_program))


def _is_number(node: ast.expr) -> bool:
    """Whether it is a number, or a text that has no word: what is looked for by it is no label."""
    value = value_of(node)
    return value is not None and not re.search(r"[^\W\d_]", value.removeprefix("Decimal"))


def _is_for_people(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) or re.split(r"\W", ast.unparse(value), maxsplit=1)[0] in _FOR_PEOPLE


def _is_seen(node: ast.AST, reads: Reads) -> bool:
    """Whether there is something of the program's in it, or of the fixtures that a test is given."""
    is_called = any(isinstance(one, ast.Call) and reads.is_free(one) for one in ast.walk(node))
    return is_called or bool(read_names(node) & reads.of_program)
