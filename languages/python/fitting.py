"""Of the calls that a model thought of those that a program can take: by its functions' parameters, and by examples."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from languages.brief import Brief
from languages.errors import NoUsableReply
from languages.python.syntax import BROKEN, parse
from languages.python.values import parsed
from message import say


def fitting(inputs: Sequence[str], brief: Brief | None) -> list[str]:
    """Those of `inputs` that can be made, as far as `brief` says what functions take.

    Those of a function none of which is given what an example gives it go as well: who wrote them took it for another.
    Raises `NoUsableReply` where none is left.
    """
    functions = {one.name: one.args for text in brief.interface if (one := _function(text))} if brief else {}
    calls = {source: call for source in inputs if (call := _call(source)) and _name(call) in functions}
    examples = [call for one in (brief.examples if brief else ()) if (call := _call(one.given))]
    alike = {_name(call) for call in calls.values() for one in examples if _is_alike(call, one)}
    odd = {_name(one) for one in examples} - alike
    left = [
        source
        for source in inputs
        if not (call := calls.get(source)) or (_takes(functions[_name(call)], call) and _name(call) not in odd)
    ]
    if not left:
        raise NoUsableReply(say("No function of the program takes what any of these calls gives it."))
    return left


def _function(signature: str) -> ast.FunctionDef | None:
    try:
        (function,) = parse(f"def {signature.removeprefix('def ').rstrip(': ')}: pass").body
    except (*BROKEN, ValueError):
        return None
    return function if isinstance(function, ast.FunctionDef) else None


def _call(source: str) -> ast.Call | None:
    """Of one that is by itself, without what was done before."""
    call = parsed(source)
    return call if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else None


def _name(call: ast.Call) -> str:
    return getattr(call.func, "id", "")


def _takes(function: ast.arguments, call: ast.Call) -> bool:
    named = [one.arg for one in (*function.posonlyargs, *function.args)]
    by_name, given = [one.arg for one in function.kwonlyargs], [one.arg for one in call.keywords if one.arg]
    needed = named[len(call.args) : len(named) - len(function.defaults)]
    needed += [name for name, default in zip(by_name, function.kw_defaults, strict=True) if default is None]
    too_many = len(call.args) > len(named) and not function.vararg
    unknown = not function.kwarg and {*given} - {*named[len(call.args) :], *by_name}
    return not (too_many or unknown or {*needed} - {*given})


def _is_alike(call: ast.Call, example: ast.Call) -> bool:
    """Whether both give the same function the same sorts of things, as far as both go."""
    pairs = zip(call.args, example.args, strict=False)
    return _name(call) == _name(example) and all(_sort(one) == _sort(other) for one, other in pairs)


def _sort(node: ast.expr) -> str:
    """Text, number, a collection of one kind, or what makes it."""
    match node:
        case ast.UnaryOp(operand=operand):
            return _sort(operand)
        case ast.Constant(value):
            return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__
        case ast.Call(func=function):
            return ast.unparse(function).rpartition(".")[2]
    return type(node).__name__
