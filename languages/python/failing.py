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
_TEST_LINE = re.compile(r"^test\w*\.py:(\d+): in ", re.MULTILINE)
# What a test isn't written for: that something isn't where it looks for it is another thing.
_BROKEN = re.compile(
    r"^E +(?:TypeError|NameError|UnboundLocalError|AttributeError|ImportError|ModuleNotFoundError)\b", re.M
)
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
        if not lines:
            return Failure(error=_cut(found[1]), shown=shown)
        kind, line = found[1].partition(":")[0], lines[-1]
        error = say("%(error)s (line %(line)s)", error=_cut(found[1]), line=line)
        return Failure(error=error, shown=shown, cause=f"{kind} in line {line}")
    return Failure(shown=shown) if shown else UNKNOWN


def broken_line(message: str) -> int:
    """The line of the tests that could not be carried out, as where it looks for what isn't there; 0 where none was.

    What the program raised is no fault of that line, nor is what it states.
    """
    lines = list(_TEST_LINE.finditer(message))
    if not lines or _ASSERTED.search(message) or _NOT_RAISED.search(message):
        return 0
    return 0 if _OWN_LINE.search(message, lines[-1].end()) else int(lines[-1][1])


def is_broken(message: str) -> bool:
    """Whether a test broke in a line of its own, which says nothing of the program."""
    return bool(broken_line(message) and _BROKEN.search(message))


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
