"""Runs inside the sandbox: the same said in the other ways of writing that a program knows.

A program that reads 08.01.2025 and 8 January 2025 has a pattern or a format for each of them. What stands in an input
in one way is written in the others of the same function, so that what is planted there is reached.
"""

import ast
import contextlib
import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from itertools import islice, zip_longest
from typing import Any

from .varied import Known, constants

LONGEST_PATTERN, LONGEST_TOKEN = 200, 30
SHAPES = 6  # of a pattern
TOKENS = (re.compile(r"[^;\t|\r\n]+"), re.compile(r"[^;,\t|\r\n]+"))
PLACES = 60
FORMAT = re.compile(r"%[dmYyHMS].*%[dmYyHMS]", re.DOTALL)
NUMBER = re.compile(r"\d+")
WORD = re.compile(r"[^\W\d_]+")
PRINTABLE = string.digits + string.ascii_letters + string.punctuation + " "


@dataclass(frozen=True)
class Ways:
    """Those in which one function, or one table of the program, reads something: formats of `strptime`, and patterns,
    each with texts that fit it. `words` are those that the program knows."""

    formats: Sequence[str]
    patterns: dict[str, Sequence[str]]
    words: Sequence[str]

    def others(self, text: str) -> Iterator[str]:
        """What `text` would be in the other ways; nothing where it is read in none."""
        moments = [moment for one in self.formats if (moment := _moment(text, one))]
        for moment in moments[:1]:
            yield from (moment.strftime(one) for one in self.formats)
        if any(_fits(pattern, text) for pattern in self.patterns):
            for pattern, shapes in self.patterns.items():
                written = (one for number, shape in enumerate(shapes) for one in self._written(shape, number, text))
                yield from (one for one in dict.fromkeys(written) if _fits(pattern, one))

    def _written(self, shape: str, number: int, text: str) -> Iterator[str]:
        """The numbers of the text in that shape, in their order and turned, with a word that the program knows."""
        numbers, word = NUMBER.findall(text), self.words[number % len(self.words)] if self.words else ""
        for order in (numbers, numbers[::-1], []):
            filled = _filled(shape, order)
            yield WORD.sub(word, filled) if word else filled
            yield filled


def _filled(shape: str, numbers: Sequence[str]) -> str:
    """A year stands where there is place for one, the others in their order, cut to the place of each."""
    left = list(numbers)

    def number(found: re.Match[str]) -> str:
        size = len(found[0])
        fitting = [one for one in left if (len(one) > 3) is (size > 3)] or left
        if not fitting:
            return found[0]
        chosen = fitting[0]
        left.remove(chosen)
        return chosen[-size:].zfill(size)

    return NUMBER.sub(number, shape)


def known_to(source: str) -> Known:
    """What this program knows."""
    return Known(constants(source), partial(other_ways, list(ways_of(source))))


# Why: docs/decisions.md, "Inputs for telling apart come from the tests, with a literal changed"
def ways_of(source: str) -> Iterator[Ways]:
    """Those of each function and class of a program that has some, with those of the tables that it uses."""
    body = ast.parse(source).body
    tables = {name: node for node in body for name in _named(node)}
    for place in body:
        used = {node.id for node in ast.walk(place) if isinstance(node, ast.Name)} - set(_named(place))
        nodes = [
            node for part in (place, *(tables[name] for name in sorted(used & {*tables}))) for node in ast.walk(part)
        ]
        texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        formats = [text for text in texts if len(text) <= LONGEST_TOKEN and FORMAT.search(text)]
        patterns = {pattern: shapes_of(pattern) for node in nodes if (pattern := _pattern(node))}
        if not _named(place) and (formats or patterns):
            yield Ways(formats, patterns, [text for text in texts if WORD.fullmatch(text)])


def _named(node: ast.stmt) -> list[str]:
    """What a statement gives a value to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _pattern(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[ast.Constant(str() as pattern), *_]):
            return pattern
    return ""


@cache
def shapes_of(pattern: str) -> Sequence[str]:
    """Texts that fit a pattern, always the same ones; none where the library that makes them up is missing."""
    if len(pattern) > LONGEST_PATTERN:
        return []
    found: list[str] = []
    with contextlib.suppress(Exception):  # whatever a hostile pattern makes of it
        _make_up(pattern, found)
    first: dict[str, str] = {}
    for text in found:
        first.setdefault(WORD.sub("a", NUMBER.sub(_as_wide, text)), text)
    return list(first.values())[:SHAPES]


def _as_wide(number: re.Match[str]) -> str:
    return "0" * len(number[0])


def _make_up(pattern: str, found: list[str]) -> None:
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis.strategies import from_regex

    fitting: Any = from_regex(pattern, fullmatch=True, alphabet=sorted({*PRINTABLE, *pattern}))

    @settings(
        max_examples=8 * SHAPES,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(fitting)
    def note(text: str) -> None:
        if len(text) <= LONGEST_TOKEN:
            found.append(text)

    note()


def other_ways(ways: Sequence[Ways], text: str) -> Iterator[str]:
    """The text with one part of it written in another way."""
    places = dict.fromkeys(found.span() for token in TOKENS for found in token.finditer(text))
    written = [
        [f"{text[:start]}{other}{text[end:]}" for other in dict.fromkeys(one.others(text[start:end].strip()))]
        for one in ways
        for start, end in islice(places, PLACES)
        if end - start <= LONGEST_TOKEN
    ]
    # Of each place another one in turn, for what is read in one place is mostly read so in the others.
    some = enumerate(filter(None, written))
    turned = [[*others[number % len(others) :], *others[: number % len(others)]] for number, others in some]
    yield from (other for others in zip_longest(*turned) for other in others if other is not None)


def _moment(text: str, form: str) -> datetime | None:
    with contextlib.suppress(ValueError, re.error):
        return datetime.strptime(text, form)  # noqa: DTZ007  (it goes back into a text)
    return None


def _fits(pattern: str, text: str) -> bool:
    with contextlib.suppress(re.error):
        return bool(re.fullmatch(pattern, text))
    return False
