"""The test model reads what came of a program: all that there is, or only that and the person's own words."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from agent.deciding.results import Result
from agent.errors import ModelError
from agent.events import Event
from agent.looking import look_whole
from agent.pace import SHORT
from agent.search.bench import Search
from agent.types import Message
from agent.validation import validated
from languages.errors import NoUsableReply
from languages.files import FileLook
from languages.thoughts import without_thoughts
from languages.types import Suite
from message import say
from wording import cut

READ = say("read what came out")
READ_AGAIN = say("read it again, by your words alone")
NOTHING, UNKNOWN = "nothing is wrong", "not known"
TRIES = 2
LONGEST = 300
"""Characters of what is held against a result."""
FEWEST_WORDS = 4
"""Words of a reply that is no answer but may say what is wrong."""
_BLOCK = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_WRONG = re.compile(r"^[^\w\n]*wrong[^\w\n]*:[\s*_]*(\S.*)$", re.IGNORECASE | re.MULTILINE)
# What isn't said of something that is right, unless there is none of it.
_AGAINST = re.compile(
    r"(?<!\bno )(?<!\bnot )(?<!\bnothing )(?<!\bnothing is )(?<!\bwithout )\b"
    r"(?:wrong|incorrect|missing|mistakes?|errors?|problems?|should|except|apart|otherwise|however|but|instead)\b"
)
_TEST = re.compile(r"`?\b(test_\w+)`?(?:\(\w*\))?")
_DEFINED = re.compile(r"^\s*(?:async )?def (test_\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Find:
    """Something that is held against a result, `said` in words, and the `test` of it by name; empty where it has
    none."""

    said: str
    test: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What a reader found, with tests of it. Who couldn't tell from what was shown, didn't know."""

    finds: tuple[Find, ...] = ()
    tests: Suite | None = None
    knows: bool = True


def read(search: Search, results: Sequence[Result], held: Sequence[Find] = ()) -> Generator[Event, None, Said | None]:
    """What is wrong in `results`, by the person's words, their files and the plan, and by what was `held` against them.

    None where nobody answered. Nothing that was said to be wrong gets lost, whether its test can be used or not.
    """
    render, brief, files = search.language.render, search.brief, (yield from _whole(search))
    shown = {"task": search.request.task, "files": files, "brief": brief, "results": results, "own": bool(files)}
    ask = render("review", **shown, said=[find.said for find in held])
    messages = [Message("system", render("review_system", brief=brief, files=files)), Message("user", ask)]
    refused = _Refused()
    reader = replace(search.tester, role="review")
    parse, validate = partial(_parsed, search, refused), partial(_validated, search, refused)
    try:
        said: Said = yield from reader.ask_if_time(READ, messages, parse, validate, TRIES)
    except (NoUsableReply, ModelError):
        return refused.said
    return said


def read_again(search: Search, results: Sequence[Result]) -> Generator[Event, None, Said | None]:
    """What is wrong in `results` by the person's words alone: what a file says has no voice here. Likewise."""
    render, brief = search.language.render, search.brief
    wished = search.request.earlier.changes if search.request.earlier else ()
    decided = [f"{one.question} {one.chosen}" for one in brief.assumptions if one.confirmed] if brief else []
    shown = {"task": search.request.task, "decided": [*wished, *decided], "results": results, "own": bool(search.looks)}
    messages = [
        Message("system", render("review_again_system")),
        Message("user", render("review_again", **shown)),
    ]
    refused = _Refused()
    reader = replace(search.tester, role="review")
    try:
        return (
            yield from reader.ask_if_time(READ_AGAIN, messages, partial(_brief, refused), tries=TRIES, tokens=SHORT)
        )
    except (NoUsableReply, ModelError):
        return refused.said


@dataclass(slots=True)
class _Seen:
    """The person's files, as whole as who reads results can be shown them; None before somebody looked."""

    looks: Sequence[FileLook] | None = None


def _whole(search: Search) -> Generator[Event, None, Sequence[FileLook]]:
    seen = search.memory(_Seen)
    if seen.looks is None:
        seen.looks = yield from look_whole(search.request.files, search.looks, search.language, search.sandbox)
    return seen.looks


@dataclass(slots=True)
class _Refused:
    """What was said in replies that can't be used: it may all the same say that something is wrong."""

    finds: dict[Find, None] = field(default_factory=dict)

    def add(self, reply: str) -> None:
        """Remember what `reply` holds against the results: what its tests are called, else its own words."""
        tests = [Find(_in_words(name)) for name in _DEFINED.findall(reply)]
        words = " ".join(_prose(reply).split())
        own = [Find(cut(words, LONGEST))] if len(words.split()) >= FEWEST_WORDS else []
        self.finds |= dict.fromkeys(tests or own)

    @property
    def said(self) -> Said | None:
        """All of it; None where that is nothing."""
        return Said(tuple(self.finds)) if self.finds else None


@dataclass(frozen=True, slots=True)
class _Reply:
    """A reply, what it says in words, and its tests as a draft, where it has any."""

    text: str
    said: Said
    draft: Suite | None = None


def _parsed(search: Search, refused: _Refused, reply: str) -> _Reply:
    """What a reply says. Raises `NoUsableReply` where that is nothing."""
    if said := _in_order(reply):
        return _Reply(reply, said)
    said = Said(tuple(map(Find, _wrong(reply))))
    try:
        return _Reply(reply, said, search.language.read_tests(reply, search.request.task))
    except NoUsableReply:
        if not said.finds:
            refused.add(reply)
            raise
        return _Reply(reply, said)


def _validated(search: Search, refused: _Refused, reply: _Reply) -> Generator[Event, None, Said]:
    """What was said, with the tests that can be used. Raises `NoUsableReply` where nothing was said but with tests, and
    none can."""
    if reply.draft is None:
        return reply.said
    try:
        tests = yield from validated(reply.draft, search.language, search.sandbox)
    except NoUsableReply:
        if not reply.said.finds:
            refused.add(reply.text)
            raise
        return reply.said
    return Said(tuple(_with_tests(reply, tests)), tests)


def _with_tests(reply: _Reply, tests: Suite) -> Iterator[Find]:
    """Each find with the test that it names, or else that stands in its place; then the tests that no find is about."""
    usable = {test.name: test.description for test in tests.tests}
    written = list(dict.fromkeys(_DEFINED.findall(reply.text)))
    names = [next(iter(_TEST.findall(find.said)), "") for find in reply.said.finds]
    if not any(names):
        names = [*written, *[""] * len(names)][: len(names)]
    for find, name in zip(reply.said.finds, names, strict=True):
        yield Find(_without_names(find.said), name if name in usable else "")
    rest = [name for name in (*written, *usable) if name not in names]
    for name in dict.fromkeys(rest):
        yield Find(usable.get(name) or _in_words(name), name if name in usable else "")


def _brief(refused: _Refused, reply: str) -> Said:
    """What a reply says that has no tests. Raises `NoUsableReply` where that is nothing."""
    if said := _in_order(reply):
        return said
    if not (wrong := _wrong(reply)):
        refused.add(reply)
        raise NoUsableReply(say("It says neither that nothing is wrong nor what is."))
    return Said(tuple(Find(_without_names(one)) for one in wrong))


def _in_order(reply: str) -> Said | None:
    """What a reply says that holds nothing against the results; None where it does."""
    answer = without_thoughts(reply)
    sentences = [said for one in re.split(r"[.!\n]", answer) if (said := " ".join(re.findall(r"\w+", one.casefold())))]
    if _wrong(reply) or "```" in answer or not sentences:
        return None
    # Some say first what they looked at; who says there what is wrong as well is asked again.
    if any(map(_AGAINST.search, sentences[:-1])):
        return None
    return {NOTHING: Said(), UNKNOWN: Said(knows=False)}.get(sentences[-1])


def _wrong(reply: str) -> list[str]:
    return [cut(one.strip(" *_"), LONGEST) for one in _WRONG.findall(_prose(reply))]


def _prose(reply: str) -> str:
    return _BLOCK.sub("", without_thoughts(reply))


def _without_names(said: str) -> str:
    """What is wrong, without the names of tests: nobody but us knows these."""
    return _TEST.sub("", said).replace("()", "").strip(" -:;,") or said


def _in_words(name: str) -> str:
    return name.removeprefix("test_").replace("_", " ")
