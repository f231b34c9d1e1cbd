"""The Python that runs in a browser: Pyodide, as npm's registry has it, in one version whose digest is known."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import io
import json
import logging
import os
import re
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from cancel import Cancel
from languages.one_file import NoOneFile
from languages.python.one_file.fetching import Progress, download, keep
from languages.python.packages.sources import Sources
from message import say
from sandbox.base import Announce

# Why: docs/decisions.md, "One HTML file has Pyodide in it, and packages by the digests of its lock"
VERSION = "314.0.7"
DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of the package, as `npm view pyodide@VERSION dist.integrity` tells it."""
SIZE = 6_488_647
ARCHIVE = f"pyodide-{VERSION}.tgz"
REGISTRY = "https://registry.npmjs.org"
SETTING = "npm_config_registry"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"

log = logging.getLogger(__name__)


Built = Mapping[str, Any]
"""A package as Pyodide's lock has it: `name`, `version`, `file_name`, `sha256`, the names it `depends` on, and more."""


@dataclass(frozen=True, slots=True)
class Pyodide:
    """Its parts by their names, and what it says `about` itself, such as its Python's version."""

    parts: Mapping[str, bytes]
    about: Mapping[str, Any]


def is_here(store: Path) -> bool:
    """Whether it lies in `store`."""
    return (store / ARCHIVE).is_file()


def fetch(store: Path, cancel: Cancel, announce: Announce) -> None:
    """Bring it into `store`, unless it is there. Raises `NoOneFile` and `Cancelled`."""
    if is_here(store):
        return
    told = Progress(announce, say("Python for browsers"), SIZE)
    try:
        with Sources.of_this_machine().client() as client:
            content = download(client, f"{registry()}/pyodide/-/{ARCHIVE}", cancel, told)
        if _digest(content) != DIGEST:
            raise NoOneFile(
                say("What came isn't the Python for browsers that Assay knows, so it wasn't taken."),
                say("Something on the way changes it, such as a mirror. See whether npm's registry can be reached."),
            )
        keep(content, store / ARCHIVE)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        log.info("no Pyodide", exc_info=True)
        raise NoOneFile(
            say("Python for browsers can't be fetched now."),
            say("It comes once, from npm's registry. Try again when this computer is online."),
        ) from error


def registry() -> str:
    """Where npm would fetch packages from: its variable, whatever its case, else its file in the home folder."""
    for name, value in os.environ.items():
        if name.lower() == SETTING and value:
            return value.rstrip("/")
    with contextlib.suppress(OSError, UnicodeDecodeError, RuntimeError):
        found = re.search(r"^\s*registry\s*=\s*(http\S+)", (Path.home() / ".npmrc").read_text("utf-8"), re.MULTILINE)
        if found:
            return found[1].rstrip("/")
    return REGISTRY


def read(store: Path) -> Pyodide:
    """What lies in `store`. Raises `NoOneFile`."""
    with _opened(store) as archive:
        parts = {name: _member(archive, name) for name in PARTS}
        return Pyodide(parts, json.loads(_member(archive, LOCK))["info"])


def packages(store: Path) -> dict[str, Built]:
    """The packages that are built for it, by their names. Raises `NoOneFile`."""
    with _opened(store) as archive:
        known: dict[str, Built] = json.loads(_member(archive, LOCK))["packages"]
        return known


@contextlib.contextmanager
def _opened(store: Path) -> Iterator[tarfile.TarFile]:
    try:
        content = (store / ARCHIVE).read_bytes()
        if _digest(content) != DIGEST:
            (store / ARCHIVE).unlink()
            raise NoOneFile(
                say("The Python for browsers on this computer is damaged."), say("Try again, which fetches it anew.")
            )
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            yield archive
    except OSError as error:
        raise NoOneFile(
            say("Python for browsers isn't on this computer."), say("Try again, which fetches it anew.")
        ) from error


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    assert file  # noqa: S101  (the digest says what is in it)
    return file.read()


def _digest(content: bytes) -> str:
    return base64.b64encode(hashlib.sha512(content).digest()).decode()
