"""What each package of the shelf costs: megabytes in the image, and seconds of processor time to import it.

    python -m benchmarks.shelf

Each is installed alone into an empty folder; what others need as well is counted for each of them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import uv

from benchmarks.tables import print_table
from languages.python.packages.shelf import SHELF, OnShelf

TIMED = "import time; t = time.process_time(); import {}; print(time.process_time() - t)"


def main() -> None:
    """Print the table."""
    print_table(("package", "for", "MB", "alone MB", "import s"), list(map(_row, SHELF)))


def _row(one: OnShelf) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder:
        together, alone = Path(folder, "together"), Path(folder, "alone")
        _install(one, together)
        _install(one, alone, "--no-deps")
        seconds = _import_seconds(one, together)
        return one.name, one.purpose, f"{_megabytes(together):.1f}", f"{_megabytes(alone):.1f}", seconds


def _install(one: OnShelf, target: Path, *options: str) -> None:
    pin = f"{one.name}=={one.version}"
    command = [uv.find_uv_bin(), "pip", "install", "--quiet", "--target", str(target), "--only-binary", ":all:"]
    # The newest Python, as in the image: some have no wheel for older ones.
    subprocess.run([*command, *options, "--python", sys.executable, pin], check=True)


def _megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def _import_seconds(one: OnShelf, folder: Path) -> str:
    command = [
        sys.executable,
        "-I",
        "-c",
        f"import sys; sys.path.insert(0, {str(folder)!r}); {TIMED.format(one.module)}",
    ]
    taken = subprocess.run(command, check=True, capture_output=True, text=True)
    return f"{float(taken.stdout):.2f}"


if __name__ == "__main__":
    main()
