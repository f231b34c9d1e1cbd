from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace

import pytest

from cancel import Cancel
from engines.standby import Standby
from sandbox.base import Job, JobResult, Sandbox, SandboxSpec
from sandbox.errors import SandboxUnavailable
from sandbox.registry import open_sandbox
from tests.fakes.quick_runs import Shared
from tests.fakes.specs import PYTHON
from tests.fakes.waiting import until


@dataclass
class Counted:
    """A sandbox that knows whether it was closed."""

    inner: Sandbox
    closed: threading.Event = field(default_factory=threading.Event)
    name: str = "process"
    isolation: str = "None."

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None = None) -> JobResult:
        return self.inner.run(job, cancel, on_output)

    def another(self) -> Sandbox:
        return self.inner.another()

    def close(self) -> None:
        self.inner.close()
        self.closed.set()


@dataclass
class Opener:
    """Opens plain processes and keeps a list of them; refuses while `refuses` is set.

    All of them are `shared` but those with files of their own, for to open one takes long.
    """

    shared: Sandbox
    opened: list[Counted] = field(default_factory=list)
    refuses: bool = False

    def __call__(self, spec: SandboxSpec, announce: Callable[[str], None]) -> Sandbox:
        if self.refuses:
            raise SandboxUnavailable("There is none.", "Install one.")
        inner = open_sandbox(spec, "process", None, announce) if spec.files else Shared(self.shared)
        self.opened.append(Counted(inner))
        return self.opened[-1]


@pytest.fixture(scope="module")
def shared() -> Iterator[Sandbox]:
    with closing(open_sandbox(PYTHON, "process", None, print)) as sandbox:
        yield sandbox


@pytest.fixture
def opener(shared: Sandbox) -> Iterator[Opener]:
    held = Opener(shared)
    yield held
    for sandbox in held.opened:
        sandbox.close()


def prepared(standby: Standby, opener: Opener) -> Counted:
    """The sandbox that `standby` has got ready after the first one."""
    standby.take(PYTHON, print).close()
    standby.prepare(PYTHON)
    until(lambda: standby._ready, "it is ready")
    return opener.opened[-1]


def test_one_is_kept_ready_and_given_out_once(opener: Opener) -> None:
    standby = Standby(opener)
    ready = prepared(standby, opener)
    standby.prepare(PYTHON)
    standby.prepare(PYTHON)
    until(lambda: not preparing(), "nothing is being prepared")
    assert len(opener.opened) == 2
    assert standby.take(PYTHON, print) is ready
    assert ready.run(Job({}, ("python", "-c", "print(1)")), Cancel()).stdout == "1\n"
    assert standby.take(PYTHON, print) is not ready
    assert len(opener.opened) == 3


def test_what_is_ready_for_something_else_is_not_given_out(opener: Opener) -> None:
    standby = Standby(opener)
    ready = prepared(standby, opener)
    with_files = replace(PYTHON, files={"data.csv": b"1,2"})
    other = standby.take(with_files, print)
    assert other is not ready
    assert other.run(Job({}, ("cat", "data.csv")), Cancel()).stdout == "1,2"
    standby.prepare(with_files)
    assert ready.closed.wait(10)
    until(lambda: standby._ready, "the other is ready")
    assert standby.take(replace(PYTHON, files={"data.csv": b"1,2"}), print) is opener.opened[-1]
    assert len(opener.opened) == 4


def preparing() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "standby"]


def test_it_is_closed_with_the_app_and_none_comes_after_it(opener: Opener) -> None:
    standby = Standby(opener)
    ready = prepared(standby, opener)
    standby.close()
    assert ready.closed.is_set()
    standby.prepare(PYTHON)
    until(lambda: not preparing(), "nothing is being prepared")
    assert all(sandbox.closed.is_set() for sandbox in opener.opened)


def test_one_that_nobody_needs_is_given_up_after_a_while(opener: Opener) -> None:
    standby = Standby(opener, idle_seconds=0.05)
    assert prepared(standby, opener).closed.wait(30)
    assert standby.take(PYTHON, print) is opener.opened[2]


def test_one_that_was_taken_is_not_given_up(opener: Opener) -> None:
    standby = Standby(opener, idle_seconds=0.5)
    ready = prepared(standby, opener)
    assert standby.take(PYTHON, print) is ready
    assert not ready.closed.wait(1.0)


def test_where_none_can_be_opened_none_is_prepared_and_asking_says_why(opener: Opener) -> None:
    opener.refuses = True
    standby = Standby(opener)
    with pytest.raises(SandboxUnavailable):
        standby.take(PYTHON, print)
    standby.prepare(PYTHON)
    assert not preparing()
    opener.refuses = False
    standby.take(PYTHON, print)
    opener.refuses = True
    standby.prepare(PYTHON)
    until(lambda: not preparing(), "it has been tried")
    with pytest.raises(SandboxUnavailable):
        standby.take(PYTHON, print)
