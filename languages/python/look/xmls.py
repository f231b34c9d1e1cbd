"""XML, read without the entities that a file may declare: they can grow without end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from xml.parsers import expat

from .decoding import decoded
from .invisible import remarks
from .lines import BELOW, LONGEST_LINE, are_seen, beginning, cut, split
from .places import Enough, Place, Places
from .said import Look
from .texts import broken, described, text, written

DEEPEST = 12
SPREAD = 20_000  # characters of a long line that are given line ends


class Reader:
    """Tells `places` of what it is fed. An element is named as it is written, with its prefix."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._open: list[tuple[str, Place, set[str]]] = []
        self._said = ""
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = _refuse

    def read(self, content: str) -> None:
        """Raises `ValueError` where it breaks."""
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as problem:
            raise ValueError(str(problem)) from problem

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._close_text()
        around, _, siblings = self._open[-1] if self._open else ("", None, set[str]())
        name = f"{around}/{tag}" if around else tag
        name = name if len(self._open) < DEEPEST else f"{around.removesuffix('/…')}/…"
        place = self._places.saw(name, "", around, is_first=name not in siblings)
        siblings.add(name)
        self._open.append((name, place, set()))
        for key, value in attributes.items():
            self._places.saw(f"{name}/@{key}", "", name).example(value)

    def _end(self, _tag: str) -> None:
        self._close_text()
        self._open.pop()

    def _text(self, said: str) -> None:
        self._said += said

    def _close_text(self) -> None:
        if self._said.strip():
            self._open[-1][1].example(self._said.strip())
        self._said = ""


def _refuse(*_declared: object) -> None:
    raise ValueError("it declares entities of its own, which aren't read here")


def xml(path: Path) -> Look:
    """What is where in it, and how it begins."""
    found = decoded(path)
    if not found or not found[0].strip():
        return text(path)
    content, encoding = found
    places = Places()
    try:
        with suppress(Enough):
            Reader(places).read(content)
    except ValueError as problem:
        return broken(path, problem)
    lines = split(content)
    about = [*remarks(lines), *places.lines(), *_beginning(content, lines)]
    return described("XML", content, encoding), written(content) if are_seen(lines) else "\n".join(about)


def _beginning(content: str, lines: list[str]) -> Iterator[str]:
    """The first lines; with a line for each tag where they are too long to be read."""
    if max(map(len, lines[:BELOW])) <= LONGEST_LINE:
        yield "[... it begins: ...]"
        yield beginning(lines, BELOW)
        return
    yield "[... with line ends, which it doesn't have, it begins: ...]"
    pieces = re.sub(r">\s*<", ">\n<", content[:SPREAD]).split("\n")
    yield from map(cut, _indented(pieces[:BELOW]))
    if len(pieces) > BELOW or len(content) > SPREAD:
        yield "[... cut off here ...]"


def _indented(pieces: list[str]) -> Iterator[str]:
    depth = 0
    for piece in pieces:
        depth -= piece.startswith("</")
        yield " " * depth + piece
        depth += (
            piece.startswith("<")
            and not piece.startswith(("</", "<?", "<!"))
            and "</" not in piece
            and not piece.endswith("/>")
        )
