"""The files of a run in the one folder that the page gives files out from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from uuid import uuid4

from languages.handover import File
from ui.downloads import program_files, zip_bytes, zipped
from ui.following import Snapshot


def export_run(snapshot: Snapshot, folder: Path) -> tuple[str | None, str]:
    """Write the program, where there is one, and a zip of everything; return their paths.

    A program of several files is a zip as well.
    """
    run_id = snapshot.summary.run_id
    everything = _write(folder / run_id, f"assay-{run_id}.zip", zip_bytes(snapshot.report, run_id, snapshot.events))
    program = program_files(snapshot.report)
    if not program:
        return None, everything
    if len(program) > 1:
        return _write(folder / run_id, "program.zip", zipped(program)), everything
    ((path, file),) = program.items()
    return _write(folder / run_id, PurePosixPath(path).name, file.content), everything


def export_files(files: Mapping[str, bytes], folder: Path) -> str:
    """Write `files` as a zip, so that no browser opens one of them as a page of ours; return its path."""
    return _write(folder / uuid4().hex, "files.zip", zipped({name: File(content) for name, content in files.items()}))


def _write(folder: Path, name: str, content: bytes) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return str(folder / name)
