"""Jobs in a container: no network, nothing of the host's, limits on all that can be limited."""

from __future__ import annotations

import contextlib
import logging
import struct
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import docker
import docker.errors
import docker.types
import requests

from cancel import Cancel
from message import joined, say
from sandbox.base import MEGABYTE, Announce, SandboxSpec
from sandbox.errors import SandboxError
from sandbox.holds import Holds, holds, is_podman
from sandbox.local import (
    MEMORY,
    PROCESSES,
    TEMPORARY_FOLDER,
    packages_place,
    runner_command,
    runner_environment,
    sharing_options,
    watching_options,
)
from sandbox.names import HOST_NAME
from sandbox.owner import Owner
from sandbox.restarting import RunnerSandbox

if TYPE_CHECKING:
    from docker import DockerClient
    from docker.models.containers import Container

NAME = "docker"
ISOLATION = say("A container without network, with nothing of this machine in it and with fixed limits.")
GVISOR_ISOLATION = say(
    "A container without network, with nothing of this machine in it and with fixed limits, "
    "on a kernel of its own (gVisor)."
)
ENGINE_ADVICE = say("See whether `docker info` works, then try again.")
DISK_FULL = "no space left on device"
OWNER_LABEL = "assay.owner"
# Why: docs/decisions.md, "An engine is asked only for what it holds, and gVisor is tried before it is relied on"
GVISOR = "runsc"
RUNNER = "/opt/runner"  # in the image, with the language's half below it
NO_GVISOR = say("The engine offers gVisor (runsc), but the sandbox doesn't work with it; going on without it.")

GVISOR_PROCESSES = 8 * PROCESSES  # each of a program's processes is several of the machine's
CPUS = 2
CAPABILITIES = ["SETUID", "SETGID", "CHOWN", "SYS_PTRACE"]
"""Of the runner: to give each job a user of its own, and to see what memory its processes share. Jobs have none."""
WORK = "rw,exec,nosuid,nodev,size=512m,mode=0711"
WORK_FILES = ",nr_inodes=65536"
TEMPORARY = "rw,noexec,nosuid,nodev,size=128m,mode=1777"
TEMPORARY_FILES = ",nr_inodes=16384"
SHARED_MEMORY = 32 * MEGABYTE
CHUNK = 65536
NO_CORE = 1  # too small for any dump; unlike 0, it also keeps one from the machine's crash handler

HEADER = struct.Struct(">BxxxL")  # the engine marks each piece with its stream and its length
STDOUT = 1

log = logging.getLogger(__name__)


def open_docker(client: DockerClient, image: str, spec: SandboxSpec, announce: Announce) -> RunnerSandbox:
    """A sandbox in a container of `image`, which must be there and have the language, and the packages of `spec`.

    Closing it closes `client`.

    It is gVisor's where the engine offers that and it works; `announce` is told where it doesn't.

    Raises `SandboxError`.
    """
    remove_orphans(client)
    try:
        info = client.info()
        held = holds(client, info)
    except (docker.errors.DockerException, requests.RequestException) as error:
        raise SandboxError(say("The Docker engine stopped answering."), ENGINE_ADVICE) from error
    # The engine refuses a container that asks for more than the machine has.
    cpus = min(CPUS, info.get("NCPU", CPUS))
    # Podman names every runtime that it knows of, whether it is there or not.
    if GVISOR in info.get("Runtimes", {}) and not is_podman(info):
        try:
            return _open_gvisor(client, image, spec, cpus, held)
        except SandboxError:
            log.warning("gVisor doesn't work", exc_info=True)
            announce(NO_GVISOR)
    options = container_options(spec, None, cpus, held)
    isolation = joined(" ", (ISOLATION, held.watched))
    return RunnerSandbox(NAME, isolation, lambda: DockerTransport(client, image, options), spec.files, client.close)


def _open_gvisor(client: DockerClient, image: str, spec: SandboxSpec, cpus: int, held: Holds) -> RunnerSandbox:
    """A sandbox on gVisor's kernel that has shown that it works. Raises `SandboxError`."""
    ending = contextlib.ExitStack()
    options = container_options(spec, GVISOR, cpus, held)
    isolation = joined(" ", (GVISOR_ISOLATION, held.watched))
    sandbox = RunnerSandbox(NAME, isolation, lambda: DockerTransport(client, image, options), spec.files, ending.close)
    # That it starts says little: some kernels and settings let gVisor start, and then each fork fails.
    tried = sandbox.run(spec.language.trial, Cancel())
    if tried.exit_code != 0 or tried.reason:
        sandbox.close()
        raise SandboxError(say("No program can be run on gVisor. %(reason)s", reason=tried.reason), ENGINE_ADVICE)
    # Only now, for the caller goes on with this client where gVisor doesn't work.
    ending.callback(client.close)
    return sandbox


def remove_orphans(client: DockerClient) -> None:
    """Remove the containers of apps that no longer run, and only those."""
    try:
        for container in orphans(client):
            _remove(container)
    except (docker.errors.DockerException, requests.RequestException):
        log.warning("could not look for orphaned containers", exc_info=True)


def orphans(client: DockerClient) -> Iterator[Container]:
    """The containers of apps that no longer run. Raises what the engine's client does."""
    for container in client.containers.list(all=True, filters={"label": OWNER_LABEL}, ignore_removed=True):
        owner = Owner.parse(container.labels[OWNER_LABEL])
        if owner is not None and not owner.is_alive():
            yield container


class DockerTransport:
    """A `Transport` to the main process of a container of its own.

    The container's input ends with this connection, even where the app dies by SIGKILL; the runner
    ends with its input, and the container with the runner.
    """

    def __init__(self, client: DockerClient, image: str, options: Mapping[str, Any]) -> None:
        """Raises `SandboxError` where the engine doesn't start the container."""
        try:
            # Attached before it is started, or the first thing that the runner says could be missed.
            self._container: Container = client.containers.create(image, **options)
            self._connection = _attach(client, self._container)  # kept, for it closes the socket when collected
            self._socket = _two_way(self._connection)
            self._container.start()
        except (docker.errors.DockerException, requests.RequestException) as error:
            self._discard()
            raise _not_started(error) from error
        self._stdout_left = 0
        self._errors = ""

    def read(self) -> bytes:
        """See `Transport.read`."""
        while self._stdout_left == 0:
            header = self._read_exactly(HEADER.size)
            if header is None:
                self._disconnect()
                return b""
            stream, length = HEADER.unpack(header)
            if stream == STDOUT:
                self._stdout_left = length
            else:
                self._errors = (self._read_exactly(length) or b"").decode(errors="replace")
        data: bytes = self._socket.recv(min(CHUNK, self._stdout_left))
        self._stdout_left -= len(data)
        return data

    def write(self, data: bytes) -> None:
        """See `Transport.write`."""
        self._socket.sendall(data)

    def close(self) -> None:
        """See `Transport.close`."""
        _remove(self._container)

    def diagnosis(self) -> str:
        """The last thing the runner said on its standard error."""
        return self._errors.strip()[-2000:]

    def _read_exactly(self, size: int) -> bytes | None:
        data = b""
        while len(data) < size:
            piece = self._socket.recv(size - len(data))
            if not piece:
                return None
            data += piece
        return data

    def _disconnect(self) -> None:
        """Close the connection, its HTTP response first: on a closed socket it would complain when collected."""
        response = getattr(self._connection, "_response", None)
        if response is not None:
            response.close()
        self._connection.close()
        self._socket.close()

    def _discard(self) -> None:
        if hasattr(self, "_socket"):
            self._disconnect()
        if hasattr(self, "_container"):
            _remove(self._container)


def container_options(spec: SandboxSpec, runtime: str | None, cpus: int, held: Holds) -> dict[str, Any]:
    """All that limits a container, as `client.containers.create` takes it: of what isn't `held` the runner's share."""
    language = spec.language
    half = f"{RUNNER}/languages/{language.name}" if language.runner else None
    watching = watching_options(not held.memory, not held.processes)
    command = runner_command("/opt/tools/bin/python", RUNNER, "/work", half, *sharing_options(), "--users", *watching)
    options: dict[str, Any] = {
        "command": command,
        "environment": runner_environment(packages_place(spec.packages)),
        "labels": {OWNER_LABEL: str(Owner.current())},
        "stdin_open": True,
        "auto_remove": True,
        # Reaps what the runner leaves when it is killed, so that no container waits for its last process.
        "init": True,
        "user": "0:0",
        "working_dir": "/work",
        "network_mode": "none",
        # A computer is reached by its own name, also where that is on no network.
        "hostname": HOST_NAME,
        "extra_hosts": {HOST_NAME: "127.0.0.1"},
        "ipc_mode": "private",
        "read_only": True,
        "tmpfs": {
            "/work": WORK + (WORK_FILES if held.files else ""),
            TEMPORARY_FOLDER: TEMPORARY + (TEMPORARY_FILES if held.files else ""),
        },
        "shm_size": SHARED_MEMORY,
        "cap_drop": ["ALL"],
        "cap_add": CAPABILITIES,
        "security_opt": ["no-new-privileges"],
        "ulimits": [docker.types.Ulimit(name="core", soft=NO_CORE, hard=NO_CORE)],
        # The engine would else keep all that goes over its standard output, the program's files among it, on its disk.
        "log_config": docker.types.LogConfig(type="none"),
    }
    return options | _limits(runtime, cpus, held) | ({"runtime": runtime} if runtime else {})


def _limits(runtime: str | None, cpus: int, held: Holds) -> dict[str, Any]:
    """Those that the engine holds; some refuse to start a container that asks for others."""
    limits: dict[str, Any] = {}
    if held.memory:
        limits |= {"mem_limit": MEMORY, "memswap_limit": MEMORY}  # the same number means no swap at all
    if held.processes:
        limits["pids_limit"] = GVISOR_PROCESSES if runtime == GVISOR else PROCESSES
    if held.processors:
        limits["nano_cpus"] = cpus * 10**9
    return limits


def _not_started(error: Exception) -> SandboxError:
    if DISK_FULL in str(error):
        return SandboxError(
            say("The disk of the Docker engine is full."), say("Free some space on it, then start the run again.")
        )
    said = error.explanation if isinstance(error, docker.errors.APIError) else None
    advice = joined(" ", (ENGINE_ADVICE, say("It said: %(detail)s", detail=said))) if said else ENGINE_ADVICE
    return SandboxError(say("The Docker engine could not start the sandbox."), advice)


def _attach(client: DockerClient, container: Container) -> Any:
    """The two-way connection to the container's standard streams."""
    streams = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
    return client.api.attach_socket(str(container.id), streams)


def _two_way(connection: Any) -> Any:
    """The socket, named pipe or SSH channel itself, where the client has wrapped it for reading only."""
    raw = getattr(connection, "_sock", connection)
    # The client's time-out is for its requests; a program may be silent for as long as it likes.
    raw.settimeout(None)
    return raw


def _remove(container: Container) -> None:
    # It may be gone, or going, or the engine is: the next start looks for what was left.
    with contextlib.suppress(docker.errors.DockerException, requests.RequestException):
        container.remove(force=True)
