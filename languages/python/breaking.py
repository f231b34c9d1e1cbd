"""Programs in Python that are broken on purpose: a model shows only the functions that it changes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from languages.breaking import Breaking
from languages.errors import NoUsableReply
from languages.python.assembly import assembled, own_part
from languages.python.candidates import edited
from languages.python.reply import merged
from languages.python.reply.text import layers
from languages.python.runner._scenario.sentences import FELL_OVER
from languages.python.strengthening import is_assertion
from languages.python.syntax import flaw_in
from languages.types import Candidate, TestResult
from message import say

# As in: # rule 2: a sale without a price
_PART = re.compile(r"\b(rule|example)\W{0,3}(\d+)\b", re.IGNORECASE)
_HEADS = re.compile(r"^(?=#.*\b(?:rule|example)\W{0,3}\d)", re.IGNORECASE | re.MULTILINE)


# Why: docs/decisions.md, "A rule whose tests noticed no planted mistake is broken on purpose"
def read_broken(reply: str, earlier: Candidate, wanted: Collection[str]) -> dict[str, Candidate]:
    """The programs in a reply; see `Breaking.read`. Of several for one part the first counts."""
    pieces = list(_pieces(reply))
    unnamed = not any(name for name, _ in pieces) and len(pieces) == len(wanted)
    named = zip(wanted, (code for _, code in pieces), strict=True) if unnamed else iter(pieces)
    found: dict[str, Candidate] = {}
    for name, code in named:
        program = _changed(code, earlier.source) if name in wanted else ""
        if program:
            found.setdefault(name, edited(earlier, program))
    if not found:
        raise NoUsableReply(
            say("There is no function in the reply as it is once it is broken, under the name of a rule.")
        )
    return found


def _pieces(reply: str) -> Iterator[tuple[str, str]]:
    """The code in a reply, each with the part that is named in it first; empty where none is."""
    blocks = next(filter(None, layers(reply)), [])
    for block in blocks:
        head, *rest = [piece for piece in _HEADS.split(block.text) if piece.strip()] or [""]
        # Imports may stand in front of the first name.
        for code in [head + rest[0], *rest[1:]] if rest and not _PART.search(head) else [head, *rest]:
            if code:
                name = _PART.search(code)
                yield f"{name[1].lower()} {name[2]}" if name else "", code


def _changed(code: str, earlier: str) -> str:
    """The whole program; empty where it can't be."""
    if flaw_in(code) is not None:
        return ""
    whole = merged(code, own_part(earlier))
    try:
        return assembled(whole) if flaw_in(whole) is None else ""
    except NoUsableReply:
        return ""


# Why: docs/decisions.md, "A rule whose tests noticed no planted mistake is broken on purpose"
def noticed(result: TestResult) -> bool:
    """See `Breaking.noticed`; of a start that falls over pytest says the same as of an assertion."""
    return is_assertion(result) and not any(said in result.message for said in FELL_OVER)


BREAKING = Breaking(read_broken, noticed)
