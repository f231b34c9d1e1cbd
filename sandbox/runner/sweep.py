"""After a job: end what it left running, fetch the files that are wanted, remove the rest.

All in a process of its own that is the job's user, so that no link the job left behind leads to
anything the job couldn't have reached by itself.
"""

from __future__ import annotations

import base64
import contextlib
import os
import shutil
import socket
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from . import frames, processes
from .task import Task

CHUNK = 1024 * 1024
TRIES = 50


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

    def begin(self, shared: list[Path]) -> None:
        """Let it sweep, also in `shared`, where the job's user may have left something. Raises `OSError`."""
        os.write(self.connection, frames.encode({"shared": [str(folder) for folder in shared]}))


def _become_sweeper(task: Task, wanted: list[str], connection: int) -> NoReturn:
    try:
        processes.reset_signals()
        processes.close_all_but(connection)
        # One read has all of it, for it is one short frame.
        for frame in frames.FrameBuffer().feed(os.read(connection, CHUNK)):
            _sweep(task, wanted, [Path(folder) for folder in frame["shared"]], connection)
        os.close(connection)  # it takes a moment until all that this process has is gone
    finally:
        os._exit(0)


def _sweep(task: Task, wanted: list[str], shared: list[Path], connection: int) -> None:
    for user in task.users:
        processes.kill_user(user, task.alias)
    processes.become(task.user)
    # The program may have closed its own folder.
    os.chmod(task.folder, 0o700)  # noqa: PTH101
    for name, content in _read_back(task.files_folder, wanted, task.limits["file_bytes"]):
        _write(connection, frames.encode({"path": name, "content": base64.b64encode(content).decode()}))
    _empty(task.folder)
    for folder in shared:
        _empty(folder)


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


def _empty(folder: Path) -> None:
    """Remove what this user owns in `folder`. A process that is just dying may still write, so try again."""
    kept: set[str] = set()
    for number in range(TRIES):
        mine = [entry for entry in os.scandir(folder) if entry.stat(follow_symlinks=False).st_uid == os.getuid()]
        if number == 0 and mine:
            kept = _holding_mounts(folder)
        unwanted = [entry for entry in mine if entry.name not in kept]
        if not unwanted:
            return
        if number > 0:
            time.sleep(0.001)
        for entry in unwanted:
            _remove(entry)


def _remove(entry: os.DirEntry[str]) -> None:
    if entry.is_dir(follow_symlinks=False):
        try:
            shutil.rmtree(entry.path, onerror=_open_up)
        except RecursionError:  # folders in folders, a thousand deep
            subprocess.run(["rm", "-rf", "--", entry.path], check=False)  # noqa: S603, S607
    else:
        with contextlib.suppress(OSError):
            os.unlink(entry.path)  # noqa: PTH108


def _open_up(function: Callable[..., object], path: str, _: object) -> None:
    """Make a folder that couldn't be emptied ours again; the next try removes it."""
    for folder in (os.path.dirname(path), path):  # noqa: PTH120
        with contextlib.suppress(OSError):
            if not os.path.islink(folder):  # noqa: PTH114
                os.chmod(folder, 0o700)  # noqa: PTH101


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]
