"""Jobs in namespaces of their own, by `bwrap`: for Linux without a container engine."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from message import say
from sandbox.base import MEGABYTE, SandboxSpec
from sandbox.errors import SandboxError, SandboxUnavailable
from sandbox.local import (
    RUNNER,
    SHARED_MEMORY_FOLDER,
    TEMPORARY_FOLDER,
    LocalTransport,
    packages_place,
    runner_command,
    runner_environment,
    sharing_options,
    watching_options,
)
from sandbox.names import HOST_NAME, write_names
from sandbox.namespaces import refusal
from sandbox.own_python import own_python
from sandbox.restarting import RunnerSandbox
from sandbox.scratch import make_scratch_folder

NAME = "bubblewrap"
ISOLATION = say("Its own namespaces: no network, none of your files, and limits on time and memory.")
PROGRAM = "bwrap"
ADVICE = say("Install Docker, or bubblewrap 0.8 or newer (sudo apt-get install bubblewrap) on Linux 5.14 or newer.")

WORK = "/job"
WORK_SIZE = 512 * MEGABYTE
TEMPORARY_SIZE = 128 * MEGABYTE
SHARED_MEMORY_SIZE = 32 * MEGABYTE
CAPABILITIES = ("CAP_SETUID", "CAP_SETGID", "CAP_CHOWN", "CAP_SYS_PTRACE")
"""Of the runner, as in `docker.py`."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/fonts")
EMPTY = (TEMPORARY_FOLDER, WORK)
OLDEST_KERNEL = (5, 14)  # from here on, processes are counted per namespace


def open_bubblewrap(spec: SandboxSpec) -> RunnerSandbox:
    """A sandbox of namespaces. Raises `SandboxUnavailable` where this machine doesn't allow it."""
    program = shutil.which(PROGRAM) if sys.platform == "linux" else None
    if program is None or _kernel() < OLDEST_KERNEL:
        raise SandboxUnavailable(say("Bubblewrap isn't installed, or this system is too old for it."), ADVICE)
    as_root = os.geteuid() == 0
    folder = make_scratch_folder()
    names = write_names(folder, None if as_root else os.geteuid())
    place = packages_place(spec.packages)
    placed = [*names, (str(spec.packages), place)] if place else names
    command = bwrap_command(program, spec.language.runner, as_root, placed)
    try:
        return RunnerSandbox(
            NAME,
            ISOLATION,
            lambda: LocalTransport(command, runner_environment(place)),
            spec.files,
            partial(shutil.rmtree, folder, True),
        )
    except (OSError, SandboxError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        unknown = SandboxUnavailable(say("Bubblewrap is installed, but can't work on this machine."), ADVICE)
        raise refusal(program) or unknown from error


def bwrap_command(
    program: str, language: Path | None, as_root: bool, names: Sequence[tuple[str, str]] = ()
) -> list[str]:
    """The command that starts the runner in its namespaces; `names` are further paths, and where they are to lie.

    An ordinary user gets a user namespace with that one user in it. Root needs none, and can so give
    each job a user of its own. There is no `--die-with-parent`: it would end the sandbox with the
    thread that opened it; instead, the runner ends when its input does.
    """
    options = [*sharing_options(), *watching_options(), "--lent-files", *(["--users"] if as_root else [])]
    half = str(language) if language else None
    runner = runner_command(sys.executable, str(RUNNER), WORK, half, *options)
    code = [str(RUNNER), *([half] if half else [])]
    return [program, *_namespaces(as_root), "--hostname", HOST_NAME, *_folders(code, names), "--", *runner]


def _namespaces(as_root: bool) -> list[str]:
    if not as_root:
        return ["--unshare-all", "--unshare-user", "--disable-userns", "--new-session", "--cap-drop", "ALL"]
    kinds = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    return [*kinds, "--new-session", "--cap-drop", "ALL", *(f for c in CAPABILITIES for f in ("--cap-add", c))]


def _folders(code: list[str], names: Sequence[tuple[str, str]]) -> list[str]:
    """Nothing of the machine's but what Python needs and the runner's `code`, and that read-only.

    It comes last, for Python may be installed below one of the empty folders.
    """
    pairs = [*((path, path) for path in [*_readable(), *code]), *names]
    bound = [option for path, place in pairs for option in (*_way_to(place), "--ro-bind-try", path, place)]
    return [
        *("--proc", "/proc"),
        *("--dev", "/dev"),
        *_temporary(SHARED_MEMORY_FOLDER, "1777", SHARED_MEMORY_SIZE),
        *("--remount-ro", "/dev"),
        *_temporary(TEMPORARY_FOLDER, "1777", TEMPORARY_SIZE),
        *_temporary(WORK, "0711", WORK_SIZE),
        *bound,
        *("--remount-ro", "/"),
        *("--chdir", WORK),
    ]


def _way_to(path: str) -> list[str]:
    """The folders above `path`, passable to any user; by itself, bwrap makes them its own."""
    above = [str(folder) for folder in reversed(Path(path).parents)][1:]
    above = [folder for folder in above if folder not in EMPTY]
    return [option for folder in above for option in ("--perms", "0755", "--dir", folder)]


def _temporary(path: str, mode: str, size: int) -> list[str]:
    return ["--perms", mode, "--size", str(size), "--tmpfs", path]


def _readable() -> list[str]:
    """The system's libraries, and this Python wherever it is installed."""
    return [*SYSTEM, *SETTINGS, *(path for path in own_python() if not path.startswith("/usr/"))]


def _kernel() -> tuple[int, int]:
    major, minor = os.uname().release.split(".")[:2]
    return int(major), int("".join(digit for digit in minor if digit.isdigit()) or 0)
