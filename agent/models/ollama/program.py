"""The Ollama of this computer: is it installed, where, and is an address that of this computer."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from environment import LOOPBACK
from settings import Settings


def host_name(host: str) -> str:
    """The name of the computer at `host`, an address with or without its scheme; `host` itself where it has none."""
    with suppress(ValueError):
        return urlsplit(host if "//" in host else f"//{host}").hostname or host
    return host


def is_here(host: str) -> bool:
    """Whether the Ollama at `host`, as `Settings.ollama_host` has it, runs on this computer."""
    return host_name(host) in LOOPBACK


def ollama_program() -> Path | None:
    """The program `ollama`, also where it isn't on the PATH; None where it isn't installed."""
    found = shutil.which("ollama")
    if found:
        return Path(found)
    return next((path for path in _usual_places() if path.is_file()), None)


def models_folder(settings: Settings) -> Path:
    """Where the Ollama of this computer keeps its models, as far as can be told from outside of it."""
    service = Path("/usr/share/ollama/.ollama/models")
    if settings.ollama_models:
        return settings.ollama_models
    # Unlike Path's own, this never raises where the folder is another user's.
    is_service = sys.platform == "linux" and os.path.isdir(service)  # noqa: PTH112
    return service if is_service else Path.home() / ".ollama" / "models"


def _usual_places() -> list[Path]:
    """Where its own installers put it (https://github.com/ollama/ollama, docs/windows.md and docs/macos.md)."""
    if sys.platform == "darwin":
        inside = "Applications/Ollama.app/Contents/Resources/ollama"
        return [Path("/") / inside, Path.home() / inside]
    if sys.platform == "win32":
        return [Path(os.environ.get("LOCALAPPDATA", "")) / "Programs" / "Ollama" / "ollama.exe"]
    return [Path("/usr/local/bin/ollama"), Path("/usr/bin/ollama")]
