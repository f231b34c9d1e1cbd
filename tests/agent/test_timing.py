"""How long a run takes is estimated from its answers, and its limit follows from that unless somebody gave one."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

import pytest

from agent.events import BriefReady, Event, Hurried, ModelAnswered, ModelAsked, ModelStopped, TimeEstimated
from agent.models.base import Delta, Prompt
from agent.pace import Pace
from agent.timing import LEAST_SECONDS, MOST_SECONDS, Timing, at_the_latest, first_limit, in_minutes, time_up
from agent.types import Limits, Role, Usage
from cancel import Cancel, Limited
from languages.brief import Brief
from tests.agent.test_loop import REQUEST, ending, of, play
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.tax import OTHER, WEAK, WRONG
from tests.fakes.tax import REQUEST as TAX

HURRIES = {("tests", 0): "while tests are written", ("code", 0): "while another program is written"}
SLOW = 0.2
"""Seconds a token, as on a processor alone; a graphics card in the middle takes a fifth of that."""


def answered(role: Role, tokens: int, seconds: float, thought: int = 0) -> ModelAnswered:
    return ModelAnswered(role, Usage(0, tokens + thought), seconds, cut_off=False, thought=thought)


class Clock(Limited):
    """A token whose time runs as the answers say that they took."""

    gone = 0.0

    @property
    def seconds_gone(self) -> float:
        return self.gone


def told(events: Sequence[Event], limits: Limits | None = None, hurry: bool = False) -> tuple[list[Event], float]:
    """What is told of the time of a run with these events, and the limit that it ends with."""
    limits, pace = limits or Limits(), Pace()
    token = Clock(first_limit(limits), time_up(first_limit(limits)))

    def run() -> Generator[Event, None, None]:
        for event in events:
            if isinstance(event, ModelAnswered):
                token.gone += event.seconds
                pace.add(event.role, event.usage, event.seconds, event.thought)
            yield event
            if hurry:
                token.hurry()

    with token.running():
        found = [event for event in Timing(token, limits, pace).of(run()) if event not in events]
    return found, token.seconds


def test_after_the_first_answer_it_is_known_how_long_a_slow_run_takes_and_may() -> None:
    (one,), limit = told([ModelAsked("brief", "m", "plan", ""), answered("brief", 1000, 1000 * SLOW)])
    assert isinstance(one, TimeEstimated)
    assert in_minutes(one.left) == "About 25 minutes left."
    assert (limit, at_the_latest(one.limit)) == (3660, "It ends after 61 minutes at the latest.")


def test_a_fast_run_is_told_nothing_and_has_its_quarter_of_an_hour() -> None:
    assert told([answered("brief", 1000, 5.0), answered("tests", 3000, 15.0)]) == ([], LEAST_SECONDS)
    assert told([ModelAsked("brief", "m", "plan", "")]) == ([], MOST_SECONDS), "nothing is known yet"
    assert told([answered("brief", 0, 500.0)]) == ([], MOST_SECONDS), "the service counts no tokens"


def test_the_limit_that_somebody_gave_stays_and_ours_is_never_longer_than_two_hours() -> None:
    (one,), limit = told([answered("brief", 1000, 1000 * SLOW)], Limits(seconds=600))
    assert isinstance(one, TimeEstimated)
    assert limit == one.limit == 600
    assert told([answered("brief", 1000, 5000.0)])[1] == MOST_SECONDS


def test_ours_grows_where_later_answers_are_slower_and_never_becomes_shorter() -> None:
    fast, slow = answered("brief", 1000, 100.0), answered("code", 1000, 400.0)
    assert told([fast])[1] < told([fast, slow])[1]
    assert told([slow, fast])[1] == told([slow])[1]


def test_thinking_takes_time_from_all_that_is_written() -> None:
    assert told([answered("brief", 1000, 200.0)]) == told([answered("brief", 1000, 200.0, thought=9000)])


def test_an_estimate_becomes_less_with_each_answer_and_more_only_where_that_is_honest() -> None:
    run: list[Event] = [answered("brief", 1000, 200.0), answered("tests", 2700, 540.0), answered("code", 2600, 520.0)]
    assert len(told(run)[0]) == 1, "it goes as was told"
    assert len(told([*run, answered("review", 600, 200.0)])[0]) == 1, "a little slower is no news"
    *_, quicker = told([*run, answered("code", 1700, 60.0)])[0]
    assert isinstance(quicker, TimeEstimated)
    assert quicker.left < 100
    repair = ModelAsked("code", "m", "repair", "", attempt=2)
    *_, longer = told([*run, answered("code", 1700, 340.0), repair])[0]
    assert isinstance(longer, TimeEstimated)
    assert longer.left > 520, "a repair takes as long as a program did"


def test_in_a_hurry_less_is_left() -> None:
    plain, _ = told([answered("brief", 1000, 200.0), BriefReady(Brief("function"))])
    hurried, _ = told([answered("brief", 1000, 200.0), BriefReady(Brief("function"))], hurry=True)
    assert [type(event) for event in hurried] == [TimeEstimated, Hurried, TimeEstimated]
    assert isinstance(plain[-1], TimeEstimated)
    assert isinstance(hurried[-1], TimeEstimated)
    assert hurried[-1].left < plain[-1].left


def test_nobody_knows_to_the_minute_what_takes_longer_than_ten() -> None:
    assert [in_minutes(60.0 * minutes) for minutes in (0.5, 7.2, 11, 23)] == [
        "About 1 minute left.",
        "About 8 minutes left.",
        "About 15 minutes left.",
        "About 25 minutes left.",
    ]
    assert in_minutes(-1.0) == "It takes longer than estimated."


@pytest.mark.parametrize("asked", ["before", "while tests are written", "while another program is written"])
def test_a_quick_run_asks_for_plan_tests_program_and_repairs_alone_and_says_so(
    monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    only_checks(monkeypatch)
    request = replace(TAX, limits=Limits(quick=asked == "before"))
    given = Cancel()

    class Hurrying(ScriptedModel):
        def stream(self, prompt: Prompt, cancel: Cancel) -> Iterator[Delta]:
            for delta in super().stream(prompt, cancel):
                yield delta
                if asked == HURRIES.get((prompt.role, prompt.attempt)):
                    given.hurry()

    events = play(Hurrying(WRONG, second=OTHER), Hurrying(WEAK), request, given)
    stopped = asked == "while another program is written"
    purposes = [str(one.purpose) for one in of(ModelAsked, events)]
    more = ["write another program, to compare"] if stopped else []
    assert purposes == ["write the tests", "write the program", *more]
    assert len(of(ModelStopped, events)) == len(more), "what is written then isn't waited for"
    assert [one.usage.output_tokens > 0 for one in of(ModelStopped, events)] == [True for _ in more], "it isn't free"
    assert (ending(events).status, ending(events).step) == ("unverified", "confirm")
    assert "to finish quickly, so the model wasn't asked to do more: write another program" in ending(events).reason
    assert "no time" not in ending(events).reason
    assert len(of(Hurried, events)) == 1


def test_a_quick_run_repairs_what_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)
    wrong = "```python\ndef double(number):\n    return number + 1\n```"
    right = "```python\ndef double(number):\n    return number * 2\n```"
    events = play(ScriptedModel(wrong, right), request=replace(REQUEST, limits=Limits(quick=True)))
    assert [one.purpose for one in of(ModelAsked, events)][1:] == [
        "write the program",
        "repair the program (attempt 2)",
    ]
    assert ending(events).attempt == 2
