"""What keeps Docker Desktop from starting on Windows."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Literal

ASKING_SECONDS = 20
# With a hypervisor running, Windows says False of the processor's own switch, so both are needed.
VIRTUALIZATION = (
    "(Get-CimInstance Win32_ComputerSystem).HypervisorPresent; "
    "(Get-CimInstance Win32_Processor).VirtualizationFirmwareEnabled"
)


def is_windows() -> bool:
    """Whether this computer runs Windows."""
    return sys.platform == "win32"


def obstacle() -> Literal["wsl_missing", "virtualization_off"] | None:
    """What is in Docker Desktop's way on this Windows; None where nothing was found. Takes a few seconds."""
    if _virtualization_is_off():
        return "virtualization_off"
    return None if _succeeds("wsl", "--status") else "wsl_missing"


def _virtualization_is_off() -> bool:
    said = _output("powershell", "-NoProfile", "-NonInteractive", "-Command", VIRTUALIZATION)
    return bool(said.split()) and set(said.split()) == {"False"}


def _succeeds(program: str, *arguments: str) -> bool:
    ended = _run(program, *arguments)
    return ended is not None and ended.returncode == 0


def _output(program: str, *arguments: str) -> str:
    ended = _run(program, *arguments)
    return ended.stdout.decode(errors="replace") if ended else ""


def _run(program: str, *arguments: str) -> subprocess.CompletedProcess[bytes] | None:
    path = shutil.which(program)
    if not path:
        return None
    try:
        return subprocess.run([path, *arguments], capture_output=True, timeout=ASKING_SECONDS, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
