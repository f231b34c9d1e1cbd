"""What tests lack is added to them: tests that are new, and marks that say what one is about which is there already."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from agent.events import Event
from languages.base import Language
from languages.errors import NoUsableReply
from languages.types import Suite, TestCase

# As in: test_gifts: [3] [E1]
_MARKED = re.compile(r"^[\W_]*`?(test\w+)`?\W*[:=]\W*?((?:\[E?\d+\][ ,]*)+)\W*$", re.MULTILINE)
_MARK = re.compile(r"\[(E?)(\d+)\]")
_MARKS = re.compile(r"(?:\[(?:\w+ )?E?\d[E\d, ]*\]\s*)+")


@dataclass(frozen=True, slots=True)
class Additions:
    """What is to be added: `marks` by the names of tests, and new tests, if there are any."""

    marks: Mapping[str, str]
    new: Suite | None = None


def read_additions(reply: str, tests: Collection[str], read: Callable[[str], Suite]) -> Additions:
    """What a reply adds to tests of these names, of which it may only give the marks. Raises `NoUsableReply`."""
    marks = {name: marks for name, marks in _MARKED.findall(reply) if name in tests}
    try:
        return Additions(marks, read(reply))
    except NoUsableReply:
        if marks:
            return Additions(marks)
        raise


def validated_additions(
    additions: Additions, validated: Callable[[Suite], Generator[Event, None, Suite]]
) -> Generator[Event, None, Additions]:
    """The same, with new tests that are `validated`. Raises `NoUsableReply` where nothing else would be left."""
    try:
        return replace(additions, new=(yield from validated(additions.new)) if additions.new else None)
    except NoUsableReply:
        if additions.marks:
            return replace(additions, new=None)
        raise


def completed(suite: Suite, additions: Additions, language: Language) -> Suite:
    """The tests with those that are added. One that is there already, though perhaps under another name, gives that its
    marks; one that can't stand beside the others stays out."""
    whole = replace(suite, tests=tuple(_marked(test, additions.marks.get(test.name, "")) for test in suite.tests))
    settling, strengthening, new = language.settling, language.strengthening, additions.new
    if new is None or settling is None or strengthening is None:
        return whole
    known = {said: name for name, said in _said(suite, language).items()}
    said = _said(new, language)
    for test in new.tests:
        if same := known.get(said.get(test.name, "")):
            whole = replace(whole, tests=tuple(_about(one, test) if one.name == same else one for one in whole.tests))
            continue
        only = settling.without(new, [one.name for one in new.tests if one.name != test.name])
        with suppress(NoUsableReply):
            whole = strengthening.joined(whole, only)
    return whole


def _marked(test: TestCase, marks: str) -> TestCase:
    found = _MARK.findall(marks)
    rules, examples = ([int(number) for kind, number in found if kind == one] for one in ("", "E"))
    return _about(test, TestCase("", "", rules=tuple(rules), examples=tuple(examples)))


def _about(test: TestCase, other: TestCase) -> TestCase:
    """The test, which is about what the other is about as well."""
    rules, examples = dict.fromkeys([*test.rules, *other.rules]), dict.fromkeys([*test.examples, *other.examples])
    return replace(test, rules=tuple(rules), examples=tuple(examples))


def _said(suite: Suite, language: Language) -> dict[str, str]:
    """What stands in each test below its name, without its words, by its name."""
    sources = language.test_sources(suite)
    bodies = {one.name: _body(sources.get(one.name, ""), one.description) for one in suite.tests}
    return {name: body for name, body in bodies.items() if body}


def _body(source: str, description: str) -> str:
    """Marks stand where the words are: elsewhere, what looks like one is a list or an index."""
    is_worded = re.compile(rf"^\W*(?:{_MARKS.pattern})?\W*{re.escape(description)}")
    lines = source.partition("\n")[2].splitlines()
    said = (_MARKS.sub("", line.replace(description, "")) if is_worded.match(line) else line for line in lines)
    return "\n".join(filter(str.strip, map(str.rstrip, said)))
