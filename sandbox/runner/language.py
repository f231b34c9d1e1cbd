"""What a language adds to the runner: commands of its own, and processes that have its tools loaded.

A language's folder is a package with tables in its `__init__.py`, each of which may be left out. They
name functions as `module:function`, for the runner itself loads none of them, but for readers:

- `COMMANDS`: from a command's first word to the zygote that it is a fork of, the function that is its
  job, what reads its report, `Text` where that is left out, and whether it judges what it starts.
- `ZYGOTES`: from a zygote's name to the functions that it calls before its first job, those that it
  calls once there is a moment without any, and, where that is to wait until the sandbox was used and
  rests, or the first job comes, `True`. The one called "" is always there, and bare.
- `ENVIRONMENT`: variables of all jobs.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

PACKAGE = "_language"  # private, like the runner's own, so that a program can have a module of any name
BARE = ""
MOST_TEXT = 1024 * 1024


@dataclass(frozen=True)
class Begun:
    """What the function of a command gets, in the job's process: it returns the exit status.

    `report` is the descriptor of the report's pipe, `secrets` what its reader told it, and
    `spare_folder` the job's folder for what isn't a file of its own.
    """

    command: list[str]
    report: int
    secrets: dict[str, Any]
    spare_folder: Path


class Reader(Protocol):
    """Reads the report of one job, in the runner's own process, where no job can change what it knows."""

    @property
    def secrets(self) -> Mapping[str, Any]:
        """What the job's process is told before it becomes the program, as JSON knows it."""

    @property
    def running(self) -> str:
        """What the job is busy with, to be named where its time is up; may be empty."""

    def feed(self, data: bytes) -> None:
        """Take what came out of the pipe."""

    def news(self) -> Any:
        """What may be shown before the end, of what came since this was last asked, as JSON knows it; may be empty."""

    def report(self) -> tuple[Any, str]:
        """Of a job that has ended by itself, as JSON knows it; or None, and why in a sentence."""

    def so_far(self, limit: str) -> Any:
        """Of a job whose time, as in "20 s", was up; or None."""


class Text:
    """A report that is taken as it was written."""

    secrets: Mapping[str, Any] = {}
    running = ""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> None:
        """See `Reader.feed`; what is too much is left out."""
        self._data += data[: MOST_TEXT - len(self._data)]

    def news(self) -> None:
        """See `Reader.news`: none, for nobody knows what a part of it says."""

    def report(self) -> tuple[str | None, str]:
        """See `Reader.report`."""
        return self._data.decode(errors="replace") or None, ""

    def so_far(self, _: str) -> str | None:
        """See `Reader.so_far`."""
        return self.report()[0]


@dataclass(frozen=True)
class Command:
    """One entry of `COMMANDS`."""

    zygote: str
    function: str
    reader: str = ""
    judges: bool = False


@dataclass(frozen=True)
class Preparation:
    """One entry of `ZYGOTES`."""

    at_once: tuple[str, ...] = ()
    when_quiet: tuple[str, ...] = ()
    waits: bool = False


@dataclass(frozen=True)
class Language:
    """The tables of a language; empty where there is none."""

    commands: Mapping[str, Command] = field(default_factory=dict)
    zygotes: Mapping[str, Preparation] = field(default_factory=lambda: {BARE: Preparation()})
    environment: dict[str, str] = field(default_factory=dict)

    def reader(self, word: str) -> Reader:
        """For a job whose command begins with `word`."""
        name = self.commands[word].reader if word in self.commands else ""
        reader: Reader = function(name)() if name else Text()
        return reader

    def functions(self, zygote: str) -> dict[str, Callable[[Begun], int]]:
        """What the jobs of `zygote` call, loaded, by the first words of their commands."""
        own = {word: command for word, command in self.commands.items() if command.zygote == zygote}
        return {word: function(command.function) for word, command in own.items()}


def load(folder: Path | None) -> Language:
    """The language in `folder`, loaded under a private name and without touching `sys.path`."""
    if folder is None:
        return Language()
    spec = importlib.util.spec_from_file_location(
        PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(str(folder))
    package = sys.modules[PACKAGE] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    return Language(
        {word: Command(*entry) for word, entry in getattr(package, "COMMANDS", {}).items()},
        {BARE: Preparation()} | {name: Preparation(*entry) for name, entry in getattr(package, "ZYGOTES", {}).items()},
        getattr(package, "ENVIRONMENT", {}),
    )


def function(name: str) -> Callable[..., Any]:
    """What a table of the language names as `module:function`."""
    module, _, attribute = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(f"{PACKAGE}.{module}"), attribute)
    return found
