"""A Docker engine of the tests' own, with a containerd of its own, to be stopped, killed, frozen and filled up.

    engine = start(folder)
    try:
        engine.load(images)
        ...  # DOCKER_HOST=engine.host
    finally:
        engine.close()

Nothing of it is shared with the machine's engine but the kernel: it has a network of its own, too, for an engine
without a bridge takes away the machine's. It needs root on Linux.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import docker.errors
import psutil
import pytest
import requests
from docker import DockerClient

from sandbox.engine import connect
from tests.fakes.waiting import until

PROGRAMS = ("dockerd", "containerd", "runc", "unshare")
UP_SECONDS = 60.0
DOWN_SECONDS = 30.0
LONGEST_FOLDER = 70
"""Sockets have names of at most 107 characters."""


class PrivateEngine:
    """An engine with all that it keeps in `folder`, its data in `folder/data`, which may be a disk of its own."""

    def __init__(self, folder: Path, options: tuple[str, ...], settings: Mapping[str, Any]) -> None:
        self.folder = folder
        self._options = options
        (folder / "daemon.json").write_text(json.dumps(settings))
        (folder / "containerd.toml").write_text('version = 2\ndisabled_plugins = ["io.containerd.grpc.v1.cri"]\n')
        self._containerd = self._spawn("containerd", *self._containerd_options())
        until(self._containerd_socket.exists, "containerd starts", UP_SECONDS)
        self._dockerd = self._spawn("unshare", "--net", "dockerd", *self._dockerd_options())
        try:
            self._await_answer()
        except AssertionError:
            self.close()
            raise

    @property
    def host(self) -> str:
        """What to set `DOCKER_HOST` to."""
        return f"unix://{self.folder}/engine.sock"

    @property
    def data(self) -> Path:
        """Where it keeps its images and containers."""
        return self.folder / "data"

    def client(self) -> DockerClient:
        """A client of this engine, to be closed by the caller."""
        return DockerClient(base_url=self.host, timeout=30)

    def load(self, image: str) -> None:
        """Copy an image from this machine's engine."""
        with contextlib.closing(connect(None)) as source, contextlib.closing(self.client()) as target:
            target.images.load(source.images.get(image).save(named=True))  # type: ignore[arg-type]

    def stop(self) -> None:
        """End it as the system's service manager does, and wait until it has ended."""
        self._dockerd.terminate()
        self._dockerd.wait(DOWN_SECONDS)

    def kill(self) -> None:
        """End it by SIGKILL; its containers go on."""
        self._dockerd.kill()
        self._dockerd.wait(DOWN_SECONDS)

    def restart(self) -> None:
        """Start it again after `stop` or `kill`, and wait until it answers."""
        (self.folder / "engine.pid").unlink(missing_ok=True)  # of an engine that was killed
        self._dockerd = self._spawn("unshare", "--net", "dockerd", *self._dockerd_options())
        self._await_answer()

    def recover(self) -> None:
        """Let it answer again, with room on its disk, whatever was done to it."""
        self.thaw()
        (self.data / "filler").unlink(missing_ok=True)
        if self._dockerd.poll() is not None:
            self.restart()

    def freeze(self) -> None:
        """Let it answer no more, with its connections open, until `thaw`."""
        self._dockerd.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._dockerd.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End it with all its containers, and leave nothing mounted."""
        self.thaw()
        for shim in self._shims():
            _kill([*shim.children(recursive=True)])
        for process in (self._dockerd, self._containerd):
            _end(process)
        _kill(self._shims())
        for mount in _mounts_below(self.folder):
            subprocess.run(["umount", "--lazy", mount], check=False, capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        """The last of what it said."""
        return (self.folder / "engine.log").read_text(errors="replace")[-3000:]

    @property
    def _containerd_socket(self) -> Path:
        return self.folder / "containerd.sock"

    def _containerd_options(self) -> tuple[str, ...]:
        root, state = self.folder / "containerd", self.folder / "containerd-state"
        paths = {"config": self.folder / "containerd.toml", "address": self._containerd_socket}
        return tuple(f"--{name}={path}" for name, path in {**paths, "root": root, "state": state}.items())

    def _dockerd_options(self) -> tuple[str, ...]:
        paths = {
            "config-file": self.folder / "daemon.json",
            "containerd": self._containerd_socket,
            "data-root": self.data,
            "exec-root": self.folder / "exec",
            "pidfile": self.folder / "engine.pid",
            "host": self.host,
        }
        own = [f"--{name}={path}" for name, path in paths.items()]
        return (*own, "--bridge=none", "--iptables=false", "--ip6tables=false", "--shutdown-timeout=5", *self._options)

    def _spawn(self, *command: str) -> subprocess.Popen[bytes]:
        with (self.folder / "engine.log").open("ab") as log:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def _await_answer(self) -> None:
        until(lambda: self._answers() or self._dockerd.poll() is not None, "the engine answers", UP_SECONDS)
        assert self._dockerd.poll() is None, self.log()

    def _answers(self) -> bool:
        try:
            with contextlib.closing(self.client()) as client:
                return bool(client.ping())
        except (docker.errors.DockerException, requests.RequestException):
            return False

    def _shims(self) -> list[psutil.Process]:
        """The processes that stand between containerd and its containers."""
        shims = []
        for process in psutil.process_iter(["cmdline"]):
            words = process.info["cmdline"] or []
            if words and "containerd-shim" in words[0] and str(self._containerd_socket) in words:
                shims.append(process)
        return shims


def start(folder: Path, *options: str, settings: Mapping[str, Any] | None = None) -> PrivateEngine:
    """Start an engine in `folder`, whose path must be short, with more `options` of dockerd's.

    `settings` are its `daemon.json`. Skips the test where there is no engine to be started.
    """
    if os.name != "posix" or os.geteuid() != 0 or not all(map(shutil.which, PROGRAMS)):
        pytest.skip("a Docker engine of one's own needs root, dockerd, containerd and runc")
    assert len(str(folder)) <= LONGEST_FOLDER, "a path this long has no room for a socket's name"
    folder.mkdir(parents=True, exist_ok=True)
    return PrivateEngine(folder, options, settings or {})


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(DOWN_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _kill(processes: list[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes, timeout=DOWN_SECONDS)


def _mounts_below(folder: Path) -> list[str]:
    """What is mounted in `folder`, the innermost first."""
    places = [line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines()]
    return sorted((place for place in places if place.startswith(f"{folder}/")), reverse=True)
