"""Trying a finished solution with one's own input, always inside the sandbox."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from importlib import resources
from pathlib import PurePosixPath

from pydantic import Base64Bytes, BaseModel, ValidationError

from cancel import Cancel
from engines.sandboxes import Sandboxes
from languages.python.toolset import TOOLSET
from sandbox.base import MEGABYTE, Job, JobLimits, JobResult, SandboxSpec

SPEC = SandboxSpec(TOOLSET)
SECONDS = 10.0
PACKING_SECONDS = 5.0
MOST_FILES = 50
MOST_BYTES = 10 * MEGABYTE
MOST_OUTPUT = MEGABYTE // 4
MOST_NAME = 200
OURS = "_assay"
KILLED = 9  # the number of SIGKILL, which Windows doesn't know
NOTE, ANSWER = f"{OURS}/note.json", f"{OURS}/answer.json"


@dataclass(frozen=True, slots=True)
class TryResult:
    """What came of a try. All texts are the program's own and must be shown as text.

    `ok` is true where it ran to its end without an error, else `problem` says in plain words why
    not. `printed` is its standard output and error. `value` is what a call returned, as Python
    writes it. `files` are those it wrote or changed, by relative path; `left_out` counts those
    that were too many, too large, or oddly named. `seconds` is wall time.
    """

    ok: bool
    printed: str = ""
    value: str = ""
    problem: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    left_out: int = 0
    seconds: float = 0.0


class _Note(BaseModel):
    """What the inner process of `tryout_job` leaves; a program can forge it, but only to fool its own user."""

    value: str = ""
    error: str = ""
    lines: list[str] = []


class _Answer(BaseModel):
    """What the outer process of `tryout_job` leaves. `status` is None where the time was up."""

    status: int | None
    files: dict[str, Base64Bytes] = {}
    left_out: int = 0


def call(solution: str, expression: str, sandboxes: Sandboxes, cancel: Cancel, *, recorded: bool = False) -> TryResult:
    """Evaluate `expression`, such as `word_counts("a b a")`, with all public names of `solution`.

    Several statements may come before it. `recorded` says that the solution is one of the demo's:
    see `Sandboxes.opener`. Raises `Cancelled` and the `SandboxError` family.
    """
    if problem := _expression_problem(expression):
        return TryResult(False, problem=problem)
    task = {"expression": expression, "arguments": []}
    return _try(solution, task, b"", {}, sandboxes, cancel, recorded)


def run_script(
    solution: str,
    stdin: str,
    files: Mapping[str, bytes],
    arguments: Sequence[str],
    sandboxes: Sandboxes,
    cancel: Cancel,
    *,
    recorded: bool = False,
) -> TryResult:
    """Run `solution` as a script, in a folder with `files`, reading `stdin`. Raises as `call`."""
    if problem := _files_problem(files):
        return TryResult(False, problem=problem)
    task = {"expression": None, "arguments": list(arguments)}
    return _try(solution, task, stdin.encode(), files, sandboxes, cancel, recorded)


def _try(
    solution: str,
    task: Mapping[str, object],
    stdin: bytes,
    files: Mapping[str, bytes],
    sandboxes: Sandboxes,
    cancel: Cancel,
    recorded: bool,
) -> TryResult:
    limits = {"seconds": SECONDS, "most_files": MOST_FILES, "most_bytes": MOST_BYTES}
    ours = {
        "solution.py": solution.encode(),
        f"{OURS}/try.py": resources.files("engines").joinpath("tryout_job.py").read_bytes(),
        f"{OURS}/task.json": json.dumps({**task, **limits}).encode(),
        f"{OURS}/stdin": stdin,
    }
    job = Job(
        files={**files, **ours},
        command=("python", f"{OURS}/try.py"),
        limits=JobLimits(seconds=SECONDS + PACKING_SECONDS, output_bytes=MOST_OUTPUT),
        read_back=(NOTE, ANSWER),
    )
    with closing(sandboxes.opener(SPEC, recorded)(lambda _: None)) as sandbox:
        ended = sandbox.run(job, cancel)
    sandboxes.used(SPEC)
    return _result(ended)


def _result(ended: JobResult) -> TryResult:
    note, answer = _read_note(ended), _read_answer(ended)
    problem = _problem(ended, note, answer)
    found = answer.files if answer else {}
    files = _within_limits(found)
    return TryResult(
        ok=not problem,
        printed=ended.stdout + ended.stderr,
        value="" if problem else note.value,
        problem=problem,
        files=files,
        left_out=(answer.left_out if answer else 0) + len(found) - len(files),
        seconds=ended.seconds,
    )


def _problem(ended: JobResult, note: _Note, answer: _Answer | None) -> str:
    if ended.status != "exited":
        return ended.reason
    if answer is None:
        return "The program ended everything around it, so nothing is known of how it went."
    if answer.status is None:
        return f"It did not finish within {SECONDS:g} s, so it was stopped."
    if note.error:
        return "\n".join([_in_plain_words(note.error), note.error, *note.lines])
    return _exit_problem(answer.status)


def _exit_problem(status: int) -> str:
    if status == -KILLED:
        return "It was killed, most likely because it ran out of memory."
    if status < 0:
        return f"It crashed: the system ended it with signal {-status}."
    return f"It ended with exit status {status}, which means that it didn't work." if status else ""


def _in_plain_words(error: str) -> str:
    if error.startswith("EOFError"):
        return "It wanted to read more input than it was given."
    return "It stopped with an error."


def _read_note(ended: JobResult) -> _Note:
    try:
        return _Note.model_validate_json(ended.files[NOTE])
    except (KeyError, ValidationError):
        return _Note()


def _read_answer(ended: JobResult) -> _Answer | None:
    try:
        return _Answer.model_validate_json(ended.files[ANSWER])
    except (KeyError, ValidationError):
        return None


def _within_limits(found: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files with harmless names, within the limits: what comes from inside can't be relied on."""
    kept: dict[str, bytes] = {}
    room = MOST_BYTES
    for name, content in found.items():
        if _is_harmless(name) and len(kept) < MOST_FILES and len(content) <= room:
            kept[name] = content
            room -= len(content)
    return kept


def _is_harmless(name: str) -> bool:
    """A relative path on every system, which leads nowhere else and can be read."""
    path = PurePosixPath(name)
    odd = any(character in '\\:*?"<>|' or not character.isprintable() for character in name)
    return bool(path.parts) and not (odd or path.is_absolute() or ".." in path.parts or len(name) > MOST_NAME)


def _expression_problem(expression: str) -> str:
    if not expression.strip():
        return 'Write what to call, such as word_counts("a b a").'
    try:
        ast.parse(expression)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"This can't be read as Python: {getattr(error, 'msg', error)}."
    return ""


def _files_problem(files: Mapping[str, bytes]) -> str:
    for name in files:
        if not _is_harmless(name):
            return f"A file can't be called {name!r} here. Rename it, then try again."
        if PurePosixPath(name).parts[0] in ("solution.py", OURS):
            return f"{name} is a name that Assay needs itself. Rename the file, then try again."
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        return (
            f"That is more than {MOST_FILES} files or {MOST_BYTES // MEGABYTE} MB. Try it with fewer or smaller ones."
        )
    return ""
