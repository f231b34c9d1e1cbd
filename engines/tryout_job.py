"""Runs inside the sandbox: starts the command of `_assay/task.json`, and packs what it wrote.

So the files are packed even where the program ends its process or has to be stopped. Leaves `_assay/answer.json`:
{"status", "files", "removed", "left_out", "unopened"}. Standard library only; imports nothing of ours.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

OURS = Path.cwd() / "_assay"
SECOND = 1_000_000_000


def watch(task: dict[str, Any]) -> None:
    """Run the program to its end or its time limit, then pack what it wrote."""
    own_copies(task["inputs"])
    take_away(task["away"])
    before = dict(seen())
    reads_are_seen = forget_reads(list(before))
    first, *words = task["command"]
    command = [sys.executable if first == "python" else first, *words]
    with contextlib.nullcontext(0) if task["typed"] else (OURS / "stdin").open("rb") as stdin:
        program = subprocess.Popen(command, stdin=stdin, stderr=subprocess.STDOUT)  # noqa: S603  # nosec B603
    status = ended(program, task["seconds"])
    after = dict(seen())
    unopened = sorted(name for name, state in after.items() if before.get(name) == state and never_read(name))
    written = sorted(name for name, state in after.items() if before.get(name) != state)
    files = dict(pack(written, task["most_files"], task["most_bytes"]))
    removed = sorted(before.keys() - after.keys())
    answer = {"status": status, "files": files, "removed": removed, "left_out": len(written) - len(files)}
    answer["unopened"] = unopened if reads_are_seen else None
    (OURS / "answer.json").write_text(json.dumps(answer))


def ended(program: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Its status; None where it went on for so long, not counting what a busy machine let others go first, and was
    stopped."""
    began, waited = time.monotonic(), 0.0
    while (left := seconds + waited - (time.monotonic() - began)) > 0:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return program.wait(left)
        with contextlib.suppress(OSError, ValueError, IndexError):  # not every system tells
            waited = int(Path(f"/proc/{program.pid}/schedstat").read_text().split()[1]) / 1e9
    program.kill()
    return None


def own_copies(names: list[str]) -> None:
    """Put a copy that the program may change in place of each of these files, which it may only read."""
    for path in map(Path, names):
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content)


def take_away(names: list[str]) -> None:
    """Remove these files, and the folders that are empty without them."""
    for path in map(Path, names):
        path.unlink()
        with contextlib.suppress(OSError):
            for folder in list(path.parents)[:-1]:
                folder.rmdir()


def forget_reads(names: list[str]) -> bool:
    """Have the system notice when these files are read from now on; whether it does."""
    probe = OURS / "probe"
    probe.write_bytes(b"read")
    try:
        for path in (*map(Path, names), probe):
            written = path.stat().st_mtime_ns
            os.utime(path, ns=(written - SECOND, written))
        probe.read_bytes()
        return not never_read(str(probe))  # some disks don't keep the time of the last read
    except OSError:
        return False
    finally:
        probe.unlink()


def never_read(name: str) -> bool:
    """Whether nobody has read it since: not even a library that opens it past Python, or a program that is started."""
    with contextlib.suppress(OSError):
        state = Path(name).stat()
        return state.st_atime_ns == state.st_mtime_ns - SECOND
    return False


def seen() -> Iterator[tuple[str, tuple[int, int]]]:
    """Every regular file below the job's folder but ours, with its size and when it was written."""
    for folder, folders, names in os.walk("."):
        folders[:] = [name for name in folders if name not in ("_assay", "__pycache__")]
        for path in (Path(folder, name) for name in names):
            with contextlib.suppress(OSError):
                state = path.lstat()
                if stat.S_ISREG(state.st_mode):
                    yield path.as_posix(), (state.st_size, state.st_mtime_ns)


def pack(names: list[str], most_files: int, most_bytes: int) -> Iterator[tuple[str, str]]:
    """The contents of as many files as fit the limits and have names that can be written down."""
    for name in names:
        with contextlib.suppress(OSError, UnicodeEncodeError):
            name.encode()
            size = Path(name).lstat().st_size
            if most_files and size <= most_bytes:
                most_files, most_bytes = most_files - 1, most_bytes - size
                yield name, base64.b64encode(Path(name).read_bytes()).decode()


if __name__ == "__main__":
    watch(json.loads((OURS / "task.json").read_text(encoding="utf-8")))
