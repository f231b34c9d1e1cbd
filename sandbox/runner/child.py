"""The job's own process: what happens between the fork and the job's first line."""

from __future__ import annotations

import atexit
import base64
import contextlib
import os
import resource
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from . import landlock, processes, system_calls
from .language import Begun
from .task import Task

Functions = Mapping[str, Callable[[Begun], int]]
"""What a job does whose command begins with a word."""

OPEN_FILES = 256
SHARING = 8  # jobs at once that may share a user, and with it what the kernel counts
MOST_MEMORY = 8 * 1024**3  # for one process, in bytes: less of it, and Chromium doesn't start
NOT_FOUND = 127
# Left above a job's processor time, for the runner's look says better why it ends; two seconds apart are the kernel's
# signal and its kill, which are there for where nobody can look.
CPU_SPARE = (2, 4)
NO_CORE = 1  # a size too small for any dump; unlike 0, it also keeps one from the machine's crash handler


def run(
    functions: Functions,
    environment: Mapping[str, str],
    stdin: int,
    stdout: int,
    stderr: int,
    report: int,
    task_file: int,
) -> NoReturn:
    """Become the job that `task_file` holds, and never return.

    `functions` and `environment` are the language's, the rest are file descriptors.
    """
    status = NOT_FOUND
    try:
        processes.reset_signals()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started Assay may leave Ctrl-C to others
        task = Task.read(task_file)
        _take_pipes(stdin, stdout, stderr, report)
        if task.user is None:
            processes.adopt_orphans()
            processes.die_with_parent()
        processes.show_memory()
        _volunteer_for_the_oom_killer()
        processes.become(task.user, task.judge)
        _write_files(task)
        _set_limits(task)
        _give_up_rights(task)
        os.environ.clear()
        os.environ.update({**_environment(task.spare_folder), **environment})
        status = _start(task, report, functions)
    except SystemExit as leaving:
        status = _exit_status(leaving)
    except BaseException:
        traceback.print_exc()
        status = 1
    finally:
        _leave(status)


def _take_pipes(stdin: int, stdout: int, stderr: int, report: int) -> None:
    os.setsid()
    os.dup2(stdin, 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    processes.close_all_but(report)


def _volunteer_for_the_oom_killer() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _write_files(task: Task) -> None:
    os.umask(0o022)
    task.files_folder.mkdir(exist_ok=True)  # it is there where the sandbox has inputs
    task.spare_folder.mkdir()
    for name, content in task.files.items():
        path = task.files_folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(content))
    os.chdir(task.files_folder)


def _set_limits(task: Task) -> None:
    """Limit this process and its children; the memory counts from what the warm interpreter has.

    What is used of it is what the runner looks at, see `Job.check_usage`. Beside that, a process can't set aside more
    by mistake, and one that does so on purpose, as browsers do, can't use more than `MOST_MEMORY` before it is seen.
    """
    memory = _address_space() + task.limits["memory_mb"] * 1024 * 1024
    wanted = {
        "RLIMIT_DATA": MOST_MEMORY,
        "RLIMIT_FSIZE": task.limits["file_bytes"],
        "RLIMIT_NOFILE": OPEN_FILES,
        "RLIMIT_CORE": NO_CORE,
        "RLIMIT_MSGQUEUE": 0,
    }
    if task.count_processes:
        # The kernel counts what its user has, of all jobs where they share one; `Job.check_usage` counts those of each.
        wanted["RLIMIT_NPROC"] = task.limits["processes"] * (SHARING if task.user is None else 1)
    limits = {name: (value, value) for name, value in wanted.items()}
    soft, hard = (int(task.limits["cpu_seconds"]) + spare for spare in CPU_SPARE)
    limits["RLIMIT_CPU"] = soft, hard
    limits["RLIMIT_AS"] = memory, resource.RLIM_INFINITY
    for name, pair in limits.items():
        with contextlib.suppress(AttributeError, ValueError):  # not every system has or allows each of them
            resource.setrlimit(getattr(resource, name), pair)


def _give_up_rights(task: Task) -> None:
    if task.user is None and task.shared:
        landlock.keep_apart(task.folder, task.shared)
    system_calls.refuse_system_calls(task.lent_files)


def _address_space() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def _start(task: Task, report: int, functions: Functions) -> int:
    tempfile.tempdir = None  # as it was found before the fork
    sys.argv = list(task.command)
    sys.modules["__main__"] = ModuleType("__main__")  # what `multiprocessing` starts would run the runner's again
    if function := functions.get(task.command[0]):
        return function(Begun(task.command, report, task.secrets, task.spare_folder))
    os.close(report)
    return _execute(task.command)


def _environment(spare: Path) -> dict[str, str]:
    return {
        "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.defpath.lstrip(":")]),  # noqa: PTH120
        "HOME": str(spare),
        "TMPDIR": str(spare),
        "USER": "assay",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "MALLOC_ARENA_MAX": "2",
    }


def _execute(command: list[str]) -> int:
    # Python is always there, under its usual names too, for it is what the runner runs by.
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
