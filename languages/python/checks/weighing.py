"""What bandit finds, weighed by what it means in a program that people run on their own computer, with their own files.

Bandit judges by the name of a function, for servers that strangers talk to. Where the source shows that the danger
isn't there, a finding becomes a remark with advice. docs/security.md has the reasons.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from languages.python.syntax import parse
from languages.types import Finding
from message import say

SERVERS = frozenset(
    {"aiohttp", "asyncio", "bottle", "fastapi", "flask", "http.server", "socket", "socketserver", "websockets"}
    | {"xmlrpc.server"}
)
NETWORK = SERVERS | {"ftplib", "http", "httpx", "imaplib", "poplib", "requests", "ssl", "urllib", "urllib3", "xmlrpc"}
SECRET = re.compile(r"passw|passphrase|secret|token|credential|kennwort|mot_?de_?passe|contrase|senha|\bpin\b", re.I)
FIXED_SCHEME = re.compile(r"https?://", re.IGNORECASE)
NAME_FOLLOWS = re.compile(r"\b(from|into|update|table|join|by|select|exists)\s+[\"`\[]?$", re.IGNORECASE)
DEPTH = 20  # names that stand for names; a program may turn in a circle

Judge = Callable[["Source", ast.AST], bool]


@dataclass(frozen=True, slots=True)
class Weighing:
    """A finding is a remark where `harmless` says so of the place that it points to; then `advice` is what it means."""

    harmless: Judge
    advice: str


# Why: docs/decisions.md, "Bandit's findings are weighed by the source, and `# nosec` doesn't count"
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
        self._tree = parse(text)

    def at(self, line: int, column: int) -> ast.expr | None:
        """The largest expression that begins there."""
        found = (node for node in ast.walk(self._tree) if isinstance(node, ast.expr))
        return next((node for node in found if (node.lineno, node.col_offset) == (line, column)), None)

    @cached_property
    def imports(self) -> set[str]:
        """The modules that it imports, each also by its first name."""
        names = {name for node in ast.walk(self._tree) for name in _imported(node)}
        return names | {name.partition(".")[0] for name in names}

    @cached_property
    def bindings(self) -> Mapping[str, list[ast.expr | None]]:
        """What each name stands for, wherever it is set; None where that is more than an expression says."""
        found: dict[str, list[ast.expr | None]] = {}
        for node in ast.walk(self._tree):
            for name, value in _bound(node):
                found.setdefault(name, []).append(value)
        return found

    @cached_property
    def mentions(self) -> Counter[str]:
        """How often each name stands anywhere, where it is set and where it is read."""
        return Counter(node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name))

    @cached_property
    def speaks_of_secrets(self) -> bool:
        """Anywhere: what a helper named `digest(text)` is given, only its callers say."""
        return bool(SECRET.search(ast.unparse(self._tree)))


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def _bound(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """The names that `node` itself gives a meaning, and which."""
    if isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets):
        yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.value
    elif name := _named(node):
        yield name, None
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.For | ast.AsyncFor | ast.withitem | ast.NamedExpr):
        yield from _set_in(node)
    elif isinstance(node, ast.comprehension):
        yield from _set_in(node.target)


def _named(node: ast.AST) -> str | None:
    """The name that `node` gives to something which comes from elsewhere."""
    match node:
        case ast.arg(arg=name) | ast.MatchMapping(rest=name):
            return name
        case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.ExceptHandler(name=name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.alias(name=name, asname=other):
            return other or name.partition(".")[0]
    return None


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
            fixed = bool(values) and all(_is_fixed(source, value, inner) for value in values)
            return fixed and not (_may_be_added_to(source, node) and source.mentions[name] > 2)
        case ast.JoinedStr(values=values) | ast.List(elts=values) | ast.Tuple(elts=values):
            return all(_is_fixed(source, value, inner) for value in values)
        case ast.FormattedValue(value=value):
            return _is_fixed(source, value, inner)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):  # "?" * 3
            known = [side for side in (left, right) if _is_fixed(source, side, inner)]
            return len(known) == 2 or any(not _may_be_number(source, side) for side in known)
        case ast.BinOp(left=left, right=right):
            return _is_fixed(source, left, inner) and _is_fixed(source, right, inner)
        case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):  # "?" for _ in names
            return _is_fixed(source, element, inner)
        case ast.Call(func=ast.Attribute(value=separator, attr="join"), args=[parts]):
            return _is_fixed(source, separator, inner) and _is_fixed(source, parts, inner)
    return False


def _may_be_added_to(source: Source, node: ast.AST) -> bool:
    """Whether it may be a list: then whoever mentions it may put text from outside into it."""
    return any(isinstance(one, ast.List | ast.ListComp) for one in _origins(source, node))


def _may_be_number(source: Source, node: ast.AST) -> bool:
    return any(isinstance(one, ast.Constant) and not isinstance(one.value, str) for one in _origins(source, node))


def _origins(source: Source, node: ast.AST | None, depth: int = 0) -> Iterator[ast.AST]:
    """The expressions that `node` is made of, where names and sums stand for others."""
    match node:
        case ast.Name(id=name) if depth < DEPTH:
            for value in source.bindings.get(name, []):
                yield from _origins(source, value, depth + 1)
        case ast.BinOp(left=left, right=right) if depth < DEPTH:
            yield from _origins(source, left, depth + 1)
            yield from _origins(source, right, depth + 1)
        case ast.AST():
            yield node


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
    return not source.speaks_of_secrets


def _fetches_nothing(source: Source, place: ast.AST) -> bool:
    return not source.imports & NETWORK


def _asks_for_its_own_user(source: Source, place: ast.AST) -> bool:
    return not source.imports & SERVERS or bool(FIXED_SCHEME.match(_beginning(source, place)))


def _lets_in_nothing_but_names(source: Source, place: ast.AST) -> bool:
    text = place.args[0] if isinstance(place, ast.Call) and place.args else place
    return _is_fixed(source, text) or (_fetches_nothing(source, place) and _only_names_vary(source, text))


def _only_names_vary(source: Source, text: ast.AST) -> bool:
    """Whether what comes from outside stands only where a table or column is named, which no `?` can stand for."""
    before = ""
    for part in text.values if isinstance(text, ast.JoinedStr) else ():
        if not (_is_fixed(source, part) or NAME_FOLLOWS.search(before)):
            return False
        before += _beginning(source, part) or "x"
    return isinstance(text, ast.JoinedStr)


_XML = Weighing(
    _fetches_nothing,
    say(
        "The program reads XML from your own files. A file made to harm could at worst make it stop; "
        "it can't read others."
    ),
)
_HASH = Weighing(
    _guards_no_secret, say("An outdated fingerprint: good enough to compare files, but not to keep a secret.")
)
WEIGHINGS: Mapping[str, Weighing] = {
    "B303": _HASH,
    "B324": _HASH,
    "B301": Weighing(
        _fetches_nothing,
        say("The program reads data in a form that can contain commands: let it open only files that it wrote itself."),
    ),
    "B310": Weighing(
        _asks_for_its_own_user, say("The program opens any address that it is given, also one that names a file here.")
    ),
    "B608": Weighing(
        _lets_in_nothing_but_names,
        say("The program builds a database command, in which at most the name of a table varies."),
    ),
    **{f"B{number}": _XML for number in range(313, 321)},
}
"""By bandit's rule."""
