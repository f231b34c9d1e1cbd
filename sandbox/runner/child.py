"""The job's own process: what happens between the fork and the job's first line."""

from __future__ import annotations

import atexit
import base64
import contextlib
import os
import resource
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from . import landlock, processes, system_calls, tools
from .report import Reporter, Secrets, write_canaries

OPEN_FILES = 256
NOT_FOUND = 127
NO_CORE = 1  # a size too small for any dump; unlike 0, it also keeps one from the machine's crash handler
FORKED = ("pytest", "bandit", "mutmut", "warm-python")


@dataclass(frozen=True)
class Task:
    """What a job's process needs to know. `user` is None where the user can't be changed.

    `alias` is the user who ends what `user` left running; no other job has it. `shared` are the
    folders beside its own in which it may write, where there are limits to that at all.
    """

    command: list[str]
    files: dict[str, str]
    limits: dict[str, Any]
    folder: Path
    user: int | None
    alias: int
    shared: list[Path]
    count_processes: bool
    known: Secrets

    @property
    def forked(self) -> bool:
        """Whether it goes on in the fork of the warm interpreter, and so shares memory with it."""
        return self.command[0] in FORKED

    @property
    def files_folder(self) -> Path:
        return self.folder / "files"

    @property
    def spare_folder(self) -> Path:
        return self.folder / "tmp"


@dataclass(frozen=True)
class Pipes:
    """The ends that belong to the job's process."""

    stdout: int
    stderr: int
    report: int


def run(task: Task, pipes: Pipes) -> NoReturn:
    """Become the job, and never return."""
    status = NOT_FOUND
    try:
        reset_signals()
        _take_pipes(pipes)
        if task.user is None:
            processes.adopt_orphans()
            processes.die_with_parent()
        processes.show_memory()
        _volunteer_for_the_oom_killer()
        become(task.user)
        _write_files(task)
        _set_limits(task)
        _give_up_rights(task)
        status = _start(task, pipes.report)
    except SystemExit as leaving:
        status = _exit_status(leaving)
    except BaseException:
        traceback.print_exc()
        status = 1
    finally:
        _leave(status)


def become(user: int | None) -> None:
    """Turn into `user`, for good; in any case be visible to oneself in /proc."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    processes.show_memory()


def reset_signals() -> None:
    """Undo what the runner does to hear of its children."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def close_all_but(kept: int) -> None:
    """Close every file descriptor above the standard ones, but for `kept`."""
    os.closerange(3, kept)
    os.closerange(kept + 1, 65536)


def _take_pipes(pipes: Pipes) -> None:
    os.setsid()
    os.dup2(pipes.stdout, 1)
    os.dup2(pipes.stderr, 2)
    close_all_but(pipes.report)


def _volunteer_for_the_oom_killer() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _write_files(task: Task) -> None:
    os.umask(0o022)
    task.files_folder.mkdir()
    task.spare_folder.mkdir()
    for name, content in task.files.items():
        path = task.files_folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(content))
    os.chdir(task.files_folder)


def _set_limits(task: Task) -> None:
    """Limit this process and its children; the memory counts from what the warm interpreter has."""
    memory = _address_space() + task.limits["memory_mb"] * 1024 * 1024
    wanted = {
        "RLIMIT_AS": memory,
        "RLIMIT_FSIZE": task.limits["file_bytes"],
        "RLIMIT_NOFILE": OPEN_FILES,
        "RLIMIT_CORE": NO_CORE,
        "RLIMIT_MSGQUEUE": 0,
    }
    if task.count_processes:
        wanted["RLIMIT_NPROC"] = task.limits["processes"]
    for name, value in wanted.items():
        with contextlib.suppress(AttributeError, ValueError):  # not every system has or allows each of them
            resource.setrlimit(getattr(resource, name), (value, value))


def _give_up_rights(task: Task) -> None:
    if task.user is None and task.shared:
        landlock.keep_apart(task.folder, task.shared)
    system_calls.refuse_system_calls()


def _address_space() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def _start(task: Task, report: int) -> int:
    os.environ.clear()
    os.environ.update(_environment(task.spare_folder))
    sys.argv = list(task.command)
    name = task.command[0]
    if name == "pytest":
        reporter = Reporter(report, task.known, write_canaries(task.spare_folder, task.known))
        return tools.run_pytest(task.command[1:], reporter)
    os.close(report)
    forked: dict[str, Callable[[], int]] = {
        "bandit": tools.run_bandit,
        "mutmut": tools.run_mutmut,
        "warm-python": tools.run_python,
    }
    return forked[name]() if name in forked else _execute(task.command)


def _environment(spare: Path) -> dict[str, str]:
    return {
        "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.defpath.lstrip(":")]),  # noqa: PTH120
        "HOME": str(spare),
        "TMPDIR": str(spare),
        "USER": "assay",
        "LANG": "C.UTF-8",
        "MALLOC_ARENA_MAX": "2",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONNOUSERSITE": "1",
    }


def _execute(command: list[str]) -> int:
    program = sys.executable if command[0] in ("python", "python3") else command[0]
    for name in ("SIGPIPE", "SIGXFSZ"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execvp(program, command)  # noqa: S606
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)  # noqa: T201
    return NOT_FOUND


def _exit_status(leaving: SystemExit) -> int:
    """What the interpreter would make of it: a number is the status, a text goes to standard error."""
    if leaving.code is None or isinstance(leaving.code, int):
        return (leaving.code or 0) & 0xFF
    print(leaving.code, file=sys.stderr)  # noqa: T201
    return 1


def _leave(status: int) -> NoReturn:
    """End as the interpreter would, without unwinding into the runner's own frames."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)
