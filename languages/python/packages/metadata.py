"""What a program says of itself in a comment, for uv and others that start it, as PEP 723 has it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence

from packaging.requirements import InvalidRequirement, Requirement

OLDEST_PYTHON = "3.11"
BEGIN, END = "# /// script", "# ///"
_LINE_END = re.compile(r"(\r\n?|\n)")  # as Python and uv see it; `str.splitlines` knows others
_BOM = "\ufeff"


def with_metadata(source: str, requirements: Sequence[str], python: str = "") -> str:
    """`source` with the packages that it needs, and the oldest Python, as in `3.13`, that they are for.

    They come last, so that no line of the program changes its number: reports name them. Whatever begins like a
    comment of this kind is blanked, even within a text: uv reads the first one that it finds, and nobody looked at the
    addresses and settings in it.
    """
    packages = "".join(f"#     {json.dumps(one)},\n" for one in requirements)
    listed = f"[\n{packages}# ]" if packages else "[]"
    end = "" if source.endswith("\n") else "\n"
    return f"{_blanked(source)}{end}\n{BEGIN}\n# {_python(python)}\n# dependencies = {listed}\n{END}\n"


def _blanked(source: str) -> str:
    parts = _LINE_END.split(source)
    for block in _blocks(parts[::2]):
        for number in block:
            parts[2 * number] = "#"
    return "".join(parts)


def named_in(source: str) -> tuple[str, ...]:
    """Of what `source` says that it needs, the packages that are known by a name."""
    return tuple(str(one) for one in map(required, packages_of(source)) if one)


def required(text: str) -> Requirement | None:
    """A package by name; None for what has an address of its own, or is none."""
    try:
        found = Requirement(text)
    except InvalidRequirement:
        return None
    return None if found.url else found


def _python(oldest: str) -> str:
    return f'requires-python = ">={oldest or OLDEST_PYTHON}"'


def packages_of(source: str) -> tuple[str, ...]:
    """The packages that `source` says it needs; none where what it says can't be read, or is said twice."""
    said = _said(source)
    try:
        found = tomllib.loads(said[0]).get("dependencies", ()) if len(said) == 1 else ()
    except (ValueError, RecursionError):  # no TOML, a number of too many digits, or lists within lists
        return ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def times_said(source: str) -> int:
    """How often `source` begins to say what it needs. Who reads it takes the first, or none: PEP 723 allows one."""
    return _LINE_END.split(source)[::2].count(BEGIN)


def _said(source: str) -> list[str]:
    lines = _LINE_END.split(source)[::2]
    blocks = (block for block in _blocks(lines) if lines[block[0]] == BEGIN and len(block) > 1)
    return ["\n".join(lines[number].removeprefix("#").removeprefix(" ") for number in block[1:-1]) for block in blocks]


def _blocks(lines: Sequence[str]) -> Iterator[range]:
    """The numbers of the lines of each such comment, of any type. One that never ends is its first line.

    Each line is looked at a few times at most, however many begin one.
    """
    begin = 0
    while begin < len(lines):
        if not _begins(lines[begin]):
            begin += 1
            continue
        after = begin + 1
        while after < len(lines) and (lines[after] == "#" or lines[after].startswith("# ")):
            after += 1
        last = max((number for number in range(begin + 1, after) if lines[number] == END), default=begin)
        yield range(begin, last + 1)
        yield from (range(number, number + 1) for number in range(last + 1, after) if _begins(lines[number]))
        begin = after


def _begins(line: str) -> bool:
    return line != END and line.removeprefix(_BOM).startswith(END)
