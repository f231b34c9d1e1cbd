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
from typing import TYPE_CHECKING, Any

import _pytest.config
import _pytest.main
import pytest
from _pytest.config import Config
from _pytest.fixtures import FixtureFunctionDefinition

from .seal import Sealed, look

if TYPE_CHECKING:
    from .report import Reporter

OPTIONS = (
    "-c",
    os.devnull,
    "--rootdir=.",
    "--confcutdir=.",
    "--disable-plugin-autoload",
    "--quiet",  # else it says something as it begins
    "--tb=short",
    "--continue-on-collection-errors",  # so that the canaries run as well
    "-W",
    "error::pytest.PytestReturnNotNoneWarning",  # `return a == b` checks nothing
)
# Files and traces nobody reads, debugging by hand, and warnings about what no test asked for.
UNUSED = (
    *("cacheprovider", "doctest", "faulthandler", "junitxml", "pastebin", "setuponly", "setupplan", "stepwise"),
    *("threadexception", "unraisableexception"),
)

REHEARSAL = """
def test_failing():
    assert [1] == [2]

def test_passing():
    assert [1] == [1]
"""


def run(arguments: list[str], reporter: Reporter) -> int:
    """What the command `pytest` does with names of files or tests, reporting each test. Only once in a process."""
    session, _ = begun()
    _move(session, Path.cwd(), arguments)
    session.config.pluginmanager.register(reporter)
    status: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        status = _pytest.main._main(session.config, session) or pytest.ExitCode.OK
    except pytest.UsageError as problem:
        status = pytest.ExitCode.USAGE_ERROR
        print(f"ERROR: {problem}", file=sys.stderr)  # noqa: T201
    except (KeyboardInterrupt, pytest.exit.Exception):
        status = pytest.ExitCode.INTERRUPTED
    finally:
        session.config.hook.pytest_sessionfinish(session=session, exitstatus=status)
        session.config._ensure_unconfigure()
    return status


@functools.cache
def begun() -> tuple[pytest.Session, Sealed]:
    """A session that is about to collect, and all that can be sealed at this moment.

    It begins as `_pytest.main.wrap_session` does it. What it has opened is closed again, for forks would share it.
    """
    config = _pytest.config._prepareconfig([*OPTIONS, *(f"-pno:{name}" for name in UNUSED)])
    session = pytest.Session.from_config(config)
    config._do_configure()
    config.hook.pytest_sessionstart(session=session)
    _plugin(config, "capturemanager").stop_global_capturing()
    _plugin(config, "logging-plugin").log_file_handler.close()
    return session, Sealed(look())


def _move(session: pytest.Session, folder: Path, arguments: list[str]) -> None:
    """To `folder`, as if it had begun there with `arguments`, and with streams of its own."""
    config = session.config
    config.args = arguments or [str(folder)]
    config.invocation_params = Config.InvocationParams(args=arguments, plugins=None, dir=folder)
    config._rootpath = session.path = folder
    session._bestrelpathcache = _pytest.main._bestrelpath_cache(folder)
    config.pluginmanager._confcutdir = folder
    _plugin(config, "terminalreporter").startpath = folder
    capture = _plugin(config, "capturemanager")
    capture.start_global_capturing()
    capture.suspend_global_capture()


def _plugin(config: Config, name: str) -> Any:
    return config.pluginmanager.getplugin(name)


def rehearse() -> None:
    """Run a failing and a passing test, for all that pytest imports and remembers when it does so first."""
    path = list(sys.path)
    with _working_in_new_folder() as folder, contextlib.redirect_stdout(io.StringIO()):
        Path(folder, "test_rehearsal.py").write_text(REHEARSAL)
        pytest.main([*OPTIONS, "test_rehearsal.py"])
    sys.path[:] = path
    sys.modules.pop("test_rehearsal", None)


@functools.cache
def ready_config() -> Config:
    """What a session of mutmut's begins with: pytest's own plugins, registered."""
    _shorten_looks_at_plugins()
    return _pytest.config.get_config([argument for name in UNUSED for argument in ("-p", f"no:{name}")])


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
