from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.runner.landlock import FIRST_WITH_SCOPES, OLDEST, version

pytestmark = pytest.mark.skipif(version() < OLDEST, reason="this kernel has no Landlock")
ROOT = Path(__file__).parents[3]
START = """
import os, sys
from pathlib import Path
from sandbox.runner.landlock import keep_apart
own, shared, other = map(Path, sys.argv[1:4])
keep_apart(own, [shared])
try:
    ACTION
    print("done")
except PermissionError:
    print("denied")
"""


@pytest.fixture
def folders() -> Iterator[list[Path]]:
    """A job's own folder, a shared one and another job's, in which there is a file, all in one folder for jobs."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as jobs:
        made = [Path(jobs, name) for name in ("own", "shared", "other")]
        for folder in made:
            folder.mkdir()
            (folder / "file").write_text("text")
        yield made


def locked(action: str, folders: list[Path]) -> str:
    """What comes of `action` in a process that is kept apart."""
    command = [sys.executable, "-c", START.replace("ACTION", action), *map(str, folders)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, start_new_session=True)
    return ended.stdout.strip() or ended.stderr


@pytest.mark.parametrize(
    "action",
    [
        "(own / 'file').write_text((own / 'file').read_text())",
        "(shared / 'new').mkdir(); (shared / 'new').rename(shared / 'moved')",
        "Path('/dev/null').write_text('x'); Path('/proc/self/status').read_text()",
        "import subprocess; subprocess.run(['true'], check=True)",
    ],
)
def test_a_job_may_use_its_own_folder_and_read_the_system(action: str, folders: list[Path]) -> None:
    assert locked(action, folders) == "done"


@pytest.mark.parametrize(
    "action",
    [
        "(other / 'file').read_text()",
        "(other / 'file').write_text('x')",
        "list(other.iterdir())",
        "list(own.parent.iterdir())",
        "open(f'/proc/{os.getppid()}/mem', 'rb')",
        "Path('/proc/self/comm').write_text('x')",
    ],
)
def test_another_jobs_folder_and_processes_are_out_of_reach(action: str, folders: list[Path]) -> None:
    assert locked(action, folders) == "denied"


@pytest.mark.skipif(version() < FIRST_WITH_SCOPES, reason="this kernel's Landlock knows nothing of signals")
def test_other_processes_get_no_signals(folders: list[Path]) -> None:
    assert locked("os.kill(os.getppid(), 0)", folders) == "denied"
