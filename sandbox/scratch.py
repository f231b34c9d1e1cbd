"""Temporary folders that carry their owner, so that those of a dead app are removed at the next start."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from sandbox.owner import Owner

PREFIX = "assay-"
SEPARATOR = "~"  # in place of the slashes of an owner's label


def scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for the length of a `with` block."""
    return tempfile.TemporaryDirectory(prefix=_prefix(), ignore_cleanup_errors=True)


def make_scratch_folder() -> Path:
    """A folder that the caller removes."""
    return Path(tempfile.mkdtemp(prefix=_prefix()))


def remove_orphaned_folders() -> None:
    """Remove the folders of apps that no longer run, and only those."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*{SEPARATOR}*"):
        label = folder.name.removeprefix(PREFIX).rpartition(SEPARATOR)[0]
        owner = Owner.parse(label.replace(SEPARATOR, "/"))
        if owner is not None and not owner.is_alive():
            shutil.rmtree(folder, ignore_errors=True)


def _prefix() -> str:
    label = str(Owner.current()).replace("/", SEPARATOR)
    return f"{PREFIX}{label}{SEPARATOR}"
