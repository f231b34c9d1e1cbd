"""A test that doesn't parse, mostly the last of a cut-off reply: what is whole of it is kept."""

from __future__ import annotations

import ast
import re

from languages.errors import NoUsableReply
from languages.python.reply.script import is_check
from languages.python.reply.task import TaskCode
from languages.python.reply.words import one_line
from languages.python.syntax import Definition, flaw_in, tree_of
from languages.types import DroppedTest
from message import say

_NAME = re.compile(r"(?:def|class)\s+(\w+)")
_TEST = re.compile(r"(?:async\s+)?def\s+test|class\s|@|(?!async\s+def|def|import|from)")
_EFFORT = 400_000


# Why: docs/decisions.md, "Retries are ours, and a reply is mended only in ways that real replies need"
def rescued(piece: str, about: TaskCode) -> tuple[str, list[DroppedTest]]:
    """The part of a broken top-level statement that is good, and what is lost of it.

    Raises `NoUsableReply` if this isn't a test but something that tests may need.
    """
    flaw = flaw_in(piece)
    name = _NAME.search(piece)
    if name and name[1] in about.named | {about.stub}:
        return _trimmed(piece), []
    if not _TEST.match(piece):
        raise NoUsableReply(str(flaw))
    kept = _trimmed(piece)
    lost = piece[len(kept) :] if piece.startswith(kept) else piece
    names = _NAME.findall(lost)
    title = names[0] if names else one_line(lost.strip().split("\n")[0])
    if flaw is None or flaw.cut_off:
        return kept, [DroppedTest(title, say("The reply ended in the middle of it."))]
    return kept, [DroppedTest(title, say("It has a syntax error: %(error)s.", error=flaw.message))]


def _trimmed(piece: str) -> str:
    """The longest beginning of `piece` that parses and doesn't end in a function without a check."""
    lines = piece.split("\n")
    tries = max(5, min(len(lines), _EFFORT // len(piece)))
    for count in range(len(lines) - 1, max(0, len(lines) - 1 - tries), -1):
        beginning = "\n".join(lines[:count])
        tree = tree_of(beginning)
        if tree and tree.body and _ends_well(tree.body[-1]):
            return beginning
    return ""


def _ends_well(node: ast.stmt) -> bool:
    while isinstance(node, ast.ClassDef):
        node = node.body[-1]
    return not isinstance(node, Definition) or any(is_check(inner) for inner in node.body)
