"""Which limits of a container its engine holds. The runner holds the others as far as it can, and it is said.

An engine that has no control groups, or not all of them, as a rootless one mostly, starts a container all the same and
drops what it can't hold without a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from message import joined, say

if TYPE_CHECKING:
    from docker import DockerClient

LIBPOD_INFO = "/v4.0.0/libpod/info"
DELEGATE = (
    "sudo mkdir -p /etc/systemd/system/user@.service.d && "
    "printf '[Service]\\nDelegate=cpu cpuset io memory pids\\n' | "
    "sudo tee /etc/systemd/system/user@.service.d/delegate.conf"
)
"""Source: https://rootlesscontaine.rs/getting-started/common/cgroup2/"""
WATCHED = {
    (True, True): "",
    (False, True): say("The engine can't limit memory here: Assay looks at it four times a second."),
    (True, False): say("The engine can't limit processes here: Assay looks at them four times a second."),
    (False, False): say("The engine can't limit memory and processes here: Assay looks at them four times a second."),
}
"""By whether the engine holds memory, and processes."""


@dataclass(frozen=True, slots=True)
class Holds:
    """Whether the engine limits a container's memory, its processes, the processors it may use, and the number of
    files in its folders.

    `rootless` and `cgroups`, their version, say why it may not; `warnings` is what it says about itself.
    """

    memory: bool = True
    processes: bool = True
    processors: bool = True
    files: bool = True
    rootless: bool = False
    cgroups: str = "2"
    warnings: tuple[str, ...] = ()

    @property
    def watched(self) -> str:
        """A sentence on what the runner has to look at itself; empty where that is nothing."""
        return WATCHED[self.memory, self.processes]

    @property
    def summary(self) -> str:
        """What a container isn't limited in, in sentences; empty where the engine holds all that matters."""
        missing = "" if self.processors else say("The engine can't limit how many processors a program uses.")
        said = "" if not (self.watched or missing) else " ".join(self.warnings)
        return joined(" ", (self.watched, missing, said))

    @property
    def advice(self) -> str:
        """What to do that it can."""
        if not self.rootless:
            return say("See what `docker info` warns of.")
        if self.cgroups == "1":
            return say(
                "Start Linux with control groups version 2 (systemd.unified_cgroup_hierarchy=1), "
                "or use an engine that runs as root."
            )
        return say("Allow it: %(command)s - then restart this computer.", command=DELEGATE)

    @classmethod
    def of_docker(cls, info: Mapping[str, Any]) -> Holds:
        """By what Docker says of itself."""
        return cls(
            memory=bool(info.get("MemoryLimit", True)),
            processes=bool(info.get("PidsLimit", True)),
            processors=bool(info.get("CpuCfsQuota", True)),
            rootless="name=rootless" in (info.get("SecurityOptions") or ()),
            cgroups=info.get("CgroupVersion", "2"),
            warnings=tuple(warning.removeprefix("WARNING: ") for warning in info.get("Warnings") or ()),
        )

    @classmethod
    def of_podman(cls, host: Mapping[str, Any]) -> Holds:
        """By what Podman says of the machine under `host`. Its answer to Docker's protocol tells what the machine has,
        not what Podman was given of it."""
        given = set(host.get("cgroupControllers") or ())
        return cls(
            memory="memory" in given,
            processes="pids" in given,
            processors="cpu" in given,
            files=False,  # it refuses `nr_inodes`
            rootless=bool(host.get("security", {}).get("rootless")),
            cgroups=str(host.get("cgroupVersion", "2")).removeprefix("v"),
        )


HOLDS_ALL = Holds()


def holds(client: DockerClient, info: Mapping[str, Any]) -> Holds:
    """What the engine of `client` holds, which said `info` of itself. Raises what the client does."""
    if not is_podman(info):
        return Holds.of_docker(info)
    answer = client.api.get(f"{client.api.base_url}{LIBPOD_INFO}", timeout=client.api.timeout)
    # Before version 4 it doesn't answer there.
    return Holds.of_podman(answer.json()["host"]) if answer.ok else replace(Holds.of_docker(info), files=False)


def is_podman(info: Mapping[str, Any]) -> bool:
    """Whether it is Podman that said `info`, as an answer to Docker's protocol."""
    return "BuildahVersion" in info
