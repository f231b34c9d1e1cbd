"""Trying a finished program with one's own input, always inside the sandbox."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from importlib import resources
from pathlib import PurePosixPath

from pydantic import Base64Bytes, BaseModel, ValidationError

from cancel import Cancel
from engines.sandboxes import Sandboxes
from languages.base import Language
from languages.errors import BadCall
from languages.trial import FOLDER, NOTE, Trial
from languages.types import Candidate
from sandbox.base import MEGABYTE, Job, JobLimits, JobResult, SandboxSpec

SECONDS = 10.0
PACKING_SECONDS = 5.0
MOST_FILES = 50
MOST_BYTES = 10 * MEGABYTE
MOST_OUTPUT = MEGABYTE // 4
MOST_NAME = 200
KILLED = 9  # the number of SIGKILL, which Windows doesn't know
ANSWER = f"{FOLDER}/answer.json"


@dataclass(frozen=True, slots=True)
class TryResult:
    """What came of a try. All texts are the program's own and must be shown as text.

    `problem` says in plain words why it didn't run to its end without an error; else it is empty.
    `printed` is its standard output and error. `value` is what a call returned, as the language
    writes it. `files` are those it wrote or changed, by relative path; `left_out` counts those
    that were too many, too large, or oddly named. `seconds` is wall time.
    """

    printed: str = ""
    value: str = ""
    problem: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    left_out: int = 0
    seconds: float = 0.0


class _Note(BaseModel):
    """What the language's trial leaves, see `Trial`; a program can forge it, but only to fool its own user."""

    value: str = ""
    problem: str = ""


class _Answer(BaseModel):
    """What `tryout_job` leaves. `status` is None where the time was up."""

    status: int | None
    files: dict[str, Base64Bytes] = {}
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Tryout:
    """Tries one program, beside the files of its run, its `inputs`.

    `recorded` says that it is one of the demo's: see `Sandboxes.opener`.
    """

    language: Language
    candidate: Candidate
    sandboxes: Sandboxes
    recorded: bool = False
    inputs: Mapping[str, bytes] = field(default_factory=dict)

    def call(self, expression: str, cancel: Cancel) -> TryResult:
        """Evaluate `expression`, such as `word_counts("a b a")`. Raises `Cancelled` and the `SandboxError` family."""
        if not expression.strip():
            return TryResult(problem='Write what to call, such as word_counts("a b a").')
        try:
            trial = self.language.try_call(self.candidate, expression)
        except BadCall as problem:
            return TryResult(problem=problem.message)
        return self._run(trial, b"", {}, cancel)

    def start(self, stdin: str, files: Mapping[str, bytes], arguments: Sequence[str], cancel: Cancel) -> TryResult:
        """Start the program in a folder with `files`, reading `stdin`. Raises as `call`."""
        if problem := _files_problem(files, self.candidate):
            return TryResult(problem=problem)
        return self._run(self.language.try_start(self.candidate, arguments), stdin.encode(), files, cancel)

    def _run(self, trial: Trial, stdin: bytes, files: Mapping[str, bytes], cancel: Cancel) -> TryResult:
        limits = {"seconds": SECONDS, "most_files": MOST_FILES, "most_bytes": MOST_BYTES}
        ours = {
            f"{FOLDER}/try.py": resources.files("engines").joinpath("tryout_job.py").read_bytes(),
            f"{FOLDER}/task.json": json.dumps({"command": trial.command, **limits}).encode(),
            f"{FOLDER}/stdin": stdin,
        }
        program = {path: text.encode() for path, text in self.candidate.files.items()}
        job = Job(
            files={**files, **program, **trial.files, **ours},
            command=("python", f"{FOLDER}/try.py"),
            limits=JobLimits(seconds=SECONDS + PACKING_SECONDS, output_bytes=MOST_OUTPUT),
            read_back=(NOTE, ANSWER),
        )
        spec = SandboxSpec(self.language.toolset, files=self.inputs)
        with closing(self.sandboxes.opener(spec, self.recorded)(lambda _: None)) as sandbox:
            ended = sandbox.run(job, cancel)
        self.sandboxes.used(spec)
        return _result(ended)


def _result(ended: JobResult) -> TryResult:
    note, answer = _read_note(ended), _read_answer(ended)
    problem = _problem(ended, note, answer)
    found = answer.files if answer else {}
    files = _within_limits(found)
    return TryResult(
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
    return note.problem or _exit_problem(answer.status)


def _exit_problem(status: int) -> str:
    if status == -KILLED:
        return "It was killed, most likely because it ran out of memory."
    if status < 0:
        return f"It crashed: the system ended it with signal {-status}."
    return f"It ended with exit status {status}, which means that it didn't work." if status else ""


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


def _files_problem(files: Mapping[str, bytes], candidate: Candidate) -> str:
    taken = {PurePosixPath(path).parts[0] for path in (*candidate.files, FOLDER)}
    for name in files:
        if not _is_harmless(name):
            return f"A file can't be called {name!r} here. Rename it, then try again."
        if PurePosixPath(name).parts[0] in taken:
            return f"{name} is a name that Assay needs itself. Rename the file, then try again."
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        return (
            f"That is more than {MOST_FILES} files or {MOST_BYTES // MEGABYTE} MB. Try it with fewer or smaller ones."
        )
    return ""
