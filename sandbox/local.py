"""A runner on this machine, started as a child process; and how any runner is started."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from sandbox.base import MEGABYTE

RUNNER = Path(__file__).parent / "runner"
MEMORY = 2048 * MEGABYTE  # of all jobs of a sandbox together
PROCESSES = 1024
CHUNK = 65536
CLOSE_SECONDS = 3.0

# Folders inside a sandbox, empty at its start, in which every job may write.
TEMPORARY_FOLDER = "/tmp"  # noqa: S108
SHARED_MEMORY_FOLDER = "/dev/shm"  # noqa: S108

ENVIRONMENT = {
    "HOME": "/dev/null",  # the tools can't put caches anywhere
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",  # threads would else take up address space, which is limited
    "PYTHONHASHSEED": "0",  # the order of a set would else differ from one sandbox to the next
    "TZ": "UTC",  # and the hour from one machine to the next
}

PACKAGES = "/opt/packages"
"""The folder inside a sandbox in which a folder of packages lies."""


def runner_environment(packages: str | os.PathLike[str] | None) -> dict[str, str]:
    """The variables of a runner; `packages` is where it finds the folder of packages, if there is one."""
    return ENVIRONMENT | ({"ASSAY_PACKAGES": str(packages)} if packages else {})


def packages_place(packages: Path | None) -> str:
    """Where the folder `packages` of this machine is found inside a sandbox; empty where there is none."""
    return f"{PACKAGES}/{packages.name}" if packages else ""


def runner_command(python: str, runner: str, work: str, language: str | None, *options: str) -> list[str]:
    """The command that starts the runner in `runner` with `python`, jobs getting folders in `work`.

    `language` is the folder with the language's half of it, where it has one.
    """
    start = [python, "-s", "-P", "-B", "-X", "utf8", f"{runner}/__main__.py", "--work", work]
    return [*start, *(["--language", language] if language else []), *options]


def sharing_options() -> list[str]:
    """The runner's options that make it clean the folders above after each job, and count its processes."""
    return ["--count-processes", "--shared", TEMPORARY_FOLDER, "--shared", SHARED_MEMORY_FOLDER]


def watching_options(memory: bool = True, processes: bool = True) -> list[str]:
    """The runner's options that make it hold what all its jobs use together, where nothing else does."""
    return [
        *(["--most-memory", str(MEMORY)] if memory else []),
        *(["--most-processes", str(PROCESSES)] if processes else []),
    ]


class LocalTransport:
    """A `Transport` to a child process; `close` also removes the folder `owned`."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        """Raises `OSError` where the command can't be started."""
        # Not a pipe, which somebody would have to empty, lest the runner waits for room in it.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._closing = threading.Lock()
        self._process = subprocess.Popen(  # noqa: S603
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
            start_new_session=True,  # so that Ctrl-C in the terminal reaches only the app
        )

    def read(self) -> bytes:
        """See `Transport.read`."""
        assert self._process.stdout is not None  # noqa: S101
        return self._process.stdout.read(CHUNK) or b""

    def write(self, data: bytes) -> None:
        """See `Transport.write`."""
        assert self._process.stdin is not None  # noqa: S101
        view = memoryview(data)
        while view:
            view = view[self._process.stdin.write(view) or 0 :]

    def close(self) -> None:
        """See `Transport.close`: the end of its input makes the runner kill its jobs and end."""
        # A cancel may close it from its own thread, while the run does as well.
        with self._closing:
            assert self._process.stdin is not None  # noqa: S101
            with suppress(OSError):
                self._process.stdin.close()
            try:
                self._process.wait(CLOSE_SECONDS)
            except subprocess.TimeoutExpired:
                self._kill_all()

    def _kill_all(self) -> None:
        """Kill the processes below as well: `bwrap` takes none along, and one that hangs doesn't end by itself."""
        process = psutil.Process(self._process.pid)
        for each in [*process.children(recursive=True), process]:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        self._process.wait()

    def diagnosis(self) -> str:
        """The last thing the process said on its standard error."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").strip()[-2000:]
