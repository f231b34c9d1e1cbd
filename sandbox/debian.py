"""A base image made from Debian's packages, for machines that reach no image registry."""

from __future__ import annotations

import logging
import platform
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import docker.errors

from message import say
from sandbox.base import Announce
from sandbox.errors import ImageError
from sandbox.scratch import scratch_folder

if TYPE_CHECKING:
    from docker import DockerClient

RELEASE = "trixie"
REPOSITORY = "assay-base"
PACKAGES = "python3,python3-venv,ca-certificates"
TOOL = "mmdebstrap"

log = logging.getLogger(__name__)


def ensure_base(client: DockerClient, announce: Announce, why: Exception) -> str:
    """Make the base image where it isn't there; return its name.

    `why` is what kept the usual base image from being had. Takes about 20 seconds. Raises `ImageError`.
    """
    name = f"{REPOSITORY}:{RELEASE}"
    try:
        client.images.get(name)
    except docker.errors.ImageNotFound:
        if shutil.which(TOOL) is None:
            raise ImageError(say("No image registry can be reached."), _advice()) from why
        _make(client, announce)
    return name


def _advice() -> str:
    if _is_debian():
        return say(
            "Go online, or install %(tool)s (sudo apt-get install %(tool)s debian-archive-keyring), then try again.",
            tool=TOOL,
        )
    return say(
        "See whether this machine, and the Docker engine's proxy settings, let it reach docker.io; then try again."
    )


def _is_debian() -> bool:
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return False
    return "debian" in f"{release.get('ID', '')} {release.get('ID_LIKE', '')}".split()


def _make(client: DockerClient, announce: Announce) -> None:
    announce(say("Making a base image from Debian's packages instead"))
    with scratch_folder() as folder:
        archive = Path(folder, "base.tar")
        _bootstrap(archive, announce)
        client.api.import_image_from_file(str(archive), repository=REPOSITORY, tag=RELEASE)


def _bootstrap(archive: Path, announce: Announce) -> None:
    """Write a minimal Debian with Python to `archive`. Raises `ImageError`."""
    command = [TOOL, "--variant=minbase", f"--include={PACKAGES}", RELEASE, str(archive)]
    said: list[str] = []
    # It tells its progress on its standard error, line by line.
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as process:  # noqa: S603
        assert process.stderr is not None  # noqa: S101
        for line in process.stderr:
            said.append(line.rstrip())
            if line.startswith("I: "):
                announce(line[3:].rstrip())
    if process.returncode != 0:
        log.warning("%s failed: %s", TOOL, "\n".join(said[-20:]))
        raise ImageError(
            say("No image registry can be reached, and a base image could not be made from Debian's packages either."),
            say(
                "Try again when this machine is online. %(tool)s said: %(said)s",
                tool=TOOL,
                said=said[-1] if said else "-",
            ),
        )
