"""What bandit finds, weighed by what it means in a program that people run on their own computer, with their own files.

Bandit judges by the name of a function, for servers that strangers talk to. Where the source shows that the danger
isn't there, a finding becomes a remark with advice. docs/security.md has the reasons.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeGuard

from languages.types import Finding

NETWORK = {"aiohttp", "ftplib", "http", "httpx", "requests", "socket", "urllib", "urllib3", "websockets"}
SECRET = re.compile(r"passw|passphrase|secret|token|credential|kennwort|mot_?de_?passe|contrase|senha|\bpin\b", re.I)
FIXED_SCHEME = re.compile(r"https?://", re.IGNORECASE)
DEPTH = 20  # names that stand for names; a program may turn in a circle

Judge = Callable[["Source", ast.AST], bool]


@dataclass(frozen=True, slots=True)
class Weighing:
    """A finding is a remark where `harmless` says so of the place that it points to; then `advice` is what it means."""

    harmless: Judge
    advice: str


def weighed(finding: Finding, source: Source, column: int) -> Finding:
    """`finding`, as a remark where it does no harm in `source`; `column`, from 0, is where it points to in its line."""
    weighing = WEIGHINGS.get(finding.rule[:4])
    place = source.at(finding.line or 0, column)
    if weighing and place and weighing.harmless(source, place):
        return replace(finding, severity="low", meaning=weighing.advice)
    return finding


class Source:
    """A program's text, with what it says of its own names. Raises `SyntaxError` for what doesn't parse."""

    def __init__(self, text: str) -> None:
        self._tree = ast.parse(text)

    def at(self, line: int, column: int) -> ast.expr | None:
        """The largest expression that begins there."""
        found = (node for node in ast.walk(self._tree) if isinstance(node, ast.expr))
        return next((node for node in found if (node.lineno, node.col_offset) == (line, column)), None)

    @cached_property
    def imports(self) -> set[str]:
        """The first names of the modules that it imports."""
        return {name.partition(".")[0] for node in ast.walk(self._tree) for name in _imported(node)}

    @cached_property
    def bindings(self) -> Mapping[str, list[ast.expr | None]]:
        """What each name stands for, wherever it is set; None where that is more than an expression says."""
        found: dict[str, list[ast.expr | None]] = {}
        for node in ast.walk(self._tree):
            for name, value in _bound(node):
                found.setdefault(name, []).append(value)
        return found

    def surroundings(self, place: ast.AST) -> ast.AST:
        """The function in which `place` lies, or the whole program."""
        functions = [node for node in ast.walk(self._tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        around = [node for node in functions if _holds(node, place)]
        return around[-1] if around else self._tree


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def _bound(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that `node` itself gives a meaning, and which."""
    if isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets):
        yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.value
    elif isinstance(node, ast.arg):
        yield node.arg, None
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.For | ast.AsyncFor | ast.withitem | ast.NamedExpr):
        yield from _set_in(node)
    elif isinstance(node, ast.comprehension):
        yield from _set_in(node.target)


def _set_in(part: ast.AST) -> Iterator[tuple[str, None]]:
    for node in ast.walk(part):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, None


def _is_fixed(source: Source, node: ast.AST | None, depth: int = 0) -> bool:
    """Whether the program itself holds all of this text, however often it repeats a part of it."""
    if depth > DEPTH:
        return False
    inner = depth + 1
    match node:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            values = source.bindings.get(name, [])
            return bool(values) and all(_is_fixed(source, value, inner) for value in values)
        case ast.JoinedStr(values=values) | ast.List(elts=values) | ast.Tuple(elts=values):
            return all(_is_fixed(source, value, inner) for value in values)
        case ast.FormattedValue(value=value):
            return _is_fixed(source, value, inner)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):  # "?" * 3
            return _is_fixed(source, left, inner) or _is_fixed(source, right, inner)
        case ast.BinOp(left=left, right=right):
            return _is_fixed(source, left, inner) and _is_fixed(source, right, inner)
        case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):  # "?" for _ in names
            return _is_fixed(source, element, inner)
        case ast.Call(func=ast.Attribute(value=separator, attr="join"), args=[parts]):
            return _is_fixed(source, separator, inner) and _is_fixed(source, parts, inner)
    return False


def _beginning(source: Source, node: ast.AST | None, depth: int = 0) -> str:
    """The text that `node` begins with, as far as the program itself holds it."""
    if depth > DEPTH:
        return ""
    inner = depth + 1
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name):
            values = source.bindings.get(name, [])
            return _beginning(source, values[0], inner) if len(values) == 1 else ""
        case ast.JoinedStr(values=[first, *rest]):
            text = _beginning(source, first, inner)
            return text + _beginning(source, ast.JoinedStr(rest), inner) if _is_fixed(source, first) else text
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return _beginning(source, value, inner)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            text = _beginning(source, left, inner)
            return text + _beginning(source, right, inner) if _is_fixed(source, left) else text
        case ast.BinOp(left=left, op=ast.Mod()):
            return _beginning(source, left, inner).partition("%")[0]
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return _beginning(source, value, inner).partition("{")[0]
        case ast.Call(args=[address, *_]):  # Request("https://…")
            return _beginning(source, address, inner)
    return ""


def _guards_no_secret(source: Source, place: ast.AST) -> bool:
    return not SECRET.search(ast.unparse(source.surroundings(place)))


def _fetches_nothing(source: Source, place: ast.AST) -> bool:
    return not source.imports & NETWORK


def _goes_to_the_web(source: Source, place: ast.AST) -> bool:
    if not isinstance(place, ast.Call):
        return False
    return bool(FIXED_SCHEME.match(_beginning(source, place))) or _was_asked_before(source, place)


def _was_asked_before(source: Source, call: ast.Call) -> bool:
    """Whether the program only comes here where the address begins as one of the web: a condition says so.

    It is around the call, or before it, with a way out for all others.
    """
    address = call.args[0] if call.args else None
    if not isinstance(address, ast.Name):
        return False
    for node in ast.walk(source.surroundings(call)):
        if not isinstance(node, ast.If):
            continue
        if _asks(node.test, address) and any(_holds(part, call) for part in node.body):
            return True
        leaves = isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue)
        others = [part.operand for part in _parts(node.test, ast.Or) if _is_not(part)]
        if leaves and node.lineno < call.lineno and any(_asks(part, address) for part in others):
            return True
    return False


def _asks(test: ast.expr, address: ast.Name) -> bool:
    """Whether `test` only holds where the address begins with http:// or https://."""
    for part in _parts(test, ast.And):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="startswith"), args=[beginnings]):
                texts = beginnings.elts if isinstance(beginnings, ast.Tuple) else [beginnings]
                schemes = [text.value for text in texts if isinstance(text, ast.Constant)]
                fixed = [isinstance(one, str) and bool(FIXED_SCHEME.match(one)) for one in schemes]
                if name == address.id and fixed and len(fixed) == len(texts) and all(fixed):
                    return True
    return False


def _parts(test: ast.expr, joined: type[ast.boolop]) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, joined) else [test]


def _is_not(part: ast.expr) -> TypeGuard[ast.UnaryOp]:
    return isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)


def _holds(node: ast.AST, place: ast.AST) -> bool:
    return any(inner is place for inner in ast.walk(node))


def _is_all_its_own(source: Source, place: ast.AST) -> bool:
    return _is_fixed(source, place.args[0] if isinstance(place, ast.Call) and place.args else place)


_XML = Weighing(
    _fetches_nothing,
    "The program reads XML from your own files. A file made to harm could at worst make it stop; it can't read others.",
)
_HASH = Weighing(_guards_no_secret, "An outdated fingerprint: good enough to compare files, but not to keep a secret.")
WEIGHINGS: Mapping[str, Weighing] = {
    "B303": _HASH,
    "B324": _HASH,
    "B301": Weighing(
        _fetches_nothing,
        "The program reads data in a form that can contain commands: let it open only files that it wrote itself.",
    ),
    "B310": Weighing(
        _goes_to_the_web, "The program fetches from the web; its addresses begin as such, so they can't name a file."
    ),
    "B608": Weighing(_is_all_its_own, "The program builds a database command, of nothing but its own text."),
    **{f"B{number}": _XML for number in range(313, 321)},
}
"""By bandit's rule."""
