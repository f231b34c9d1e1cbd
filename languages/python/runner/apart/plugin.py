"""The command `pytest-apart`: the tests as with `pytest`, but the program in a process of its own.

A test that can't be judged this way is reported as skipped, with the reason.
"""

from __future__ import annotations

import ast
import ctypes
import getpass
import importlib.util
import inspect
import linecache
import os
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterable
from functools import partialmethod
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from itertools import pairwise
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.assertion import rewrite

from .. import warm_pytest
from ..begun import Begun
from ..canaries import Secrets, write_canaries
from ..report import Reporter, Told
from ..seal import Sealed
from . import starting
from .host import CONNECTION
from .proxies import Program
from .remote import Remote
from .surroundings import watch_seeds
from .values import Uncarried
from .wire import Wire

PR_SET_DUMPABLE = 4
MOST_FILES = 256
START = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
importlib.import_module(f"{sys.argv[2]}.apart.host").be_host()
"""
# What these do stays in the process of the test.
FIXTURES = {
    "monkeypatch": "it replaces something (`monkeypatch`)",
    "caplog": "it looks at what is logged",
    "capfd": "it looks at the process's own output",
    "capfdbinary": "it looks at the process's own output",
}
# With these a test looks at what no stand-in has, or changes what isn't the program's here.
LOOKING = {"vars", "dir", "__dict__", "__doc__", "reload", "modules", "setrecursionlimit", "getcontext", "localcontext"}
# What a process has for itself: its own surroundings, loggers, signals, number and user.
LOOKING |= {"environ", "getenv", "getLogger", "getsignal", "getpid", "getuid", "register_dialect", "get_dialect"}
LOOKING |= {"collect", "assertLogs", "addHandler", "Thread", "Timer", "sleep", "__context__"}
# The same of whole modules: where Python looks for others, and the dialects that a file of values may be in.
LOOKING_IN = {("sys", "path"), ("csv", "reader"), ("csv", "DictReader"), ("csv", "writer"), ("csv", "DictWriter")}


def run_tests(begun: Begun) -> int:
    """Run the tests that the command's arguments name, in the working folder; return pytest's exit status."""
    known = Secrets(**begun.secrets)
    session, sealed = warm_pytest.begun_and_sealed()
    tests = begun.command[1:]
    modules = program_modules(Path.cwd(), tests)
    wire = _start_host(begun.report)
    _start_as_the_program_does(session, begun.spare_folder)
    watch_seeds()
    program = Program(wire, modules)
    canaries = write_canaries(begun.spare_folder, known)
    session.config.pluginmanager.unregister(name="program")
    session.config.pluginmanager.register(starting, "program")
    session.config.pluginmanager.register(ApartReporter(begun.report, known, canaries, sealed, program))
    sys.meta_path.insert(0, Finder(program, modules))
    _hide_tests({str(Path(name).absolute()) for name in tests}, begun.spare_folder)
    return warm_pytest.carry_on(session, tests)


def program_modules(folder: Path, tests: Iterable[str]) -> frozenset[str]:
    """The names of the program's modules and packages, which lie beside its tests."""
    found = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    return frozenset(found - {Path(name).stem for name in tests})


def _start_host(report: int) -> Wire:
    """The connection to a new interpreter: of a fork's memory, a program could read the tests."""
    ours, theirs = socket.socketpair()
    if not os.fork():
        try:
            _leave_the_judge()
            os.close(report)
            os.dup2(theirs.fileno(), CONNECTION)
            os.closerange(CONNECTION + 1, MOST_FILES)
            package = Path(__file__).parent.parent
            python = [sys.executable, "-s", "-P", "-B", "-X", "utf8", "-c", START]
            os.execv(python[0], [*python, str(package.parent), package.name])  # noqa: S606
        finally:
            os._exit(1)
    theirs.close()
    # Where the sandbox has but one user, nothing of that user may look into this process or its files now.
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    return Wire(ours)


def _leave_the_judge() -> None:
    """Be nobody but the user of the program, whom `sandbox.runner.processes.become` made this process act for."""
    user = os.geteuid()
    os.setresuid(user, user, user)


def _start_as_the_program_does(session: pytest.Session, folder: Path) -> None:
    """Have all that the tests start be the program's user, and pytest take its folder for its own."""
    if os.getuid() == os.geteuid():
        return
    os.register_at_fork(after_in_child=_leave_the_judge)
    # What is started anew is no fork to Python.
    started = partialmethod(subprocess.Popen.__init__, user=os.geteuid())
    subprocess.Popen.__init__ = started  # type: ignore[assignment, method-assign]
    base = folder / f"pytest-of-{getpass.getuser()}" / "pytest-0"
    base.parent.mkdir()
    session.config._tmp_path_factory._given_basetemp = base  # type: ignore[attr-defined]


class Finder(Loader):
    """Finds the program's modules where they are: on the other side. See `importlib.abc.MetaPathFinder`."""

    def __init__(self, program: Program, modules: frozenset[str]) -> None:
        self._program = program
        self._modules = modules

    def find_spec(self, name: str, *_: Any) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        if name.partition(".")[0] not in self._modules:
            return None
        return importlib.util.spec_from_loader(name, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """See `importlib.abc.Loader`."""
        return self._program.module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """See `importlib.abc.Loader`; it was done there."""


def _compares_identity(function: FunctionType) -> bool:
    """Whether it asks with `is` for anything but `None`, `True` or `False`: what is carried is equal, not the same."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return False
    compared = (node for node in ast.walk(tree) if isinstance(node, ast.Compare))
    return any(
        isinstance(operator, ast.Is | ast.IsNot) and not any(isinstance(side, ast.Constant) for side in sides)
        for node in compared
        for operator, sides in zip(node.ops, pairwise([node.left, *node.comparators]), strict=True)
    )


def _hide_tests(paths: set[str], canaries: Path) -> None:
    """Have the files of the tests be empty before the program's first line runs, which has the same user, and import
    nothing from its folder or that of the `canaries`."""
    original = rewrite._rewrite_test

    def read_and_emptied(fn: Path, config: pytest.Config) -> Any:
        path, found = fn, original(fn, config)
        if str(path) in paths:
            # What is imported from here on is Python's own or the program's, which the finder knows.
            sys.path[:] = [entry for entry in sys.path if Path(entry) not in (path.parent, canaries)]
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            linecache.cache[str(path)] = (sum(map(len, lines)), None, lines, str(path))
            path.write_text("")  # it has to be there yet
        return found

    rewrite._rewrite_test = read_and_emptied


class ApartReporter(Reporter):
    """Tells how the tests ended. What they rely on needs no watch, for the program isn't in this process."""

    def __init__(self, pipe: int, known: Secrets, canaries: Path, sealed: Sealed, program: Program) -> None:
        super().__init__(pipe, known, canaries, sealed)
        self._program = program

    def pytest_collection(self, session: pytest.Session) -> None:
        """See `Reporter`."""
        self.collect_canaries(session)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """See `Reporter`."""
        self._program.begin_test()
        self._look_at(item)
        if reason := self._program.uncarried:
            self.tell_skipped(item.nodeid, f"{reason}.")
            item.session._setupstate.teardown_exact(nextitem)
            return True
        return super().pytest_runtest_protocol(item, nextitem)

    def _look_at(self, item: pytest.Item) -> None:
        """Say what can be known of a test before it runs."""
        function = getattr(item, "function", None)
        function = getattr(getattr(function, "hypothesis", None), "inner_test", function)  # of a property
        names = function.__code__.co_names if function else ()
        fixtures = [FIXTURES[name] for name in getattr(item, "fixturenames", ()) if name in FIXTURES]
        own_file = ["it gives the program its own file"] if "__file__" in names else []
        self._program.uncarried = next(iter([*fixtures, *own_file]), "")
        classes = [name for name in names if function and isinstance(function.__globals__.get(name), Remote)]
        within = [".".join(pair) for pair in LOOKING_IN if {*pair} <= {*names}]
        same = ["is"] if function and _compares_identity(function) else []
        seen = [*classes, *(name for name in names if name in LOOKING), *within, *same]
        if seen:
            self._program.strange = f"stand-in where it uses `{seen[0]}`"

    def revised(self, report: Told, raised: BaseException | None) -> Told:
        """See `Reporter`: what can't be judged apart is skipped, with the reason."""
        if any(canary.nodeid == report.nodeid for canary in self._canaries):
            return report
        reason = str(raised) if isinstance(raised, Uncarried) else self._program.uncarried
        if report.skipped and not reason:
            report.outcome = "failed"  # for it passes beside the program
        if not reason and report.failed and self._program.strange:
            reason = f"it meets a {self._program.strange}"
        if not reason and report.passed and self._program.judging:
            reason = f"the program itself says what is equal to a {self._program.judging}"
        if reason:
            report.outcome, report.longrepr = "skipped", ("", 0, f"{reason}.")
        return report
