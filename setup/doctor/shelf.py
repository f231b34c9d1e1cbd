"""What programs can have beside Python: a shelf that is always there, and what was fetched for some of them."""

from __future__ import annotations

import contextlib
import logging
import shutil
from collections.abc import Iterator

import docker.errors
import requests
from rich.filesize import decimal

from languages.python.packages.shelf import on_shelf
from sandbox.errors import SandboxUnavailable
from sandbox.registry import remove_packages
from settings import Settings
from setup.doctor.finding import Finding
from wording import plural

log = logging.getLogger(__name__)


def examine_shelf(settings: Settings) -> Iterator[Finding]:
    """What is on it, and what is kept beside."""
    names = list(on_shelf())
    yield Finding("Shelf", "ok", f"Programs have {plural(len(names), 'package')} always: {', '.join(names)}.")
    files = [path for path in settings.packages.rglob("*") if path.is_file()]
    if not files:
        yield Finding("Fetched packages", "ok", "None were fetched for programs that need others.")
        return
    size = sum(path.stat().st_size for path in files)
    advice = "To remove them: python app.py doctor --empty-cache. Programs that are run again fetch theirs anew."
    yield Finding("Fetched packages", "ok", f"{decimal(size)} are kept of what programs needed beside.", advice)


def empty_cache(settings: Settings) -> str:
    """Remove what was fetched for programs, also from the container engine; return what was done, as a sentence."""
    size = sum(path.stat().st_size for path in settings.packages.rglob("*") if path.is_file())
    shutil.rmtree(settings.packages, ignore_errors=True)
    images = 0
    with contextlib.suppress(SandboxUnavailable, docker.errors.DockerException, requests.RequestException):
        images = remove_packages(settings.docker_host)
    return f"{decimal(size)} of fetched packages and {plural(images, 'image')} with such were removed."
