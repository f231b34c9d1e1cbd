"""Python in a text that isn't Python from end to end: prose around it, or a cut-off end."""

from __future__ import annotations

import ast
import functools
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import ParamSpec, TypeVar

from languages.errors import NoUsableReply
from languages.python.syntax import is_docstring, tree_of, without
from message import say

P = ParamSpec("P")
R = TypeVar("R")

_GOES_ON = re.compile(r"[ \t\f)\]}]|(else|elif|except|finally)\b|$")
_SURELY_CODE = re.compile(
    r"(async\s+)?def\s+\w+|class\s+\w+\s*[(:]|@\w|assert\b|import\s+[\w.]+\s*($|,|#|as\b)|from\s+[\w.]+\s+import\b"
    r"|(if|for|while|with|try|async)\b.*[:(\[{\\,]\s*(#.*)?$"
)
_MAYBE_CODE = re.compile(r"[\w.\[\]\"']+(\s*,\s*[\w.]+)*\s*(:\s*[\w\[\], .|]+)?[-+*/]?=[^=]|[\w.]+\(|#|\"{3}|'{3}")
_QUOTES = re.compile(r'"""|\'\'\'')
LONGEST = 100_000
_LONGEST_LINE = 300  # the patterns above take more than linear time in a line
_MOST_PIECES = 20_000


@dataclass(frozen=True, slots=True)
class Extract:
    """What was found: code that parses, and the pieces that begin like code but don't parse.

    `ends_broken` is true where such a piece is the last code there is.
    """

    code: str
    broken: tuple[str, ...] = ()
    ends_broken: bool = False


def extract(text: str, fenced: bool) -> Extract:
    """The Python in `text`, empty if there is none. In a fence, whatever doesn't parse counts as broken.

    Raises `NoUsableReply` if there is more of it than any small program has.
    """
    text = text.strip("\n")
    for whole in (text, textwrap.dedent(text)) if len(text) <= LONGEST else ():
        tree = tree_of(whole)
        if tree is not None:
            code = whole if fenced else without(whole, _is_prose)
            return Extract(code if any(is_code(node) for node in tree.body) else "")
    found = _sift(text if text[:1].strip() else textwrap.dedent(text), fenced)
    require_short(found.code)
    return found


def require_short(code: str) -> None:
    """Raise `NoUsableReply` if there is more code than any small program or its tests have."""
    if len(code) > LONGEST:
        raise NoUsableReply(
            say(
                "The code is far too long: %(length)s characters, where %(longest)s are allowed.",
                length=len(code),
                longest=LONGEST,
            )
        )


def is_code(node: ast.stmt) -> bool:
    """Whether a statement does something; a single word of prose parses too."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call | ast.Compare | ast.Yield | ast.YieldFrom | ast.Await)
    if isinstance(node, ast.AnnAssign):
        return node.value is not None
    return not isinstance(node, ast.Pass | ast.Break | ast.Continue | ast.Global | ast.Nonlocal)


def _is_prose(node: ast.stmt) -> bool:
    """Whether a statement does nothing, such as "- one" or "Note: x", which both parse."""
    return isinstance(node, ast.Expr | ast.AnnAssign) and not is_code(node) and not is_docstring(node)


def _sift(text: str, fenced: bool) -> Extract:
    kept: list[str] = []
    comments: list[str] = []
    broken: list[str] = []
    ends_broken = False
    for piece in islice(_pieces(text.split("\n")), _MOST_PIECES):
        first = piece.partition("\n")[0][:_LONGEST_LINE]
        sure = bool(_SURELY_CODE.match(first)) or (fenced and bool(piece.strip()))
        if sure:
            require_short(piece)
        tree = tree_of(piece) if len(piece) <= LONGEST and (sure or _MAYBE_CODE.match(first)) else None
        if tree is None:
            broken += [piece] if sure else []
            ends_broken = ends_broken or sure
        elif any(is_code(node) for node in tree.body):
            kept += [*comments, piece]
            ends_broken = False
        comments = [*comments, piece] if tree and not tree.body and not piece.endswith("\n") else []
    return Extract("\n".join(kept), tuple(broken), ends_broken)


def _pieces(lines: list[str]) -> Iterator[str]:
    """The text cut before every line that could begin a top-level statement."""
    piece: list[str] = []
    quote = ""
    decorated = in_code = False
    for line in lines:
        if not piece or not (quote or decorated or _GOES_ON.match(line)):
            if piece:
                yield "\n".join(piece)
            piece = []
            first = line[:_LONGEST_LINE]
            in_code = bool(_SURELY_CODE.match(first) or _MAYBE_CODE.match(first))
        piece.append(line)
        if in_code:
            quote = _open_quote(line, quote)
            decorated = not quote and line.startswith("@")
    yield "\n".join(piece)


def _open_quote(line: str, quote: str) -> str:
    """The triple quote that is open at the end of `line`, if `quote` was at its beginning."""
    for found in _QUOTES.findall(line):
        if not quote:
            quote = found
        elif quote == found:
            quote = ""
    return quote


def refusing_monsters(parse: Callable[P, R]) -> Callable[P, R]:
    """Turn what is nested too deeply, or too big for Python's `ast`, into `NoUsableReply`."""

    @functools.wraps(parse)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return parse(*args, **kwargs)
        except (RecursionError, MemoryError, ValueError, SyntaxError, SystemError) as error:
            raise NoUsableReply(
                say("The code in the reply is nested too deeply, or holds numbers far too long.")
            ) from error

    return guarded
