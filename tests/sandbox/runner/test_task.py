from __future__ import annotations

import os
from pathlib import Path

from sandbox.runner.task import Task


def test_a_task_arrives_as_it_was_written_and_leaves_no_file(tmp_path: Path) -> None:
    task = Task(
        command=["pytest", "test_it.py"],
        files={"test_it.py": "cGFzcw=="},
        limits={"seconds": 1.5},
        folder=tmp_path / "7",
        user=20001,
        judge=30001,
        alias=40001,
        shared=[Path("/dev/shm")],
        count_processes=True,
        lent_files=True,
        forked=True,
        secrets={"token": "a"},
    )
    with task.write(tmp_path) as file:
        assert Task.read(os.dup(file.fileno())) == task
    assert not list(tmp_path.iterdir())
