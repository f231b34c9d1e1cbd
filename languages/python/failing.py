"""Pytest's words for a failed test, taken apart: they are those of its rewritten `assert`, one line each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from languages.failures import UNKNOWN, Failure
from languages.python.readable import readable
from message import say

_ASSERTED = re.compile(r"^E +(?:AssertionError: )?assert (.+)$", re.MULTILINE)
_WHERE = re.compile(r"^E +\+ +where (.+?) = (\w+\(.*\))$", re.MULTILINE)
_SHOWED = re.compile(r"^The program showed:\n(.*?)(?=^It wrote: |\Z)", re.MULTILINE | re.DOTALL)
_NOT_RAISED = re.compile(r"^E +Failed: DID NOT RAISE (.+)$", re.MULTILINE)
_RAISED = re.compile(r"^E +((?:\w+\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt|Warning)\b.*)$", re.MULTILINE)
_OWN_LINE = re.compile(r"^(?!_?test)[\w/]+\.py:(\d+): in ", re.MULTILINE)
_COMPARED = (" == ", " is ", " in ")
_SINGLES = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
LONGEST = 300


def failure_of(message: str) -> Failure:
    """What is known of a failure by the message that `runner/report.py` sent of it."""
    told = _SHOWED.search(message)
    shown = told[1].strip() if told else ""
    if found := _NOT_RAISED.search(message):
        return Failure(
            expected=say("an error (%(error)s)", error=found[1].strip("'")), came=say("no error"), shown=shown
        )
    if found := _ASSERTED.search(message):
        return _compared(found[1], message, shown)
    if found := _RAISED.search(message):
        lines = _OWN_LINE.findall(message)
        return Failure(error=_at(_cut(found[1]), lines), shown=shown)
    return Failure(shown=shown) if shown else UNKNOWN


def _at(error: str, lines: Sequence[str]) -> str:
    """The error, with the last of these lines, which is where it came up."""
    return say("%(error)s (line %(line)s)", error=error, line=lines[-1]) if lines else error


def _compared(asserted: str, message: str, shown: str) -> Failure:
    given = next((call for value, call in _WHERE.findall(message) if asserted.startswith(value)), "")
    if not given:
        given = next((call for _, call in _WHERE.findall(message)), "")
    left, sign, right = _split(asserted)
    match sign:
        case " in " if not left.endswith(" not"):
            came = "" if shown else right
            return Failure(_cut(given), _value(left), _value(came), part=True, shown=shown)
        case " == " | " is ":
            return Failure(_cut(given), _value(right), _value(left), shown=shown)
        case _:
            return Failure(_cut(given), shown=shown)


def _split(asserted: str) -> Sequence[str]:
    """Both sides of the first comparison that stands in no text, and its sign; else nothing."""
    bare = _SINGLES.sub(lambda text: "x" * len(text[0]), asserted)
    bare = bare if any(sign in bare for sign in _COMPARED) else asserted  # a text that was cut has no end
    places = sorted((bare.find(sign), sign) for sign in _COMPARED if sign in bare)
    if not places:
        return asserted, "", ""
    at, sign = places[0]
    return asserted[:at], sign, asserted[at + len(sign) :]


def _value(text: str) -> str:
    """As people read it: without what pytest says of how close is close enough."""
    return _cut(readable(text.partition(" ± ")[0].strip()))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
