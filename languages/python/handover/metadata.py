"""What a program says of itself in a comment, for uv and others that start it, as PEP 723 has it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence

OLDEST_PYTHON = ">=3.11"
_BLOCK = re.compile(r"^# /// script$\s(?P<content>(^#(| .*)$\s)+)^# ///$", re.MULTILINE)  # PEP 723's own, for scripts


def with_metadata(source: str, requirements: Sequence[str]) -> str:
    """`source` with the Python and the packages that it needs; unchanged where it says so itself.

    They come last, so that no line of the program changes its number: reports name them.
    """
    if _content(source) is not None:
        return source
    packages = "".join(f"#     {json.dumps(one)},\n" for one in requirements)
    listed = f"[\n{packages}# ]" if packages else "[]"
    end = "" if source.endswith("\n") else "\n"
    block = f'# /// script\n# requires-python = "{OLDEST_PYTHON}"\n# dependencies = {listed}\n# ///\n'
    return f"{source}{end}\n{block}"


def packages_of(source: str) -> tuple[str, ...]:
    """The packages that `source` says it needs; none where what it says can't be read."""
    try:
        found = tomllib.loads(_content(source) or "")
    except tomllib.TOMLDecodeError:
        return ()
    return tuple(map(str, found.get("dependencies", ())))


def _content(source: str) -> str | None:
    block = _BLOCK.search(source.replace("\r\n", "\n"))
    return re.sub("^# ?", "", block["content"], flags=re.MULTILINE) if block else None
