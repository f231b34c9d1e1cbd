"""Runs inside the sandbox, in the process of a started program: what stands in the way of its files."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import resource
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR
CHANGING = {"os.mkdir": (0,), "os.rename": (0, 1), "os.remove": (0,), "os.rmdir": (0,), "os.truncate": (0,)}
LOCKED, FULL = errno.EACCES, errno.ENOSPC


class Clear:
    """Nothing stands in the way."""

    def at(self, place: Path) -> Clear:
        """The same, where the program lies at that place."""
        return self

    def begin(self) -> None:
        """Called before the program's first line."""

    def heard(self, event: str, given: Sequence[Any]) -> None:
        """Called before each thing that it does, as Python tells it (`sys.addaudithook`)."""


@dataclass(frozen=True)
class Hindrance(Clear):
    """Writing ends in an `error`, by its number, for one file (`path`, below the place) or all in a folder."""

    error: int
    path: str

    def at(self, place: Path) -> Hindrance:
        return replace(self, path=str(place / self.path))

    def heard(self, event: str, given: Sequence[Any]) -> None:
        for path in _changed(event, given):
            if is_below(path, self.path):
                raise OSError(self.error, os.strerror(self.error), os.fsdecode(path))


@dataclass(frozen=True)
class Unreadable(Clear):
    """That file may be neither read nor written; it may be put away, for that its folder decides."""

    path: str

    def at(self, place: Path) -> Unreadable:
        return replace(self, path=str(place / self.path))

    def heard(self, event: str, given: Sequence[Any]) -> None:
        if event not in ("open", "sqlite3.connect") or not is_below(given[0], self.path):
            return
        if event == "sqlite3.connect":
            raise sqlite3.OperationalError("unable to open database file")
        raise OSError(LOCKED, os.strerror(LOCKED), os.fsdecode(given[0]))


@dataclass(frozen=True)
class LittleRoom(Clear):
    """The disk is full once a file has so many bytes: what fits is written, as on a disk that fills up meanwhile."""

    size: int

    def begin(self) -> None:
        for name, number in (("stdout", 1), ("stderr", 2)):
            screen = io.BufferedWriter(_Screen(number, "w", closefd=False))
            setattr(sys, name, io.TextIOWrapper(screen, "utf-8", line_buffering=True))
        _limit(self.size)


class _Screen(io.FileIO):
    """What is shown, which lies in a file here, but needs no room on the disk."""

    def write(self, data: Any, /) -> int:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
        _limit(resource.getrlimit(resource.RLIMIT_FSIZE)[1])
        try:
            return super().write(data)
        finally:
            _limit(before)


def _limit(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def _changed(event: str, given: Sequence[Any]) -> Iterator[Any]:
    """The paths of what is written to, moved or deleted."""
    if event == "open" and (given[2] or 0) & WRITING:
        yield given[0]
    yield from (given[place] for place in CHANGING.get(event, ()))


def is_below(path: Any, folder: str) -> bool:
    """Whether it is that file, or one in that folder."""
    with contextlib.suppress(TypeError, ValueError):
        full = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  (a hook must not open what a `Path` might)
        return full == folder or full.startswith(folder + os.sep)
    return False
