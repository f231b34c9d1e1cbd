"""Jobs that share a user kept apart by Landlock: each sees its own files and reaches its own processes only.

Where jobs have users of their own this isn't needed. See landlock(7): it takes Linux 5.19, and
signals to other jobs and the runner are refused from 6.12 on.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # system calls, the same on every architecture
ASK_VERSION = 1
PATH_BENEATH = 1
READ = 0b1101  # execute, read a file, list a folder
READ_FILE = 0b101
TRUNCATE = 1 << 14
WRITABLE_FILE = 1 << 1
OLDEST = 2  # the first one refuses to move files between folders
RIGHTS = {2: (1 << 14) - 1, 3: (1 << 15) - 1}  # that a version knows; later ones add none on files
SCOPES = 0b11  # signals and abstract sockets, from version 6 on
FIRST_WITH_SCOPES = 6
PR_SET_NO_NEW_PRIVS = 38


def version() -> int:
    """What the kernel offers; 0 where it has no Landlock."""
    if sys.platform != "linux":
        return 0
    found: int = ctypes.CDLL(None).syscall(CREATE_RULESET, None, 0, ASK_VERSION)
    return max(0, found)


def keep_apart(own: Path, shared: Iterable[Path]) -> None:
    """Let this process read everything but what lies beside `own`, and write in `own` and `shared` only.

    Does nothing where there is no Landlock to speak of. Raises `OSError` where the kernel refuses.
    """
    known = version()
    if known < OLDEST:
        return
    rights = RIGHTS[min(known, 3)]
    ruleset = _call(CREATE_RULESET, *_attributes(rights, known), 0)
    jobs = own.parts[1]
    for entry in os.scandir("/"):
        if entry.name != jobs:
            writing = WRITABLE_FILE | TRUNCATE if entry.name == "dev" else 0
            _allow(ruleset, entry.path, rights & (READ | writing))
    for folder in (own, *shared):
        _allow(ruleset, str(folder), rights)
    ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _call(RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _attributes(rights: int, known: int) -> tuple[bytes, int]:
    """The kernel's structure and its size: rights on files, on the network, and scopes."""
    data = struct.pack("=QQQ", rights, 0, SCOPES) if known >= FIRST_WITH_SCOPES else struct.pack("=Q", rights)
    return data, len(data)


def _allow(ruleset: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not os.path.isdir(path):  # noqa: PTH112
            rights &= READ_FILE
        _call(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
    finally:
        os.close(place)


def _call(number: int, *arguments: int | bytes) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    result: int = libc.syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock refused")
    return result
