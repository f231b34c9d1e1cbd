"""Real runs with real containers in this process, to which something happens at a chosen moment."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import docker.errors
import psutil
from docker import DockerClient
from docker.models.containers import Container

from agent.events import CheckFinished, CheckStarted, CodeReady, Event, ModelAsked, RunFinished, RunStarted, TestsRan
from agent.types import Limits, Request
from engines.assembly import open_engine
from engines.base import Engine
from engines.sandboxes import Sandboxes
from languages.types import CheckReport
from sandbox.docker import OWNER_LABEL
from sandbox.owner import Owner
from settings import Settings
from storage.store import Store
from tests.fakes.ollama_server import OllamaServer
from tests.fakes.scripted_model import fenced
from tests.fakes.waiting import until

Moment = Literal["starting", "writing", "testing", "tested", "checking"]

FIRST_USER = 20000
"""Jobs in a container have user ids from here on."""

RUN_SECONDS = 120.0
SOON = RUN_SECONDS / 2
"""Long before the limit of a run that hangs, however busy the machine is."""

TASK = "Write double(number), which gives twice the number."
REQUEST = Request(TASK, "ollama:tiny", "ollama:tiny", limits=Limits(attempts=1, seconds=RUN_SECONDS))
TESTS = fenced('''from solution import double


def test_two():
    """Twice two is four."""
    assert double(2) == 4
''')
PROGRAM = fenced("def double(number):\n    return number * 2")
SLOW = fenced("import time\n\n\ndef double(number):\n    time.sleep(0.5)\n    return number * 2")
ENDLESS = fenced("import time\n\n\ndef double(number):\n    time.sleep(3600)")


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a run. `after` is how many seconds it went on once something had happened to it."""

    run_id: str
    events: list[Event]
    after: float

    @property
    def finished(self) -> RunFinished:
        last = self.events[-1]
        assert isinstance(last, RunFinished)
        return last

    @property
    def checks(self) -> list[CheckReport]:
        """What the checks reported."""
        return [event.report for event in self.events if isinstance(event, CheckFinished)]

    @property
    def tests_passed(self) -> bool:
        """Whether the program was tested with its tests and passed."""
        ran = [event for event in self.events if isinstance(event, TestsRan)]
        return bool(ran) and all(result.outcome == "passed" for result in ran[-1].results)

    @property
    def said(self) -> str:
        """What the user reads at the end."""
        return f"{self.finished.reason} {self.finished.advice}".strip()


@dataclass(slots=True)
class Author:
    """A model that writes tests, and then `program`, for which it waits until `goes_on` is set."""

    program: str = PROGRAM
    goes_on: threading.Event = field(default_factory=threading.Event)

    def reply(self, request: dict[str, Any]) -> str:
        if "def test_two" not in str(request["messages"][1:]):
            return TESTS
        self.goes_on.wait(RUN_SECONDS)
        return self.program


class Stage:
    """An app in this process, with its history in `home`, that uses the container engine at `docker_host`."""

    def __init__(self, home: Path, docker_host: str | None, author: Author, ollama: str) -> None:
        self.author = author
        names = {"ASSAY_HOME": home, "DOCKER_HOST": docker_host, "ASSAY_SANDBOX": "docker", "OLLAMA_HOST": ollama}
        settings = Settings.model_validate(names)
        self.engine: Engine
        self.store: Store
        self.engine, self.store = open_engine(settings, Sandboxes(settings))

    def play(
        self,
        program: str,
        moment: Moment | None = None,
        happens: Callable[[str], None] = lambda run_id: None,
        stop_at: Moment | None = None,
    ) -> Played:
        """Make a run whose model writes `program`; when `moment` has come, something `happens` to the run of an id."""
        self.author.program = program
        self.author.goes_on.clear()
        if moment != "writing":
            self.author.goes_on.set()
        run_id = self.engine.start(
            Request(TASK, "ollama:tiny", "ollama:tiny", limits=Limits(attempts=1, seconds=RUN_SECONDS))
        )
        events: list[Event] = []
        happened = time.monotonic()
        for stored in self.engine.follow(run_id):
            events.append(stored.event)
            if moment is not None and has_come(moment, stored.event):
                happens(run_id)
                self.author.goes_on.set()
                happened, moment = time.monotonic(), None
            if stop_at is not None and has_come(stop_at, stored.event):
                self.engine.cancel(run_id)
        assert moment is None, f"the run never came to {moment}: {events[-1]}"
        return Played(run_id, events, time.monotonic() - happened)


@contextlib.contextmanager
def staged(home: Path, docker_host: str | None) -> Iterator[Stage]:
    """A stage for the block, at whose end no run of it goes on."""
    author = Author()
    with OllamaServer(author.reply) as server:
        stage = Stage(home, docker_host, author, server.url)
        try:
            yield stage
        finally:
            author.goes_on.set()
            stage.engine.close()
            stage.store.close()


def has_come(moment: Moment, event: Event) -> bool:
    """Whether `event` says so."""
    match event:
        case RunStarted():
            return moment == "starting"
        case ModelAsked(role="code"):
            return moment == "writing"
        case CodeReady():
            return moment == "testing"
        case TestsRan():
            return moment == "tested"
        case CheckStarted(check="mutmut"):
            return moment == "checking"
        case _:
            return False


def own_containers(client: DockerClient) -> list[Container]:
    """The containers of this process."""
    mine = str(Owner.current())
    return client.containers.list(all=True, filters={"label": f"{OWNER_LABEL}={mine}"}, ignore_removed=True)


def when_open(client: DockerClient, do: Callable[[Container], object]) -> Callable[[str], None]:
    """Wait until the run's sandbox is open, and the room after it, and do something to the sandbox's container."""

    def happens(run_id: str) -> None:
        until(lambda: not is_opening(), "the sandbox is open")
        do(own_containers(client)[-1])  # the newest comes first

    return happens


def when_busy(client: DockerClient, do: Callable[[Container], object]) -> Callable[[str], None]:
    """Wait until a job of the run has begun, and do something to its container."""
    return lambda run_id: do(busy_container(client))  # type: ignore[return-value]


def busy_container(client: DockerClient, not_this: Container | None = None) -> Container:
    """The container in which a job runs, once one does."""
    found: list[Container] = []

    def look() -> bool:
        found[:] = [one for one in own_containers(client) if one != not_this and is_busy(one)]
        return bool(found)

    until(look, "a job runs")
    return found[0]


def is_opening() -> bool:
    """Whether a run is still opening its sandbox, or closing it."""
    return any(thread.name in ("open-sandbox", "close-sandbox") for thread in threading.enumerate())


def is_busy(container: Container) -> bool:
    """Whether a job runs in `container`."""
    return any(map(_is_of_a_job, processes_of(container)))


def _is_of_a_job(process: psutil.Process) -> bool:
    try:
        return process.uids().real >= FIRST_USER
    except psutil.NoSuchProcess:  # it has ended since it was listed
        return False


def processes_of(container: Container) -> list[psutil.Process]:
    """The container's processes, as this machine sees them, its first one first."""
    try:
        container.reload()
        first = psutil.Process(container.attrs["State"]["Pid"])
        return [first, *first.children(recursive=True)] if first.pid else []
    except (docker.errors.NotFound, psutil.NoSuchProcess):
        return []
