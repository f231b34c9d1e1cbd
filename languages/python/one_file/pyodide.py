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
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from cancel import Cancel
from languages.one_file import NoOneFile
from languages.python.packages.sources import Sources
from message import say
from sandbox.base import MEGABYTE, Announce

# Why: docs/decisions.md, "One HTML file has Pyodide 314 in it, from npm, by version and SHA-512"
VERSION = "314.0.7"
DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of the package, as `npm view pyodide@VERSION dist.integrity` tells it."""
SIZE = 6_488_647
ARCHIVE = f"pyodide-{VERSION}.tgz"
REGISTRY = "https://registry.npmjs.org"
SETTING = "npm_config_registry"
PARTS = {
    "loader": "pyodide.mjs",
    "module": "pyodide.asm.mjs",
    "wasm": "pyodide.asm.wasm",
    "library": "python_stdlib.zip",
}
ABOUT = "pyodide-lock.json"
SECONDS = 60.0
MOST_BYTES = 64 * MEGABYTE

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pyodide:
    """Its parts by the names of `PARTS`, and what it says `about` itself, such as its Python's version."""

    parts: Mapping[str, bytes]
    about: Mapping[str, Any]


def is_here(store: Path) -> bool:
    """Whether it lies in `store`."""
    return (store / ARCHIVE).is_file()


def fetch(store: Path, cancel: Cancel, announce: Announce) -> None:
    """Bring it into `store`, unless it is there. Raises `NoOneFile` and `Cancelled`."""
    if is_here(store):
        return
    announce(say("Fetching Python for browsers (%(size)s MB)", size=round(SIZE / 1e6)))
    try:
        content = _fetched(cancel)
        if _digest(content) != DIGEST:
            raise NoOneFile(
                say("What came isn't the Python for browsers that Assay knows, so it wasn't taken."),
                say("Something on the way changes it, such as a mirror. See whether npm's registry can be reached."),
            )
        store.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=store, delete=False) as file:
            file.write(content)
        # In one step: half of it would be taken for the whole the next time.
        Path(file.name).replace(store / ARCHIVE)
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        log.info("no Pyodide", exc_info=True)
        raise NoOneFile(
            say("Python for browsers can't be fetched now."),
            say("It comes once, from npm's registry. Try again when this computer is online."),
        ) from error


def _fetched(cancel: Cancel) -> bytes:
    """The package; piece by piece, so that it can be stopped."""
    content = bytearray()
    with Sources.of_this_machine().client() as client:
        address = f"{registry()}/pyodide/-/{ARCHIVE}"
        with client.stream("GET", address, timeout=SECONDS, headers={"Accept": "*/*"}) as answer:
            answer.raise_for_status()
            for piece in answer.iter_bytes():
                cancel.raise_if_set()
                content += piece
                if len(content) > MOST_BYTES:
                    break
    return bytes(content)


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
    try:
        content = (store / ARCHIVE).read_bytes()
        if _digest(content) != DIGEST:
            (store / ARCHIVE).unlink()
            raise NoOneFile(
                say("The Python for browsers on this computer is damaged."), say("Try again, which fetches it anew.")
            )
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            parts = {name: _member(archive, member) for name, member in PARTS.items()}
            return Pyodide(parts, json.loads(_member(archive, ABOUT))["info"])
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
