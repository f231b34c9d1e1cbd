"""The words that a plan prescribes. How a program puts all else is its own affair, and no planted mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator

from languages.brief import Brief
from languages.types import Suite

QUOTED = re.compile("[\"'`\u201c\u201e\u00ab\u00bb\u2018](.+?)[\"'`\u201c\u201d\u00ab\u00bb\u2019]")


def fixed_words(brief: Brief | None) -> str:
    """What stands between quotes in a plan's rules and decisions, and all that its examples expect, line by line."""
    return "\n".join(_fixed(brief)) if brief else ""


def _fixed(brief: Brief) -> Iterator[str]:
    said = [text for rule in brief.rules for text in (rule.rule, rule.words)]
    said += [text for one in brief.assumptions for text in (one.chosen, one.example)]
    said += [example.words for example in brief.examples]
    for text in said:
        yield from QUOTED.findall(text)
    yield from (example.expected for example in brief.examples)


def worded(suite: Suite, brief: Brief | None) -> str:
    """What fixes in which messages mistakes are planted, which have the same names only where all jobs are told it."""
    return f"{suite.source}\n{fixed_words(brief)}"


def said(brief: Brief | None) -> str:
    """All that rules and examples say, in a plan's words and in the task's."""
    if brief is None:
        return ""
    rules = [f"{rule.rule}\n{rule.words}" for rule in brief.rules]
    return "\n".join([*rules, *(f"{example.expected}\n{example.words}" for example in brief.examples)])


def spoken(suite: Suite, brief: Brief | None) -> str | None:
    """All the words of a plan and of the tests; None where each counts, as in what functions give."""
    return f"{_everything(brief)}\n{suite.source}" if brief and brief.kind != "function" else None


def _everything(brief: Brief) -> str:
    texts = [brief.start, *brief.interface, *(part for rule in brief.rules for part in (rule.rule, rule.words))]
    for one in brief.assumptions:
        texts += [one.question, one.chosen, *one.others, one.example]
    for example in brief.examples:
        texts += [example.given, example.expected, example.words]
    return "\n".join(texts)
