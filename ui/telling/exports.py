"""The files of a run in the one folder that the page gives files out from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from uuid import uuid4

from agent.handover import file_name, title_of
from agent.without_files import without_files
from languages.handover import File
from sandbox.paths import place_below
from ui.live.following import Snapshot
from ui.telling.downloads import program_files, zip_bytes, zipped


def export_program(snapshot: Snapshot, folder: Path) -> str | None:
    """Write the program, where there is one, and return its path. One of several files is a zip."""
    run_id = snapshot.summary.run_id
    program = program_files(snapshot.report)
    if not program:
        return None
    if len(program) > 1:
        return write_file(folder / run_id, "program.zip", zipped(program))
    ((path, file),) = program.items()
    return write_file(folder / run_id, PurePosixPath(path).name, file.content)


def export_all(snapshot: Snapshot, folder: Path, title: str = "", with_files: bool = True) -> str:
    """Write a zip of everything, and return its path. It is named after the task, or after the `title`, if it has one.

    Without files, nothing is in it that was made by looking at those that the run was given.
    """
    report, run_id, events = snapshot.report, snapshot.summary.run_id, snapshot.events
    told = report if with_files else without_files(report)
    content = zip_bytes(told, run_id, events if with_files else (), title)
    return write_file(folder / run_id, f"{file_name(title or title_of(report))}.zip", content)


def export_files(files: Mapping[str, bytes], folder: Path) -> tuple[Sequence[str], str]:
    """Write `files`, and all of them as a zip; return their paths.

    Whatever a browser could open as a page of ours, Gradio sends as a download.
    """
    place = folder / uuid4().hex
    single = [write_file(place / "files", name, content) for name, content in files.items()]
    archive = write_file(place, "files.zip", zipped({name: File(content) for name, content in files.items()}))
    return single, archive


def write_file(folder: Path, name: str, content: bytes) -> str:
    """Write a file of this name, which may lie deeper in the folder, and return its path. Raises `BadPath`."""
    path = place_below(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return str(path)
