"""What the process of a job needs to know, and how it gets there."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any


@dataclass(frozen=True)
class Task:
    """A job. `user` is None where the user can't be changed.

    `judge` is who the job's first process really is, where a command says that it judges what it starts: `user` may
    neither signal it nor look into it. `alias` is the user who ends what they left running. No other job has either.
    `shared` are the folders beside its own in which it may write, where there are limits to that at all. `lent_files`
    says that other programs of the machine use the files that it sees, `forked` that it goes on in the fork of a warm
    process, and so shares memory with it. `secrets` is what its report's reader tells it.
    """

    command: list[str]
    files: dict[str, str]
    limits: dict[str, Any]
    folder: Path
    user: int | None
    judge: int | None
    alias: int
    shared: list[Path]
    count_processes: bool
    lent_files: bool
    forked: bool
    secrets: dict[str, Any]

    @property
    def users(self) -> tuple[int, ...]:
        """All whom a process of the job may really be, with whoever makes others first; none where that isn't known."""
        return tuple(user for user in (self.judge, self.user) if user is not None)

    @property
    def files_folder(self) -> Path:
        return self.folder / "files"

    @property
    def spare_folder(self) -> Path:
        return self.folder / "tmp"

    def write(self, folder: Path) -> IO[bytes]:
        """A file without a name in `folder` for `read`, from its beginning. Raises `OSError`."""
        file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115
        file.write(json.dumps(vars(self), default=str).encode())
        file.seek(0)
        return file

    @classmethod
    def read(cls, descriptor: int) -> Task:
        """What `write` wrote; closes the file."""
        with os.fdopen(descriptor, "rb") as file:
            read = json.load(file)
        read["shared"] = [Path(folder) for folder in read["shared"]]
        return cls(**{**read, "folder": Path(read["folder"])})
