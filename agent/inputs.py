"""The files that a person gives, as paths and contents: nothing of them is run, and nothing is unpacked to a disk.

Folders and zips are taken with all that is in them, up to the limits of a sandbox. What a zip says of itself, such as
how large it is, is not believed.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from agent.errors import BadFiles
from languages.handover import PAGE
from languages.registry import language_named
from languages.trial import FOLDER
from message import say, say_count
from sandbox.base import MEGABYTE, MOST_FILE_BYTES, MOST_FILES
from sandbox.errors import BadPath
from sandbox.paths import check_paths, same_file, two_files

PIECE = MEGABYTE
MOST_ENTRIES = 10 * MOST_FILES
"""In a zip, also of folders and of what is passed over."""
MOST_TABLE = 2 * MEGABYTE
"""Of what a zip says of its entries: it is read before they can be counted."""
JUNK = ("__macosx", ".ds_store", "thumbs.db", "desktop.ini")
JUNK_BEGINS = ("._", "~$")  # macOS's second half of a file, and the mark of one that Office has open
IN_UTF8, ENCRYPTED = 0x800, 0x1  # flags of an entry in a zip
BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError),
    *(NotImplementedError, RuntimeError, ValueError, IndexError, struct.error),
)
"""What Python's zipfile raises for files that aren't what they say."""
UNPACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How an entry may be packed: of what is packed otherwise, zipfile unpacks all at once, however little is asked for."""


@dataclass(frozen=True, slots=True)
class Given:
    """A file, folder or zip at `path`, which the person knows by `name`."""

    path: Path
    name: str

    @classmethod
    def at(cls, path: Path) -> Given:
        """What the person names by its path."""
        return cls(path, path.name if path.name not in ("", "..") else path.resolve().name)


@dataclass(frozen=True, slots=True)
class Inputs:
    """Contents by relative POSIX path. `left_out` says in sentences what was not taken, and why; the paths in `code`
    were left out because they would be taken for code where they were to lie."""

    files: Mapping[str, bytes]
    left_out: tuple[str, ...] = ()
    code: tuple[str, ...] = ()


def read_inputs(given: Iterable[Given], task: str, language: str) -> Inputs:
    """All that is given for a task. A zip is unpacked, unless the task itself speaks of one: then it stays a file.

    Raises `BadFiles` for whatever can't be taken.
    """
    collection = _Collection(language)
    given = tuple(given)
    for one in given:
        try:
            _take(one, collection, unpack="zip" not in task.casefold())
        except OSError as problem:
            why = say("it isn't there") if isinstance(problem, FileNotFoundError) else problem.strerror or str(problem)
            what = problem.filename if one.path.is_dir() else one.name  # an upload lies under a path that says nothing
            raise BadFiles(
                say("%(what)s can't be read: %(why)s.", what=what, why=why),
                say("See whether it is there and you may open it."),
            ) from problem
    if given and not collection.files and not collection.code:
        names = ", ".join(one.name for one in given)
        raise BadFiles(
            say("There are no files in %(names)s.", names=names), say("Give it with something in it, or leave it away.")
        )
    return collection.inputs()


def laid_out(files: Mapping[str, bytes], language: str) -> Inputs:
    """The same of contents by the paths at which they are to lie beside a program. Raises `BadFiles`."""
    collection = _Collection(language)
    for name, content in files.items():
        if path := collection.wanted(name):
            collection.add(path, io.BytesIO(content))
    return collection.inputs()


class _Collection:
    """What was taken so far, within the limits."""

    def __init__(self, language: str) -> None:
        self.files: dict[str, bytes] = {}
        self.code: list[str] = []
        self._left_out: list[str] = []
        self._language = language_named(language)
        self._taken = {PurePosixPath(name.casefold()).parts[0] for name in (*self._language.file_names, PAGE, FOLDER)}
        self._known: dict[str, str] = {}  # by what tells them apart on each system: files and the folders above them
        self._room = MOST_FILE_BYTES
        self._readable = 2 * MOST_FILE_BYTES  # also of what was there already, which costs time and no room
        self._junk = 0

    def inputs(self) -> Inputs:
        """What was taken."""
        return Inputs(dict(sorted(self.files.items())), tuple(self._notes()), tuple(self.code))

    def wanted(self, name: str) -> str:
        """The path for a file of this name; empty for one that is only of use to a system, or would be taken for code.

        Raises `BadFiles`.
        """
        path = _portable(name)
        parts = PurePosixPath(path.casefold()).parts
        if any(part in JUNK or part.startswith(JUNK_BEGINS) for part in parts):
            self._junk += 1
            return ""
        if parts[0] in self._taken:
            raise BadFiles(
                say("%(path)s is a name that Assay needs itself.", path=path), say("Rename the file, then try again.")
            )
        if self._language.takes_for_code(path):
            self.code.append(path)
            return ""
        return path

    def add(self, path: str, stream: IO[bytes]) -> None:
        """Take the file, which goes under a `wanted` path. Raises `BadFiles`."""
        content = self._read(stream)
        # The same file given twice, as alone and in its folder, is no mistake.
        if self.files.get(path) == content:
            return
        above = [str(folder) for folder in PurePosixPath(path).parents[:-1]]
        if same_file(path) in self._known or any(self._known.get(same_file(one)) in self.files for one in above):
            raise _refused(two_files(path))
        if len(self.files) == MOST_FILES:
            raise BadFiles(
                say("These are more than %(most_files)s files.", most_files=MOST_FILES),
                say("Give a part of them: a few of each sort do."),
            )
        self._known |= {same_file(one): one for one in (*above, path)}
        self.files[path] = content
        self._room -= len(content)

    def leave_out(self, path: str, reason: str) -> None:
        self._left_out.append(say("%(path)s was left out: %(reason)s.", path=path, reason=reason))

    def _notes(self) -> Iterator[str]:
        """What was left out, in sentences."""
        for told in (self._left_out, [as_code(path) for path in self.code]):
            yield from told[:20]
            if more := len(told[20:]):
                yield say("And %(more)s more like these.", more=more)
        if self._junk:
            yield say_count(
                "Left out: %(count)s hidden file of the system, such as .DS_Store or Thumbs.db.",
                "Left out: %(count)s hidden files of the system, such as .DS_Store or Thumbs.db.",
                self._junk,
            )

    def _read(self, stream: IO[bytes]) -> bytes:
        pieces, size = [], 0
        while piece := stream.read(PIECE):
            size += len(piece)
            self._readable -= len(piece)
            # Counted as it comes, for a zip may say that it holds less.
            if size > self._room or self._readable < 0:
                raise too_large()
            pieces.append(piece)
        return b"".join(pieces)


def as_code(path: str) -> str:
    """Why a file isn't taken that would be taken for code, in a sentence."""
    return say(
        "%(path)s was left out: at that place it would be taken for a part of the program or its tests. To have it "
        "read as a file, put it into a folder, and give that.",
        path=path,
    )


def too_large() -> BadFiles:
    """That there is no room for so much."""
    return BadFiles(
        say("The files have more than %(most_file_bytes)s MB together.", most_file_bytes=MOST_FILE_BYTES // MEGABYTE),
        say("Give a part of them: for a table its first thousand lines do, for photos a few of each camera."),
    )


def _take(one: Given, collection: _Collection, unpack: bool) -> None:
    mode = one.path.stat().st_mode
    if stat.S_ISDIR(mode):
        _take_folder(one, collection)
    elif not stat.S_ISREG(mode):  # to open one would wait for whoever writes into it
        raise BadFiles(
            say("%(name)s is a device or a pipe, and no file.", name=one.name), say("Give a file, a folder or a zip.")
        )
    elif unpack and one.name.casefold().endswith(".zip"):
        _take_zip(one, collection)
    elif path := collection.wanted(one.name):
        with one.path.open("rb") as file:
            collection.add(path, file)


def _take_folder(one: Given, collection: _Collection) -> None:
    def stop(problem: OSError) -> None:
        raise problem

    for place, folders, names in os.walk(one.path, onerror=stop):
        # `os.walk` goes on in this order: what is taken, and what is too much, is then the same on each system.
        folders.sort()
        for each in (Path(place, name) for name in sorted([*folders, *names])):
            name = PurePosixPath(one.name, each.relative_to(one.path).as_posix()).as_posix()
            # Of the link itself: what it leads to may be anything on this machine.
            mode = each.lstat().st_mode
            if stat.S_ISLNK(mode):
                collection.leave_out(name, say("it is a link to somewhere else"))
            elif stat.S_ISDIR(mode):
                continue
            elif not stat.S_ISREG(mode):
                collection.leave_out(name, say("it is a device or a pipe, and no file"))
            elif path := collection.wanted(name):
                with each.open("rb") as file:
                    collection.add(path, file)


# Why: docs/decisions.md, "Limits count what really comes, in zips and in uploads"
def _take_zip(one: Given, collection: _Collection) -> None:
    if one.path.stat().st_size > MOST_FILE_BYTES:
        raise too_large()
    try:
        with _Bounded(one.path.open("rb", buffering=0)) as file, zipfile.ZipFile(file) as archive:
            if len(archive.infolist()) > MOST_ENTRIES:
                raise _too_many()
            entries = [(name, info) for info in archive.infolist() if not (name := _name_of(info)).endswith("/")]
            tops = {top for name, _ in entries if (top := name.partition("/")[0]).casefold() not in JUNK}
            folder = f"{one.name[:-4]}/" if len(tops) > 1 else ""  # as a double click on it does
            for name, info in entries:
                _take_packed(archive, info, f"{folder}{name}", one.name, collection)
    except BROKEN as problem:
        raise BadFiles(
            say("%(name)s can't be unpacked: it is damaged, or packed in an unusual way.", name=one.name),
            say("Make the zip anew, or unpack it yourself and give what is in it."),
        ) from problem


class _Bounded(io.BufferedReader):
    """A zip, of whose table only so much is read into memory as an honest one has."""

    def read(self, size: int | None = -1, /) -> bytes:
        """See `io.BufferedReader`. Raises `BadFiles`."""
        if size is not None and size > MOST_TABLE:
            raise _too_many()
        return super().read(size)


def _too_many() -> BadFiles:
    return BadFiles(
        say("The zip has more than %(most)s entries.", most=MOST_ENTRIES),
        say("Give a part of them: a few of each sort do."),
    )


def _take_packed(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, zip_name: str, collection: _Collection
) -> None:
    path = collection.wanted(name)
    if not path:
        return
    if stat.S_ISLNK(info.external_attr >> 16):
        collection.leave_out(path, say("it is a link to somewhere else"))
    elif info.flag_bits & ENCRYPTED:
        raise BadFiles(
            say("%(name)s is locked with a password.", name=zip_name),
            say("Unpack it yourself, then give what is in it."),
        )
    elif info.compress_type not in UNPACKED:
        raise NotImplementedError(f"packed by method {info.compress_type}")
    else:
        with archive.open(info) as packed:
            collection.add(path, packed)


def _name_of(info: zipfile.ZipInfo) -> str:
    """The entry's name as it was meant: macOS writes UTF-8 without saying so, and some programs for Windows `\\`."""
    name = info.orig_filename
    if not info.flag_bits & IN_UTF8:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def _portable(name: str) -> str:
    """The name as a relative POSIX path that any computer can have. Raises `BadFiles`."""
    try:
        check_paths([name])
    except BadPath as problem:
        raise _refused(problem) from problem
    return str(PurePosixPath(unicodedata.normalize("NFC", name)))


def _refused(problem: BadPath) -> BadFiles:
    return BadFiles(problem.message, problem.advice)
