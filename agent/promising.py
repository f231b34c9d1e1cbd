"""Whether a plan that a model made promises anything that was asked for: else its tests say nothing of that either."""

from __future__ import annotations

from agent.types import Request
from languages.base import Language
from languages.brief import Brief, Rule
from languages.task_words import has_content, in_one_language, says_little, shares_words


# Why: docs/decisions.md, "A rule without a word of the request counts as none"
def promises_nothing(brief: Brief | None, request: Request, language: Language) -> bool:
    """Whether none of its rules and examples has a word of the request in it. What the person wrote, gave or confirmed
    always counts, as does a task that is a specification. A plan of functions may do without rules: they are tested
    by what they are called."""
    if brief is None or request.brief or language.specified(request.task):
        return False
    if brief.kind == "function" and not brief.rules:
        return False
    said = said_by(request)
    return not brief.examples and not any(_counts(rule, brief, said) for rule in brief.rules)


def not_promised(brief: Brief | None, request: Request) -> tuple[str, ...]:
    """What was asked for and the plan leaves out, as long as the person hasn't seen and changed or confirmed it.

    A model that names a limit which nobody spoke of is honest, and leaves out nothing.
    """
    if brief is None or request.brief or any(rule.confirmed for rule in brief.rules):
        return ()
    return brief.unmet(said_by(request))


def said_by(request: Request) -> str:
    """All that the person said of the program, in one text."""
    return "\n".join((request.task, *(request.earlier.changes if request.earlier else ())))


def _counts(rule: Rule, brief: Brief, said: str) -> bool:
    """A plan in another language than the request has none of its words: there, the words that it quotes count."""
    if rule.confirmed or shares_words(rule.rule, said):
        return True
    if says_little(said) and has_content(rule.rule):  # "Hangman, please": a plan of it has words of its own
        return True
    plan = "\n".join((brief.start, *(one.rule for one in brief.rules)))
    return bool(rule.words) and not in_one_language(plan, said) and shares_words(rule.words, said)
