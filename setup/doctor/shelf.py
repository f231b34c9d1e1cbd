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
from message import joined, say, say_count
from sandbox.errors import SandboxUnavailable
from sandbox.registry import remove_packages
from settings import Settings
from setup.doctor.browser import one_files
from setup.doctor.finding import Finding
from setup.doctor.repairing import Repaired

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
    size = _size(settings)
    advice = say("To remove them: python app.py doctor --empty-cache. Programs that are run again fetch theirs anew.")
    yield Finding(
        say("Fetched packages"),
        "ok",
        say("%(size)s are kept of what programs needed beside.", size=decimal(size)),
        advice,
    )


def empty_cache(settings: Settings) -> Repaired:
    """Remove what was fetched for programs, also from the container engine; say what went, and what is left."""
    size = _size(settings)
    for folder in _folders(settings):
        shutil.rmtree(folder, ignore_errors=True)
    images = images_left = 0
    with contextlib.suppress(SandboxUnavailable, docker.errors.DockerException, requests.RequestException):
        images, images_left = remove_packages(settings.docker_host)
    left = _size(settings)
    removed = say_count(
        "%(size)s of fetched packages and %(count)s image with such were removed.",
        "%(size)s of fetched packages and %(count)s images with such were removed.",
        images,
        size=decimal(size - left),
    )
    return Repaired(
        say("Fetched packages"), not (left or images_left), joined(" ", [removed, *_said_left(left, images_left)])
    )


def _said_left(size: int, images: int) -> Iterator[str]:
    if size:
        yield say("%(size)s could not be removed.", size=decimal(size))
    if images:
        yield say_count(
            "%(count)s image could not be removed, for something uses it.",
            "%(count)s images could not be removed, for something uses them.",
            images,
        )


def _size(settings: Settings) -> int:
    return sum(path.stat().st_size for path in _fetched(settings))


def _fetched(settings: Settings) -> Iterator[Path]:
    return (path for folder in _folders(settings) for path in folder.rglob("*") if path.is_file())


def _folders(settings: Settings) -> list[Path]:
    """With those for sandboxes, and those for programs in a browser."""
    return [settings.packages, *(settings.browser_parts / one_file.packages for one_file in one_files())]
