"""What a program says of itself in a comment, for uv and others that start it, as PEP 723 has it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence

OLDEST_PYTHON = "3.11"
_BLOCK = re.compile(r"^# /// script$\s(?P<content>(^#(| .*)$\s)+)^# ///$", re.MULTILINE)  # PEP 723's own, for scripts


def with_metadata(source: str, requirements: Sequence[str], python: str = "") -> str:
    """`source` with the packages that it needs, and the oldest Python, as in `3.13`, that they are for.

    They come last, or where it says already what it needs, and no line of the program changes its number: reports name
    them. Where nothing is required, what it says itself stays.
    """
    said = _content(source)
    if said is None:
        packages = "".join(f"#     {json.dumps(one)},\n" for one in requirements)
        listed = f"[\n{packages}# ]" if packages else "[]"
        end = "" if source.endswith("\n") else "\n"
        return f"{source}{end}\n# /// script\n# {_python(python)}\n# dependencies = {listed}\n# ///\n"
    if not requirements:
        return source
    lines = [f"dependencies = {json.dumps(list(requirements))}", _python(python)][: said.count("\n")]
    lines += [""] * (said.count("\n") - len(lines))
    block = "".join(f"# {line}".rstrip() + "\n" for line in lines)
    return _BLOCK.sub(lambda found: f"# /// script\n{block}# ///", source.replace("\r\n", "\n"), count=1)


def _python(oldest: str) -> str:
    return f'requires-python = ">={oldest or OLDEST_PYTHON}"'


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
