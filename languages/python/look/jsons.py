"""JSON, also with a value on each line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from .decoding import decoded
from .invisible import remarks
from .lines import BELOW, LONGEST_LINE, are_seen, beginning, cut, split
from .places import Enough, Places
from .said import Look
from .texts import broken, described, text, written

MOST_KEYS = 30
"""A record with more has data for keys."""
FEW_KEYS = 4
"""Or one with more than so many, where all values are records with the same keys, or lists."""
DEEPEST = 12
FIRST_OF_LIST = 2
FIRST_KEYS = 40
ROOT = "."
KINDS = {str: "string", int: "number", float: "number", type(None): "null"}


def json_records(path: Path) -> Look:
    """What is where in it, and how it begins."""
    found = decoded(path)
    if not found or not found[0].strip():
        return text(path)
    content, encoding = found
    try:
        sort, value = _parsed(content)
    except ValueError as problem:
        return broken(path, problem)
    except RecursionError:
        return broken(path, "it is nested too deep")
    lines = split(content)
    excerpt = (
        written(content)
        if are_seen(lines)
        else "\n".join([*remarks(lines), *_places(value), *_beginning(value, lines)])
    )
    return described(sort, content, encoding), excerpt


def _places(value: Any) -> Iterator[str]:
    places = Places()
    with suppress(Enough):
        _walk(value, "", "", places)
    return places.lines()


def _parsed(content: str) -> tuple[str, Any]:
    """What it is, and its value; of values on lines of their own, their list. Raises `ValueError`."""
    try:
        return "JSON", json.loads(content)
    except ValueError:
        numbered = [(number, line) for number, line in enumerate(split(content), start=1) if line.strip()]
        if len(numbered) < 2 or not _is_json(numbered[0][1]):
            raise
    return "JSON Lines", [_line(number, line) for number, line in numbered]


def _is_json(line: str) -> bool:
    with suppress(ValueError):
        return json.loads(line) is not None
    return False


def _line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as problem:
        raise ValueError(f"in line {number:,}: {problem}") from problem


def _walk(value: Any, name: str, around: str, places: Places, depth: int = 0) -> None:
    place = places.saw(name or ROOT, _kind(value), around, is_first=not name.endswith(("[]", "{}")))
    if isinstance(value, list):
        place.size(len(value))
    elif value not in (None, "") and not isinstance(value, dict | bool):
        place.example(value)
    if depth < DEEPEST:
        for inside, one in _inside(value, name):
            _walk(one, inside, name or ROOT, places, depth + 1)


def _kind(value: Any) -> str:
    """Of yes and no it is which, so that each is counted."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"object{{{next(iter(value))!r:.40}, … {len(value):,}}}" if _has_data_for_keys(value) else "object"
    return "array" if isinstance(value, list) else KINDS[type(value)]


def _has_data_for_keys(value: dict[str, Any]) -> bool:
    first = next(iter(value.values()), None)
    if len(value) > MOST_KEYS or len(value) <= FEW_KEYS or not isinstance(first, dict | list):
        return len(value) > MOST_KEYS
    alike = (set(one) == set(first) if isinstance(one, dict) else True for one in value.values())
    return all(type(one) is type(first) for one in value.values()) and all(alike)


def _inside(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The values within it, each with its place."""
    if isinstance(value, list):
        yield from ((f"{name}[]", one) for one in value)
    if isinstance(value, dict):
        is_data = _has_data_for_keys(value)
        for key, one in value.items():
            yield (f"{name}{{}}" if is_data else f"{name}.{key}" if name else key), one


def _beginning(value: Any, lines: list[str]) -> Iterator[str]:
    """The first lines; indented by us where they are too long to be read."""
    if len(lines) > 1 or len(lines[0]) <= LONGEST_LINE:
        yield "[... it begins: ...]"
        yield beginning(lines, BELOW)
        return
    yield "[... with line ends, which it doesn't have, it begins: ...]"
    indented = json.dumps(_clipped(value), indent=1, ensure_ascii=False).split("\n")
    yield from map(cut, indented[:BELOW])
    if len(indented) > BELOW:
        yield "[... cut off here ...]"


def _clipped(value: Any, depth: int = 0) -> Any:
    if isinstance(value, dict) and depth < DEEPEST:
        return {key: _clipped(one, depth + 1) for key, one in islice(value.items(), FIRST_KEYS)}
    if isinstance(value, list) and depth < DEEPEST:
        return [_clipped(one, depth + 1) for one in value[:FIRST_OF_LIST]]
    return "…" if isinstance(value, dict | list) else value
