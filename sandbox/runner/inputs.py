"""Files that every job of a sandbox sees beside its own: they are sent once, and can only be read."""

from __future__ import annotations

import base64
import os
import shutil
from collections.abc import Collection
from pathlib import Path

READ_ONLY = 0o444


class Inputs:
    """Kept in `folder`, which nobody but the runner enters."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: list[str] = []

    def take(self, files: dict[str, str]) -> None:
        """Keep these from now on: contents as base64 by relative path. Raises `OSError`."""
        self._folder.mkdir(mode=0o700)
        for name, content in files.items():
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(base64.b64decode(content))
            path.chmod(READ_ONLY)
            self._names.append(name)

    def lay(self, folder: Path, user: int | None, hidden: Collection[str]) -> None:
        """Put all but the `hidden` ones into a new folder of `user`, where there are any. Raises `OSError`.

        The files stay the runner's, so no job can change them. Where users can't be changed, whoever owns
        a file may change it: then each job gets copies, and harms nobody's but its own.
        """
        if not self._names:
            return
        folder.mkdir()
        folders = {folder}
        for name in self._names:
            if name not in hidden:
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                folders.update(above for above in path.parents if folder in above.parents)
                if user is None:
                    shutil.copy2(self._folder / name, path)
                else:
                    path.hardlink_to(self._folder / name)
        if user is not None:
            for each in folders:
                os.chown(each, user, user)
