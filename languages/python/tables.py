"""A test that goes through a table, written out line by line: so what it expects stands apart from what it gives."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from languages.python.expectations import states
from languages.python.syntax import Function, bound_names, is_docstring

MOST = 40
"""Statements of a test that is written out."""


class NoTableError(Exception):
    """It isn't known what the lines are."""


def written_out(function: Function, module: ast.Module) -> Function | None:
    """The test without its table; None where it has none, or that can't be written out."""
    tables = _Tables(module)
    try:
        body = tables.unrolled(function.body)
        if function.decorator_list:
            body = tables.for_each(*tables.parametrized(function), body)
    except NoTableError:
        return None
    words = [one for one in function.body[:1] if is_docstring(one)]
    body = [*words, *(one for one in body if not is_docstring(one))]
    if len(body) > MOST or (not function.decorator_list and _dump(body) == _dump(function.body)):
        return None
    made = copy.deepcopy(function)
    made.body, made.decorator_list = body, []
    made.args.args = made.args.args if not function.decorator_list else []
    return made


def _dump(body: Sequence[ast.stmt]) -> str:
    return "\n".join(map(ast.dump, body))


class _Tables:
    """What is known of the tables of a module."""

    def __init__(self, module: ast.Module) -> None:
        self._named: dict[str, ast.expr] = {
            ast.unparse(node.targets[0]): node.value for node in module.body if isinstance(node, ast.Assign)
        }

    def unrolled(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Statements with each loop that states something written out."""
        found: list[ast.stmt] = []
        for one in body:
            if isinstance(one, ast.For) and states(one) and not one.orelse:
                found += self.for_each(one.target, self._lines(one.iter), one.body)
            else:
                found.append(one)
        return found

    def for_each(self, target: ast.expr, lines: Sequence[ast.expr], body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """The statements for each line, which stands in place of the target's names."""
        jumps = any(isinstance(one, ast.Break | ast.Continue) for one in chain.from_iterable(map(ast.walk, body)))
        if jumps or len(lines) * len(body) > MOST:
            raise NoTableError
        given = [dict(_bound(target, line)) for line in lines]
        if any(names.keys() & set(chain.from_iterable(map(bound_names, body))) for names in given):
            raise NoTableError
        return [_Filled(names).visit(copy.deepcopy(one)) for names in given for one in body]

    def parametrized(self, function: Function) -> tuple[ast.expr, list[ast.expr]]:
        """The names and lines that pytest gives the test, if that is all that it takes."""
        match function.decorator_list:
            case [ast.Call(ast.Attribute(attr="parametrize"), [names, lines, *_])]:
                target = _target(names)
                asked = [one.arg for one in function.args.args]
                if sorted(asked) == sorted(one.id for one in ast.walk(target) if isinstance(one, ast.Name)):
                    return target, [_parts(line) for line in self._lines(lines)]
        raise NoTableError

    def _lines(self, source: ast.expr) -> list[ast.expr]:
        match source:
            case ast.List(lines) | ast.Tuple(lines):
                return lines
            case ast.Name(name) if name in self._named:
                return self._lines(self._named[name])
            case ast.Call(ast.Attribute(table, "items"), [], []):
                table = self._named.get(ast.unparse(table), table)
                if isinstance(table, ast.Dict) and all(table.keys):
                    pairs = zip(filter(None, table.keys), table.values, strict=True)
                    return [ast.Tuple([*pair], ast.Load()) for pair in pairs]
        raise NoTableError


def _target(names: ast.expr) -> ast.expr:
    match names:
        case ast.Constant(str(text)):
            found = [ast.Name(one.strip(), ast.Store()) for one in text.split(",")]
            return found[0] if len(found) == 1 else ast.Tuple([*found], ast.Store())
        case ast.List(texts) | ast.Tuple(texts):
            return ast.Tuple([_target(one) for one in texts], ast.Store())
    raise NoTableError


def _parts(line: ast.expr) -> ast.expr:
    """A line as `pytest.param` has it, without its id."""
    match line:
        case ast.Call(ast.Attribute(attr="param"), values):
            return ast.Tuple(values, ast.Load()) if len(values) > 1 else values[0]
        case _:
            return line


def _bound(target: ast.expr, line: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match target, line:
        case ast.Name(name), _:
            yield name, line
        case ((ast.Tuple(names) | ast.List(names)), (ast.Tuple(values) | ast.List(values))) if len(names) == len(
            values
        ):
            for inner, value in zip(names, values, strict=True):
                yield from _bound(inner, value)
        case _:
            raise NoTableError


class _Filled(ast.NodeTransformer):
    """Puts what a line has in place of names."""

    def __init__(self, given: Mapping[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name, or what is given for it."""
        return copy.deepcopy(self._given.get(node.id, node))
