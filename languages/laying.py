"""Where the files lie that a person gives to a program which was built for others, and which of those lie beside them.

Used on the page and, inside of it, in the one HTML file: standard library only, and nothing of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import MappingProxyType

PICTURES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".heic", ".bmp", ".tif", ".tiff")
KINDS = (
    PICTURES,
    (".csv", ".tsv", ".txt", ".md", ".log", ".dat"),
    (".xlsx", ".xlsm", ".xls", ".ods"),
    (".docx", ".doc", ".odt", ".rtf"),
    (".pdf",),
    (".html", ".htm"),
)
"""Endings of files that a program may read alike."""
LONGEST_NAME = 40
MORE = "[... +"
"""How the note begins that says how many more cells a row has than are shown."""
Columns = Mapping[str, Sequence[str]]
"""The names of the columns of some files, by their paths; none for what is no table."""


@dataclass(frozen=True)
class Laying:
    """`paths` says of each file that was given where it lies, and `stays` which of the known ones lie beside it.

    `unclear` names files that were given, and which the program could take for `of_which`: then nothing is laid.
    """

    paths: Mapping[str, str]
    stays: Sequence[str] = ()
    unclear: Sequence[str] = ()
    of_which: Sequence[str] = ()


# Why: docs/decisions.md, "What is dropped is what the program works on, whatever its name"
def laid(
    known: Columns,
    given: Columns,
    program: str,
    arguments: Sequence[str] = (),
    chosen: Mapping[str, str] = MappingProxyType({}),
) -> Laying:
    """Where the `given` files lie for a `program`, by its text, that was built for the `known` ones.

    One that the person put onto a slot lies at the place that is `chosen` so, whatever its name. A known file that the
    program names is one that it opens by that name: of the other given ones the one takes its place that is called so,
    else the one of its ending that has most columns in common, or where there is only one of each. One that is among
    the `arguments` lies where these say.
    """
    if not given:
        return Laying({}, list(known))
    named = [path for path in known if is_named(PurePosixPath(path).name, program)]
    taken = {path: path for path in given if path in arguments} | dict(chosen)
    free = [path for path in named if path not in chosen.values()]
    taken |= _by_name(free, {path: given[path] for path in given if path not in taken})
    for ending in dict.fromkeys(map(_ending, given)):
        places = {path: known[path] for path in named if _ending(path) == ending and path not in taken.values()}
        others = [known[path] for path in known if _ending(path) == ending and path not in named]
        left = {path: given[path] for path in given if _ending(path) == ending and path not in taken}
        taken |= _by_columns(places, others, left)
        unclear = [path for path in left if path not in taken]
        of_which = [path for path in places if path not in taken.values()]
        if unclear and of_which and not others:
            return Laying({}, (), unclear, of_which)
    return Laying(
        {path: taken.get(path) or _own_place(path, known, program) for path in given},
        list(_staying(known, given, program, named, list(taken.values()))),
    )


def is_named(name: str, program: str) -> bool:
    """Whether the program names this file or folder, alone or at the end of a path."""
    return re.search(rf"""["'](?:[^"'\n]*[/\\])?{re.escape(name)}["']""", program) is not None


def header(rows: Sequence[Sequence[str]]) -> list[str]:
    """The names of a table's columns: the first of the fullest rows, for a bank puts lines of its own above it. None
    where that doesn't look like names, for it has numbers in it."""
    fullest = max(rows, key=lambda row: sum(map(bool, row)), default=())
    named = (cell for cell in fullest if not cell.startswith(MORE))
    shown = ("".join(letter if letter.isprintable() else " " for letter in cell) for cell in named)
    names = [" ".join(cell.split())[:LONGEST_NAME] for cell in shown]
    return [] if any(_is_number(cell) for cell in names) else names


def nameless(known: Columns, program: str) -> dict[str, Sequence[str]]:
    """The same without the names of files that the program doesn't name: what is handed over tells them to nobody."""
    return {_called(path, place, program): known[path] for place, path in enumerate(known)}


def _called(path: str, place: int, program: str) -> str:
    whole = PurePosixPath(path)
    if is_named(whole.name, program):
        return path
    name = f"*{place}{_ending(path)}"
    return str(whole.with_name(name)) if is_named(whole.parent.name, program) else name


def _is_number(cell: str) -> bool:
    return any(map(str.isdigit, cell)) and not any(map(str.isalpha, cell))


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _by_name(named: Sequence[str], given: Columns) -> dict[str, str]:
    """The given files that are called as named ones are, whatever the case and the folder."""
    found: dict[str, str] = {}
    for path in named:
        alike = [one for one in given if PurePosixPath(one).name.casefold() == PurePosixPath(path).name.casefold()]
        exact = [one for one in alike if one == path] or alike
        if len(exact) == 1 and exact[0] not in found:
            found[exact[0]] = path
    return found


def _by_columns(places: Columns, others: Sequence[Sequence[str]], left: Columns) -> dict[str, str]:
    """Which of the files that are `left` takes which of the `places`: where each has no one that fits it better or as
    well. One that is like the `others`, which the program takes by whatever name, needs no place."""
    found: dict[str, str] = {}
    wants = {path: columns for path, columns in left.items() if not _fits_others(columns, places, others)}
    while pair := next(_pairs(places, wants, found), None):
        found[pair[0]] = pair[1]
    return found


def _fits_others(columns: Sequence[str], places: Columns, others: Sequence[Sequence[str]]) -> bool:
    best = max((_common(columns, other) for other in others), default=-1)
    return best >= max((_common(columns, place) for place in places.values()), default=-1)


def _pairs(places: Columns, wants: Columns, found: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    free = [place for place in places if place not in found.values()]
    for path in (one for one in wants if one not in found):
        for place in free:
            fit = _common(wants[path], places[place])
            rivals = [_common(wants[path], places[other]) for other in free if other != place]
            rivals += [_common(wants[other], places[place]) for other in wants if other != path and other not in found]
            if all(fit > rival for rival in rivals) and (fit or len(places) == 1):
                yield path, place


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    return len(set(one) & set(other))


def _own_place(path: str, known: Columns, program: str) -> str:
    """Under its own name: in the folder that the program names where the known files of its ending lie there."""
    folders = {PurePosixPath(one).parent for one in known if _ending(one) == _ending(path)}
    if len(folders) == 1:
        (folder,) = folders
        if folder.name and is_named(folder.name, program):
            return str(folder / PurePosixPath(path).name)
    return path


def _staying(known: Columns, given: Columns, program: str, named: Sequence[str], taken: Sequence[str]) -> Iterator[str]:
    """What the program needs beside: what it names, and what it takes by endings that it names and nobody gave."""
    endings = set(map(_ending, given))
    for path in known:
        takes_such = _ending(path) and re.search(rf"{re.escape(_ending(path))}\b", program.lower())
        if path not in taken and (path in named or (_ending(path) not in endings and takes_such)):
            yield path


MOST_NAMED = 8
Told = tuple[str, dict[str, str]]
"""A sentence by its name in `languages/given.py`, and what is put into it."""


def told(laying: Laying, unopened: Sequence[str] | None) -> Iterator[Told]:
    """What is said above a result: what it was made of. `unopened` are files that lay there and that the program never
    opened, by their places; None where nobody knows."""
    if laying.unclear:
        yield "unclear", {"files": _listed(laying.unclear), "names": _listed(laying.of_which)}
        return
    never = [path for path, place in laying.paths.items() if place in (unopened or ())]
    given = [path for path in laying.paths if path not in never]
    if given:
        yield "given" if unopened is None else "made", {"files": _listed(given)}
    renamed = [(path, place) for path, place in laying.paths.items() if path != place and path not in never]
    for path, place in renamed[:MOST_NAMED]:
        yield "other" if _is_other(path, place) else "place", {"file": path, "name": place}
    if example := [path for path in laying.stays if path not in (unopened or ())]:
        yield "example", {"files": _listed(example)}
    if never:
        yield "never", {"files": _listed(never)}


def _is_other(one: str, place: str) -> bool:
    """Whether these are of two kinds, as far as their endings tell it."""
    kinds = [next((kind for kind in KINDS if _ending(path) in kind), None) for path in (one, place)]
    return None not in kinds and kinds[0] != kinds[1]


def _listed(paths: Sequence[str]) -> str:
    return ", ".join([*paths[:MOST_NAMED], *(["…"] if len(paths) > MOST_NAMED else [])])
