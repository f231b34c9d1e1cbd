"""What a run can do without is asked only where the time left does, and what was left out is said."""

from __future__ import annotations

import pytest

from agent.conversation import Budget, Conversation
from agent.errors import NoTimeLeft
from agent.events import ModelAsked
from agent.loop import MORE_TIME
from agent.pace import CHECKS, Pace
from agent.report import fold
from agent.types import Message, Usage
from cancel import Cancel
from languages.python.language import PYTHON
from tests.agent.test_loop import ending, of, play
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.tax import OTHER, REQUEST, RIGHT, STRONG, WEAK, WRONG


def test_an_answer_takes_as_long_as_the_longest_of_its_kind_or_as_its_tokens_took() -> None:
    pace = Pace()
    assert pace.seconds_for("code", None) == 0, "before the first answer nobody knows"
    pace.add("tests", Usage(0, 1000), 200.0)
    assert (pace.seconds_for("code", None), pace.seconds_for("tests", 100)) == (200.0, 20.0)
    pace.add("code", Usage(0, 500), 50.0)
    assert (pace.seconds_for("code", None), pace.seconds_for("code", 5000)) == (50.0, 50.0)
    pace.add("brief", Usage(), 3.0)
    assert pace.seconds_for("brief", 100) == 3.0, "a service that doesn't count tokens"


@pytest.mark.parametrize(("limit", "is_asked"), [(CHECKS + 90, False), (CHECKS + 400, True)])
def test_what_would_take_longer_than_the_time_left_is_not_asked(limit: float, is_asked: bool) -> None:
    pace, model = Pace(), ScriptedModel("yes")
    pace.add("tests", Usage(0, 600), 100.0)
    with Cancel().limited(limit, "It took too long.") as token:
        asked = Conversation("tests", "a task", model, PYTHON.render, Budget(None), token, pace)
        steps = asked.ask_if_time("say yes", [Message("user", "Say yes.")], str)
        if is_asked:
            assert list(steps)
        else:
            with pytest.raises(NoTimeLeft, match="would take about 100 s, and"):
                list(steps)
    assert (len(model.asked), pace.left_out) == ((1, []) if is_asked else (0, ["say yes"]))


def test_a_run_without_time_says_what_nobody_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    only_checks(monkeypatch)
    monkeypatch.setattr("agent.conversation.CHECKS", 10_000.0)
    events = play(ScriptedModel(RIGHT, second=OTHER), ScriptedModel(WEAK), REQUEST)
    assert [one.purpose for one in of(ModelAsked, events)] == ["write the tests", "write the program"]
    assert (ending(events).status, fold(events).step) == ("unverified", "confirm")
    assert "no time to ask a model as slow as this one to do more: write another program" in ending(events).reason


def test_a_repair_that_would_take_longer_than_the_time_left_is_not_asked_and_what_there_is_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    only_checks(monkeypatch)
    monkeypatch.setattr(Pace, "seconds_for", lambda self, role, tokens: 850.0)  # of 900, of which 60 are for the checks
    events = play(ScriptedModel(WRONG, RIGHT), ScriptedModel(STRONG, "I can't say."), REQUEST)
    assert [one.purpose for one in of(ModelAsked, events)] == ["write the tests", "write the program"]
    assert (ending(events).status, ending(events).attempt) == ("failed", 1)
    assert "passes 1 of 2 tests. There was no time" in ending(events).reason
    assert "repair the program (attempt 2)" in ending(events).reason
    assert ending(events).advice == MORE_TIME
