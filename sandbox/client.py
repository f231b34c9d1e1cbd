"""The host's side of the runner: sends jobs, hands out results, notices when it goes away."""

from __future__ import annotations

import base64
import codecs
import itertools
import logging
import queue
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from typing import Protocol

import awake
from cancel import Cancel
from message import joined, say
from sandbox.base import Job, JobResult
from sandbox.errors import SandboxError, SandboxLost
from sandbox.paths import check_paths
from sandbox.runner.frames import Frame, FrameBuffer, encode
from sandbox.runner.job import LONGEST

START_SECONDS = 60.0
GRACE_SECONDS = 120.0  # what the runner may take beyond a job's own limit before it counts as lost

log = logging.getLogger(__name__)


class Transport(Protocol):
    """A connection to a runner that was just started."""

    def read(self) -> bytes:
        """Block until bytes come and return them; empty at the end. Raises `OSError`."""

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises `OSError`."""

    def close(self) -> None:
        """End the runner and all that runs in it. Can be called twice, and from another thread."""

    def diagnosis(self) -> str:
        """What is known about why it ended, for the log; may be empty."""


class RunnerClient:
    """One running runner. All methods are safe to call from any thread."""

    def __init__(self, transport: Transport, inputs: Mapping[str, bytes]) -> None:
        """Wait until the runner is ready, and send it the `inputs`. Raises `SandboxError` where it doesn't start."""
        self._transport = transport
        # Without a limit, for whoever sends must never wait: it may be the thread that cancels.
        self._outbox: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        self._ids = itertools.count(1)
        self._guard = threading.Lock()
        # Number 0 is nobody's job: it gets what the runner says of itself.
        self._inboxes: dict[int, queue.SimpleQueue[Frame]] = {0: queue.SimpleQueue()}
        self.lost = False
        threading.Thread(target=self._read_all, name="sandbox-reader", daemon=True).start()
        threading.Thread(target=self._write_all, name="sandbox-writer", daemon=True).start()
        self._await_ready()
        if inputs:
            self._send({"kind": "inputs", "files": _as_text(inputs)})

    def run(self, job: Job, cancel: Cancel, on_output: Callable[[str], None] | None) -> JobResult:
        """As `Sandbox.run`. Raises `BadPath` where a file's name leads out of the job's folder."""
        check_paths([*job.files, *job.read_back])
        cancel.raise_if_set()
        number, inbox = self._open_inbox()
        try:
            # A cancel is one more message to wait for, so that one queue is all that a job ever blocks on.
            with cancel.on_cancel(lambda: inbox.put({"kind": "cancelled"})), ExitStack() as typing:
                self._send(_request(number, job))
                if job.keyboard:
                    typing.enter_context(job.keyboard.connected(lambda text: self._send(_typed(number, text))))
                return self._follow(number, inbox, job, cancel, on_output)
        finally:
            with self._guard:
                del self._inboxes[number]

    def close(self) -> None:
        """End the runner; whoever waits for a job gets `SandboxLost`."""
        self._lose()
        self._transport.close()

    def _follow(
        self,
        number: int,
        inbox: queue.SimpleQueue[Frame],
        job: Job,
        cancel: Cancel,
        on_output: Callable[[str], None] | None,
    ) -> JobResult:
        output = _Output(on_output, job.kept)
        while True:
            frame = self._next(inbox, LONGEST * job.limits.seconds + GRACE_SECONDS)
            match frame["kind"]:
                case "output":
                    output.add(frame["stream"], base64.b64decode(frame["data"]))
                case "news":
                    if job.on_news:
                        job.on_news(frame["news"])
                case "done":
                    return _result(frame, output)
                case "cancelled":
                    self._send({"kind": "kill", "id": number})
                    cancel.raise_if_set()
                case _:
                    cancel.raise_if_set()
                    raise self._loss()

    def _next(self, inbox: queue.SimpleQueue[Frame], seconds: float) -> Frame:
        try:
            return awake.get(inbox, seconds)
        except queue.Empty:
            # It may be hanging, and would keep all later jobs waiting as long.
            self.close()
            return {"kind": "lost"}

    def _open_inbox(self) -> tuple[int, queue.SimpleQueue[Frame]]:
        inbox: queue.SimpleQueue[Frame] = queue.SimpleQueue()
        with self._guard:
            if self.lost:
                raise self._loss()
            number = next(self._ids)
            self._inboxes[number] = inbox
        return number, inbox

    def _send(self, frame: Frame) -> None:
        """Have it sent by the writer, so that a runner that takes nothing blocks nobody who can be stopped."""
        self._outbox.put(frame)

    def _write_all(self) -> None:
        try:
            while (frame := self._outbox.get()) is not None:
                self._transport.write(encode(frame))
        except Exception:  # the reader notices that nobody is there
            log.debug("could not write to the runner", exc_info=True)

    def _read_all(self) -> None:
        buffer = FrameBuffer()
        try:
            while data := self._transport.read():
                for frame in buffer.feed(data):
                    self._deliver(frame)
        except Exception:  # named pipes and SSH channels raise what they like
            log.debug("the runner's stream broke", exc_info=True)
        finally:
            self._lose()

    def _deliver(self, frame: Frame) -> None:
        with self._guard:
            # What comes for a job that was given up, nobody waits for any more.
            inbox = self._inboxes.get(frame.get("id", 0))
        if inbox is not None:
            inbox.put(frame)

    def _lose(self) -> None:
        # Ends the writer, which may be waiting for something to write.
        self._outbox.put(None)
        with self._guard:
            self.lost = True
            inboxes = list(self._inboxes.values())
        for inbox in inboxes:
            inbox.put({"kind": "lost"})

    def _await_ready(self) -> None:
        frame = self._next(self._inboxes[0], START_SECONDS)
        if frame["kind"] != "ready":
            self._transport.close()
            detail = self._transport.diagnosis()
            log.warning("the runner did not start: %s", detail)
            said = say("It said: %(detail)s", detail=detail) if detail else ""
            raise SandboxError(say("The sandbox did not start."), joined(" ", (say("Start the run again."), said)))

    def _loss(self) -> SandboxLost:
        log.warning("the sandbox is gone: %s", self._transport.diagnosis())
        return SandboxLost(say("The sandbox went away while the program was running."), say("Start the run again."))


class _Output:
    """What a job wrote, and who wants to see it as it comes."""

    def __init__(self, on_output: Callable[[str], None] | None, kept: bool) -> None:
        self._on_output, self._kept = on_output, kept
        # A character may be cut in two where a piece ends.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._data = {"stdout": bytearray(), "stderr": bytearray()}

    def add(self, stream: str, data: bytes) -> None:
        if self._kept or stream == "stderr":
            self._data[stream] += data
        if self._on_output is not None and stream == "stdout" and (text := self._decoder.decode(data)):
            self._on_output(text)

    def text(self, stream: str) -> str:
        return self._data[stream].decode("utf-8", "replace")


def _as_text(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: base64.b64encode(content).decode() for name, content in files.items()}


def _request(number: int, job: Job) -> Frame:
    return {
        "kind": "job",
        "id": number,
        "command": list(job.command),
        "files": _as_text(job.files),
        "limits": asdict(job.limits),
        "read_back": list(job.read_back),
        "typed": job.keyboard is not None,
    }


def _typed(number: int, text: str | None) -> Frame:
    data = None if text is None else base64.b64encode(text.encode("utf-8", "replace")).decode()
    return {"kind": "typed", "id": number, "data": data}


def _result(frame: Frame, output: _Output) -> JobResult:
    return JobResult(
        status=frame["status"],
        exit_code=frame["exit_code"],
        stdout=output.text("stdout"),
        stderr=output.text("stderr"),
        seconds=frame["seconds"],
        reason=frame["reason"],
        files={name: base64.b64decode(content) for name, content in frame["files"].items()},
        report=frame["report"],
    )
