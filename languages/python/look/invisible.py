"""What nobody sees in a text, and a program that reads it meets all the same: named, and made visible.

It also is what could turn the reading direction where an excerpt is shown, so it must not get there as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from .notes import as_data

HIDDEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs")
USUAL = " \t\n\r"
CONTROLS = {
    "\0": "NUL",
    "\x0b": "vertical tab",
    "\x0c": "form feed",
    "\x1a": "Ctrl+Z",
    "\x1b": "escape",
    "\x85": "next line",
}
JOINER, JOINED = "\u200d", 0x2190
"""Within an emoji of several it is no surprise."""
COMBINING = re.compile("[\u0300-\u036f]")
MOST = 6


def visible(line: str) -> str:
    """The line, which isn't ours, as data, and with `<U+202F>` in place of a character that can't be seen."""
    line = as_data(line)
    if line.isprintable():
        return line
    return "".join(f"<{code(one)}>" if is_hidden(line, place) else one for place, one in enumerate(line))


def is_hidden(line: str, place: int) -> bool:
    """Whether nobody sees what stands there."""
    one = line[place]
    if one in USUAL or unicodedata.category(one) not in HIDDEN:
        return False
    return one != JOINER or not all(ord(near) > JOINED for near in line[max(0, place - 1) : place + 2 : 2])


def code(character: str) -> str:
    """As in U+202F."""
    return f"U+{ord(character):04X}"


def remarks(lines: Sequence[str]) -> Iterator[str]:
    """What has to be said of a text before it is shown."""
    counts, first = Counter[str](), dict[str, int]()
    for number, line in enumerate(lines, start=1):
        for one in _unseen(line):
            counts[one] += 1
            first.setdefault(one, number)
    for one, count in counts.most_common(MOST):
        name = CONTROLS.get(one) or unicodedata.name(one, "no character of Unicode's").lower()
        yield f"[... invisible: {code(one)} {name}, {count:,} in all, first in line {first[one]:,} ...]"
    if len(counts) > MOST:
        yield f"[... invisible: {len(counts) - MOST} more characters ...]"


def _unseen(line: str) -> Iterator[str]:
    if not line.replace("\t", "").isprintable():
        yield from (one for place, one in enumerate(line) if is_hidden(line, place))
    if not line.isascii():
        yield from COMBINING.findall(line)


def endings(content: str) -> list[str]:
    """How the lines of a text end, the most usual first."""
    crlf = content.count("\r\n")
    counts = {"CRLF": crlf, "LF": content.count("\n") - crlf, "CR": content.count("\r") - crlf}
    return sorted((name for name, count in counts.items() if count), key=lambda name: -counts[name])


def margins(content: str, lines: Sequence[str]) -> Iterator[str]:
    """What is said of the ends of the lines and of the text."""
    ended = endings(content)
    if len(ended) > 1:
        yield f"[... lines end in {', '.join(ended)} ...]"
    blank = [number for number, line in enumerate(lines, start=1) if line.endswith((" ", "\t"))]
    if blank:
        yield f"[... blanks before a line ends: {len(blank):,}, first in line {blank[0]:,} ...]"
    if len(lines) > 1 and not content.endswith(("\n", "\r")):
        yield "[... no line end after the last line ...]"
