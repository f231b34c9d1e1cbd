"""A program is started, read and typed to, with real sandboxes."""

from __future__ import annotations

import re
from functools import partial

import pytest

from engines import conversations
from engines.conversations import Conversations, Talk
from engines.sandboxes import Sandboxes
from engines.tryout import Tryout
from languages.outcome import Said
from languages.python.candidates import program
from languages.registry import LANGUAGES
from settings import Settings
from tests.fakes.waiting import until as wait_until

ASKS = """
import pathlib, sys
print("Hello, " + input("Who? ") + "!")
for line in sys.stdin:
    print("heard", line.strip())
pathlib.Path("said.txt").write_text("all")
"""


@pytest.fixture(params=[pytest.param("docker", marks=pytest.mark.docker), "process"])
def work(request: pytest.FixtureRequest) -> conversations.Work:
    sandboxes = Sandboxes(Settings.model_validate({"ASSAY_SANDBOX": request.param}))
    return partial(Tryout(LANGUAGES["python"], program(ASKS), sandboxes).talk, {}, [])


def until(talks: Conversations, name: str, shown: str) -> Talk:
    """How far it is once it has shown this."""
    wait_until(lambda: re.search(shown, said(talks, name).shown), f"it shows {shown}")
    return said(talks, name)


def ended(talks: Conversations, name: str) -> Talk:
    """What came of it."""
    wait_until(lambda: said(talks, name).over, "it is over")
    return said(talks, name)


def said(talks: Conversations, name: str) -> Talk:
    talk = talks.talk(name)
    assert talk
    return talk


def test_each_answer_is_given_where_it_is_asked_for(work: conversations.Work) -> None:
    talks = Conversations()
    name = talks.start(work)
    assert not until(talks, name, r"Who\? $").over
    talks.type(name, "Ada")
    until(talks, name, "Hello, Ada!")
    talks.type(name, "<b>")
    until(talks, name, "heard <b>")
    talks.finish(name)
    result = ended(talks, name).result
    assert result
    assert result.problem == ""
    assert result.files == {"said.txt": b"all"}
    assert Said("Ada", typed=True) in result.outcome.starts[0].said
    talks.close()


def test_it_is_stopped_by_the_person_by_others_and_by_nobody_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    sandboxes = Sandboxes(Settings.model_validate({"ASSAY_SANDBOX": "process"}))
    work = partial(Tryout(LANGUAGES["python"], program(ASKS), sandboxes).talk, {}, [])
    talks = Conversations()
    first, *_ = names = [talks.start(work) for _ in range(conversations.MOST)]
    talks.stop(names[1])
    assert "You stopped it." in str(ended(talks, names[1]).problem)
    talks.start(work)
    assert talks.talk(first) is None
    monkeypatch.setattr(conversations, "UNSEEN_SECONDS", -1.0)
    monkeypatch.setattr(conversations, "LOOKS_EVERY", 0.01)
    unseen = talks.start(work)
    assert "Nobody looked" in str(ended(talks, unseen).problem)
    talks.type("never-was", "x")
    talks.close()
