"""What a program says of itself in a comment, for uv and others that start it, as PEP 723 has it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence

from packaging.requirements import InvalidRequirement, Requirement

OLDEST_PYTHON = "3.11"
_BLOCK = re.compile(r"^# /// script$\s(?P<content>(^#(| .*)$\s)+)^# ///$", re.MULTILINE)  # PEP 723's own, for scripts


def with_metadata(source: str, requirements: Sequence[str], python: str = "") -> str:
    """`source` with the packages that it needs, and the oldest Python, as in `3.13`, that they are for.

    They come last, so that no line of the program changes its number: reports name them. What it says itself is
    blanked, for it could name addresses and settings that nobody looked at. Of it only names and versions are kept,
    where nothing else is known.
    """
    needed = requirements or [str(one) for one in map(required, packages_of(source)) if one]
    said = _BLOCK.search(source.replace("\r\n", "\n"))
    if said:
        source = source.replace("\r\n", "\n")
        source = source[: said.start()] + "#" + "\n#" * said[0].count("\n") + source[said.end() :]
    packages = "".join(f"#     {json.dumps(one)},\n" for one in needed)
    listed = f"[\n{packages}# ]" if packages else "[]"
    end = "" if source.endswith("\n") else "\n"
    return f"{source}{end}\n# /// script\n# {_python(python)}\n# dependencies = {listed}\n# ///\n"


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
    """The packages that `source` says it needs; none where what it says can't be read."""
    try:
        found = tomllib.loads(_content(source) or "").get("dependencies", ())
    except tomllib.TOMLDecodeError:
        return ()
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def _content(source: str) -> str | None:
    block = _BLOCK.search(source.replace("\r\n", "\n"))
    return re.sub("^# ?", "", block["content"], flags=re.MULTILINE) if block else None
