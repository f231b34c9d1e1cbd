"""How failing tests came to their values: they are run once more, and the program is watched as it goes."""

from __future__ import annotations

from collections.abc import Collection, Generator

from agent.attempts import Attempt
from agent.events import Event
from agent.feedback import NO_LOOKS, SHOWN, Looks, by_cause
from agent.search.bench import Search


def look_into(search: Search, attempt: Attempt, unseen: Collection[str]) -> Generator[Event, None, Looks]:
    """What was seen of the first tests that `attempt` fails, but for the `unseen`, whose values nobody is told.

    Nothing where the program could not be tested. Raises as `RunSandbox.run`.
    """
    tracing, verdicts = search.language.tracing, attempt.verdicts
    told = [group[0].name for group in by_cause(verdicts.failures, search.language.cause, unseen)[:SHOWN]]
    names = [name for name in told if name not in unseen]
    if tracing is None or verdicts.problem or not names:
        return NO_LOOKS
    result = yield from search.sandbox.run(tracing.job(attempt.candidate, search.suite, names))
    others = [one for one in search.attempts if one.number != attempt.number]
    failed = {failure.name for one in others for failure in one.verdicts.failures if not one.verdicts.problem}
    return Looks(tracing.read(result), failed)
