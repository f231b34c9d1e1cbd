"""What starts of a program left, as evidence: read with suspicion, looked at in the sandbox, named by digests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePosixPath

from pydantic import Base64Bytes, BaseModel, ValidationError

from agent.events import Event, Notice, StartsShown
from agent.run_sandbox import RunSandbox
from errors import AssayError
from languages.base import Language
from languages.files import Unseen, from_sandbox
from languages.outcome import (
    MOST_FILES,
    MOST_STARTS,
    NO_OUTCOME,
    PICTURES,
    STARTS,
    Change,
    FileOut,
    Outcome,
    Pair,
    Said,
    Start,
    Table,
    conversation,
    how_it_ended,
    is_harmless,
)
from languages.types import Candidate, Suite
from message import Sentence, say, say_count
from sandbox.base import Job, JobResult
from wording import printable

MOST_AT = 40
"""Characters of a time that a test sets."""
MOST_SHOWN = 100_000
"""Characters of all that was shown in a run, and as many of what is in the files, for events hold them."""
LEFT_OUT = "[... left out here: this run shows too much ...]"
TOO_LARGE = say("too large to be kept")
EMPTY_FOLDER = say("an empty folder")
LIMIT = say("the time that it had")

Run = Callable[[Job], JobResult]
Left = tuple[Start, Mapping[str, Pair]]
"""A start, and the files that it left, changed or removed, by their paths."""


class _Content(BaseModel):
    size: int
    content: Base64Bytes | None = None


class _File(BaseModel):
    path: str
    before: _Content | None = None
    after: _Content | None = None


class _Start(BaseModel):
    test: str
    arguments: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    own: bool = False
    at: str = ""
    shown: str = ""
    status: int | None = None
    files: tuple[_File, ...] = ()
    folders: tuple[str, ...] = ()
    left_out: int = 0
    all_seen: bool = True


class _Starts(BaseModel):
    """What the language's job leaves in `STARTS`; a program can forge it, and with it what is read of its results."""

    starts: tuple[_Start, ...] = ()
    left_out: int = 0


class _Table(BaseModel):
    title: str
    rows: tuple[tuple[str, ...], ...]
    more: int
    last: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()


class _View(BaseModel):
    """A line of what `Language.view` prints."""

    name: str
    sort: Sentence
    excerpt: str
    tables: tuple[_Table, ...] = ()
    picture: Base64Bytes = b""
    difference: tuple[str, ...] = ()
    unseen: Unseen = ""


# Why: docs/decisions.md, "What a program leaves is collected by one more start of its tests"
def show_starts(
    candidate: Candidate, suite: Suite, attempt: int, language: Language, sandbox: RunSandbox
) -> Generator[Event, None, Outcome]:
    """Start the program of `attempt` as its tests do, and tell what came of it. It proves nothing, so it can't fail."""
    if not suite.starts:
        return NO_OUTCOME
    try:
        run = yield from sandbox.runner()
        outcome = outcome_of(candidate, suite, language, run)
    except AssayError as problem:
        yield Notice(say("What the program leaves could not be looked at: %(message)s", message=problem.message))
        return NO_OUTCOME
    if outcome.starts:
        yield StartsShown(attempt, outcome.starts, outcome.left_out, outcome.contents)
    return outcome


def looked_at(left: Sequence[Left], language: Language, run: Run) -> Outcome:
    """The starts with their files, which are looked at in the sandbox by `run`, all in one job; equal ones once.

    Files with names that lead elsewhere, or that no system knows, are left out. Raises what `run` does.
    """
    pairs = {_key(path, pair): pair for _, files in left for path, pair in files.items() if is_harmless(path)}
    # Several starts may leave files of one name; the ending stays, for by it they are read.
    names = {key: f"{number}{key[0]}" for number, key in enumerate(pairs)}
    views: Mapping[str, _View] = {}
    if language.view and pairs:
        result = run(language.view({names[key]: pair for key, pair in pairs.items()}))
        views = {view.name: view for view in _lines(result.stdout)}
    contents: dict[str, bytes] = {}
    starts = []
    for start, files in left:
        kept = {path: pair for path, pair in files.items() if is_harmless(path)}
        found = [_file_out(path, pair, views.get(names[_key(path, pair)]), contents) for path, pair in kept.items()]
        left_out = (*start.left_out, *_odd(len(files) - len(kept)))
        starts.append(replace(start, files=(*start.files, *found), left_out=left_out))
    return Outcome(_fitted(starts), (), contents)


def _odd(count: int) -> tuple[str, ...]:
    return (
        (
            say_count(
                "%(count)s file with a name that can't be kept", "%(count)s files with a name that can't be kept", count
            ),
        )
        if count
        else ()
    )


def outcome_of(candidate: Candidate, suite: Suite, language: Language, run: Run) -> Outcome:
    """What comes of the starts that `suite` makes; nothing in a language that can't tell. Raises what `run` does."""
    if language.starts is None:
        return NO_OUTCOME
    try:
        said = _Starts.model_validate_json(run(language.starts(candidate, suite)).files[STARTS])
    except (KeyError, ValidationError):
        return NO_OUTCOME
    outcome = looked_at([_left(start) for start in said.starts[:MOST_STARTS]], language, run)
    more = (
        (
            say_count(
                "%(count)s more test that start it, for want of time",
                "%(count)s more tests that start it, for want of time",
                said.left_out,
            ),
        )
        if said.left_out > 0
        else ()
    )
    return replace(outcome, left_out=more)


def _more_files(count: int) -> str:
    return say_count("%(count)s more file", "%(count)s more files", count)


def _left(start: _Start) -> Left:
    """A start as the job tells it, with the files whose contents it has; the others are named with their sizes."""
    files: dict[str, Pair] = {}
    named = [FileOut(name, 0, "new", sort=EMPTY_FOLDER) for name in filter(is_harmless, start.folders[:MOST_FILES])]
    for file in start.files[:MOST_FILES]:
        if any(side and side.content is None for side in (file.before, file.after)):
            size = (file.after or file.before or _Content(size=0)).size
            if is_harmless(file.path):
                named.append(_too_large(file, size))
        else:
            files[file.path] = Pair(_bytes(file.before), _bytes(file.after))
    left_out = [_more_files(start.left_out)] if start.left_out > 0 else []
    if not start.all_seen:
        left_out.append(say("what else lies in its folder, for there are too many files"))
    return (
        Start(
            # Without the file and the parameters that pytest names.
            start.test.rpartition("::")[2].partition("[")[0],
            start.arguments,
            start.given,
            conversation(start.shown),
            how_it_ended(start.status, LIMIT),
            tuple(named),
            tuple(left_out),
            start.own,
            printable(start.at)[:MOST_AT],
        ),
        files,
    )


def _too_large(file: _File, size: int) -> FileOut:
    return FileOut(file.path, size, _change(file.before, file.after), sort=TOO_LARGE, unseen="content")


def _bytes(side: _Content | None) -> bytes | None:
    return side.content if side else None


def _change(before: object, after: object) -> Change:
    if after is None:
        return "removed"
    return "new" if before is None else "changed"


def _key(path: str, pair: Pair) -> tuple[str, bytes | None, bytes | None]:
    """What files have in common that look alike."""
    return PurePosixPath(path).suffix.lower()[:12], pair.before, pair.after


def _lines(stdout: str) -> Iterator[_View]:
    for line in stdout.splitlines():
        with suppress(ValidationError):
            yield _View.model_validate_json(line)


def _file_out(path: str, pair: Pair, view: _View | None, contents: dict[str, bytes]) -> FileOut:
    """A file with what was seen in it; its content and picture are put into `contents`."""
    content = pair.after if pair.after is not None else pair.before or b""
    file = FileOut(path, len(content), _change(pair.before, pair.after), _kept(content, contents))
    if view is None:
        return replace(file, unseen="content")
    return replace(
        file,
        sort=from_sandbox(view.sort),
        excerpt=printable(view.excerpt),
        tables=tuple(Table(table.title, table.rows, table.more, table.last, table.numbers) for table in view.tables),
        picture=_kept(view.picture, contents) if view.picture.startswith(PICTURES) else "",
        difference=view.difference,
        unseen=view.unseen,
    )


def _kept(content: bytes, contents: dict[str, bytes]) -> str:
    digest = hashlib.sha256(content).hexdigest()
    contents[digest] = content
    return digest


def _fitted(starts: Sequence[Start]) -> tuple[Start, ...]:
    """The starts with no more than there is room for; those among the person's own files come first."""
    room, order = _Room(), sorted(range(len(starts)), key=lambda place: not starts[place].own)
    fitted = {place: room.fitted(starts[place]) for place in order}
    return tuple(fitted[place] for place in sorted(fitted))


class _Room:
    """How much may still be shown; what was shown once takes no more of it."""

    def __init__(self) -> None:
        self._said = self._files = MOST_SHOWN
        self._told: set[tuple[str, str, tuple[str, ...]]] = set()

    def fitted(self, start: Start) -> Start:
        """`start` with no more than there is room for: of what doesn't fit, that it was left out."""
        said = sum(len(turn.text) for turn in start.said)
        turns = start.said if said <= self._said else (Said(LEFT_OUT),)
        self._said -= min(said, self._said)
        return replace(start, said=turns, files=tuple(map(self._fitted_file, start.files)))

    def _fitted_file(self, file: FileOut) -> FileOut:
        cells = sum(len(cell) + 8 for table in file.tables for row in table.rows + table.last for cell in row)
        seen = file.digest, file.change, file.difference
        size = 0 if seen in self._told else cells + len(file.excerpt) + sum(map(len, file.difference))
        if size > self._files:
            return replace(file, excerpt="", tables=(), difference=(), unseen="room")
        self._files -= size
        self._told.add(seen)
        return file
