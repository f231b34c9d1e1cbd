"""What a person says to a brief that they were shown, and the brief that comes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from languages.brief import MOST, Assumption, Brief, Example, Rule, plain_text
from languages.errors import BadAnswers
from message import say

FORM = (
    'It looks like {"choices": {"1": "the other answer"}, "outcomes": {"2": "19.50"}, "without": [3], '
    '"rules": ["a rule in words"]}; what is left out stays as it is.'
)
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,]\d+)*")  # no part of a name


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, slots=True)
class Answers:
    """What the person wants otherwise, or confirms. Parts of the brief are named by their numbers, from 1.

    `choices` are answers to assumptions: another of those offered, or the person's own words. `outcomes` are what
    must come out of examples: as it stands, which confirms it, or another. `without` are rules to take away, `rules`
    those to add. Nothing at all means that it is right as it is.
    """

    choices: Mapping[int, str] = field(default_factory=dict)
    outcomes: Mapping[int, str] = field(default_factory=dict)
    without: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()


def read_answers(data: object) -> Answers:
    """The answers in what JSON says, with numbers as the keys of an object. Raises `BadAnswers`."""
    try:
        return TypeAdapter(Answers).validate_python(data, strict=False)
    except ValidationError as problem:
        places = ", ".join(".".join(map(str, error["loc"])) or say("all of it") for error in problem.errors()[:3])
        raise BadAnswers(say("The answer can't be read: %(places)s.", places=places), FORM) from problem


def read_answers_json(text: str) -> Answers:
    """The answers in JSON. Raises `BadAnswers`."""
    try:
        return read_answers(json.loads(text))
    except ValueError as problem:
        raise BadAnswers(say("The answer is no JSON."), FORM) from problem


# Why: docs/decisions.md, "Only what the person said is confirmed, not what they let pass"
def answered(brief: Brief, answers: Answers) -> Brief:
    """`brief` as the person wants it; what they said themselves is `confirmed` in it.

    Raises `BadAnswers` where it has no such part, something is empty, or there are too many rules.
    """
    _require("assumption", answers.choices, len(brief.assumptions))
    _require("example", answers.outcomes, len(brief.examples))
    _require("rule", answers.without, len(brief.rules))
    kept = [rule for number, rule in enumerate(brief.rules, start=1) if number not in answers.without]
    added = [Rule(text, confirmed=True) for text in map(plain_text, answers.rules) if text]
    if len(kept) + len(added) > MOST:
        raise BadAnswers(
            say("A plan can have %(most)s rules at most.", most=MOST),
            say("Put some of them into one, or take some away."),
        )
    return replace(
        brief,
        rules=(*kept, *added),
        assumptions=tuple(
            _chosen(one, answers.choices[number]) if number in answers.choices else one
            for number, one in enumerate(brief.assumptions, start=1)
        ),
        examples=tuple(
            _confirmed(one, answers.outcomes[number]) if number in answers.outcomes else one
            for number, one in enumerate(brief.examples, start=1)
        ),
    )


def changes(before: Brief, after: Brief) -> tuple[str, ...]:
    """What the person changed or confirmed in a brief, as wishes in words: for who mends a program that is there."""
    return (
        *(f"No longer: {rule.rule}" for rule in before.rules if rule not in after.rules),
        *(f"Also: {rule.rule}" for rule in after.rules if rule not in before.rules),
        *(f"{one.question} {one.chosen}".strip() for one in after.assumptions if one not in before.assumptions),
        *(f"This must hold: {one.given} -> {one.expected}" for one in after.examples if one not in before.examples),
    )


def keeping_confirmed(brief: Brief, earlier: Brief, wish: str) -> Brief:
    """A brief that `wish` was made into, with the marks of what it left as the person had confirmed it in `earlier`.

    An example stays also where it isn't mentioned any more, and where it came back with another outcome that the wish
    doesn't speak of: only the person may change what they confirmed.
    """
    rules = {one.rule for one in earlier.rules if one.confirmed}
    chosen = {(one.question, one.chosen) for one in earlier.assumptions if one.confirmed}
    fixed = {(one.given, one.expected): one for one in earlier.fixed.values()}
    theirs = {given for given, _ in fixed}
    other = [one for one in brief.examples if one.given in theirs and (one.given, one.expected) not in fixed]
    wished = [one for one in other if holds(wish, one.expected)]
    replaced = {one.given for one in wished}
    return replace(
        brief,
        rules=tuple(replace(one, confirmed=one.rule in rules) for one in brief.rules),
        assumptions=tuple(replace(one, confirmed=(one.question, one.chosen) in chosen) for one in brief.assumptions),
        examples=(
            *(one for one in fixed.values() if one.given not in replaced),
            *(one for one in brief.examples if one in wished or one.given not in theirs),
        ),
    )


def holds(source: str, outcome: str) -> bool:
    """Whether a test with this source can be about `outcome`: its numbers are in it, or where it has none, its longest
    word."""
    numbers = _values(outcome)
    if numbers:
        return numbers <= _values(source)
    longest = max(re.findall(r"\w+", outcome.casefold()), key=len, default="")
    return longest in source.casefold()


def _values(text: str) -> set[str]:
    return {value for number in _NUMBER.findall(text) for value in _value(number)}


def _value(number: str) -> list[str]:
    """A number in one form, as 19.5 for 19,50 and 1000 for 1,000; of a date, as 1.03.2025, its three."""
    whole, *rest = re.sub(r"[.,](?=\d{3}(?!\d))", "", number).replace(",", ".").split(".")
    if len(rest) > 1:
        return [part.lstrip("0") or "0" for part in (whole, *rest)]
    return [".".join(part for part in (whole.lstrip("0") or "0", "".join(rest).rstrip("0")) if part)]


def _require(part: str, numbers: Iterable[int], most: int) -> None:
    for number in numbers:
        if not 1 <= number <= most:
            raise BadAnswers(
                say("The plan has no %(part)s %(number)s.", part=part, number=number),
                say("It has %(most)s; they are counted from 1.", most=most),
            )


def _chosen(one: Assumption, said: str) -> Assumption:
    text = plain_text(said)
    if not text:
        raise BadAnswers(
            say("Nothing was chosen for: %(question)s", question=one.question),
            say("Choose an answer, or leave it as it is."),
        )
    if text == one.chosen:
        return replace(one, confirmed=True)
    others = (one.chosen, *(other for other in one.others if other != text))
    shown = one.results[::-1] if text in one.others[:1] else ()
    # Where they differ, was said of the other choice.
    return Assumption(one.question, text, others, results=shown, confirmed=True)


def _confirmed(one: Example, outcome: str) -> Example:
    text = plain_text(outcome)
    if not text:
        raise BadAnswers(
            say("Nothing is to come out of: %(given)s", given=one.given),
            say("Say what must come out, or leave it as it is."),
        )
    return replace(one, expected=one.expected if text == plain_text(one.expected) else text, confirmed=True)
