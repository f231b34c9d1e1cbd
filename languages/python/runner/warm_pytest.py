"""pytest, as ready as it can be before there is a job: what is done here, no fork has to do again.

Measured by `benchmarks.verdicts`; without this file a verdict takes about twice as long.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import _pytest.config
import _pytest.main
import _pytest.runner
import _pytest.tmpdir
import pytest
from _pytest.config import Config

from . import forked
from ._scenario import ours, properties
from .seal import Sealed, look

PLAIN = (
    *("-c", os.devnull, "--rootdir=.", "--confcutdir=.", "--disable-plugin-autoload"),
    "--quiet",  # else it says something as it begins
    # Files and traces nobody reads, debugging by hand, and warnings about what no test asked for.
    *("-pno:cacheprovider", "-pno:doctest", "-pno:faulthandler", "-pno:junitxml", "-pno:pastebin", "-pno:setuponly"),
    *("-pno:setupplan", "-pno:stepwise", "-pno:threadexception", "-pno:unraisableexception"),
)
OPTIONS = (
    *PLAIN,
    "--tb=short",
    "--continue-on-collection-errors",  # so that the canaries run as well
    "-W",
    "error::pytest.PytestReturnNotNoneWarning",  # `return a == b` checks nothing
)

REHEARSAL = """
def test_failing():
    assert [1] == [2]

def test_passing():
    assert [1] == [1]
"""


def rehearse() -> None:
    """Run a failing and a passing test, for all that pytest imports and remembers when it does so first."""
    path = list(sys.path)
    with _working_in_new_folder() as folder, contextlib.redirect_stdout(io.StringIO()):
        Path(folder, "test_rehearsal.py").write_text(REHEARSAL)
        pytest.main([*OPTIONS, "test_rehearsal.py"])
    sys.path[:] = path
    sys.modules.pop("test_rehearsal", None)


@functools.cache
def begun_and_sealed() -> tuple[pytest.Session, Sealed]:
    """The session in which a program is tested, and all that can be sealed as it begins."""
    return begin(OPTIONS), Sealed(look())


def begin(options: Sequence[str]) -> pytest.Session:
    """A session that is about to collect.

    It begins as `_pytest.main.wrap_session` does it. What it has opened is closed again, for forks would share it.
    """
    config = _pytest.config._prepareconfig(list(options))
    # Nothing tells a program which test it is in: no variable, and no name of a folder.
    _pytest.runner._update_current_test_var = lambda *_: None
    _pytest.tmpdir._mk_tmp = lambda request, factory: factory.mktemp("folder", numbered=True)
    session = pytest.Session.from_config(config)
    config._do_configure()
    config.hook.pytest_sessionstart(session=session)
    config.pluginmanager.register(forked, "program")
    config.pluginmanager.register(properties, "properties")
    config.pluginmanager.register(ours, "ours")
    _plugin(config, "capturemanager").stop_global_capturing()
    _plugin(config, "logging-plugin").log_file_handler.close()
    return session


def carry_on(session: pytest.Session, arguments: list[str]) -> int:
    """Collect and run in the working folder what `arguments` name, and end `session`; in a fork, for it works once.

    It returns and ends as `_pytest.main.wrap_session` does it.
    """
    _move(session, Path.cwd(), arguments)
    config = session.config
    status: int = pytest.ExitCode.OK
    try:
        status = _pytest.main._main(config, session) or status
    except pytest.UsageError:
        status = pytest.ExitCode.USAGE_ERROR
    except session.Failed:
        status = pytest.ExitCode.TESTS_FAILED
    except (KeyboardInterrupt, pytest.exit.Exception) as stop:
        status = getattr(stop, "returncode", None) or pytest.ExitCode.INTERRUPTED
    except BaseException:
        status = pytest.ExitCode.INTERNAL_ERROR
        config.notify_exception(pytest.ExceptionInfo.from_current(), config.option)
    finally:
        config.hook.pytest_sessionfinish(session=session, exitstatus=status)
        config._ensure_unconfigure()
    return status


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


@contextlib.contextmanager
def _working_in_new_folder() -> Iterator[str]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory(dir=before) as folder:
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)
