"""A person's computer with Linux: a folder with what Assay handed over, and on the PATH only what is named.

Shells, curl, uv and Python are the real ones. `internet` has uv's installer and an index with one package.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from uv import find_uv_bin

from languages.python.candidates import program
from languages.python.handover import handed_over
from languages.types import Needs, Suite

ALWAYS = ("sh", "cat", "curl", "dirname", "mkdir", "ln", "uname")
UV = Path(find_uv_bin())
PYTHON = Path(sys._base_executable)  # type: ignore[attr-defined]
INSTALLER = f'#!/bin/sh\nln -s {UV} "$UV_UNMANAGED_INSTALL/uv"\n'
NOWHERE = "http://127.0.0.1:9"
WHEEL = {
    "greeter.py": "word = 'Hello'\n",
    "greeter-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: greeter\nVersion: 1.0\n",
    "greeter-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "greeter-1.0.dist-info/RECORD": "",
}


class PersonalComputer:
    """Has neither Python nor uv at first; `has` puts them there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder / "Ada's (Ordner) äöü & 100% !x $HOME", folder / "home"
        self._bin = folder / "bin"
        for made in (self.folder, self._bin, self.home):
            made.mkdir()
        for tool in ALWAYS:
            self.has(tool, Path(shutil.which(tool) or tool))

    def has(self, name: str, path: Path) -> None:
        """Put a program on the PATH."""
        (self._bin / name).symlink_to(path)

    def stub(self, name: str, body: str) -> None:
        """Put a shell script on the PATH."""
        (self._bin / name).write_text(f"#!/bin/sh\n{body}\n")
        (self._bin / name).chmod(0o755)

    def start(self, *arguments: str, typed: str = "", shell: str = "sh", site: str = NOWHERE, **more: str) -> str:
        """Start the program from another folder: what was said, errors first, and the exit status in the last line."""
        variables = {
            "PATH": str(self._bin),
            "HOME": str(self.home),
            "ASSAY_UV_INSTALLER": f"{site}/install.sh",
            "UV_DEFAULT_INDEX": f"{site}/simple",
            "UV_HTTP_RETRIES": "0",
            "UV_PYTHON": str(PYTHON),  # not on the PATH: it stands for the one that uv would fetch
        }
        command = [str(shutil.which(shell)), str(self.folder / "Start on Linux.sh"), *arguments]
        done = subprocess.run(
            command,
            cwd=self.home,
            env={**variables, **more},
            input=typed,
            capture_output=True,
            text=True,
            start_new_session=True,
            # Whoever runs the tests in the background has them ignore it, and so would all that they start.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        return f"{done.stderr}{done.stdout}\n{done.returncode}"


def unpack(folder: Path, source: str, *requirements: str) -> None:
    """Put a program into the folder, as it is handed over."""
    for path, file in handed_over(program(source), Suite({}, ()), Needs(requirements)).items():
        (folder / path).write_bytes(file.content)
        (folder / path).chmod(0o755 if file.executable else 0o644)


@contextmanager
def internet(folder: Path) -> Iterator[str]:
    """The address of a server that has what a program may need, for the block."""
    index = folder / "simple" / "greeter"
    index.mkdir(parents=True)
    (folder / "install.sh").write_text(INSTALLER)
    with zipfile.ZipFile(index / "greeter-1.0-py3-none-any.whl", "w") as wheel:
        for name, text in WHEEL.items():
            wheel.writestr(name, text)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
