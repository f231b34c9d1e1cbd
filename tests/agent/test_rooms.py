"""Rooms for what decides: one is there before it is asked for, each is used once, and none outlives its use."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing

import pytest

from agent.rooms import Rooms, Turns
from cancel import Cancel
from errors import Cancelled
from sandbox.base import Job, Sandbox
from sandbox.errors import SandboxError
from sandbox.registry import open_sandbox
from tests.fakes.specs import PYTHON
from tests.fakes.waiting import SECONDS, until

HELLO = Job({}, ("python", "-c", "print(1)"))


class Watched:
    """Opens rooms like a sandbox, once it may, and knows those that it has opened."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.may_open, self.rooms = threading.Event(), list[Sandbox]()
        self._sandbox, self.name, self.isolation = sandbox, sandbox.name, sandbox.isolation
        self.run, self.close = sandbox.run, sandbox.close
        self.may_open.set()

    def another(self) -> Sandbox:
        self.may_open.wait()
        self.rooms.append(self._sandbox.another())
        return self.rooms[-1]


@pytest.fixture
def watched() -> Iterator[Watched]:
    with closing(open_sandbox(PYTHON, "process", None, print)) as sandbox:
        yield Watched(sandbox)


def rooms_of(sandbox: Sandbox) -> Rooms:
    opened: Future[Sandbox] = Future()
    opened.set_result(sandbox)
    return Rooms(opened)


def is_closed(sandbox: Sandbox) -> bool:
    try:
        sandbox.run(HELLO, Cancel())
    except SandboxError:
        return True
    return False


def test_the_first_room_is_ready_before_it_is_asked_for_and_each_is_used_once(watched: Watched) -> None:
    rooms = rooms_of(watched)
    until(lambda: watched.rooms, "the first is there")
    with rooms.room(Cancel()) as first, rooms.room(Cancel()) as second:
        assert [first, second] == watched.rooms
        assert first.run(HELLO, Cancel()).stdout == second.run(HELLO, Cancel()).stdout == "1\n"
    until(lambda: all(map(is_closed, watched.rooms)), "both are closed")
    assert not is_closed(watched)


def test_who_is_stopped_waits_for_no_room_and_it_is_closed_once_it_is_open(watched: Watched) -> None:
    cancel = Cancel()
    watched.may_open.clear()
    threading.Timer(0.1, cancel.cancel, ["You stopped it."]).start()
    with pytest.raises(Cancelled), rooms_of(watched).room(cancel):
        pass
    watched.may_open.set()
    until(lambda: watched.rooms and is_closed(watched.rooms[0]), "it is closed")


def test_a_room_that_cannot_be_opened_says_why(watched: Watched) -> None:
    watched.close()
    with pytest.raises(SandboxError, match="closed"), rooms_of(watched).room(Cancel()):
        pass


def test_the_others_wait_until_the_first_has_left_its_room() -> None:
    turns, came = Turns({"other": "judge"}, {"judge", "other"}), threading.Event()

    def other() -> None:
        turns.wait("other", Cancel())
        came.set()

    waiting = threading.Thread(target=other)
    waiting.start()
    turns.wait("judge", Cancel())
    turns.end("other")
    assert not came.wait(0.3)
    turns.end("judge")
    waiting.join(SECONDS)
    assert came.is_set()


def test_nobody_waits_where_nobody_goes_first_and_who_is_stopped_waits_no_longer() -> None:
    Turns({"other": "judge"}, {"other"}).wait("other", Cancel())
    Turns({}, {"judge", "other"}).wait("other", Cancel())
    stopped = Cancel()
    stopped.cancel("You stopped it.")
    with pytest.raises(Cancelled):
        Turns({"other": "judge"}, {"judge", "other"}).wait("other", stopped)
