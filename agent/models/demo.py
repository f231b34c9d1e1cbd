"""The demo: recorded answers for a few example tasks, so that the whole pipeline can be seen without a model.

Only the answers are recorded: the tests, the sandbox and the checks are real. Some first answers
are wrong on purpose, so that the repair can be watched.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from hashlib import sha256
from itertools import chain
from pathlib import Path

from agent.errors import ModelUnavailable
from agent.models.base import Delta, ModelFinished, ModelInfo, Prompt, TextDelta
from agent.models.provider import Provider
from agent.types import Usage
from cancel import Cancel
from message import joined, say

RECORDINGS = Path(__file__).with_name("recordings")
PIECE = 24
SECONDS_PER_PIECE = 0.005
FIRST = "en"
"""The code of the language of those that are no other in other words."""


@dataclass(frozen=True, slots=True)
class Recording:
    """One example task with its recorded answers: what will be built, the tests, one program after the other,
    a second one that these are compared with, and what is said of what the program makes of the person's files.

    `files` lie beside it. What people would show to others has a `picture`, by name, and a `line` about it. All that a
    person reads of what is made is in the language of the code `tongue`; the `name` tells them all apart.
    """

    name: str
    title: str
    task: str
    brief: str
    tests: str
    code: tuple[str, ...]
    second: str = ""
    review: str = "Nothing is wrong."
    line: str = ""
    picture: str = ""
    files: tuple[Path, ...] = ()
    tongue: str = FIRST


@cache
def recordings() -> tuple[Recording, ...]:
    """The example tasks that the demo knows, in the order to show them; those in other languages follow each."""
    return tuple(chain.from_iterable(map(_read, sorted(RECORDINGS.glob("*.toml")))))


def recording_of(task: str) -> Recording | None:
    """The example of this task; None where it is none."""
    asked = _plain(task)
    return next((known for known in recordings() if _plain(known.task) == asked), None)


@cache
def _digests() -> frozenset[str]:
    given = {path for one in recordings() for path in one.files}
    files = (file for path in given for file in (path, *path.rglob("*")) if file.is_file())
    return frozenset(sha256(file.read_bytes()).hexdigest() for file in files)


def is_of_an_example(content: bytes) -> bool:
    """Whether this is a file that comes with an example, and so is nobody's own."""
    return sha256(content).hexdigest() in _digests()


def recordings_in(tongue: str) -> list[Recording]:
    """Each example once: in the language of this code where it is there, else in the first."""
    named = {recording.name: recording for recording in recordings()}
    return [named.get(f"{name}.{tongue}", one) for name, one in named.items() if one.tongue == FIRST]


def _read(path: Path) -> Iterator[Recording]:
    """An example, and the same in other languages. The files that come with it are in the folder of its name."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    first = Recording(path.stem, **{**table, "code": tuple(table["code"])}, files=_beside(path.stem))
    yield first
    words = RECORDINGS / "words" / path.name
    if words.exists():
        said = tomllib.loads(words.read_text(encoding="utf-8"))
        for place, tongue in enumerate(said["tongues"], start=1):
            yield _in_other_words(first, tongue, [(row[0], row[place]) for row in said["words"]])


def _in_other_words(first: Recording, tongue: str, words: Sequence[tuple[str, str]]) -> Recording:
    """The same in another language, where the second of each of `words` stands in place of its first."""

    def said(text: str) -> str:
        return reduce(lambda made, pair: made.replace(*pair), words, text)

    texts = {field: said(getattr(first, field)) for field in ("task", "brief", "tests", "second")}
    name = f"{first.name}.{tongue}"
    files = _beside(name) or first.files
    return replace(first, name=name, tongue=tongue, code=tuple(map(said, first.code)), files=files, **texts)


def _beside(name: str) -> tuple[Path, ...]:
    return tuple(sorted((RECORDINGS / name).glob("*")))


class DemoModel:
    """Answers the example tasks from their recordings, at about 5,000 characters a second."""

    name = "demo"

    def stream(self, prompt: Prompt, cancel: Cancel) -> Iterator[Delta]:
        """See `Model.stream`. Raises `ModelUnavailable` for any task that isn't an example."""
        reply = _reply(prompt)
        for start in range(0, len(reply), PIECE):
            cancel.wait(SECONDS_PER_PIECE)
            yield TextDelta(reply[start : start + PIECE])
        yield ModelFinished(Usage(sum(len(message.content) for message in prompt.messages) // 4, len(reply) // 4))


def _reply(prompt: Prompt) -> str:
    recording = recording_of(prompt.task)
    if recording is None:
        known = "\n".join(f"- {recording.task}" for recording in recordings_in(FIRST))
        raise ModelUnavailable(
            say("The demo only knows its example tasks; this isn't one of them."),
            joined(
                "\n",
                (
                    say(
                        "For your own tasks, get a real model: install Ollama from https://ollama.com and fetch one, "
                        "or set the key of a Claude account. The demo knows these:"
                    ),
                    known,
                ),
            ),
        )
    if prompt.role in ("brief", "tests", "review"):
        return str(getattr(recording, prompt.role))
    if not prompt.attempt:
        return recording.second
    return recording.code[min(prompt.attempt, len(recording.code)) - 1]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


DEMO = Provider(
    prefix="demo",
    title="Demo",
    meaning=say("recorded answers"),
    open=lambda name, settings: DemoModel(),
    list=lambda settings, seconds: [
        ModelInfo("demo", say("Demo: recorded answers"), say("knows only the example tasks"))
    ],
    named=False,
    real=False,
    is_here=lambda settings: True,
)
