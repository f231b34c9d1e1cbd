"""After a job: end what it left running, fetch the files that are wanted, remove the rest.

All in a process of its own that has the job's rights, so that no link the job left behind leads to
anything the job couldn't have reached by itself.
"""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import stat
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from . import frames, processes
from .task import Task

CHUNK = 1024 * 1024
TRIES = 50
FIRST_USER = 20000  # of those that jobs have


class Sweeper:
    """Sweeps up after `task`, once it is told to, and fetches the files `wanted`.

    It is forked while the job still runs: later there might be no room for one more process, and it
    would take longer. What comes out of `connection`, a file descriptor, is a frame for each file;
    it ends when all is swept.
    """

    def __init__(self, task: Task, wanted: list[str]) -> None:
        """Raises `OSError` where there is no room for a process."""
        ours, theirs = socket.socketpair()
        with theirs:
            self.pid = os.fork()
            if self.pid == 0:
                _become_sweeper(task, wanted, theirs.detach())
        self.connection = ours.detach()

    def begin(self, shared: list[Path], others: list[int]) -> None:
        """Let it sweep, also in `shared`, where the job's user may have left something, but nothing that belongs to
        the users `others`, whose jobs go on. Raises `OSError`."""
        os.write(self.connection, frames.encode({"shared": [str(folder) for folder in shared], "others": others}))


def _become_sweeper(task: Task, wanted: list[str], connection: int) -> NoReturn:
    try:
        processes.reset_signals()
        processes.close_all_but(connection)
        # One read has all of it, for it is one short frame.
        for frame in frames.FrameBuffer().feed(os.read(connection, CHUNK)):
            _sweep(task, wanted, [Path(folder) for folder in frame["shared"]], frame["others"], connection)
        os.close(connection)  # it takes a moment until all that this process has is gone
    finally:
        os._exit(0)


def _sweep(task: Task, wanted: list[str], shared: list[Path], others: list[int], connection: int) -> None:
    for user in task.users:
        processes.kill_user(user, task.alias)
    processes.act_as(task.user)
    # The program may have closed its own folder, or let others in.
    os.chmod(task.folder, 0o700)  # noqa: PTH101
    for name, content in _read_back(task.files_folder, wanted, task.limits["file_bytes"]):
        _write(connection, frames.encode({"path": name, "content": base64.b64encode(content).decode()}))
    for folder in (task.folder, *shared):
        _empty(folder, None if task.user is None else others)


def _read_back(folder: Path, wanted: list[str], limit: int) -> Iterator[tuple[str, bytes]]:
    """The files that exist, until together they exceed `limit` bytes."""
    for name in wanted:
        content = _read(folder, name.split("/"), limit)
        if content is not None:
            limit -= len(content)
            yield name, content


def _read(folder: Path, parts: list[str], limit: int) -> bytes | None:
    """A regular file below `folder` of up to `limit` bytes, reached without following a link; else None."""
    with contextlib.ExitStack() as opened:

        def open_at(place: int | None, name: str | Path, flags: int) -> int:
            descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | flags, dir_fd=place)
            opened.callback(os.close, descriptor)
            return descriptor

        try:
            place = open_at(None, folder, os.O_DIRECTORY)
            for part in parts[:-1]:
                place = open_at(place, part, os.O_DIRECTORY)
            # A pipe in place of the file would else wait for somebody who writes into it.
            file = open_at(place, parts[-1], os.O_NONBLOCK)
            if not stat.S_ISREG(os.fstat(file).st_mode):
                return None
            return _read_all(file, limit)
        except OSError:
            return None


def _read_all(file: int, limit: int) -> bytes | None:
    content = bytearray()
    while len(content) <= limit:
        piece = os.read(file, CHUNK)
        if not piece:
            return bytes(content)
        content += piece
    return None


def _holding_mounts(folder: Path) -> set[str]:
    """What in `folder` leads to something mounted, such as the runner itself: it was there before any job."""
    places = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    return {Path(place).relative_to(folder).parts[0] for place in places if place.startswith(f"{folder}/")}


def _empty(folder: Path, others: Collection[int] | None) -> None:
    """Remove what lies in `folder`. A process that is just dying may still write, so try again.

    What belongs to the users `others` stays. None is for where there are no users to tell apart; then it is all that
    isn't this one's.
    """
    kept: set[str] = set()
    for number in range(TRIES):
        left = [entry.name for entry in os.scandir(folder) if _is_left(entry.stat(follow_symlinks=False), others)]
        if number == 0 and left:
            kept = _holding_mounts(folder)
        unwanted = [name for name in left if name not in kept]
        if not unwanted:
            return
        if number > 0:
            time.sleep(0.001)
        _remove(folder, unwanted, others)


def _is_left(found: os.stat_result, others: Collection[int] | None) -> bool:
    """Whether it belongs to nobody who still has a job."""
    if others is None:
        return found.st_uid == os.geteuid()
    return found.st_uid >= FIRST_USER and found.st_uid not in others


@dataclass(frozen=True)
class _Level:
    """A folder on the way down, by its name in the one above, and what in it is still to be looked at."""

    name: str
    folder: os.stat_result
    entries: list[str]


def _remove(folder: Path, entries: list[str], others: Collection[int] | None) -> None:
    """Remove them with all that is in them, each as whose folder it lies in, who may.

    Two jobs at once may have left folders in folders of each other. The way goes from folder to folder, for they may
    lie deeper in each other than any path can tell.
    """
    os.chdir(folder)
    way = [_Level("", folder.stat(), entries)]
    while True:
        level = way[-1]
        _act_as_owner(level.folder, others)
        if level.entries:
            with contextlib.suppress(OSError):
                if below := _removed(level.entries.pop(), others):
                    way.append(below)
            continue
        way.pop()
        if not way:
            return
        _act_as_owner(way[-1].folder, others)
        os.chdir("..")
        if not os.path.samestat(Path().stat(), way[-1].folder):
            return  # a job that still runs has moved it: the next try finds it there
        with contextlib.suppress(OSError):
            os.rmdir(level.name)  # noqa: PTH106


def _removed(name: str, others: Collection[int] | None) -> _Level | None:
    """Remove it; or go into it, where it is a folder with something in it. Raises `OSError` where neither may be."""
    found = os.lstat(name)
    if not _is_left(found, others):
        return None
    if not stat.S_ISDIR(found.st_mode):
        os.unlink(name)  # noqa: PTH108
        return None
    with contextlib.suppress(OSError):
        os.rmdir(name)  # noqa: PTH106
        return None
    _act_as_owner(found, others)
    os.chmod(name, 0o711)  # noqa: PTH101, S103  # nosec B103 (for whoever left something in it)
    os.chdir(name)
    return _Level(name, found, os.listdir("."))  # noqa: PTH208 - deeper, perhaps, than a path can tell


def _act_as_owner(folder: os.stat_result, others: Collection[int] | None) -> None:
    if others is not None:
        processes.act_as(folder.st_uid)


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]
