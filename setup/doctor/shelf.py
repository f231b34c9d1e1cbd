"""What programs can have beside Python: a shelf that is always there, and what was fetched for some of them."""

from __future__ import annotations

import contextlib
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import docker.errors
import requests
from rich.filesize import decimal

from languages.registry import LANGUAGES
from message import say, say_count
from sandbox.errors import SandboxUnavailable
from sandbox.registry import remove_packages
from settings import Settings
from setup.doctor.browser import one_files
from setup.doctor.finding import Finding

log = logging.getLogger(__name__)


def examine_shelf(settings: Settings) -> Iterator[Finding]:
    """What is on it, and what is kept beside."""
    shelves = (language.packaging.shelf for language in LANGUAGES.values() if language.packaging)
    names = [name for shelf in shelves for name in shelf]
    yield Finding(
        say("Shelf"),
        "ok",
        say_count(
            "Programs have %(count)s package always: %(names)s.",
            "Programs have %(count)s packages always: %(names)s.",
            len(names),
            names=", ".join(names),
        ),
    )
    files = list(_fetched(settings))
    if not files:
        yield Finding(say("Fetched packages"), "ok", say("None were fetched for programs that need others."))
        return
    size = sum(path.stat().st_size for path in files)
    advice = say("To remove them: python app.py doctor --empty-cache. Programs that are run again fetch theirs anew.")
    yield Finding(
        say("Fetched packages"),
        "ok",
        say("%(size)s are kept of what programs needed beside.", size=decimal(size)),
        advice,
    )


def empty_cache(settings: Settings) -> str:
    """Remove what was fetched for programs, also from the container engine; return what was done, as a sentence."""
    size = sum(path.stat().st_size for path in _fetched(settings))
    for folder in _folders(settings):
        shutil.rmtree(folder, ignore_errors=True)
    images = 0
    with contextlib.suppress(SandboxUnavailable, docker.errors.DockerException, requests.RequestException):
        images = remove_packages(settings.docker_host)
    return say_count(
        "%(size)s of fetched packages and %(count)s image with such were removed.",
        "%(size)s of fetched packages and %(count)s images with such were removed.",
        images,
        size=decimal(size),
    )


def _fetched(settings: Settings) -> Iterator[Path]:
    return (path for folder in _folders(settings) for path in folder.rglob("*") if path.is_file())


def _folders(settings: Settings) -> list[Path]:
    """With those for sandboxes, and those for programs in a browser."""
    return [settings.packages, *(settings.browser_parts / one_file.packages for one_file in one_files())]
