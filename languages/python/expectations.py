"""What a pytest function expects, told apart from what it does: blanks in place of values, and other values in them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from languages.python.reply.tolerance import approximated, tolerant
from languages.python.syntax import Function, read_names
from languages.python.values import RAISES, parsed, value_of

BLANK = "ANSWER_{}"
LABEL = "test_case_{}"
SELF = "self"
_TRUTH = ("True", "False")
_PLAIN = ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr | ast.Import | ast.ImportFrom | ast.Pass | ast.Delete


@dataclass(frozen=True, slots=True)
class Blank:
    """One expectation: the statement that states it, its value in one way of writing, and what it is held against.

    `place` is the expression in the statement that is the value; None where the statement as a whole says it, as where
    something must be true or must raise.
    """

    statement: ast.stmt
    value: str
    place: ast.expr | None = None
    call: ast.expr | None = None
    before: tuple[ast.stmt, ...] = ()

    def filled(self, value: str) -> list[ast.stmt] | None:
        """The statements that state another value in its place; None where they can't be written."""
        if value.startswith(RAISES):
            return None if self.call is None else _raising(value.removeprefix(RAISES), self.before, self.call)
        new = parsed(value)
        if new is None:
            return None
        if self.place is not None:
            is_tolerant = any(approximated(node) for node in ast.walk(self.place))
            return [_Replaced(self.place, tolerant(new) if is_tolerant else new).visit(self.statement)]
        if self.call is None:
            return None
        if self.value in _TRUTH and value in _TRUTH:
            return [ast.Assert(self.call if value == "True" else ast.UnaryOp(ast.Not(), self.call))]
        return [*self.before, ast.Assert(ast.Compare(self.call, [ast.Eq()], [new]))]


def blanks_of(function: Function) -> list[Blank] | None:
    """What a test expects, in its order; None where it expects anything that isn't a mere value, or nothing."""
    if function.decorator_list:
        return None
    found: list[Blank] = []
    for statement in function.body:
        if states(statement):
            blank = _blank(statement, function)
            if blank is None:
                return None
            found.append(blank)
        elif not isinstance(statement, _PLAIN):
            return None
    return found or None


def blanked(blanks: Sequence[Blank], first: int) -> dict[int, list[ast.stmt]]:
    """What stands for the statements of `blanks`, by their ids, with blanks that are numbered from `first`.

    The statements themselves are changed.
    """
    new: dict[int, list[ast.stmt]] = {}
    for number, blank in enumerate(blanks, first):
        name = ast.Name(BLANK.format(number), ast.Load())
        if blank.place is not None:
            new[id(blank.statement)] = [_without_words(_Replaced(blank.place, name).visit(blank.statement))]
        elif blank.call is not None:
            new[id(blank.statement)] = [*blank.before, ast.Assert(ast.Compare(blank.call, [ast.Eq()], [name]))]
    return new


def asked(function: Function, body: Sequence[ast.stmt], number: int) -> str:
    """The text of a test that has this body now, under a name that says nothing."""
    given = copy.copy(function.args)
    given.args = [one for one in given.args if one.arg != SELF]  # asked for as a function
    made = ast.FunctionDef(LABEL.format(number), given, [*body] or [ast.Pass()], [], None, None, lineno=0)
    return ast.unparse(ast.fix_missing_locations(made))


def _without_words(statement: ast.stmt) -> ast.stmt:
    """What is stated, without what is said where it isn't so."""
    match statement:
        case ast.Assert(test):
            return ast.Assert(test)
        case ast.Expr(ast.Call(function, [left, right, *_])):
            return ast.Expr(ast.Call(function, [left, right], []))
        case _:
            return statement


def states(statement: ast.stmt) -> bool:
    """Whether a statement, or one inside it, holds what the program gives against something."""
    return any(isinstance(node, ast.Assert) or raised(node) is not None for node in ast.walk(statement)) or any(
        isinstance(node, ast.Attribute) and node.attr.startswith(("assert", "fail")) for node in ast.walk(statement)
    )


def _blank(statement: ast.stmt, function: Function) -> Blank | None:
    match statement:
        case ast.Assert(ast.Compare(left, [ast.Eq() | ast.Is()], [right])):
            return _compared(statement, left, right, function)
        case ast.Assert(ast.Call() as call):
            return None if _is_builtin(call) else Blank(statement, "True", call=call)
        case ast.Assert(ast.UnaryOp(ast.Not(), ast.Call() as call)):
            return None if _is_builtin(call) else Blank(statement, "False", call=call)
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("self"), "assertEqual" | "assertIs"), [left, right, *_])):
            return _compared(statement, left, right, function)
        case ast.With([ast.withitem(context)], [*before, ast.Expr(call)]):
            error = raised(context)
            plain = all(isinstance(one, _PLAIN) for one in before)
            return Blank(statement, RAISES + error, call=call, before=tuple(before)) if error and plain else None
        case _:
            return None


def _compared(statement: ast.stmt, left: ast.expr, right: ast.expr, function: Function) -> Blank | None:
    """The side that is a value by itself, or names one that nothing else uses, is what is expected of the other."""
    for expected, other in ((right, left), (left, right)):
        value = value_of(expected)
        # Where both sides are values, neither is what the program gives.
        if value is not None and value_of(other) is None:
            return Blank(statement, value, expected, other)
        if (about := approximated(expected)) and (value := value_of(about)) is not None:
            return Blank(statement, value, about)
        if isinstance(expected, ast.Name) and (blank := _assigned(expected.id, function)):
            return blank
    return None


def _assigned(name: str, function: Function) -> Blank | None:
    """The value that `name` is given in the test, where it is given one once and used once."""
    given = [one for one in function.body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == name]
    # Twice: where it is given, and where it is compared. Used once more, it is an input, too.
    used = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(function))
    value = value_of(given[0].value) if len(given) == 1 and used == 2 else None
    return Blank(given[0], value, given[0].value) if value is not None else None


def _is_builtin(call: ast.Call) -> bool:
    return bool(read_names(call.func) & {"all", "any", "isinstance", "callable", "hasattr", "issubclass"})


def raised(node: ast.AST) -> str | None:
    """The error that has to come where this is entered or called; None where none has to."""
    match node:
        case ast.Call(ast.Attribute(_, "raises" | "assertRaises") | ast.Name("raises"), [error, *_]):
            return ast.unparse(error)
        case _:
            return None


def _raising(error: str, before: Sequence[ast.stmt], call: ast.expr) -> list[ast.stmt]:
    context = ast.Call(ast.Attribute(ast.Name("pytest"), "raises"), [ast.Name(error)], [])
    return [ast.Import([ast.alias("pytest")]), ast.With([ast.withitem(context)], [*before, ast.Expr(call)], lineno=0)]


class _Replaced(ast.NodeTransformer):
    """Puts another expression in one place of a statement."""

    def __init__(self, place: ast.expr, new: ast.expr) -> None:
        self._place, self._new = place, new

    def visit(self, node: ast.AST) -> Any:
        """As `NodeTransformer.visit`."""
        return self._new if node is self._place else self.generic_visit(node)
