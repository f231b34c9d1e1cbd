"""What of this machine no program in a sandbox may change."""

from __future__ import annotations

import hashlib
import socket
import time
from pathlib import Path

import psutil

FILES = ("/etc/passwd", "/etc/group", "/etc/shadow", "/etc/hosts", "/etc/ld.so.cache", "/etc/resolv.conf")
SETTINGS = ("core_pattern", "hostname", "panic", "modprobe", "randomize_va_space", "shmmax", "sysrq")
OTHERS = ("/var/lib/docker", "/run", "/var/run", "/tmp", "/mnt")
"""Places in which others mount and unmount all the time."""


def fingerprint(*planted: Path) -> dict[str, object]:
    """The state of this machine as far as it stays the same by itself; `planted` are more files that count."""
    return {
        "files": {path: _digest(path) for path in (*FILES, *map(str, planted))},
        "settings": {name: _text(f"/proc/sys/kernel/{name}") for name in SETTINGS},
        "folders": {path: sorted(map(str, Path(path).glob("*"))) for path in ("/", "/etc", "/dev/mqueue")},
        "mounts": sorted(line for line in _text("/proc/self/mounts").splitlines() if not _elsewhere(line)),
        "system v": [_text(f"/proc/sysvipc/{kind}").count("\n") for kind in ("shm", "sem", "msg")],
        "name": socket.gethostname(),
        "clock": round((time.time() - time.monotonic()) / 60),
    }


def processes_with(token: str) -> list[str]:
    """The command lines on this machine that hold `token`."""
    lines = (" ".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"]))
    return [line for line in lines if token in line]


def _elsewhere(mount: str) -> bool:
    return mount.split()[1].startswith(OTHERS)


def _digest(path: str) -> str:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError as error:
        return str(error)


def _text(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError as error:
        return str(error)
