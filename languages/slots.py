"""Which files a program takes: a slot for each kind, onto which a person drops their own in place of the example's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePosixPath

from languages.laying import PICTURES, is_named
from message import say

MOST, MOST_NAMED = 8, 3
"""Slots of one program, and files that one of them names."""
SHORTEST = 3
"""Letters of a word that names something."""
NO_NAMES = {"img", "dsc", "pxl", "scan", "file", "files", "export", "download", "untitled", "copy", "data", "input"}
"""What cameras, scanners and programs call files: it tells nobody what is in them."""
KINDS: Sequence[tuple[Collection[str], str, str]] = (
    (PICTURES, say("Your picture"), say("Your pictures")),
    ((".csv", ".tsv", ".xlsx", ".xls", ".ods"), say("Your table"), say("Your tables")),
    ((".txt", ".md", ".docx", ".odt", ".pdf", ".rtf"), say("Your text"), say("Your texts")),
)
"""What files of these endings are called: one of them, and several."""
YOURS = say("Your files")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for files of one kind.

    `label` says to a person what belongs there, and `sort` is the ending in small letters, as in `.csv`; empty for any.
    `place` is the path at which the program opens the one file that it takes; empty where it takes all that there are,
    whatever their names. `files` are the example's, by their paths; none where nobody gave any.
    """

    label: str
    sort: str = ""
    place: str = ""
    files: tuple[str, ...] = ()

    @property
    def many(self) -> bool:
        """Whether it takes more than one file."""
        return not self.place

    @property
    def has_example(self) -> bool:
        """Whether files of an example lie there until a person gives theirs."""
        return bool(self.files)


def slots_of(
    files: Sequence[str], program: str, started_with: Iterable[str] = (), takes_files: bool = True
) -> tuple[Slot, ...]:
    """The slots of a `program`, by its text, that was built for these `files`, by their paths.

    Where none were given, the files that it names among those which its tests `started_with` count. One that
    `takes_files`, but nobody knows which, has a slot for any; one that takes none has no slot.
    """
    if not takes_files:
        return ()
    known = files or [path for path in dict.fromkeys(started_with) if _is_opened(path, program)]
    found = [*_by_name(known, files, program), *_by_kind(files, program)]
    if not found:
        found = [Slot(YOURS, files=tuple(files))]
    return tuple(_told_apart(found))[:MOST]


def hint(slot: Slot) -> str:
    """What stands on a slot that holds nothing of the person's yet."""
    if slot.files:
        names = ", ".join([*slot.files[:MOST_NAMED], *(["…"] if len(slot.files) > MOST_NAMED else [])])
        return say("Now it takes %(files)s. Drop yours here, or choose it.", files=names)
    if slot.place:
        return say("Drop it here or choose it, whatever it is called.")
    return say("Drop them here, or choose them.")


def _by_name(known: Sequence[str], files: Sequence[str], program: str) -> Iterator[Slot]:
    """One for each file that the program opens by its name."""
    for path in known:
        if _is_opened(path, program):
            given = (path,) if path in files else ()
            yield Slot(_label([path]), _ending(path), path, given)


def _by_kind(files: Sequence[str], program: str) -> Iterator[Slot]:
    """One for all files of a kind that the program looks for by their ending, or in a folder."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for path in files:
        folder = _folder(path, program)
        if not _is_opened(path, program) and (folder or _names_ending(path, program)):
            kinds.setdefault((folder, _kind(path)), []).append(path)
    for (folder, _), paths in kinds.items():
        yield Slot(_label(paths, folder), _ending(paths[0]), files=tuple(paths))


def _told_apart(slots: Sequence[Slot]) -> Iterator[Slot]:
    """Those of one label are called by a file's whole name."""
    times = Counter(slot.label for slot in slots)
    for slot in slots:
        name = PurePosixPath(next(iter((slot.place, *slot.files)), "")).name or slot.sort
        yield replace(slot, label=say("Your %(what)s", what=name)) if times[slot.label] > 1 and name else slot


def _label(paths: Sequence[str], folder: str = "") -> str:
    """As in `Your statement`: by the words of a folder that the program names, or those in all names, or of the folder
    that all lie in; else by what kind of files it is."""
    if words := _words(folder) or _words(_shared(paths)) or _words(_folder_of(paths)):
        return say("Your %(what)s", what=words)
    sorts = (called for endings, *called in KINDS if _ending(paths[0]) in endings)
    one, several = next(sorts, (YOURS, YOURS))
    return one if len(paths) == 1 else several


def _shared(paths: Sequence[str]) -> str:
    """With what all of these names begin, up to the end of a word; of a single one all of it."""
    stems = [PurePosixPath(path).stem for path in paths]
    if len(stems) == 1:
        return stems[0]
    split = [re.split(r"[\W\d_]+", stem) for stem in stems]
    return " ".join(words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*split, strict=False)))


def _folder_of(paths: Sequence[str]) -> str:
    """The outermost folder in which several of these files lie, and all of them; empty where there is none."""
    folders = {PurePosixPath(path).parts[0] for path in paths}
    return next(iter(folders)) if len(folders) == 1 < len(paths) else ""


def _words(name: str) -> str:
    """The words of a file's name without its numbers; empty where they tell nothing."""
    words = re.sub(r"[\W\d_]+", " ", name).split()
    tells = any(len(word) >= SHORTEST and word.casefold() not in NO_NAMES for word in words)
    return " ".join(words) if tells else ""


def _kind(path: str) -> str:
    """Its ending; pictures are of one kind, whatever theirs."""
    return PICTURES[0] if _ending(path) in PICTURES else _ending(path)


def _folder(path: str, program: str) -> str:
    """The folder that the program names and the file lies in, however deep; empty where there is none."""
    return next((part for part in PurePosixPath(path).parent.parts if is_named(part, program)), "")


def _names_ending(path: str, program: str) -> bool:
    """Whether the program has it by itself, as in `*.csv`, and not only in the name of a file."""
    return bool(_ending(path)) and re.search(rf"(?<![\w}}]){re.escape(_ending(path))}\b", program.lower()) is not None


def _is_opened(path: str, program: str) -> bool:
    return is_named(PurePosixPath(path).name, program)


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.lower()
