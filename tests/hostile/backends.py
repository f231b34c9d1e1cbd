"""The sandboxes that hostile programs are run in: of each kind one that is closed at the end."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandbox.base import Sandbox
from sandbox.bubblewrap import ISOLATION, NAME, bwrap_command
from sandbox.docker import open_docker
from sandbox.engine import connect
from sandbox.image import image_name
from sandbox.local import ENVIRONMENT, LocalTransport
from sandbox.restarting import RunnerSandbox
from tests.conformance.sandbox_helpers import opened
from tests.fakes.gvisor_engine import gvisor_engine
from tests.fakes.specs import PYTHON

NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--")
# Makes folder $1 reachable where folder $2 above it is closed to other users: in a mount namespace of its own.
REACHABLE = """set -eu
mount -t tmpfs none /mnt && mkdir /mnt/kept && mount --rbind "$1" /mnt/kept
mount -t tmpfs -o mode=0755 none "$2" && mkdir -p "$1" && mount --rbind /mnt/kept "$1" && umount -l /mnt
shift 2; exec "$@"
"""


@contextmanager
def gvisor(folder: Path) -> Iterator[Sandbox]:
    """A container on gVisor's kernel, by an engine of its own."""
    with gvisor_engine(folder / "engine") as engine:
        client = connect(engine.host)
        with contextlib.closing(open_docker(client, image_name(PYTHON.language), PYTHON, print)) as sandbox:
            assert "gVisor" in sandbox.isolation
            yield sandbox


@contextmanager
def ordinary_bubblewrap(_: Path) -> Iterator[Sandbox]:
    """Namespaces of an ordinary user, where the tests are run by root."""
    program = shutil.which("bwrap")
    if program is None or os.geteuid() != 0:
        pytest.skip(
            "to become an ordinary user takes root, and bwrap; an ordinary user's tests need no more than bubblewrap's"
        )
    command = [*AS_NOBODY, *bwrap_command(program, PYTHON.language.runner, as_root=False)]
    closed = [folder for folder in Path(sys.base_prefix).parents if not folder.stat().st_mode & 0o001]
    if closed:
        command = ["unshare", "--mount", "sh", "-c", REACHABLE, "sh", sys.base_prefix, str(closed[-1]), *command]
    with contextlib.closing(RunnerSandbox(NAME, ISOLATION, lambda: LocalTransport(command, ENVIRONMENT))) as sandbox:
        yield sandbox


BACKENDS: dict[str, tuple[str, Callable[[Path], contextlib.AbstractContextManager[Sandbox]]]] = {
    "docker": ("docker", lambda _: contextlib.closing(opened("docker"))),
    "gvisor": ("docker", gvisor),
    "bubblewrap": ("bubblewrap", lambda _: contextlib.closing(opened("bubblewrap"))),
    "ordinary": ("bubblewrap", ordinary_bubblewrap),
}
"""Each with the marker of what it needs."""
