"""Installing Ollama by its makers' own installer, once the person has seen what will be done and pressed the button."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx

from agent.errors import ModelUnavailable
from agent.models.provider import DownloadStep
from cancel import Cancel
from message import say

SITE = "https://ollama.com"
CONNECTING_SECONDS = 15.0
PIECE = 1024 * 1024
MOST_SAID = 300
"""Characters of what an installer says at its end."""
BY_HAND = say("Install it from https://ollama.com/download; its models then appear here by themselves.")


@dataclass(frozen=True, slots=True)
class Installer:
    """Where a system's installer is, below the site; the command that runs it where it was fetched to, empty where
    nobody may; and in sentences what it does, as the person reads them before."""

    address: str
    command: Callable[[Path], Sequence[str]]
    does: str


def _by_script(script: Path) -> Sequence[str]:
    """As administrator: the system asks for the password in a window of its own."""
    if os.name == "posix" and os.geteuid() == 0:
        return ["sh", str(script)]
    return ["pkexec", "sh", str(script)] if shutil.which("pkexec") else []


# https://docs.ollama.com/linux, https://docs.ollama.com/macos, https://docs.ollama.com/windows
INSTALLERS = {
    "linux": Installer(
        "install.sh",
        _by_script,
        say(
            "The installer of Ollama's makers is fetched from ollama.com and run. It puts about 2 GB into /usr/local "
            "and starts Ollama; your computer asks for your password for that."
        ),
    ),
    "darwin": Installer(
        "download/Ollama-darwin.zip",
        lambda archive: ["ditto", "-x", "-k", str(archive), "/Applications"],
        say("Ollama is fetched from ollama.com, about 500 MB, put into your Applications folder, and started."),
    ),
    "win32": Installer(
        "download/OllamaSetup.exe",
        lambda program: [str(program), "/SILENT"],
        say(
            "The installer of Ollama's makers is fetched from ollama.com, about 2 GB, and run; it shows how far it is. "
            "It needs no administrator, and starts Ollama."
        ),
    ),
}
"""By `sys.platform`."""


def what_it_does() -> str:
    """What `install` does on this system, in sentences; empty where only the person can install it."""
    installer = INSTALLERS.get(sys.platform)
    return installer.does if installer and installer.command(Path()) else ""


def install(cancel: Cancel, site: str = SITE) -> Iterator[DownloadStep]:
    """Fetch the installer from `site` and run it, telling how far it is.

    Raises `ModelUnavailable` where that doesn't work, and `Cancelled`.
    """
    installer = INSTALLERS.get(sys.platform)
    if installer is None or not installer.command(Path()):
        raise ModelUnavailable(say("Assay can't install Ollama on this computer."), BY_HAND)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        target = Path(folder) / Path(installer.address).name
        yield from _fetched(f"{site}/{installer.address}", target, cancel)
        yield DownloadStep(say("Installing Ollama"))
        _run(installer.command(target), cancel)


def _fetched(address: str, target: Path, cancel: Cancel) -> Iterator[DownloadStep]:
    try:
        with (
            httpx.stream("GET", address, follow_redirects=True, timeout=CONNECTING_SECONDS) as answer,
            target.open("wb") as file,
        ):
            answer.raise_for_status()
            if any(one.url.scheme != httpx.URL(address).scheme for one in (*answer.history, answer)):
                raise httpx.UnsupportedProtocol("it leads away from where it is safe to fetch")
            total, completed = int(answer.headers.get("content-length", 0)), 0
            for piece in answer.iter_bytes(PIECE):
                cancel.raise_if_set()
                completed += file.write(piece)
                yield DownloadStep(say("Fetching Ollama"), completed, total)
    except (httpx.HTTPError, OSError) as error:
        raise ModelUnavailable(
            say("Ollama could not be fetched from %(address)s.", address=address),
            say("Check your connection, then try again. Or install it yourself from https://ollama.com/download."),
        ) from error


def _run(command: Sequence[str], cancel: Cancel) -> None:
    process = subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    with process, cancel.on_cancel(process.terminate):
        said, _ = process.communicate()
    cancel.raise_if_set()
    if process.returncode:
        last = " ".join(said.decode(errors="replace").split())[-MOST_SAID:]
        raise ModelUnavailable(say("Ollama's installer ended without success: %(said)s", said=last), BY_HAND)
