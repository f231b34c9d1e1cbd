"""Runs inside the sandbox: what may be with the files that the program is given, and with those that it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from .found import GONE, Base, Found, fault_of, gone, of_fault
from .hindrances import FULL, LOCKED, Hindrance
from .kinds import COPIES, FILES, FOREIGN, LOST, MEMORY, PLACES, Change
from .retold import retold
from .tried import HOME, MOST_BYTES, PROGRAM, Desk, Outcome
from .typist import Script

MOST_FILES = 3
MOST_LEFT = 6  # files of which it is tried whether it remembers by them
AGAIN = "again"
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""What stands in no text, whatever its encoding is, but UTF-16 and UTF-32."""


def inputs(base: Base) -> list[str]:
    """The files that lay there and were read."""
    read = {path for path, writes in base.outcome.opened if not writes}
    return [path for path in base.launch.files if path in read][:MOST_FILES]


def results(base: Base) -> list[str]:
    """The files that it left; in hidden folders lies what nobody looks at."""
    return [path for path in base.left if not any(part.startswith(".") for part in PurePosixPath(path).parts[:-1])]


def odd_files(desk: Desk, base: Base, path: str) -> Iterator[Found]:
    """Each of `FILES` with that file, and each of `COPIES` of it beside it."""
    data = base.launch.files[path]
    for name, changed in _changed(FILES, data):
        yield from _tried(desk, base, "file", name, path, {**base.launch.files, path: changed})
    beside = PurePosixPath(path)
    for name, named in COPIES.items():
        copy = str(beside.with_name(named(beside.stem, beside.suffix)))
        yield from _tried(desk, base, "file", name, path, {copy: data, **base.launch.files})


def _changed(changes: Mapping[str, Change], data: bytes) -> Iterator[tuple[str, bytes]]:
    is_text = not _NO_TEXT.search(data)
    for name, change in changes.items():
        if change.fits(data, is_text) and (changed := change.made(data)) != data and len(changed) < MOST_BYTES:
            yield name, changed


def _tried(desk: Desk, base: Base, kind: str, name: str, path: str, files: Mapping[str, bytes]) -> Iterator[Found]:
    outcome = desk.start(base.launch, files=files)
    where = PurePosixPath(path).name
    fault = fault_of(outcome, base)
    if fault and (outcome.status is not None or name != "tenfold"):  # nobody knows how long ten times as many may take
        yield of_fault(kind, name, where, fault)
    for lost in gone(outcome, base):
        if files[lost]:
            yield Found(kind, name, where, GONE, 0, PurePosixPath(lost).name)


def odd_places(desk: Desk, base: Base, path: str, remembers: bool) -> Iterator[Found]:
    """Each of `PLACES` where it leaves that file. Nobody's own file lies where it `remembers` something, or in a folder
    that it makes itself."""
    where = PurePosixPath(path).name
    folders = {PurePosixPath(PROGRAM), PurePosixPath(HOME), *(PurePosixPath(name).parent for name in base.launch.files)}
    is_its_own = remembers or PurePosixPath(path).parent not in folders
    for name in PLACES[:-1] if is_its_own else PLACES:
        outcome = _placed(desk, base, path, name)
        if fault := fault_of(outcome, base):
            yield of_fault("place", name, where, fault)
        elif name == "foreign" and not is_kept(FOREIGN, outcome):
            yield Found("place", name, where, GONE, 0, where)


def _placed(desk: Desk, base: Base, path: str, name: str) -> Outcome:
    folder = str(PurePosixPath(path).parent)
    if name == "folder":
        return desk.start(base.launch, files={**base.launch.files, f"{path}/": b""})
    if name == "foreign":
        return desk.start(base.launch, files={**base.launch.files, path: FOREIGN})
    if name == "locked":
        return desk.start(base.launch, files=base.outcome.files, hindrance=Hindrance(LOCKED, path))
    return desk.start(base.launch, hindrance=Hindrance(FULL if name == "full" else LOCKED, folder))


def again(desk: Desk, base: Base) -> tuple[Outcome, list[str], list[Found]]:
    """What comes of a second start, and which of the files that the first one left it remembers by."""
    second = desk.start(base.launch, files=base.outcome.files)
    fault = fault_of(second, base)
    start = retold(base.launch.what, base.launch.files, base.launch.typed, "enter") if fault else None
    found = [replace(of_fault("again", AGAIN, "", fault), start=start and {**start, "times": 2})] if fault else []
    read = {path for path, writes in second.opened if not writes}
    kept = [path for path in base.left if path in read][:MOST_LEFT]
    return second, [path for path in kept if _matters(desk, base, second, path)], found


def _matters(desk: Desk, base: Base, second: Outcome, path: str) -> bool:
    """Whether a second start shows something else where that file is away."""
    without = {name: data for name, data in base.outcome.files.items() if name != path}
    return bool(desk.start(base.launch, files=without).plain != second.plain)


def odd_memory(desk: Desk, base: Base, second: Outcome, path: str) -> Iterator[Found]:
    """Each of `MEMORY` with the file by which it remembers; nothing that still was in it may be lost without a word."""
    where = PurePosixPath(path).name
    for name, changed in _changed(MEMORY, base.outcome.files[path]):
        outcome = desk.start(base.launch, files={**base.outcome.files, path: changed})
        if fault := fault_of(outcome, base):
            yield of_fault("memory", name, where, fault)
        elif not changed:
            # It goes on from nothing; an earlier result that is made anew is no loss.
            begun = outcome.files.get(path) not in (b"", None, second.files.get(path))
            if begun and not _is_named(where, outcome, (base.outcome, second)):
                yield Found("memory", name, where, LOST)
        elif was_forgotten(base, outcome, path, changed) and second.plain != base.outcome.plain:
            yield Found("memory", name, where, LOST)


def _is_named(name: str, outcome: Outcome, others: Sequence[Outcome]) -> bool:
    """Whether that file is named where it isn't otherwise: something is said of it."""
    usual = {line.strip() for other in others for line in other.plain.splitlines()}
    said = "\n".join(line for line in outcome.plain.splitlines() if line.strip() not in usual)
    return PurePosixPath(name).stem.casefold() in said.casefold()


def was_forgotten(base: Base, outcome: Outcome, path: str, changed: bytes) -> bool:
    """Whether all is as at the very first start, in what is shown as well, and nothing of what was in it is there."""
    return (
        outcome.plain == base.outcome.plain
        and outcome.files.get(path) == base.outcome.files[path]
        and not is_kept(changed, outcome, path)
    )


def is_kept(data: bytes, outcome: Outcome, but: str = "") -> bool:
    """Whether that still stands in a file, which may have another name now, and more in it."""
    return any(data in content for path, content in outcome.files.items() if path != but)


def cut_short(desk: Desk, base: Base, path: str, before: Sequence[str], question: str) -> Iterator[Found]:
    """A start that is killed, or ended by Ctrl+C, after these answers, and then a new one: what it remembered by is
    still there."""
    kept = base.outcome.files
    for end in ("kill", "interrupt"):
        stopped = desk.start(base.launch, Script(before, end=end), kept)
        if kept[path] and not stopped.files.get(path):
            yield Found("cut short", end, question, LOST, 0, PurePosixPath(path).name)
        elif stopped.files != kept and (fault := fault_of(desk.start(base.launch, files=stopped.files), base)):
            yield of_fault("cut short", end, question, fault)
