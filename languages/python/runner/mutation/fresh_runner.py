"""Runs inside the sandbox: how mutmut runs the tests, so that no mutant feels what ran before it.

mutmut forks its mutants from a process that has already run the tests: the program is imported, its
caches are warm, and files that it left behind are still there. Imports nothing of ours but what is
loaded in the sandbox already.
"""

import contextlib
import importlib
import json
import multiprocessing.util
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from mutmut.configuration import config
from mutmut.runners.harness import BadTestExecutionCommandsException, PytestRunner
from mutmut.state import state
from mutmut.utils.file_utils import change_cwd
from mutmut.workers import isolation

from .. import forked, warm_pytest
from .._scenario import properties
from .likely import likely_first

BYTECODE = "__pycache__"
JOB = Path.cwd()  # the folder of the job, which has another one beside it for what is temporary
OURS = JOB / "_assay"  # where what isn't the program's lies
NOT_THE_PROGRAMS = {OURS.name, BYTECODE, "mutants", "pyproject.toml"}
MODULE = "solution"
PLANTED = "MUTANT_UNDER_TEST"  # the variable by which mutmut says which mistake is active
NOTICED, UNUSABLE = 1, 4  # exit statuses of pytest
FIRST = OURS / "first.jsonl"  # which test noticed each mutant first
# Why: docs/decisions.md, "At most two mistakes are planted in a line, and in short programs operands, too"
BROKEN = 34  # what mutmut calls skipped, which nothing is here
# Megabytes beside what is used already: what is enough for tests of the program as it is, and what a mistake may take
# then, of which two are tried at once. More of it would end the whole job.
FRUGAL, MOST = 256, 384


# Why: docs/decisions.md, "A mutant's session does only what its exit status needs"
class FreshRunner(PytestRunner):
    """Each session imports the program anew, in a folder of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._overhead = 0.0
        self._begun = warm_pytest.begin([*warm_pytest.PLAIN, "--exitfirst", *self._pytest_add_cli_args])

    def run_stats(self, *, tests: Iterable[str]) -> int:
        """See `PytestRunner`; it runs before the first fork, so what it compiles is compiled for all of them."""
        forked.compiled(Path("mutants", f"{MODULE}.py").read_bytes())
        return int(super().run_stats(tests=tests))

    def execute_pytest(self, params: list[str], **kwargs: Any) -> int:
        """See `PytestRunner`."""
        plugins = [*kwargs.get("plugins", ()), forked, properties]
        with fresh_folder():
            return int(super().execute_pytest(params, **{**kwargs, "plugins": plugins}))

    def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:
        """See `PytestRunner`; a program that can't even be imported any more is `BROKEN`."""
        started = time.monotonic()
        try:
            if mutant_name is None:
                return self._run_unchanged(list(tests))
            self._limit_computing(tests)
            return self._run_mutant(mutant_name, likely_first(mutant_name, list(tests), noticed_first()))
        except BadTestExecutionCommandsException:
            return NOTICED
        finally:
            self._learn_overhead(time.monotonic() - started)

    def _run_unchanged(self, tests: list[str]) -> int:
        """Where they pass with little memory, a mistake that takes much more is one, and ends nothing but its tests."""
        limits = resource.getrlimit(resource.RLIMIT_AS)
        limit_memory(FRUGAL)
        status = int(super().run_tests(mutant_name=None, tests=tests))
        resource.setrlimit(resource.RLIMIT_AS, limits)
        if status:
            return int(super().run_tests(mutant_name=None, tests=tests))
        limit_memory(MOST)
        return status

    def _run_mutant(self, mutant: str, tests: list[str]) -> int:
        self._begun.config.pluginmanager.register(FirstFailure(mutant))
        with change_cwd("mutants"), fresh_folder():
            status = int(warm_pytest.carry_on(self._begun, tests))
            if status != UNUSABLE:
                return status
            return NOTICED if _can_be_loaded() else BROKEN

    def _learn_overhead(self, seconds: float) -> None:
        """What a session takes besides its tests, such as the import, is allowed for in mutmut's time-outs."""
        self._overhead = max(self._overhead, seconds - sum(state().duration_by_test.values()))
        config().timeout_constant = max(config().timeout_constant, self._overhead)

    def _limit_computing(self, tests: Iterable[str]) -> None:
        """End an endless loop after about a second of processor time, which doesn't depend on how busy it is here."""
        usual = self._overhead + sum(state().duration_by_test[test] for test in tests)
        seconds = 1 + int(time.process_time() + 4 * usual)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (min(seconds, hard), hard))


def limit_memory(megabytes: int) -> None:
    """Let this process, and each that it forks, have only so much more."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + megabytes * 1024 * 1024, hard))


def noticed_first() -> list[str]:
    """The notes of `FirstFailure`."""
    return FIRST.read_text(encoding="utf-8").splitlines() if FIRST.exists() else []


class FirstFailure:
    """A plugin of pytest that notes which test notices a mutant; those after it aren't run any more."""

    def __init__(self, mutant: str) -> None:
        self._mutant = mutant

    def pytest_runtest_logreport(self, report: Any) -> None:
        """See pytest."""
        if report.failed:
            with FIRST.open("a", encoding="utf-8") as notes:
                notes.write(json.dumps([self._mutant, report.nodeid]) + "\n")


class StartsCounted(forked.Counter):
    """Lets mutmut see into programs that tests start, whose functions belong to `__main__`."""

    def begin(self) -> None:
        mutant = os.environ.get(PLANTED, "")
        if mutant.startswith(f"{MODULE}."):
            os.environ[PLANTED] = f"__main__.{mutant.partition('.')[2]}"
        state()._stats.clear()

    def tell(self) -> None:
        for name in state()._stats:
            forked.note(name)
        state()._stats.clear()

    def collect(self, notes: Sequence[str]) -> None:
        state()._stats.update(name.replace("__main__.", f"{MODULE}.", 1) for name in notes)


def install() -> None:
    """Make mutmut run the tests this way, each mutant's in a session that has begun already."""
    vars(isolation)["PytestRunner"] = FreshRunner  # mutmut looks it up by this name
    forked.counters.append(StartsCounted())
    _plant_in_workers()
    _wait_for_none_but_mutants()


def _plant_in_workers() -> None:
    """Let a mutant be active in the workers of `multiprocessing` that begin as a new interpreter ("spawn"), too.

    A program that is started is called `__mp_main__` there. They can't note what they call: mutmut has no settings
    there, and ends them. What is called by nothing else is tried with all tests afterwards.
    """
    spawned = multiprocessing.util.spawnv_passfds

    def with_mutant(path: bytes, args: Sequence[Any], passfds: Sequence[int]) -> int:
        mutant = os.environ.get(PLANTED)
        if mutant is None:
            return spawned(path, args, passfds)
        os.environ[PLANTED] = "" if mutant == "stats" else mutant.replace("__main__.", "__mp_main__.", 1)
        try:
            return spawned(path, args, passfds)
        finally:
            os.environ[PLANTED] = mutant

    multiprocessing.util.spawnv_passfds = with_mutant


def _wait_for_none_but_mutants() -> None:
    """This process adopts what a mutant leaves behind, of which mutmut knows nothing."""
    waited = isolation.ForkRunner.wait_for_result

    def wait_for_result(self: isolation.ForkRunner, timeout: float | None = None) -> isolation.MutantResult:
        while True:
            with contextlib.suppress(KeyError):  # that was none of its own
                return waited(self, timeout)

    isolation.ForkRunner.wait_for_result = wait_for_result  # type: ignore[method-assign]


@contextlib.contextmanager
def fresh_folder() -> Iterator[None]:
    """Copy the program, its tests and its inputs to a new folder, as they are in the working one, and work there."""
    before, path, environment = Path.cwd(), list(sys.path), dict(os.environ)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        files, spare = Path(folder, "files"), Path(folder, "tmp")
        spare.mkdir()
        _copy_program(before, files)
        _forget_program()
        os.environ.update(HOME=str(spare), TMPDIR=str(spare))
        tempfile.tempdir = None
        os.chdir(files)
        try:
            yield
        finally:
            os.chdir(before)
            sys.path[:] = path
            os.environ.clear()
            os.environ.update(environment)
            tempfile.tempdir = None
            _keep_bytecode(files, before)


def _can_be_loaded() -> bool:
    """Whether the program of the working folder gets to its end when it is imported."""
    _forget_program()
    sys.path.insert(0, str(Path.cwd()))
    try:
        importlib.import_module(MODULE)
    except BaseException:
        return False
    return True


def _forget_program() -> None:
    """Let all that lies in the job's folders be imported anew."""
    ours, programs = f"{OURS}{os.sep}", f"{JOB.parent}{os.sep}"
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if file.startswith(programs) and not file.startswith(ours):
            del sys.modules[name]


def _copy_program(source: Path, target: Path) -> None:
    """All that came with the job, as it is in `source` where mutmut has it there.

    Times are kept, for they are what tells whether bytecode is still good. What can only be read isn't copied.
    """

    def copy(found: str, to: str) -> None:
        planted = source / Path(found).relative_to(JOB)
        if planted.exists():
            shutil.copy2(planted, to)
        elif os.access(found, os.W_OK):
            shutil.copy2(found, to)
        else:
            Path(to).symlink_to(found)

    def left_out(folder: str, names: list[str]) -> set[str]:
        return NOT_THE_PROGRAMS & set(names) if Path(folder) == JOB else set()

    shutil.copytree(JOB, target, ignore=left_out, copy_function=copy)
    if (source / BYTECODE).exists():
        shutil.copytree(source / BYTECODE, target / BYTECODE)


def _keep_bytecode(source: Path, target: Path) -> None:
    if (source / BYTECODE).exists() and not (target / BYTECODE).exists():
        shutil.copytree(source / BYTECODE, target / BYTECODE)
