"""What a page's scripts do is noticed by the tests, or isn't: told by mistakes in the scripts.

They stand in texts of the program, in which mutmut plants none. Deleting what is done, and negating conditions, are the
changes of which fewest mean the same: see Jia and Harman,
"An Analysis and Survey of the Development of Mutation Testing", 2011.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence

from languages.checks import CheckContext
from languages.python.checks.confirming import passing
from languages.python.checks.fixed_words import said
from languages.python.runner.mutation.even_sample import order
from languages.types import Candidate, Finding, Suite
from message import say, say_count

PAGES = re.compile(r"<script\b|\bon(?:click|change|input|keyup|load|submit)\s*=\s*\\?[\"']", re.IGNORECASE)
SCRIPT = re.compile(r"\bdocument\.|\baddEventListener\b|=>|\bfunction\b")
OFF = say("No test notices when no script of the page runs")
MOST = 12
ENOUGH = 2 / 3
TEXTS = ("STRING", "FSTRING_MIDDLE")
SHOWN = r"textContent|innerText|innerHTML|value|hidden|checked|disabled|style\.display"
CHANGES = (
    (rf"\.({SHOWN})(\s*)=(?!=)", r".dataset.off\2="),
    (r"\.classList\.(add|remove|toggle)\(", ".classList.contains("),
    (r"\baddEventListener\(", "removeEventListener("),
    (r"(?<![=!<>])(={2,3})(?!=)", "!="),
    (r"!={1,2}", "=="),
    (r"(?<= )<(?= )", ">="),
    (r"(?<= )>(?= )", "<="),
    (r"\.includes\(", ".startsWith("),
    (r"\.to(Lower|Upper)Case\(\)", ""),
)
"""What a script does is left out, or done the other way round. Nothing is changed that might as well be otherwise."""
TEXT = r"""(?P<{0}_quote>["'`])(?P<{0}>(?:(?!(?P={0}_quote))[^$\\\n])+)(?P={0}_quote)"""
WORDING = re.compile(rf"\s*(?:\w+\s*\?\s*)?{TEXT.format('one')}(?:\s*:\s*{TEXT.format('other')})?\s*(?:[;}}\n]|$)")
"""What stands behind a `=` where words are shown, of which one is chosen at most."""


def unnoticed(
    candidate: Candidate, suite: Suite, context: CheckContext, known: Sequence[Finding] | None = None
) -> tuple[str, tuple[Finding, ...]]:
    """Why the tests don't show what the scripts of a page do, and each mistake that no test noticed; empty where they
    do, or there are none. Where tests were only added since, `known` is what none noticed then.

    Raises `Cancelled` and `SandboxError`.
    """
    if not PAGES.search(candidate.source):
        return "", ()
    found = list(_mistakes(candidate.source, said(context.brief)))
    chosen = [found[number] for number in order(len(found))[:MOST]]
    programs = {OFF: _without_scripts(candidate.source), **dict(chosen)}
    if known is not None:
        before = {finding.message for finding in known}
        programs = {words: program for words, program in programs.items() if words in before}
    passed = passing(candidate, programs, suite, context)
    findings = tuple(Finding(say("not noticed"), words, "medium") for words in programs if words in passed)
    if OFF in passed:
        return say("The page has scripts, and no test notices when they don't run"), findings
    if len(findings) > (1 - ENOUGH) * len(chosen):
        return say_count(
            "Of %(count)s mistake in the scripts of its page tests notice %(noticed)s",
            "Of %(count)s mistakes in the scripts of its page tests notice %(noticed)s",
            len(chosen),
            noticed=len(chosen) - len(findings),
        ), findings
    return "", findings


def _without_scripts(source: str) -> str:
    """The same program, but that for a browser all scripts in its pages are data."""
    return PAGES.sub(lambda found: f"{found[0]} type=off" if found[0][0] == "<" else f"data-{found[0]}", source)


def _mistakes(source: str, prescribed: str) -> Iterator[tuple[str, str]]:
    """Each change in a script: what it is, and the program with it. None where words are shown that nobody
    `prescribed`: tests can't know them."""
    for begin, end in _scripts(source):
        found = (
            (match, match.expand(new)) for old, new in CHANGES for match in re.compile(old).finditer(source, begin, end)
        )
        for match, new in sorted(found, key=lambda one: one[0].start()):
            if match[0].endswith("=") and _is_wording(source, match.end(), prescribed):
                continue
            changed = source[: match.start()] + new + source[match.end() :]
            number = source.count("\n", 0, match.start()) + 1
            before, after = (text.splitlines()[number - 1].strip()[:200] for text in (source, changed))
            yield (
                say(
                    "No test notices `%(after)s` in line %(number)s, instead of `%(before)s`",
                    after=after,
                    number=number,
                    before=before,
                ),
                changed,
            )


def _is_wording(source: str, place: int, prescribed: str) -> bool:
    if shown := WORDING.match(source, place):
        return not any(words and words in prescribed for words in shown.group("one", "other"))
    return False


def _scripts(source: str) -> Iterator[tuple[int, int]]:
    """Where scripts stand in the texts of the program, as offsets."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if tokenize.tok_name[token.type] not in TEXTS:
            continue
        begin, end = (starts[row - 1] + column for row, column in (token.start, token.end))
        parts = [found.span() for found in re.finditer(r"<script\b.*?(?:</script>|\Z)", source[begin:end], re.DOTALL)]
        if parts:
            yield from ((begin + first, begin + last) for first, last in parts)
        elif SCRIPT.search(source, begin, end):
            yield begin, end
