"""Real apps that are killed in the middle of their work, and what must be true afterwards."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import docker
import httpx
import psutil
from docker import DockerClient

from agent.models.demo import recordings
from sandbox.docker import OWNER_LABEL
from sandbox.owner import Owner
from storage.store import Store
from tests.fakes.command_line import CommandLine
from tests.fakes.processes import lives
from tests.fakes.waiting import SECONDS

TASK = recordings()[0].task
SOLVE = ("solve", TASK, "--model", "demo", "--sandbox", "docker", "--json", "--out", "out")
FAILS = (*SOLVE, "--attempts", "1", "--example", 'word_counts("a") == []')
"""A run that is over soon, for its program can't do what it must."""

PAGE = ("--no-browser",)


class World:
    """A home and a folder for temporary files of their own, in which apps live and die one after the other."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.temporary = folder / "tmp"
        self.temporary.mkdir(parents=True)
        self._line = CommandLine(self.home, {"TMPDIR": str(self.temporary)})

    def start(self, *arguments: str) -> App:
        return App(self._line.start(*arguments))

    def solve(self) -> float:
        """Make a whole run, which must be verified; returns how many seconds it took."""
        started = time.monotonic()
        ended = self._line.run(*SOLVE)
        assert ended.code == 0, ended.stdout + ended.stderr
        return time.monotonic() - started

    def shown(self) -> dict[str, str]:
        """The status of each run, as a start of the app shows it."""
        ended = self._line.run("runs", "--json", "--limit", "1000")
        assert ended.code == 0, ended.stderr
        return {run["run_id"]: run["status"] for run in json.loads(ended.stdout)}

    def stored(self) -> dict[str, str]:
        """The status of each run as it is in the history, without a start of the app."""
        with closing(Store(self.url)) as store:
            return {run.run_id: run.status for run in store.runs(1000)}

    @property
    def url(self) -> str:
        return f"sqlite:///{self.home / 'assay.db'}"

    def folders(self) -> list[Path]:
        """The temporary folders that apps have left, or still use."""
        return [path for path in self.temporary.iterdir() if path.is_dir()]

    def check_history(self, dead: App) -> None:
        """The database is sound, and has every event of `dead` that anybody has seen, in order and readable."""
        file = self.home / "assay.db"
        if not file.exists():
            assert dead.events == []
            return
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'runs'").fetchall()
            runs = [run for (run,) in connection.execute("SELECT id FROM runs")] if tables else []
        with closing(Store(self.url)) as store:
            for run_id in runs:
                stored = store.events(run_id)
                assert [event.seq for event in stored] == list(range(1, len(stored) + 1))
                seen = [(e["seq"], e["kind"]) for e in dead.events if e["run_id"] == run_id]
                assert seen == [(event.seq, event.event.kind) for event in stored][: len(seen)]
        assert {event["run_id"] for event in dead.events} <= set(runs)


@dataclass(slots=True)
class App:
    """A running app. `events` has what it printed of a run so far, `children` its processes when it was killed."""

    process: subprocess.Popen[str]
    events: list[dict[str, Any]] = field(default_factory=list)
    children: list[psutil.Process] = field(default_factory=list)
    address: str = ""
    _news: threading.Condition = field(default_factory=threading.Condition)
    _reader: threading.Thread | None = None

    def __post_init__(self) -> None:
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_for(self, kind: str, seconds: float = SECONDS) -> None:
        """Wait until an event of `kind` is stored and was printed."""
        with self._news:
            came = self._news.wait_for(lambda: any(event["kind"] == kind for event in self.events), seconds)
        assert came, f"no {kind} within {seconds:g} s"

    def wait_for_address(self, seconds: float = SECONDS) -> str:
        """Where the page is served, once it is; empty if the app ended first."""
        with self._news:
            self._news.wait_for(lambda: self.address or self.process.poll() is not None, seconds)
        return self.address

    def kill(self) -> None:
        """End it by SIGKILL, as it stands."""
        itself = psutil.Process(self.process.pid)
        if self.process.poll() is None:
            itself.suspend()  # so that it starts no more processes while they are listed
            self.children = itself.children(recursive=True)
            self.process.kill()
        self.process.wait()
        assert self._reader
        self._reader.join(SECONDS)

    def containers(self) -> set[str]:
        """Those it has, by name."""
        with closing(docker.from_env()) as client:
            return set(_containers_of(client, self.process.pid))

    def check_nothing_left(self) -> float:
        """Nothing of the killed app goes on; returns how many seconds that took."""
        started = time.monotonic()
        with closing(docker.from_env()) as client:
            while left := [*_containers_of(client, self.process.pid), *(one for one in self.children if lives(one))]:
                assert time.monotonic() - started < SECONDS, f"still there: {left}"
                time.sleep(0.02)  # nobody tells when a container is gone
        return time.monotonic() - started

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            with self._news:
                if line.startswith("{") and line.endswith("}\n"):
                    self.events.append(json.loads(line))
                elif line.startswith("Assay is at "):
                    self.address = line.split()[3]
                self._news.notify_all()
        with self._news:
            self._news.notify_all()


def start_run_on_page(address: str) -> None:
    """Start a run by the page's API."""
    base, _, token = address.partition("?token=")
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=f"{base}gradio_api/call/", headers=headers, trust_env=False, timeout=30) as client:
        call = client.post("solve", json={"data": [TASK, "demo"]}).raise_for_status()
        answer = client.get(f"solve/{call.json()['event_id']}")
    assert "event: complete" in answer.text, answer.text


def _containers_of(client: DockerClient, pid: int) -> Iterator[str]:
    for container in client.containers.list(all=True, filters={"label": OWNER_LABEL}, ignore_removed=True):
        owner = Owner.parse(container.labels[OWNER_LABEL])
        if owner is not None and owner.pid == pid:
            yield f"container {container.short_id}"
