"""What the log says of tests, programs and checks, and of the moves by which a run comes to them."""

from __future__ import annotations

from agent import events as ev
from agent.types import TestChange
from languages.registry import title_of
from languages.types import CheckReport, Finding
from message import joined, say, say_count
from translation import here
from ui.telling.entry import Entry, Fold, Tone
from wording import error_line

FAILURES_SHOWN = 5
TONES: dict[str, Tone] = {"passed": "good", "failed": "bad", "not_checked": "unsure", "error": "unsure"}
DISPUTED = say("Tests that are in dispute stay as they are")
MORE_INPUTS = say("What tells planted mistakes apart was looked at again")


def tests_entry(seq: int, seconds: float, event: ev.TestsReady | ev.TestsChanged) -> Entry:
    listing = "\n".join(test.description or test.name for test in event.suite.tests)
    folds = (Fold(say("What they check"), listing), Fold(say("Their code"), event.suite.source))
    match event:
        case ev.TestsReady(suite):
            out = tuple(
                say("%(name)s was left out: %(reason)s", name=test.name, reason=test.reason) for test in suite.dropped
            )
            return Entry(
                seq,
                seconds,
                "good",
                say_count("%(count)s test written", "%(count)s tests written", len(suite.tests)),
                out,
                folds,
            )
        case ev.TestsChanged(_, changes):
            title = (
                say_count("%(count)s test looked at again", "%(count)s tests looked at again", len(changes))
                if changes
                else MORE_INPUTS
            )
            if changes and all(one.what == "passed_over" for one in changes):
                title = DISPUTED
            lines = tuple(joined(" ", (_changed(one), one.question)) for one in changes)
            return Entry(seq, seconds, "unsure", title, lines, folds)


def _changed(one: TestChange) -> str:
    match one.what:
        case "added":
            return say("%(name)s was added: %(reason)s", name=one.name, reason=one.reason)
        case "confirmed":
            return say("%(name)s was confirmed: %(reason)s", name=one.name, reason=one.reason)
        case "kept":
            return say("%(name)s was kept: %(reason)s", name=one.name, reason=one.reason)
        case "replaced":
            return say("%(name)s was replaced: %(reason)s", name=one.name, reason=one.reason)
        case "dropped":
            return say("%(name)s was left out: %(reason)s", name=one.name, reason=one.reason)
        case "tried":
            return say("%(name)s was tried: %(reason)s", name=one.name, reason=one.reason)
        case "withdrawn":
            return say("%(name)s was taken back: %(reason)s", name=one.name, reason=one.reason)
        case "passed_over":
            return say("%(name)s was disputed: %(reason)s", name=one.name, reason=one.reason)


def work_entry(
    seq: int,
    seconds: float,
    event: ev.MoveMade | ev.CodeReady | ev.TestsRan | ev.CheckFinished | ev.Stuck | ev.StartsShown,
) -> Entry:
    match event:
        case ev.MoveMade():
            return _move_entry(seq, seconds, event)
        case ev.CheckFinished(report):
            return _check_entry(seq, seconds, report)
        case ev.CodeReady(attempt, candidate):
            code = candidate.source
            title = say_count(
                "Attempt %(attempt)s: a program of %(count)s line",
                "Attempt %(attempt)s: a program of %(count)s lines",
                len(code.splitlines()),
                attempt=attempt,
            )
            return Entry(seq, seconds, "plain", title, folds=(Fold(say("The program"), code),))
        case ev.TestsRan():
            return _attempt_entry(seq, seconds, event)
        case ev.Stuck(_, reason):
            return Entry(
                seq,
                seconds,
                "unsure",
                say("Going round in circles (%(reason)s): another approach is tried", reason=reason),
            )
        case ev.StartsShown(_, starts):
            return Entry(
                seq,
                seconds,
                "plain",
                say_count(
                    "%(count)s start looked at for its results",
                    "%(count)s starts looked at for their results",
                    len(starts),
                ),
            )


def _move_entry(seq: int, seconds: float, event: ev.MoveMade) -> Entry:
    title = say("Next: %(does)s", does=event.does)
    why = say("Why now: %(where)s", where=event.where)
    passed = "\n".join(f"- {here().text(where)}" for where in event.passed)
    folds = (Fold(say("Looked at first, and not the case"), passed),) if passed else ()
    return Entry(seq, seconds, "plain", title, (why,), folds)


def _attempt_entry(seq: int, seconds: float, ran: ev.TestsRan) -> Entry:
    if ran.problem:
        title = say("Attempt %(attempt)s: the tests gave no result", attempt=ran.attempt)
        return Entry(
            seq, seconds, "bad", title, (error_line(ran.problem),), (Fold(say("What was printed"), ran.problem),)
        )
    failing = [result for result in ran.results if result.outcome != "passed"]
    passing = [result.name for result in ran.results if result.outcome == "passed"]
    lines = [f"✗ {result.name}: {error_line(result.message)}" for result in failing[:FAILURES_SHOWN]]
    more = len(failing) - FAILURES_SHOWN
    lines += [say_count("… and %(count)s more failure", "… and %(count)s more failures", more)] if more > 0 else []
    output = "\n\n".join(f"{result.name}\n{result.message}" for result in failing)
    folds = (
        [Fold(say_count("The %(count)s failure in full", "The %(count)s failures in full", len(failing)), output)]
        if failing
        else []
    )
    folds += (
        [Fold(say_count("%(count)s test passed", "%(count)s tests passed", len(passing)), "\n".join(passing))]
        if passing
        else []
    )
    title = say_count(
        "Attempt %(attempt)s: %(passing)s of %(count)s test pass",
        "Attempt %(attempt)s: %(passing)s of %(count)s tests pass",
        len(ran.results),
        attempt=ran.attempt,
        passing=len(passing),
    )
    return Entry(seq, seconds, "bad" if failing else "good", title, tuple(lines), tuple(folds))


def _check_entry(seq: int, seconds: float, report: CheckReport) -> Entry:
    words = {"not_checked": say("NOT CHECKED."), "error": say("NOT CHECKED, the tool broke.")}
    said = joined(" ", (words.get(report.status, ""), report.summary))
    title = say("%(check)s: %(said)s", check=title_of(report.name), said=said)
    found = "\n\n".join(map(_finding_text, report.findings))
    folds = (Fold(say_count("%(count)s finding", "%(count)s findings", len(report.findings)), found),) if found else ()
    return Entry(seq, seconds, TONES[report.status], title, folds=folds)


def _finding_text(finding: Finding) -> str:
    text = here().text
    where = f" ({here().gettext('line %(line)s', line=str(finding.line))})" if finding.line else ""
    return f"{finding.rule}{where}: {text(finding.message)}\n{finding.detail}".rstrip()
