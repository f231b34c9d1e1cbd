"""What is in the files that a person gave, so that models know: a few of each sort in detail, the others by name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain, groupby, zip_longest
from pathlib import PurePosixPath

from pydantic import BaseModel, ValidationError

from agent.events import Event, FilesSeen
from agent.run_sandbox import RunSandbox
from agent.types import InputFile
from languages.base import Language
from languages.files import FileLook, Unseen, from_sandbox
from message import Sentence, say
from wording import printable

MOST_IN_DETAIL = 20
MOST_CHARACTERS = 16_000
"""Of all excerpts together: about 5,000 tokens, so that in a window of 16,384 a model has room for its answer."""
MOST_OF_ONE = 8_000
"""Of the excerpt of one file, unless it is shown as whole as there is room."""
FEWEST_COMMON = 3
"""Lines on end that are said to be as in another file."""
_SECTION = re.compile(r"\n(?=Sheet '|(?:table|view) .*: [\d,]+ rows\n)")
"""Where in a file's excerpt another of its sheets or tables begins."""
_LEFT_OUT = re.compile(r"\[\.\.\. ([\d,]+) (?:lines|rows) left out here \.\.\.\]")


class _Line(BaseModel):
    """What the language's job prints of one file; the file can have a hand in it."""

    path: str
    sort: Sentence
    excerpt: str
    unseen: Unseen = ""


def look_at(
    files: Sequence[InputFile], language: Language, sandbox: RunSandbox
) -> Generator[Event, None, tuple[FileLook, ...]]:
    """The looks at `files`, in their order; whatever can't be looked into is named at least.

    Raises `Cancelled` and `SandboxError`.
    """
    if not files:
        return ()
    looks = yield from _looks(files, language, sandbox)
    yield FilesSeen(looks)
    return looks


def look_whole(
    files: Sequence[InputFile], looks: Sequence[FileLook], language: Language, sandbox: RunSandbox
) -> Generator[Event, None, Sequence[FileLook]]:
    """The `looks` at `files`, or longer ones where something was left out, for who goes through all of it. Likewise."""
    if not any(_LEFT_OUT.search(look.excerpt) for look in looks):
        return looks
    return (yield from _looks(files, language, sandbox, whole=True))


def _looks(
    files: Sequence[InputFile], language: Language, sandbox: RunSandbox, whole: bool = False
) -> Generator[Event, None, tuple[FileLook, ...]]:
    paths = in_detail([file.path for file in files]) if language.look else []
    said: Mapping[str, _Line] = {}
    if language.look:
        result = yield from sandbox.run(language.look(paths, whole))
        said = _read(result.stdout.splitlines())
    looks = [_look(file, said.get(file.path), file.path in paths) for file in files]
    return tuple(shared(looks, MOST_CHARACTERS if whole else MOST_OF_ONE))


def in_detail(paths: Iterable[str], most: int = MOST_IN_DETAIL) -> list[str]:
    """Some of each sort, by their endings, in turns: so many of `paths` at most."""
    sorts: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        sorts[PurePosixPath(path).suffix.lower()].append(path)
    turns = chain.from_iterable(zip_longest(*sorts.values()))
    return [path for path in turns if path is not None][:most]


def _read(lines: Iterable[str]) -> dict[str, _Line]:
    found: dict[str, _Line] = {}
    for line in lines:
        try:
            said = _Line.model_validate_json(line)
        except ValidationError:
            continue
        found.setdefault(said.path, said)
    return found


def _look(file: InputFile, said: _Line | None, wanted: bool) -> FileLook:
    if said is not None:
        return FileLook(file.path, file.size, from_sandbox(said.sort), printable(said.excerpt), said.unseen)
    if wanted:
        return FileLook(file.path, file.size, say("not looked into: it was stopped before"), unseen="content")
    return FileLook(file.path, file.size)


def shared(looks: Sequence[FileLook], most: int) -> list[FileLook]:
    """The looks with excerpts of `most` characters each, and of `MOST_CHARACTERS` together, which they share."""
    if sum(len(look.excerpt) for look in looks) > MOST_CHARACTERS:
        looks = _common_once(looks)
    shares = _shares([min(len(look.excerpt), most) for look in looks], MOST_CHARACTERS)
    return [
        replace(look, excerpt=_cut_by_sections(look.excerpt, share)) for look, share in zip(looks, shares, strict=True)
    ]


def _cut_by_sections(excerpt: str, most: int) -> str:
    """Something of each sheet or table: a later one may be written otherwise."""
    if len(excerpt) <= most:
        return excerpt
    sections = _SECTION.split(excerpt)
    shares = _shares(list(map(len, sections)), most - len(sections) + 1)
    return "\n".join(map(both_ends, sections, shares))


def _shares(lengths: Sequence[int], room: int) -> list[int]:
    """How much of each text has room: what short ones leave over goes to the long ones."""
    shares = [0] * len(lengths)
    for rank, place in enumerate(sorted(range(len(lengths)), key=lengths.__getitem__)):
        shares[place] = min(lengths[place], room // (len(lengths) - rank))
        room -= shares[place]
    return shares


def _common_once(looks: Sequence[FileLook]) -> list[FileLook]:
    """The looks, in which lines that all files of a sort have stand only in the first of them: forms, exports."""
    sorts: dict[str, list[FileLook]] = defaultdict(list)
    for look in looks:
        sorts[PurePosixPath(look.path).suffix.lower()].append(look)
    shorter: dict[str, FileLook] = {}
    for first, *others in sorts.values():
        common = set(first.excerpt.split("\n")).intersection(*(other.excerpt.split("\n") for other in others))
        shorter |= {other.path: replace(other, excerpt=_without(other.excerpt, common, first.path)) for other in others}
    return [shorter.get(look.path, look) for look in looks]


def _without(excerpt: str, common: Set[str], path: str) -> str:
    kept: list[str] = []
    for is_common, run in groupby(excerpt.split("\n"), common.__contains__):
        lines = list(run)
        is_long = is_common and len(lines) >= FEWEST_COMMON
        kept += [f"[... {len(lines):,} lines as in {path} ...]"] if is_long else lines
    return "\n".join(kept)


def both_ends(text: str, most: int) -> str:
    """The first lines and the last, of `most` characters together, and how many lines or rows were left out between."""
    if len(text) <= most:
        return text
    tail = most // 3
    first, last = text[: most - tail], text[-tail:]
    whole_first, whole_last = first.rpartition("\n")[0] or first, last.partition("\n")[2] or last
    between = text[len(whole_first) : -len(whole_last)].strip("\n").split("\n")
    note = f"{sum(map(_counted, between)):,} lines left out" if "\n" in text else "cut off"
    return f"{whole_first}\n[... {note} here ...]\n{whole_last}"


def _counted(line: str) -> int:
    """How many lines this one stands for."""
    found = _LEFT_OUT.fullmatch(line)
    return int(found[1].replace(",", "")) if found else 1
