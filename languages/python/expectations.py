"""What a pytest function expects, told apart from what it does: blanks in place of values, and other values in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from languages.python.reply.tolerance import approximated, tolerant
from languages.python.syntax import Function, is_docstring, read_names
from languages.python.values import RAISES, parsed, value_of

BLANK = "ANSWER_{}"
LABEL = "test_case_{}"
SELF = "self"
_TRUTH = ("True", "False")
_SEEN = ast.Call | ast.Attribute  # what a program gives is in one of them
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


def blanked(function: Function, blanks: Sequence[Blank], first: int, inputs: Sequence[ast.stmt]) -> str:
    """The test with its blanks, numbered from `first`, and without the words that say what it expects.

    Its `inputs` stand in its body. The function's own tree is changed.
    """
    new: dict[int, list[ast.stmt]] = {}
    for number, blank in enumerate(blanks, first):
        name = ast.Name(BLANK.format(number), ast.Load())
        if blank.place is not None:
            new[id(blank.statement)] = [_Replaced(blank.place, name).visit(blank.statement)]
        elif blank.call is not None:
            new[id(blank.statement)] = [*blank.before, ast.Assert(ast.Compare(blank.call, [ast.Eq()], [name]))]
    return _unparsed(function, new, first, inputs)


def outlined(function: Function, number: int, inputs: Sequence[ast.stmt]) -> str:
    """The test with a blank for every text and number in what it states, where it can't be told what is a value.

    Its `inputs` stand in its body. Empty where these and what it expects stand together. The function's own tree is
    changed.
    """
    if function.decorator_list:
        return ""
    emptied = _Emptied()
    new = {id(statement): [emptied.visit(statement)] for statement in function.body if states(statement)}
    return _unparsed(function, new, number, inputs) if emptied.count else ""


def _unparsed(function: Function, new: dict[int, list[ast.stmt]], number: int, inputs: Sequence[ast.stmt]) -> str:
    stated = [
        one for statement in function.body if not is_docstring(statement) for one in _without_words(statement, new)
    ]
    function.args.args = [one for one in function.args.args if one.arg != SELF]  # asked for as a function
    made = ast.FunctionDef(LABEL.format(number), function.args, [*inputs, *stated], [], None, None, lineno=0)
    return ast.unparse(ast.fix_missing_locations(made))


def _without_words(statement: ast.stmt, new: dict[int, list[ast.stmt]]) -> Iterator[ast.stmt]:
    for one in new.get(id(statement), [statement]):
        yield ast.Assert(one.test) if isinstance(one, ast.Assert) else one


def states(statement: ast.stmt) -> bool:
    """Whether a statement, or one inside it, holds what the program gives against something."""
    return any(isinstance(node, ast.Assert) or _raised(node) is not None for node in ast.walk(statement)) or any(
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
            error = _raised(context)
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


def _raised(node: ast.AST) -> str | None:
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


class _Emptied(ast.NodeTransformer):
    """Puts `...` in place of the texts and numbers that are asserted; what calls are given, and parts' names, stay."""

    count = 0

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        """What a statement asserts, emptied."""
        return ast.Assert(self._emptied(node.test))

    def _emptied(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.JoinedStr) and any(isinstance(one, _SEEN) for one in ast.walk(node)):
            return node  # it has something in it that the program gives
        if isinstance(node, ast.Constant | ast.JoinedStr) or value_of(node) is not None:
            self.count += 1
            return ast.Constant(...)
        for field, inner in ast.iter_fields(node):
            if isinstance(node, ast.Subscript | ast.Call) and field in ("slice", "args", "keywords"):
                continue
            if isinstance(inner, ast.expr):
                setattr(node, field, self._emptied(inner))
            elif isinstance(inner, list):
                setattr(node, field, [self._emptied(one) if isinstance(one, ast.expr) else one for one in inner])
        return node
