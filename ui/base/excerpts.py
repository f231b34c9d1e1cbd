"""How a file begins, as a look in the sandbox tells it, with what we say in between in the reader's language.

What the looks say is English, for models read it. A file may have such a line of its own; then that is translated.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from message import say, say_count
from translation import here

_Found = re.Match[str]


def _count(found: _Found, place: int = 1) -> int:
    return int(found[place].replace(",", ""))


def _left_out(found: _Found) -> str:
    if found[2] == "rows":
        return say_count(
            "[… %(count)s row is left out here …]", "[… %(count)s rows are left out here …]", _count(found)
        )
    return say_count("[… %(count)s line is left out here …]", "[… %(count)s lines are left out here …]", _count(found))


def _more(found: _Found) -> str:
    return say_count("[… %(count)s more character]", "[… %(count)s more characters]", _count(found))


def _sheet(found: _Found) -> str:
    rows = say_count("%(count)s row that isn't empty", "%(count)s rows that aren't empty", _count(found, 3))
    columns = say_count("%(count)s column", "%(count)s columns", _count(found, 4))
    if found[2]:
        return say("Sheet %(name)s (hidden): %(rows)s, %(columns)s", name=found[1], rows=rows, columns=columns)
    return say("Sheet %(name)s: %(rows)s, %(columns)s", name=found[1], rows=rows, columns=columns)


def _unlike(found: _Found) -> str:
    if found[1] == "row":
        return say("row %(number)s, unlike those shown:", number=found[2])
    return say("line %(number)s, unlike those shown:", number=found[2])


def _fact(found: _Found) -> str:
    return {
        "date taken": say("date taken: %(value)s", value=found[2]),
        "date changed": say("date changed: %(value)s", value=found[2]),
        "camera": say("camera: %(value)s", value=found[2]),
        "orientation": say("orientation: %(value)s", value=found[2]),
    }[found[1]]


def _note(pattern: str) -> str:
    """A line that says something of the file, and isn't in it."""
    return rf"^\[\.\.\. {pattern} \.\.\.\]$"


def _edge(found: _Found) -> str:
    return {
        "header": say("at the top of each page: %(text)s", text=found[2]),
        "footer": say("at the bottom of each page: %(text)s", text=found[2]),
        "first header": say("at the top of the first page: %(text)s", text=found[2]),
        "first footer": say("at the bottom of the first page: %(text)s", text=found[2]),
    }[found[1]]


def _cells(found: _Found) -> str:
    """The cells of a row beside one another; the line as it is where it is no list."""
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
        cells = literal_eval(found[1])
        return "  |  ".join(map(str, cells)) if isinstance(cells, list) else found[0]
    return found[0]


NOTES: tuple[tuple[str, Callable[[_Found], str]], ...] = (
    (_note(r"([\d,]+) (lines|rows) left out here"), _left_out),
    (r"\[\.\.\. ([\d,]+) more\]$", _more),
    (_note("cut off here"), lambda _: say("[… cut off here …]")),
    (_note("left out here: .*"), lambda _: say("[… left out here: this run shows too much …]")),
    (r"^Sheet (.+?)( \(\w+\))?: ([\d,]+) rows that aren't empty, ([\d,]+) columns$", _sheet),
    (r"^row (\d+):(?= \[)", lambda found: say("row %(number)s:", number=found[1])),
    (r"^(row|line) ([\d,]+), unlike those shown:", _unlike),
    (
        _note(r"invisible: (?P<code>U\+\w+) (?P<name>.+), (?P<count>[\d,]+) in all, first in line (?P<line>[\d,]+)"),
        lambda found: say(
            "[… invisible: %(code)s %(name)s, %(count)s in all, first in line %(line)s …]", **found.groupdict()
        ),
    ),
    (
        _note(r"invisible: (?P<count>\d+) more characters"),
        lambda found: say("[… more invisible characters: %(count)s …]", **found.groupdict()),
    ),
    (
        _note(r"lines end in (?P<endings>[CRLF, ]+)"),
        lambda found: say("[… lines end in %(endings)s …]", **found.groupdict()),
    ),
    (
        _note(r"blanks before a line ends: (?P<count>[\d,]+), first in line (?P<line>[\d,]+)"),
        lambda found: say("[… blanks before a line ends: %(count)s, first in line %(line)s …]", **found.groupdict()),
    ),
    (_note("what is in it, in short"), lambda _: say("[… what is in it, in short, as models are told …]")),
    (_note("as it is written"), lambda _: say("[… as it is written …]")),
    (_note("no line end after the last line"), lambda _: say("[… no line end after the last line …]")),
    (
        _note(r"cells in each row, by lines: (?P<cells>[\d,() in-]+)"),
        lambda found: say("[… cells in each row, by lines: %(cells)s …]", **found.groupdict()),
    ),
    (
        _note(r"cells in each row, and how many rows have so many: (?P<cells>[\d,() ]+)"),
        lambda found: say("[… cells in each row, and how many rows have so many: %(cells)s …]", **found.groupdict()),
    ),
    (
        _note(r"repeated rows: (?P<count>[\d,]+), first in line (?P<line>[\d,]+)"),
        lambda found: say("[… repeated rows: %(count)s, first in line %(line)s …]", **found.groupdict()),
    ),
    (
        _note(r"column (?P<name>.*) has only: (?P<values>.*)"),
        lambda found: say("[… column %(name)s has only: %(values)s …]", **found.groupdict()),
    ),
    (
        _note(r"column (?P<name>.*) is written as in: (?P<values>.*)"),
        lambda found: say("[… column %(name)s is written as in: %(values)s …]", **found.groupdict()),
    ),
    (
        _note(r"more columns: (?P<count>[\d,]+)"),
        lambda found: say("[… more columns: %(count)s …]", **found.groupdict()),
    ),
    (_note(r"merged: (?P<cells>.*)"), lambda found: say("[… merged: %(cells)s …]", **found.groupdict())),
    (
        _note(r"hidden rows and columns: (?P<which>.*)"),
        lambda found: say("[… hidden rows and columns: %(which)s …]", **found.groupdict()),
    ),
    (_note(r"formulas: (?P<cells>.*)"), lambda found: say("[… formulas: %(cells)s …]", **found.groupdict())),
    (
        _note(r"formulas without a stored value, .* \((?P<count>[\d,]+)\): (?P<cells>.*)"),
        lambda found: say("[… formulas without a stored value (%(count)s): %(cells)s …]", **found.groupdict()),
    ),
    (
        _note(r"formats, each with its first cell: (?P<cells>.*)"),
        lambda found: say("[… formats, each with its first cell: %(cells)s …]", **found.groupdict()),
    ),
    (_note(r"comments: (?P<cells>.*)"), lambda found: say("[… comments: %(cells)s …]", **found.groupdict())),
    (_note(r"form field (?P<field>.*)"), lambda found: say("[… form field %(field)s …]", **found.groupdict())),
    (
        _note(r"page (?P<number>\d+) of (?P<total>[\d,]+), (?P<lines>[\d,]+) lines"),
        lambda found: say("[… page %(number)s of %(total)s, lines: %(lines)s …]", **found.groupdict()),
    ),
    (
        _note(
            r"page (?P<number>\d+) of (?P<total>[\d,]+), (?P<lines>[\d,]+) lines, turned by (?P<degrees>-?\d+) degrees"
        ),
        lambda found: say(
            "[… page %(number)s of %(total)s, turned by %(degrees)s degrees, lines: %(lines)s …]", **found.groupdict()
        ),
    ),
    (
        _note(r"(?P<count>[\d,]+) pages left out here"),
        lambda found: say("[… pages left out here: %(count)s …]", **found.groupdict()),
    ),
    (
        _note(r"(?P<count>[\d,]+) form fields left out here"),
        lambda found: say("[… form fields left out here: %(count)s …]", **found.groupdict()),
    ),
    (
        _note("each place in it, in how many of those around it, and examples:"),
        lambda _: say("[… each place in it, in how many of those around it, and examples: …]"),
    ),
    (
        _note(r"(?P<count>[\d,]+) values in more places left out here"),
        lambda found: say("[… values in more places left out here: %(count)s …]", **found.groupdict()),
    ),
    (
        _note(r"only the first (?P<count>[\d,]+) values were looked at"),
        lambda found: say("[… only the first %(count)s values were looked at …]", **found.groupdict()),
    ),
    (
        _note(r"only the first (?P<count>[\d,]+) rows were looked at"),
        lambda found: say("[… only the first %(count)s rows were looked at …]", **found.groupdict()),
    ),
    (_note("what is on the page, by its tags:"), lambda _: say("[… what is on the page, by its tags: …]")),
    (
        _note(r"(?P<count>[\d,]+) lines as in (?P<path>.+)"),
        lambda found: say("[… lines as in %(path)s: %(count)s …]", **found.groupdict()),
    ),
    (_note("it begins:"), lambda _: say("[… it begins: …]")),
    (
        _note("with line ends, which it doesn't have, it begins:"),
        lambda _: say("[… with line ends, which it doesn't have, it begins: …]"),
    ),
    (r"^row of a table:(?= \[)", lambda _: say("row of a table:")),
    (r"(?:^|(?<=; ))(date taken|date changed|camera|orientation): ([^;\n]*)", _fact),
    (r"^No date and no camera is written in it\.$", lambda _: say("No date and no camera is written in it.")),
    (r"^There is no text in it, only pictures\.$", lambda _: say("There is no text in it, only pictures.")),
    (
        r"^It can't be opened here: (\S+) is missing\.$",
        lambda found: say("It can't be opened here: %(name)s is missing.", name=found[1]),
    ),
    (
        r"^It can't be opened as (\S+): (.*)$",
        lambda found: say("It can't be opened as %(kind)s: %(problem)s", kind=found[1], problem=found[2]),
    ),
    (r"^It takes too much memory to be opened\.$", lambda _: say("It takes too much memory to be opened.")),
    (
        r"^To look at it took too long or too much memory\.$",
        lambda _: say("To look at it took too long or too much memory."),
    ),
)
"""What the looks say, and what is said in its place."""
LETTERS = (".docx", ".odt")
_BOLD, _ROW = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"^row of a table: (\[.*\])$", re.MULTILINE)
_EDGE = re.compile(r"^((?:first )?(?:header|footer)): (.*)$", re.MULTILINE)
"""What is marked so that models see it, in letters."""
_COMPILED = [(re.compile(pattern, re.MULTILINE), said) for pattern, said in NOTES]


def excerpt_said(excerpt: str, path: str = "") -> str:
    """The excerpt in the language of who reads it; of a letter, by the `path` of its file, as it looks on paper."""
    if path.lower().endswith(LETTERS):
        excerpt = _EDGE.sub(lambda found: here().text(_edge(found)), _BOLD.sub(r"\1", _ROW.sub(_cells, excerpt)))
    for pattern, said in _COMPILED:
        excerpt = pattern.sub(partial(_in_words, said), excerpt)
    return excerpt


def _in_words(said: Callable[[_Found], str], found: _Found) -> str:
    return here().text(said(found))
