"""Runs inside the sandbox: where a program only comes when an input has in it what no file has and no word asks for.

A program that reads calendars may know repeated events, and one that reads amounts a way to write them that nobody has.
Nobody could say what is right there, so nobody could object.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import accumulate
from typing import NamedTuple

LOOKING = {"startswith", "endswith", "removeprefix", "removesuffix", "replace", "find", "index", "count", "get", "pop"}
LOOKING |= {"split", "rsplit", "partition", "rpartition"}
CHANGING = {"removeprefix", "removesuffix", "replace"}  # what they do where they find nothing is nothing
MATCHING = {"match", "fullmatch", "search", "sub", "findall", "finditer", "split", "compile"}
ANCHORS = re.compile(r"^(?:\^|\\A)|(?:\$|\\Z)$")
DIRECTIVES = {
    "d": r"\d{1,2}",
    "m": r"\d{1,2}",
    "y": r"\d\d",
    "Y": r"\d{4}",
    "H": r"\d{1,2}",
    "M": r"\d\d",
    "S": r"\d\d",
}
DATED = re.compile(r"%[dmyYHMSbBaAIp].*%[dmyYHMSbBaAIp]", re.DOTALL)

Placed = ast.stmt | ast.expr
Part = tuple[Placed, Placed]
"""The first and the last node of something."""


class Span(NamedTuple):
    """Bytes of a source, from the first to the one behind the last."""

    start: int
    end: int


# Why: docs/decisions.md, "What no person could object to isn't planted, or counts apart"
def foreign(source: str, known: str, changes: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The names of those `changes`, each with the changed source, that show only where an input has what stands nowhere
    in `known`. What is changed has to be such a part before and afterwards: `"#" not in line` is so of nearly all."""
    spans = foreign_spans(source, known)
    for name, changed in changes:
        is_such = is_within(changed_span(source, changed), spans)
        if is_such and is_within(changed_span(changed, source), foreign_spans(changed, known, is_changed=True)):
            yield name


def foreign_spans(source: str, known: str, is_changed: bool = False) -> list[Span]:
    """The parts of a program that matter only where an input has what stands nowhere in `known`.

    That are the person's files, and all that a plan and the tests say. What the program writes itself may come back to
    it, so that is never among them. Where it `is_changed`, a name may hold nothing in place of what was found.
    """
    tree = ast.parse(source)
    starts = [0, *accumulate(len(line) for line in source.encode().splitlines(keepends=True))]
    found = _Foreign(tree, known.casefold(), is_changed)
    return [_span(first, last, starts) for first, last in found.parts()]


def changed_span(source: str, changed: str) -> Span:
    """What was changed in a source."""
    one, other = source.encode(), changed.encode()
    shorter = min(len(one), len(other))
    start = next((place for place in range(shorter) if one[place] != other[place]), shorter)
    same = next((place for place in range(shorter - start) if one[-1 - place] != other[-1 - place]), shorter - start)
    return Span(start, len(one) - same)


def is_within(changed: Span, spans: list[Span]) -> bool:
    """Whether it is in one of them."""
    return any(span.start <= changed.start and changed.end <= span.end for span in spans)


class _Foreign:
    def __init__(self, tree: ast.Module, known: str, is_changed: bool) -> None:
        self._tree, self._known, self._is_changed = tree, known, is_changed
        looked_for = {id(node) for inner in ast.walk(tree) for node in _looked_for(inner)}
        self._written = "\n".join(text for node, text in _texts(tree) if id(node) not in looked_for).casefold()

    def parts(self) -> Iterator[Part]:
        """The first and the last node of each."""
        for node in ast.walk(self._tree):
            yield from self._of(node)
            for block in _blocks(node):
                yield from self._in_block(block)
        yield from self._formats()

    def _of(self, node: ast.AST) -> Iterator[Part]:
        if isinstance(node, ast.expr) and self._needs(node, {}):
            yield node, node
        match node:
            case ast.IfExp(test, body) if self._needs(test, {}):
                yield body, body
            case ast.match_case(ast.MatchValue(ast.Constant(str() as text)), None, [first, *rest]):
                if self._is_foreign(text):
                    yield first, [first, *rest][-1]
            case ast.Call(ast.Attribute(attr=method), [ast.Constant(str() as text), *_]) if method in CHANGING:
                if self._is_foreign(text):
                    yield node.args[0], node.args[-1]
            case ast.Call(ast.Attribute(ast.Name("re"), "sub"), [ast.Constant(str() as pattern), made, *_]):
                if self._is_foreign_pattern(pattern):
                    yield node.args[0], made

    def _in_block(self, block: list[ast.stmt]) -> Iterator[Part]:
        """What is done only where something was found, which a statement before may have looked for."""
        found: dict[str, bool] = {}
        for statement in block:
            match statement:
                case ast.Assign([ast.Name(name)], value):
                    is_nothing = self._is_changed and isinstance(value, ast.Constant) and not value.value
                    found[name] = is_nothing or self._needs(value, found)
                    if found[name]:
                        yield statement, statement
                    continue
                case ast.If(test, body) if self._needs(test, found):
                    yield test, body[-1]
            found |= dict.fromkeys(_bound(statement), False)

    def _needs(self, test: ast.expr, found: dict[str, bool]) -> bool:
        """Whether it is true only where something foreign is there; `found` says so of names."""
        match test:
            case ast.BoolOp(ast.And(), values):
                return any(self._needs(one, found) for one in values)
            case ast.BoolOp(ast.Or(), values):
                return all(self._needs(one, found) for one in values)
            case ast.NamedExpr(value=value):
                return self._needs(value, found)
            case ast.Name(name):
                return found.get(name, False)
            case (
                ast.Compare(ast.Constant(str() as text), [ast.In()])
                | ast.Compare(comparators=[ast.Constant(str() as text)], ops=[ast.Eq()])
            ):
                return self._is_foreign(text)
            case ast.Compare(ops=[ast.In()], comparators=[ast.Tuple(elts) | ast.List(elts) | ast.Set(elts)]):
                return bool(elts) and all(map(self._is_foreign_constant, elts))
            case ast.Call(ast.Attribute(attr="startswith" | "endswith"), [ast.Constant(str() as text)]):
                return self._is_foreign(text)
            case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(str() as pattern), *_]):
                return method in ("match", "fullmatch", "search") and self._is_foreign_pattern(pattern)
        return False

    def _formats(self) -> Iterator[Part]:
        """Those in which nothing is written, of several with which a function reads."""
        for function in ast.walk(self._tree):
            if isinstance(function, ast.FunctionDef) and "strptime" in ast.dump(function):
                forms = [(one, text) for one, text in _texts(function) if DATED.search(text)]
                foreign = [one for one, form in forms if self._is_foreign_pattern(_as_pattern(form))]
                if len(foreign) < len(forms):
                    yield from ((one, one) for one in foreign)

    def _is_foreign_constant(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Constant) and isinstance(node.value, str) and self._is_foreign(node.value)

    def _is_foreign(self, text: str) -> bool:
        wanted = text.casefold()
        return bool(wanted.strip(" \t\r\n")) and wanted not in self._known and wanted not in self._written

    def _is_foreign_pattern(self, pattern: str) -> bool:
        """What a pattern of the program is in several lines isn't looked for, nor what fits everything."""
        with suppress(re.error, OverflowError, RecursionError):
            found = re.compile(ANCHORS.sub("", pattern), re.IGNORECASE | re.MULTILINE)
            return not found.search("") and not any(map(found.search, (self._known, self._written)))
        return False


def _looked_for(node: ast.AST) -> Iterator[ast.AST]:
    """The texts that a node holds an input against, and doesn't make anything of."""
    match node:
        case ast.Compare(left, _, comparators):
            for one in (left, *comparators):
                yield from one.elts if isinstance(one, ast.Tuple | ast.List | ast.Set) else [one]
        case ast.Subscript(slice=key, ctx=ast.Load()):
            yield key
        case ast.Call(ast.Attribute(ast.Name("re"), method), [pattern, *_]) if method in MATCHING:
            yield pattern
        case ast.Call(ast.Attribute(attr=method), [text, *_]) if method in LOOKING:
            yield text
        case ast.Call(ast.Attribute(attr="strptime"), [_, form]):
            yield form
        case ast.MatchValue(value):
            yield value


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that hold something else after a statement."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def _texts(tree: ast.AST) -> Iterator[tuple[ast.Constant, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, node.value


def _as_pattern(form: str) -> str:
    """What fits a format of `strptime`; words stand for all that isn't a number."""
    parts = re.split(r"%(.)", form)
    texts = [re.escape(text) for text in parts[::2]]
    fields = [DIRECTIVES.get(letter, r"[^\W\d_]+") for letter in parts[1::2]]
    return "".join(f"{text}{field}" for text, field in zip(texts, [*fields, ""], strict=True))


def _span(first: Placed, last: Placed, starts: list[int]) -> Span:
    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    return Span(at(first.lineno, first.col_offset), at(last.end_lineno or 0, last.end_col_offset or 0))
