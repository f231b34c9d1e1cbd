"""Where windows are shown: on the screen that is there, else on one that nobody sees."""

from __future__ import annotations

import os
import secrets
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = "1280x1024x24"
NO_SCREEN = "Windows can't be shown here: there is no screen, and no Xvfb (sudo apt-get install xvfb)"
NO_TK = "Windows can't be shown here: this Python has no tkinter (sudo apt-get install python3-tk)"
NO_WINDOWS = NO_SCREEN.partition(":")[0]
COOKIE = b"MIT-MAGIC-COOKIE-1"
ANY_ADDRESS = 0xFFFF


def missing() -> str:
    """Why no window can be shown here; empty where it can."""
    try:
        import _tkinter  # noqa: F401
    except ImportError:
        return NO_TK
    return "" if _has_screen() or shutil.which("Xvfb") else NO_SCREEN


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """What a program's environment needs to show its window. One that nobody sees is there as long as the block."""
    if _has_screen():
        yield {}
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        access = Path(folder, "access")
        access.write_bytes(_access(secrets.token_bytes(16)))
        process, number = _started(access)
        try:
            yield {"DISPLAY": f":{number}", "XAUTHORITY": str(access)}
        finally:
            process.kill()
            process.wait()


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY"))


def _started(access: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Xvfb and its number. Who has no `access` can't reach it; it lies in no folder that others have as well."""
    reading, writing = os.pipe()
    options = ["-auth", str(access), "-screen", "0", SIZE, "-nolisten", "tcp", "-nolisten", "unix", "-extension", "GLX"]
    command = [*_bound_to_us(), "Xvfb", "-displayfd", str(writing), "-noreset", *options]
    process = subprocess.Popen(  # noqa: S603
        command, pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    with os.fdopen(reading) as said:
        number = said.readline().strip()
    if not number:
        process.wait()
        raise OSError("Xvfb ended as it started")
    return process, number


def _bound_to_us() -> list[str]:
    """A test's process may be killed, and mustn't leave it behind."""
    program = shutil.which("setpriv")
    return [program, "--pdeathsig", "KILL", "--"] if program else []


def _access(cookie: bytes) -> bytes:
    """A file as Xauth(7) describes it, with one entry for any address and display."""
    parts = (b"", b"", COOKIE, cookie)
    return struct.pack(">H", ANY_ADDRESS) + b"".join(struct.pack(">H", len(part)) + part for part in parts)
