"""The virtual environment of the tools that ours is compared with: made when it is first needed, and kept."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIST = HERE / "peers.txt"
FOLDER = HERE.parent / ".venv-peers"
PYTHON = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def peers_python() -> Path:
    """The interpreter that has what is listed in `peers.txt`. Takes a minute the first time."""
    wanted = hashlib.sha256(LIST.read_bytes()).hexdigest()
    mark = FOLDER / "installed"
    if not mark.exists() or mark.read_text() != wanted:
        print(f"Installing the peers into {FOLDER.name} …", file=sys.stderr)
        venv.create(FOLDER, clear=True, with_pip=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "--requirement", LIST], check=True)
        mark.write_text(wanted)
    return PYTHON
