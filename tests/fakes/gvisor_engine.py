"""A Docker engine of the tests' own whose containers have gVisor's kernel.

    python -m tests.fakes.gvisor_engine bash tests/run.sh tests/faults tests/cheats

runs a command with it for the machine's engine, so that whatever is tested on that one can be tested on gVisor.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandbox.docker import GVISOR
from sandbox.image import image_name
from tests.fakes import private_engine
from tests.fakes.machine_engine import machine_engine
from tests.fakes.specs import PYTHON

ARGUMENTS = ["--platform=ptrace", "--network=none"]


@contextmanager
def gvisor_engine(folder: Path) -> Iterator[private_engine.PrivateEngine]:
    """That engine with our image, its data in `folder`. Skips the test where gVisor isn't installed."""
    runsc = shutil.which("runsc")
    if runsc is None:
        pytest.skip("gVisor isn't installed (sudo apt-get install runsc)")
    with machine_engine():
        settings = {"runtimes": {GVISOR: {"path": runsc, "runtimeArgs": ARGUMENTS}}}
        engine = private_engine.start(folder, settings=settings)
    try:
        engine.load(image_name(PYTHON.language))
        yield engine
    finally:
        engine.close()


def main(command: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="assay-") as folder, gvisor_engine(Path(folder, "engine")) as engine:
        return subprocess.run(command, env={**os.environ, "DOCKER_HOST": engine.host}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
