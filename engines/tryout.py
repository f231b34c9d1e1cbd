"""Trying a finished program with one's own input, always inside the sandbox."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import PurePosixPath

from pydantic import Base64Bytes, BaseModel, ValidationError

from agent.inputs import as_code
from agent.outcomes import Left, looked_at
from agent.report import NO_TESTS
from cancel import Cancel
from engines.recorded import Program
from engines.sandboxes import Sandboxes
from engines.tables import columns_of, tables_of
from engines.windows import Heard, Watching
from languages.base import Language
from languages.columns import columns_moved
from languages.errors import BadCall
from languages.given import said
from languages.laying import Laying, laid, told
from languages.outcome import (
    MOST_BYTES,
    MOST_FILES,
    NO_OUTCOME,
    TYPED,
    Outcome,
    Pair,
    Start,
    conversation,
    how_it_ended,
    is_harmless,
)
from languages.trial import FOLDER, NOTE, Trial
from languages.types import NO_NEEDS, Candidate
from message import joined, say, say_count
from sandbox.base import MEGABYTE, Job, JobLimits, JobResult
from sandbox.keyboard import Keyboard

SECONDS = 10.0
BUSY_SECONDS = 60.0
"""Of wall time, where others keep the machine busy."""
TALK_SECONDS = 1800.0
"""Of wall time, where a person types; what it may compute is less."""
PACKING_SECONDS = 5.0
MOST_OUTPUT = MEGABYTE // 4
WINDOW_CPU_SECONDS = 120.0
"""It draws again and again, and so does what looks at it."""
MOST_SEEN = 160 * MEGABYTE
"""Of pictures of windows, which are heard and not kept; the job spends less by itself."""
ANSWER = f"{FOLDER}/answer.json"


@dataclass(frozen=True, slots=True)
class TryResult:
    """What came of a try. All texts are the program's own and must be shown as text.

    `problem` says in plain words why it didn't run to its end without an error; else it is empty.
    `printed` is its standard output and error. `value` is what a call returned, as the language
    writes it. `files` are those it wrote or changed, by relative path; `left_out` counts those
    that were too many, too large, or oddly named. `seconds` is wall time. `outcome` tells the same
    as that of a test's start. `news` says in sentences how the tables that were brought differ from the run's, and
    `made_of` what it was made of; `unopened` counts the files that were brought and that the program never opened, and
    `opened` are the others, by their paths.
    """

    printed: str = ""
    value: str = ""
    problem: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    left_out: int = 0
    seconds: float = 0.0
    outcome: Outcome = NO_OUTCOME
    news: tuple[str, ...] = ()
    made_of: tuple[str, ...] = ()
    unopened: int = 0
    opened: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Person:
    """Who uses a program while it runs. `watching` is there for its windows."""

    keyboard: Keyboard
    heard: Callable[[str], None]
    watching: Watching | None = None

    @property
    def limits(self) -> JobLimits:
        """Those of the job."""
        seconds = TALK_SECONDS + PACKING_SECONDS
        if self.watching:
            return JobLimits(cpu_seconds=WINDOW_CPU_SECONDS, seconds=seconds, output_bytes=MOST_SEEN)
        return JobLimits(seconds=seconds, output_bytes=MOST_OUTPUT)


class _Note(BaseModel):
    """What the language's trial leaves, see `Trial`; a program can forge it, but only to fool its own user."""

    value: str = ""
    problem: str = ""


class _Answer(BaseModel):
    """What `tryout_job` leaves. `status` is None where the time was up."""

    status: int | None
    files: dict[str, Base64Bytes] = {}
    removed: tuple[str, ...] = ()
    left_out: int = 0
    unopened: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Tryout:
    """Tries one program, beside copies of the files of its run, its `inputs`, with the folder of its `packages`.

    `places` says of files that a person brings where they lie, where they said so themselves.
    """

    language: Language
    candidate: Candidate
    sandboxes: Sandboxes
    inputs: Mapping[str, bytes] = field(default_factory=dict)
    packages: str = ""
    places: Mapping[str, str] = field(default_factory=dict)

    def call(self, expression: str, cancel: Cancel) -> TryResult:
        """Evaluate `expression`, such as `word_counts("a b a")`. Raises `Cancelled` and the `SandboxError` family."""
        if not expression.strip():
            offers = self.language.describe(self.candidate, NO_TESTS, NO_NEEDS).offers
            such = say("Write what to call, such as %(call)s.", call=offers[0].signature) if offers else ""
            return TryResult(problem=such or say("Write what to call."))
        try:
            trial = self.language.try_call(self.candidate, expression)
        except BadCall as problem:
            return TryResult(problem=problem.message)
        return self._run(trial, "", {}, [expression], cancel)

    def start(
        self, typed: Sequence[str], files: Mapping[str, bytes], arguments: Sequence[str], cancel: Cancel
    ) -> TryResult:
        """Start the program in a folder with `files`. It reads the lines `typed`, then one Enter, which closes many.

        Where they lie there says `languages.laying`. Raises as `call`.
        """
        stdin = "".join(f"{line}\n" for line in (*typed, ""))
        return self._run(self.language.try_start(self.candidate, arguments), stdin, files, arguments, cancel)

    def talk(
        self, files: Mapping[str, bytes], arguments: Sequence[str], cancel: Cancel, keyboard: Keyboard, heard: Heard
    ) -> TryResult:
        """Start the program in a folder with `files`, for a person who reads what it shows and types meanwhile.

        `heard` gets what it shows, as it comes, and what it reads, marked. Raises as `call`.
        """
        trial = self.language.try_start(self.candidate, arguments)
        return self._run(trial, "", files, arguments, cancel, _Person(keyboard, heard))

    def window(
        self, files: Mapping[str, bytes], arguments: Sequence[str], cancel: Cancel, keyboard: Keyboard, heard: Heard
    ) -> TryResult:
        """Start the program in a folder with `files`, for a person who sees its windows and does something in them.

        `keyboard` gets the lines of `windows.line_of`. Raises as `call`.
        """
        watching = Watching(heard)
        trial = (self.language.try_window or self.language.try_start)(self.candidate, arguments)
        return self._run(trial, "", files, arguments, cancel, _Person(keyboard, watching.hear, watching))

    def _run(
        self,
        trial: Trial,
        stdin: str,
        brought: Mapping[str, bytes],
        words: Sequence[str],
        cancel: Cancel,
        person: _Person | None = None,
    ) -> TryResult:
        """What comes of the trial, to which the person brought these files and words."""
        if problem := _files_problem(brought, self.candidate, self.language):
            return TryResult(problem=problem)
        spec = self.sandboxes.spec(self.language, self.inputs, self.packages)
        work = Program(self.candidate, {}, (*brought, *words))
        with closing(self.sandboxes.opener(spec, work)(lambda _: None)) as sandbox:

            def run(job: Job) -> JobResult:
                return sandbox.run(job, cancel)

            text = "\n".join(self.candidate.files.values())
            known, given = tables_of([self.inputs, brought], self.language, run)
            laying = laid(columns_of(self.inputs, known), columns_of(brought, given), text, words, self.places)
            if laying.unclear:
                return TryResult(problem=said(told(laying, None))[0])
            files = {laying.paths[path]: content for path, content in brought.items()}
            job = self._job(trial, stdin, files, laying, person)
            ended = sandbox.run(job, cancel, person.heard if person else None)
            ended = replace(ended, stdout=person.watching.shown) if person and person.watching else ended
            answer = _read_answer(ended)
            result = _in_our_words(_result(ended, answer, _seconds(person)), trial.sentences)
            left = _left(result, answer, {**{path: self.inputs[path] for path in laying.stays}, **files})
            if person and person.watching and person.keyboard.over:
                left = replace(left[0], problem=left[0].problem or say("You stopped it.")), left[1]
            outcome = looked_at([left], self.language, run)
        # Only once this one is closed, so that there are never two of them at a time.
        self.sandboxes.used(spec)
        unopened = answer.unopened if answer else None
        return replace(
            result,
            printed=TYPED.sub("", result.printed),
            outcome=outcome,
            news=columns_moved(known, given),
            made_of=said(told(laying, unopened)),
            unopened=len({*files}.intersection(unopened or ())),
            opened=tuple(path for path, place in laying.paths.items() if place not in (unopened or ())),
        )

    def _job(self, trial: Trial, stdin: str, files: Mapping[str, bytes], laying: Laying, person: _Person | None) -> Job:
        task = {
            "command": trial.command,
            "inputs": laying.stays,
            "away": sorted(self.inputs.keys() - files.keys() - set(laying.stays)),
            "seconds": _seconds(person),
            "typed": person is not None,
        }
        ours = {
            f"{FOLDER}/try.py": resources.files("engines").joinpath("tryout_job.py").read_bytes(),
            f"{FOLDER}/task.json": json.dumps({**task, "most_files": MOST_FILES, "most_bytes": MOST_BYTES}).encode(),
            f"{FOLDER}/stdin": stdin.encode(),
        }
        program = {path: text.encode() for path, text in self.candidate.files.items()}
        return Job(
            files={**files, **program, **trial.files, **ours},
            command=("python", f"{FOLDER}/try.py"),
            limits=person.limits if person else JobLimits(seconds=BUSY_SECONDS, output_bytes=MOST_OUTPUT),
            read_back=(NOTE, ANSWER),
            keyboard=person.keyboard if person else None,
            kept=person is None or person.watching is None,
        )


def _seconds(person: _Person | None) -> float:
    """The program's; it ends before its job does, for there has to be time to pack what it left."""
    return TALK_SECONDS if person else SECONDS


def _result(ended: JobResult, answer: _Answer | None, seconds: float) -> TryResult:
    note = _read_note(ended)
    problem = _problem(ended, note, answer, seconds)
    left = answer.files if answer else {}
    found = {name: content for name, content in left.items() if not PurePosixPath(name).name.startswith(".")}  # as seen
    files = _within_limits(found)
    return TryResult(
        printed=ended.stdout + ended.stderr,
        value="" if problem else note.value,
        problem=problem,
        files=files,
        left_out=(answer.left_out if answer else 0) + len(found) - len(files),
        seconds=ended.seconds,
    )


def _in_our_words(result: TryResult, sentences: Sequence[str]) -> TryResult:
    """The same, its problem beginning with the sentence of ours that it begins with as a plain text."""
    first, _, rest = result.problem.partition("\n")
    known = next((sentence for sentence in sentences if sentence == first), "")
    return replace(result, problem=joined("\n", (known, rest))) if known else result


def _left(result: TryResult, answer: _Answer | None, before: Mapping[str, bytes]) -> Left:
    """The start and what it did to the files that lay there `before`."""
    files = {name: Pair(before.get(name), content) for name, content in result.files.items()}
    removed = {name: Pair(before[name], None) for name in (answer.removed if answer else ()) if name in before}
    left_out = (say_count("%(count)s more file", "%(count)s more files", result.left_out),) if result.left_out else ()
    start = Start(given=tuple(before), said=conversation(result.printed), problem=result.problem, left_out=left_out)
    return start, files | removed


def _problem(ended: JobResult, note: _Note, answer: _Answer | None, seconds: float) -> str:
    if ended.status != "exited":
        return ended.reason
    if answer is None:
        return say("The program ended everything around it, so nothing is known of how it went.")
    said = "" if answer.status is None else note.problem
    return said or how_it_ended(answer.status, f"{seconds:g} s")


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
        if is_harmless(name) and len(kept) < MOST_FILES and len(content) <= room:
            kept[name] = content
            room -= len(content)
    return kept


def _files_problem(files: Mapping[str, bytes], candidate: Candidate, language: Language) -> str:
    # A file of the person's must take the place neither of the program nor of what runs it.
    taken = {PurePosixPath(path).parts[0] for path in (*candidate.files, FOLDER)}
    for name in files:
        if not is_harmless(name):
            return say("A file can't be called %(name)s here. Rename it, then try again.", name=repr(name))
        if PurePosixPath(name).parts[0] in taken:
            return say("%(name)s is a name that Assay needs itself. Rename the file, then try again.", name=name)
        if language.takes_for_code(name):
            return as_code(name)
    if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        return say(
            "That is more than %(most_files)s files or %(most_bytes)s MB. Try it with fewer or smaller ones.",
            most_files=MOST_FILES,
            most_bytes=MOST_BYTES // MEGABYTE,
        )
    return ""
