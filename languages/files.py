"""The person's files as models see them: a look at each, made in the sandbox, and all of them in words."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from message import Sentence, Translatable, say
from wording import printable

MOST_FOLDERS = 20
NAMES_SHOWN = 5
LONGEST = 200
"""Characters of what is said of a file, or of a value in that."""
_LIKE_NOTE = re.compile(r"(?<!\\)\[(?=\s*(?:\.\.\.|…)(?!\s*\]))")

Unseen = Literal["", "content", "place", "room"]
"""What of a file can't be shown to anybody: all that is in it, or only where a picture was taken; or for want of room
nothing of it is shown."""


@dataclass(frozen=True, slots=True)
class FileLook:
    """What a file of the person is and how it begins; `sort` is empty where nobody looked into it. Somebody looked and
    couldn't show what is `unseen`."""

    path: str
    size: int
    sort: Sentence = ""
    excerpt: str = ""
    unseen: Unseen = ""


def from_sandbox(said: str) -> str:
    """What was said of a file in the sandbox, where the file may have a hand in it: on one line, and not long."""
    if isinstance(said, Translatable) and _tidy(said.template + said.many) == said.template + said.many:
        values = {name: from_sandbox(one) if isinstance(one, str) else one for name, one in said.values.items()}
        return Translatable(said.template, said.many, values)
    return _tidy(said)


def _tidy(text: str) -> str:
    return " ".join(printable(text).split())[:LONGEST]


# Why: docs/decisions.md, "Nothing in a file can end its block or look like a note of ours"
def fenced(text: str) -> str:
    """`text` between fences that are longer than any in it, so that nothing in it can end them."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


# Why: docs/decisions.md, "Nothing in a file can end its block or look like a note of ours"
def as_data(text: str) -> str:
    """`text`, which isn't ours, with a backslash before what looks like a note of ours, as in `[... left out ...]`."""
    return _LIKE_NOTE.sub(r"\\[", text)


def quoted(path: str) -> str:
    """A file's name as a string of one line, whatever is in it."""
    return json.dumps(path, ensure_ascii=False)


def by_folder(looks: Sequence[FileLook]) -> list[str]:
    """The files that nobody looked into, a line for each folder: how many of what sort, and some names."""
    folders: dict[str, list[PurePosixPath]] = defaultdict(list)
    for look in looks:
        if not look.sort:
            path = PurePosixPath(look.path)
            folders[str(path.parent)].append(path)
    lines = [_folder_line(folder, paths) for folder, paths in list(folders.items())[:MOST_FOLDERS]]
    more = sum(len(paths) for paths in list(folders.values())[MOST_FOLDERS:])
    return [*lines, f"{more:,} more in other folders"] if more else lines


def _folder_line(folder: str, paths: Sequence[PurePosixPath]) -> str:
    counts = Counter(path.suffix.lower() or "no ending" for path in paths).most_common(NAMES_SHOWN)
    sorts = ", ".join(f"{count:,} {quoted(suffix)}" for suffix, count in counts)
    names = ", ".join(quoted(path.name) for path in paths[:NAMES_SHOWN])
    where = say("beside the program") if folder == "." else say("in %(folder)s", folder=quoted(folder))
    return say("%(where)s: %(sorts)s, such as %(names)s", where=where, sorts=sorts, names=names)
