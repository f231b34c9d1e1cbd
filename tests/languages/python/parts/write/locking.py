"""What tests of writing share."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from languages.python.parts import whole

WRITTEN = "“{}” was saved in the folder of this program."


def lock(monkeypatch: pytest.MonkeyPatch, locked: Path) -> None:
    """Nobody renames or replaces it."""
    replace, link = Path.replace, Path.hardlink_to

    def no_replace(path: Path, target: Path) -> Path:
        if locked in (path, target):
            raise PermissionError(errno.EACCES, "It is open in another program", str(target))
        return replace(path, target)

    def no_link(path: Path, target: Path) -> None:
        if locked == target:
            raise PermissionError(errno.EACCES, "It is open in another program", str(target))
        link(path, target)

    def no_rename(path: Path, target: Path) -> None:
        no_replace(path, target)

    monkeypatch.setattr(whole, "_PAUSE_SECONDS", 0)
    monkeypatch.setattr(Path, "replace", no_replace)
    monkeypatch.setattr(Path, "rename", no_rename)
    monkeypatch.setattr(Path, "hardlink_to", no_link)


@contextlib.contextmanager
def as_nobody_in(path: Path) -> Iterator[None]:
    """Who may only read there; root may write everywhere."""
    path.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        path.chmod(0o755)
