"""The files of a run in the one folder that the page gives files out from."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from ui.downloads import solution_bytes, zip_bytes
from ui.following import Snapshot


def give_out(snapshot: Snapshot, folder: Path) -> tuple[str | None, str]:
    """Write the solution, where there is one, and a zip of everything; return their paths."""
    run_id = snapshot.summary.run_id
    target = folder / run_id
    target.mkdir(parents=True, exist_ok=True)
    everything = target / f"assay-{run_id}.zip"
    everything.write_bytes(zip_bytes(snapshot.report, run_id, snapshot.events))
    if not snapshot.report.chosen:
        return None, str(everything)
    solution = target / "solution.py"
    solution.write_bytes(solution_bytes(snapshot.report))
    return str(solution), str(everything)


def give_out_files(files: Mapping[str, bytes], folder: Path) -> str:
    """Write `files` as a zip, so that no browser opens one of them as a page of ours; return its path."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    target = folder / uuid4().hex
    target.mkdir(parents=True)
    written = target / "files.zip"
    written.write_bytes(content.getvalue())
    return str(written)
