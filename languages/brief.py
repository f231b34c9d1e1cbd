"""The brief: what will be built, as a value, before there is a program or a test. Read from a model's answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, TypeVar, cast, get_args

import json_repair
from pydantic import TypeAdapter

from languages.errors import NoUsableReply
from languages.task_words import is_mostly_of, shares_words
from languages.thoughts import without_thoughts
from languages.types import CheckReport, TestCase
from message import say
from wording import encodable

Kind = Literal["function", "files", "dialogue", "window", "page"]
MOST = 30
"""Rules, assumptions, examples or functions in a brief; what a model adds beyond them is left out."""
LONGEST_NAME, MOST_WORDS = 40, 6  # characters and words of a program's name
MOST_QUESTIONS, MOST_LINES = 2, 8  # those that the person is asked, and of each result
LONGEST = 1_000
"""Characters of one text: that of a window names each of its fields and buttons."""

_OTHER_NAMES: Mapping[str, Kind] = {
    "file": "files",
    "terminal": "dialogue",
    "console": "dialogue",
    "cli": "dialogue",
    "interactive": "dialogue",
    "gui": "window",
    "desktop": "window",
    "html": "page",
    "web": "page",
    "website": "page",
    "library": "function",
    "functions": "function",
    "calculation": "dialogue",
}
_OF_THE_PERSON = "confirmed"
_QUOTES = str.maketrans("\u2019\u2018\u201c\u201d\u201e\u00ab\u00bb", "''" + 5 * '"')
_SENTENCE = re.compile(r'"(?:start|rule|question|chosen)"\s*:\s*"((?:[^"\\]|\\.)*)')


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that the program must do. `words` are those of the task that it comes from; empty where none are.

    What the person said of a brief, after they had seen it, is `confirmed`, here as in the parts below.
    """

    rule: str = ""
    words: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Assumption:
    """What the task leaves open: a question, the answer that was chosen, and others; `example` is where they differ.

    `results` are what the first rows of the person's own files give, in a few lines: by the chosen answer, and by the
    first of the others. Empty where it makes no difference there.
    """

    question: str = ""
    chosen: str = ""
    others: tuple[str, ...] = ()
    example: str = ""
    results: tuple[str, ...] = ()
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """What must come out of something, as the task says it in `words`."""

    given: str = ""
    expected: str = ""
    words: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Brief:
    """What will be built.

    `start` tells the person how they start it, what it asks and what comes out. `interface` are the signatures
    that tests may rely on, in the program's language. `packages` are what it needs beside that, and `left_out` is
    what it won't do. `name` is what the person calls it, in a few words; empty where none was given.
    `uses` are the groups of ready parts that the program is made of.
    """

    kind: Kind
    start: str = ""
    interface: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    examples: tuple[Example, ...] = ()
    packages: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    name: str = ""
    uses: tuple[str, ...] = ()

    def unmet(self, task: str) -> tuple[str, ...]:
        """What of `left_out` was asked for, in these words or mostly; the rest are limits that nobody spoke of."""
        return tuple(one for one in self.left_out if _says(task, one) or is_mostly_of(one, task))

    @property
    def questions(self) -> tuple[int, ...]:
        """The numbers, from 1, of the assumptions that the person is asked about: each shows two results of theirs."""
        return tuple(number for number, one in enumerate(self.assumptions, start=1) if one.results)

    def untested(self, tests: Iterable[TestCase]) -> tuple[int, ...]:
        """The numbers, from 1, of the rules that none of `tests` names, but for weak ones."""
        named = {number for test in tests if not test.weak for number in test.rules}
        return tuple(number for number in range(1, len(self.rules) + 1) if number not in named)

    @property
    def fixed(self) -> dict[int, Example]:
        """The examples that the person confirmed, by their numbers from 1: each needs a test that nobody may drop."""
        return {number: one for number, one in enumerate(self.examples, start=1) if one.confirmed}

    def unheld(self, tests: Iterable[TestCase]) -> tuple[int, ...]:
        """The numbers of the examples that none of `tests` holds a program against, but for weak ones."""
        held = {number for test in tests if not test.weak for number in test.examples}
        return tuple(number for number in range(1, len(self.examples) + 1) if number not in held)

    @property
    def parts(self) -> dict[str, str]:
        """The rules and examples, as in `rule 3`, each with what it says."""
        rules = {f"rule {number}": one.rule for number, one in enumerate(self.rules, start=1)}
        said = (f"{one.given} -> {one.expected}" for one in self.examples)
        return rules | {f"example {number}": one for number, one in enumerate(said, start=1)}

    def unproven(self, reports: Iterable[CheckReport], tests: Iterable[TestCase]) -> tuple[str, ...]:
        """Those of its `parts` of which `reports` say that their tests notice nothing, and which none of `tests` was
        seen to fail for; and those that only vague tests are about, whatever these were seen to fail for."""
        made, written = list(reports), list(tests)
        vague = {name for report in made for name in report.vague}
        proved = {part for test in written if test.name not in vague for part in test.fails_for}
        said = (part for report in made for part in report.unproven if part not in proved)
        unproven = dict.fromkeys((*said, *self.only_vague(written, vague)))
        return tuple(part for part in unproven if part in self.parts)

    def only_vague(self, tests: Iterable[TestCase], vague: Collection[str]) -> tuple[str, ...]:
        """Those of its `parts` that tests are about, but no others than these `vague` ones."""
        written = [test for test in tests if not test.weak]
        told = {part for test in written if test.name not in vague for part in test.about}
        vaguely = dict.fromkeys(part for test in written if test.name in vague for part in test.about)
        return tuple(part for part in vaguely if part in self.parts and part not in told)

    @property
    def in_words(self) -> tuple[str, ...]:
        """What a person should know of it, in lines: how it is started, and what was assumed."""
        assumed = (f"{one.question} {one.chosen}".strip() for one in self.assumptions)
        return tuple(line for line in (self.start, *assumed) if line)


Part = TypeVar("Part", Rule, Assumption, Example)


def sentences(written: str) -> str:
    """What a person can read of a brief while a model still writes it, a line each."""
    return "\n".join(found.replace('\\"', '"') for found in _SENTENCE.findall(written))


def schema() -> dict[str, Any]:
    """What a brief looks like as JSON, as a JSON schema: for models that can be held to one."""
    made = TypeAdapter(Brief).json_schema()
    for part in (made, *made["$defs"].values()):
        part["properties"].pop(_OF_THE_PERSON, None)
        part["required"] = list(part["properties"])  # what may be left out, small models leave out
    return made


def for_models(brief: Brief) -> dict[str, Any]:
    """`brief` as a model writes one: without what only the person says."""
    made = asdict(brief)
    for part in (*made["rules"], *made["assumptions"], *made["examples"]):
        del part[_OF_THE_PERSON]
    return made


def read_brief(reply: str, task: str) -> Brief:
    """The brief in a model's answer, as far as it can be taken for one.

    Words that don't stand in the task are no quotes: they are left out, and examples that aren't from the task with
    them. Raises `NoUsableReply`.
    """
    found = _object_in(reply)
    said = plain_text(found.get("kind")).casefold()
    kind = _OTHER_NAMES.get(said, said)
    if kind not in get_args(Kind):
        raise NoUsableReply(
            say(
                'There is no JSON object that says what will be built, with a "kind" of %(kinds)s.',
                kinds=str(get_args(Kind)),
            )
        )
    rules = _parts(Rule, "rule", found.get("rules"))
    examples = _parts(Example, "words", found.get("examples"))
    return Brief(
        cast("Kind", kind),
        plain_text(found.get("start")),
        _texts(found.get("interface")),
        tuple(Rule(one.rule, one.words if _says(task, one.words) else "") for one in rules if one.rule),
        _with_few_questions(one for one in _parts(Assumption, "chosen", found.get("assumptions")) if one.chosen),
        tuple(one for one in examples if _says(task, one.words)),
        _texts(found.get("packages")),
        tuple(one for one in _texts(found.get("left_out")) if shares_words(one, task)),
        _name(found.get("name")),
        _texts(found.get("uses")),
    )


def _name(value: object) -> str:
    """A name of a few words; empty where a model wrote a sentence."""
    name = plain_text(value).strip(" .\"'`")
    return name if len(name) <= LONGEST_NAME and len(name.split()) <= MOST_WORDS else ""


# Why: docs/decisions.md, "Retries are ours, and a reply is mended only in ways that real replies need"
def _object_in(reply: str) -> dict[str, Any]:
    answer = without_thoughts(reply)
    found: object = json_repair.loads(answer[answer.find("{") :]) if "{" in answer else {}
    if isinstance(found, list):  # there was more than one, such as braces in what it says afterwards
        found = next((one for one in found if isinstance(one, dict)), {})
    if isinstance(found, dict) and len(found) == 1:  # as in {"brief": {...}}
        found = next(iter(found.values()))
    return found if isinstance(found, dict) else {}


def _parts(kind: type[Part], first: str, value: object) -> tuple[Part, ...]:
    """What models write as a mere text is the field `first` of a part."""
    found = (one if isinstance(one, dict) else {first: one} for one in _list(value))
    names = [field.name for field in fields(kind) if field.name != _OF_THE_PERSON]
    return tuple(kind(**{name: _field(name, one) for name in names}) for one in found)


def _field(name: str, part: Mapping[str, object]) -> Any:
    match name:
        case "others":
            return _texts(part.get(name))
        case "results":
            return tuple(map(_few_lines, _list(part.get(name))))[:2]
    return plain_text(part.get(name))


def _few_lines(value: object) -> str:
    lines = (plain_text(line) for line in str(value).splitlines())
    return "\n".join([line for line in lines if line][:MOST_LINES])


def _with_few_questions(assumptions: Iterable[Assumption]) -> tuple[Assumption, ...]:
    """With results only where there are two that differ, and an answer for each; so many at most."""
    found, left = [], MOST_QUESTIONS
    for one in assumptions:
        asks = left > 0 and len(set(one.results)) == 2 and bool(one.others)
        left -= asks
        found.append(one if asks else replace(one, results=()))
    return tuple(found)


def _list(value: object) -> list[object]:
    """A list, whatever it was: models write one thing instead of a list of one, and null instead of none."""
    values = value if isinstance(value, list | tuple) else [value]
    return [one for one in values if one not in (None, "", {})][:MOST]


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(plain_text, _list(value)))


def plain_text(value: object) -> str:
    """`value` as a text of a brief: on one line, of bounded length, and without half a character of an escape."""
    return "" if value is None else " ".join(encodable(str(value)).split())[:LONGEST]


def _says(task: str, words: str) -> bool:
    """Whether the task has these words; case, blanks and the look of quotation marks don't count."""
    return bool(words) and _plain(words) in _plain(task)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.translate(_QUOTES)).strip(" .…\"'").casefold()
