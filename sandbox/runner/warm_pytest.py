"""pytest, as ready as it can be before there is a job: what is done here, no fork has to do again.

Measured by `benchmarks.verdicts`; without this file a verdict takes about twice as long.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import _pytest.config
import pytest
from _pytest.config import Config
from _pytest.fixtures import FixtureFunctionDefinition

from .seal import Part, Sealed, look, renewed

if TYPE_CHECKING:
    from .report import Reporter

OPTIONS = (
    "-c",
    os.devnull,
    "--rootdir=.",
    "--confcutdir=.",
    "--disable-plugin-autoload",
    "--no-header",
    "--tb=short",
    "--continue-on-collection-errors",  # so that the canaries run as well
    "-W",
    "error::pytest.PytestReturnNotNoneWarning",  # `return a == b` checks nothing
)
# Files nobody reads, debugging by hand, and warnings about what no test asked for.
UNUSED = (
    *("cacheprovider", "doctest", "junitxml", "pastebin", "setuponly", "setupplan", "stepwise"),
    *("threadexception", "unraisableexception"),
)

REHEARSAL = """
def test_failing():
    assert [1] == [2]

def test_passing():
    assert [1] == [1]
"""


def run(arguments: list[str], reporter: Reporter) -> int:
    """What the command `pytest` does, reporting each test. Only once in a process."""
    with handed_out(ready_config()):
        return int(pytest.main([*OPTIONS, *arguments], plugins=[reporter]))


def rehearse() -> list[Part]:
    """Run a failing and a passing test, for all that pytest imports and remembers when it does so first.

    What is returned is what could be sealed as its collection began.
    """
    path, looker = list(sys.path), _Looker()
    with _working_in_new_folder() as folder, contextlib.redirect_stdout(io.StringIO()):
        Path(folder, "test_rehearsal.py").write_text(REHEARSAL)
        pytest.main([*OPTIONS, "test_rehearsal.py"], plugins=[looker])
    sys.path[:] = path
    sys.modules.pop("test_rehearsal", None)
    tempfile.tempdir = None  # it was looked up, but each job has its own
    return looker.parts


class _Looker:
    """A plugin that looks when the runner's own does."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        self.parts = look()


@functools.cache
def ready_config() -> Config:
    """What each session begins with: pytest's own plugins, registered."""
    _shorten_looks_at_plugins()
    return _pytest.config.get_config([argument for name in UNUSED for argument in ("-p", f"no:{name}")])


def to_seal() -> list[Sealed]:
    """What could be sealed now; nearly all of it was looked at before the fork, if there was time for that."""
    if not ready_to_seal.cache_info().currsize:
        return [Sealed(look())]
    lasting, changing = ready_to_seal()
    return [lasting, Sealed(renewed(changing))]


@functools.cache
def ready_to_seal() -> tuple[Sealed, list[Part]]:
    """What can be sealed in every session, and what pytest itself sets anew in each."""
    before = {(where, name): value for where, _, name, value, _ in rehearse()}
    now = rehearse()
    lasting = [part for part in now if before.get((part[0], part[2])) is part[3]]
    kept = {(part[0], part[2]) for part in lasting}
    return Sealed(lasting), [part for part in now if (part[0], part[2]) not in kept]


@contextlib.contextmanager
def handed_out(config: Config) -> Iterator[None]:
    """Let the next session begin with `config` instead of a new one; those that a test starts get their own."""
    original = _pytest.config.get_config

    def hand_out(args: tuple[str, ...], plugins: list[object], *, prog: str) -> Config:
        _pytest.config.get_config = original
        config.invocation_params = Config.InvocationParams(args=args, plugins=plugins, dir=Path.cwd())
        return config

    _pytest.config.get_config = hand_out  # type: ignore[assignment]
    try:
        yield
    finally:
        _pytest.config.get_config = original


def _shorten_looks_at_plugins() -> None:
    """Have `dir` of pytest's plugins name their hooks and fixtures only: each session tries all that is named."""
    for name in _pytest.config.default_plugins:
        names = vars(importlib.import_module(f"_pytest.{name}"))
        wanted = [name for name in names if name.startswith("pytest_") or _is_fixture(names[name])]
        names["__dir__"] = functools.partial(list, wanted)


def _is_fixture(value: object) -> bool:
    return isinstance(value, FixtureFunctionDefinition)


@contextlib.contextmanager
def _working_in_new_folder() -> Iterator[str]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory(dir=before) as folder:
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)
