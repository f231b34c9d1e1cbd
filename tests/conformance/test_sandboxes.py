"""What every sandbox must do, and on those that isolate, what no program in it may."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil
import pytest

from cancel import Cancel
from errors import Cancelled
from sandbox.base import MEGABYTE, Job, JobLimits, JobResult, Sandbox
from sandbox.errors import SandboxError, SandboxLost, SandboxUnavailable
from sandbox.registry import open_sandbox
from settings import SandboxName

MIXED_TESTS = b"""
import pytest
from solution import add

def test_right(): assert add(1, 2) == 3
def test_wrong(): assert add(1, 2) == 4

@pytest.fixture
def broken(): raise ValueError("no fixture")
def test_broken(broken): pass

@pytest.mark.parametrize("x", [1, 2])
def test_each(x): assert x == 1

@pytest.mark.skip(reason="not now")
def test_skipped(): pass

@pytest.fixture
def breaks_later():
    yield
    raise ValueError("too late")
def test_breaks_later(breaks_later): pass
"""
ADD = b"def add(a, b):\n    return a + b\n"
SLEEP = ("python", "-c", "import time; time.sleep(60)")
LEFT_BEHIND = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            time.sleep(0.01)
    os._exit(0)
os.wait()
"""
COUNT_LEFT_BEHIND = """
import os
found = 0
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        found += b"os.setsid" in open(f"/proc/{pid}/cmdline", "rb").read() and int(pid) != os.getpid()
    except OSError:
        pass
print(found)
"""
FORK_BOMB = "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n"
NETWORK = """
import socket
for address in [("1.1.1.1", 53), ("169.254.169.254", 80), ("172.17.0.1", 22)]:
    try:
        socket.create_connection(address, timeout=2)
    except OSError:
        pass
    else:
        print("reached", address)
print(*(name for _, name in socket.if_nameindex()))
"""
MUTMUT_FILES = {
    "setup.cfg": b"[mutmut]\nsource_paths=solution.py\n",
    "solution.py": ADD + b"\n\ndef never(a):\n    return a + 1\n",
    "test_solution.py": b"from solution import add\n\ndef test_add():\n    assert add(1, 2) == 3\n",
}


def opened(name: SandboxName) -> Sandbox:
    try:
        return open_sandbox(name, None, print)
    except SandboxUnavailable as problem:
        pytest.skip(f"{problem} {problem.advice}")


ISOLATING = [
    pytest.param("docker", marks=pytest.mark.docker),
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
]


@pytest.fixture(scope="module", params=[*ISOLATING, "process"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    held = opened(request.param)
    yield held
    held.close()


@pytest.fixture(scope="module", params=ISOLATING)
def isolating(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    held = opened(request.param)
    yield held
    held.close()


@pytest.fixture(params=[*ISOLATING, "process"])
def fresh(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox that a test may close or break."""
    held = opened(request.param)
    yield held
    held.close()


@pytest.fixture(params=[ISOLATING[1], "process"])
def local(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox whose processes are children of this one."""
    held = opened(request.param)
    yield held
    held.close()


def run(
    sandbox: Sandbox,
    *command: str,
    files: dict[str, bytes] | None = None,
    limits: JobLimits | None = None,
    read_back: tuple[str, ...] = (),
    on_output: Callable[[str], None] | None = None,
) -> JobResult:
    return sandbox.run(Job(files or {}, command, limits or JobLimits(), read_back), Cancel(), on_output)


def outcomes(result: JobResult) -> dict[str, str]:
    assert result.tests is not None, result
    return {test.node_id: test.outcome for test in result.tests}


# --- commands -------------------------------------------------------------------------------------


def test_a_command_gives_its_output_and_exit_code(sandbox: Sandbox) -> None:
    result = run(sandbox, "python", "-c", "import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert (result.status, result.exit_code, result.stdout, result.stderr) == ("exited", 7, "out\n", "err\n")
    assert result.reason == ""
    assert result.tests is None
    assert result.seconds > 0


def test_output_comes_piece_by_piece_and_whole_characters_at_a_time(sandbox: Sandbox) -> None:
    script = (
        "import sys, time\nfor half in ('é€'.encode()[:1], 'é€'.encode()[1:]):\n"
        "    sys.stdout.buffer.write(half); sys.stdout.flush(); time.sleep(0.2)\n"
    )
    pieces: list[str] = []
    result = run(sandbox, "python", "-c", script, on_output=pieces.append)
    assert "".join(pieces) == result.stdout == "é€"


def test_python_is_the_one_that_has_the_tools(sandbox: Sandbox) -> None:
    script = "import importlib.metadata as m; print(*(m.version(name) for name in ('pytest', 'bandit', 'mutmut')))"
    result = run(sandbox, "python", "-c", script)
    assert len(result.stdout.split()) == 3, result.stderr


def test_an_unknown_command_is_a_result(sandbox: Sandbox) -> None:
    result = run(sandbox, "no-such-command")
    assert result.exit_code == 127
    assert "no-such-command" in result.stderr


def test_a_signal_is_a_negative_exit_code(sandbox: Sandbox) -> None:
    assert run(sandbox, "python", "-c", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)").exit_code == -15


def test_a_program_killed_from_outside_says_so(sandbox: Sandbox) -> None:
    result = run(sandbox, "python", "-c", "import os; os.kill(os.getpid(), 9)")
    assert (result.status, result.exit_code) == ("killed", None)
    assert "memory" in result.reason


def test_nothing_of_the_environment_is_inherited(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "very-secret")
    script = "import os; print(sorted(os.environ)); print(hash('a'), open('/proc/self/environ').read())"
    first, second = run(sandbox, "python", "-c", script), run(sandbox, "python", "-c", script)
    assert "ANTHROPIC" not in first.stdout
    assert "very-secret" not in first.stdout
    assert first.stdout.splitlines()[1].split()[0] == second.stdout.splitlines()[1].split()[0]


# --- files ----------------------------------------------------------------------------------------


def test_files_go_in_and_come_back(sandbox: Sandbox) -> None:
    script = "import pathlib; pathlib.Path('out/deep').mkdir(parents=True); pathlib.Path('out/deep/ä b').write_bytes("
    result = run(
        sandbox,
        "python",
        "-c",
        f"{script}open('in/data', 'rb').read()[::-1])",
        files={"in/data": b"\0\xffabc"},
        read_back=("out/deep/ä b", "missing", "out", "in/data"),
    )
    assert dict(result.files) == {"out/deep/ä b": b"cba\xff\0", "in/data": b"\0\xffabc"}


@pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../b", "", "a\0b"])
def test_names_that_lead_out_of_the_folder_are_refused(sandbox: Sandbox, name: str) -> None:
    with pytest.raises(ValueError, match="not a relative path"):
        run(sandbox, "python", "-c", "", files={name: b""})
    with pytest.raises(ValueError, match="not a relative path"):
        run(sandbox, "python", "-c", "", read_back=(name,))


def test_links_devices_and_large_files_are_not_read_back(sandbox: Sandbox) -> None:
    script = """
import os
os.symlink("/etc/passwd", "link")
os.symlink("/etc", "folder")
os.mkfifo("pipe")
open("large", "wb").truncate(3 * 2**20)
open("small", "wb").write(b"yes")
"""
    limits = JobLimits(file_bytes=3 * MEGABYTE)
    names = ("link", "folder/passwd", "pipe", "/dev/null".lstrip("/"), "small", "large")
    result = run(sandbox, "python", "-c", script, limits=limits, read_back=names)
    assert (result.exit_code, dict(result.files)) == (0, {"small": b"yes"}), result.stderr


def test_nothing_of_a_job_is_left_for_the_next(isolating: Sandbox) -> None:
    script = """
import os, tempfile
start = os.getcwd()
for folder in (start, "/tmp", "/dev/shm", tempfile.gettempdir()):
    os.makedirs(f"{folder}/deep/folder", exist_ok=True)
    open(f"{folder}/deep/trace", "w").close()
for _ in range(2000):
    os.mkdir("deeper")
    os.chdir("deeper")
os.chdir(start)
os.chmod("deep/folder", 0)
os.chmod("deep", 0o500)
os.chmod(".", 0)
"""
    look = "import os; print([os.listdir(f) for f in ('/tmp', '/dev/shm', '.', os.environ['TMPDIR'])])"
    before = run(isolating, "python", "-c", look).stdout  # /tmp isn't empty where Assay itself is below it
    assert before.endswith("[], [], []]\n")
    assert run(isolating, "python", "-c", script).exit_code == 0
    assert run(isolating, "python", "-c", look).stdout == before
    here = run(isolating, "python", "-c", "import os; print(os.getcwd())").stdout
    others = here.strip().rsplit("/", 2)[0]
    count = f"import os, sys; sys.exit(os.stat({others!r}).st_nlink)"
    assert run(isolating, "python", "-c", count).exit_code == 3  # itself, its parent and this very job


# --- limits ---------------------------------------------------------------------------------------


def test_a_job_that_takes_too_long_is_ended(sandbox: Sandbox) -> None:
    ignoring = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True)\n"
    result = run(sandbox, "python", "-c", f"{ignoring}while True: pass", limits=JobLimits(seconds=1))
    assert (result.status, result.exit_code, result.stdout) == ("timeout", None, "here\n")
    assert result.reason == "The program did not finish within 1 s."
    assert 1 <= result.seconds < 20


def test_a_job_that_writes_too_much_is_ended(sandbox: Sandbox) -> None:
    limits = JobLimits(output_bytes=100_000)
    result = run(sandbox, "python", "-c", "while True: print('x' * 9999)", limits=limits)
    assert (result.status, result.exit_code) == ("output_limit", None)
    assert len(result.stdout) == 100_000
    assert "100000 bytes" in result.reason


def test_a_job_that_takes_too_much_memory_gets_a_memory_error(sandbox: Sandbox) -> None:
    limits = JobLimits(memory_mb=200)
    result = run(sandbox, "python", "-c", f"x = b'x' * {900 * MEGABYTE}", limits=limits)
    assert result.exit_code == 1
    assert "MemoryError" in result.stderr


def test_a_file_can_grow_only_so_far(sandbox: Sandbox) -> None:
    script = f"open('f', 'wb').write(b'x' * {2 * MEGABYTE})"
    result = run(sandbox, "python", "-c", script, limits=JobLimits(file_bytes=MEGABYTE))
    assert "File too large" in result.stderr


def test_a_fork_bomb_is_contained(isolating: Sandbox) -> None:
    result = run(isolating, "python", "-c", FORK_BOMB, limits=JobLimits(seconds=2, processes=40))
    assert result.status == "timeout"
    assert run(isolating, "python", "-c", "print('fine')").stdout == "fine\n"


def test_what_a_job_leaves_running_is_killed(sandbox: Sandbox) -> None:
    before = run(sandbox, "python", "-c", COUNT_LEFT_BEHIND).stdout
    assert run(sandbox, "python", "-c", LEFT_BEHIND).status == "exited"
    assert run(sandbox, "python", "-c", COUNT_LEFT_BEHIND).stdout == before


def test_there_is_no_network(isolating: Sandbox) -> None:
    result = run(isolating, "python", "-c", NETWORK)
    assert result.stdout.split() in ([], ["lo"]), result


def test_the_system_can_not_be_written(isolating: Sandbox) -> None:
    script = """
import os
for folder in ("/", "/usr", "/etc", "/dev", "/usr/lib", "/var", "/root", "/home", "/proc/sys/kernel"):
    try:
        open(f"{folder}/trace", "w")
        print(folder)
    except OSError:
        pass
"""
    assert run(isolating, "python", "-c", script).stdout == ""


# --- pytest ---------------------------------------------------------------------------------------


def test_each_test_is_reported_once_with_its_outcome(sandbox: Sandbox) -> None:
    result = run(sandbox, "pytest", "-q", files={"solution.py": ADD, "test_it.py": MIXED_TESTS})
    assert outcomes(result) == {
        "test_it.py::test_right": "passed",
        "test_it.py::test_wrong": "failed",
        "test_it.py::test_broken": "error",
        "test_it.py::test_each[1]": "passed",
        "test_it.py::test_each[2]": "failed",
        "test_it.py::test_skipped": "skipped",
        "test_it.py::test_breaks_later": "error",
    }
    assert result.exit_code == 1
    assert "2 failed, 3 passed, 1 skipped, 2 errors" in result.stdout


def test_a_failure_says_what_was_asserted_and_the_values(sandbox: Sandbox) -> None:
    result = run(sandbox, "pytest", "test_it.py", files={"solution.py": ADD, "test_it.py": MIXED_TESTS})
    assert result.tests is not None
    messages = {test.node_id.split("::")[1]: test.message for test in result.tests}
    assert "assert 3 == 4" in messages["test_wrong"]
    assert "where 3 = add(1, 2)" in messages["test_wrong"]
    assert "test_it.py:6: in test_wrong" in messages["test_wrong"]
    assert "ValueError: no fixture" in messages["test_broken"]
    assert "ValueError: too late" in messages["test_breaks_later"]
    assert messages["test_right"] == ""
    assert "not now" in messages["test_skipped"]


def test_the_same_failure_has_the_same_words_in_another_job(sandbox: Sandbox) -> None:
    code = b"""
import os

def test_folder(): assert os.getcwd() == 0

def test_temporary(tmp_path): assert open(tmp_path / "missing")

def test_environment(): assert os.environ["TMPDIR"] == 0

def test_address(): assert object() == 0
"""
    first, second = (run(sandbox, "pytest", files={"test_it.py": code}) for _ in range(2))
    assert first.tests is not None
    assert first.tests == second.tests
    messages = [test.message for test in first.tests]
    assert "'.' == 0" in messages[0]
    assert "'/tmp/pytest-of-assay/pytest-0/test_temporary0/missing'" in messages[1]
    assert "'/tmp' == 0" in messages[2]
    assert "<object object at 0x…> == 0" in messages[3]


def test_a_long_failure_is_cut_in_the_middle(sandbox: Sandbox) -> None:
    files = {"test_it.py": b"def test_long():\n    raise ValueError('begin' + 'x' * 100_000 + 'end')\n"}
    result = run(sandbox, "pytest", files=files)
    assert result.tests is not None
    message = result.tests[0].message
    assert len(message) < 5000
    assert "begin" in message
    assert message.endswith("end")


def test_a_file_that_can_not_be_collected_is_one_error(sandbox: Sandbox) -> None:
    files = {"test_bad.py": b"from solution import no_such_name\n", "test_good.py": b"def test_a(): pass\n"}
    result = run(sandbox, "pytest", files=files | {"solution.py": ADD})
    assert outcomes(result) == {"test_bad.py": "error", "test_good.py::test_a": "passed"}
    assert result.tests is not None
    assert "cannot import name 'no_such_name'" in result.tests[0].message


def test_all_passing_exits_0_and_no_tests_exit_5(sandbox: Sandbox) -> None:
    assert run(sandbox, "pytest", files={"test_a.py": b"def test_a(): pass\n"}).exit_code == 0
    empty = run(sandbox, "pytest", files={"test_a.py": b""})
    assert (empty.exit_code, empty.tests) == (5, ())


def test_subtests_and_unittest_count(sandbox: Sandbox) -> None:
    code = b"""
import unittest

def test_sub(subtests):
    for number in range(3):
        with subtests.test(number=number):
            assert number != 1

class Old(unittest.TestCase):
    def test_fine(self): self.assertEqual(1, 1)
    def test_sub(self):
        with self.subTest("a"):
            self.assertEqual(1, 2)
"""
    result = run(sandbox, "pytest", files={"test_a.py": code})
    assert outcomes(result) == {
        "test_a.py::test_sub": "failed",
        "test_a.py::Old::test_fine": "passed",
        "test_a.py::Old::test_sub": "failed",
    }


def test_an_endless_loop_fails_its_own_test_and_no_other(sandbox: Sandbox) -> None:
    solution = b"def twice(number):\n    while number < 0:\n        pass\n    return number * 2\n"
    tests = b"from solution import twice\ndef test_a(): assert twice(-1)\ndef test_b(): assert twice(1) == 2\n"
    result = run(sandbox, "pytest", files={"solution.py": solution, "test_a.py": tests})
    assert outcomes(result) == {"test_a.py::test_a": "failed", "test_a.py::test_b": "passed"}
    assert result.tests is not None
    assert "solution.py:" in result.tests[0].message
    assert "in twice" in result.tests[0].message
    assert result.tests[0].message.endswith("Failed: did not finish within 5 s")


def test_after_a_timeout_the_report_so_far_ends_with_the_test_that_hangs(sandbox: Sandbox) -> None:
    code = b"def test_fast(): pass\ndef test_slow():\n    while True: pass\ndef test_later(): pass\n"
    result = run(sandbox, "pytest", files={"test_a.py": code}, limits=JobLimits(seconds=1))
    assert result.status == "timeout"
    assert outcomes(result) == {"test_a.py::test_fast": "passed", "test_a.py::test_slow": "failed"}
    assert result.tests is not None
    assert result.tests[1].message == "did not finish: the 1 s for all tests were over"
    assert result.reason == "test_slow did not finish within 1 s."


def test_a_program_that_hangs_as_it_is_imported_has_no_report(sandbox: Sandbox) -> None:
    code = b"while True: pass\n"
    result = run(sandbox, "pytest", files={"test_a.py": code}, limits=JobLimits(seconds=1))
    assert (result.status, result.tests) == ("timeout", None)
    assert result.reason == "The program did not finish within 1 s."


def test_a_test_that_returns_its_comparison_fails(sandbox: Sandbox) -> None:
    result = run(sandbox, "pytest", files={"test_a.py": b"def test_a(): return 1 == 2\n"})
    assert outcomes(result) == {"test_a.py::test_a": "failed"}


@pytest.mark.parametrize(
    ("solution", "told"),
    [
        (b"import sys\nsys.exit(0)\n", "Importing the program ended the test run"),
        (b"quit()\n", "Importing the program ended the test run"),
        (b"raise SystemExit\n", "Importing the program ended the test run"),
        (b"number = int(input())\n", "The program asks for input when it is imported"),
    ],
)
def test_a_program_that_can_not_be_imported_quietly_is_told_so(sandbox: Sandbox, solution: bytes, told: str) -> None:
    files = {"solution.py": solution, "test_a.py": b"import solution\ndef test_a(): pass\n"}
    result = run(sandbox, "pytest", files=files)
    assert outcomes(result) == {"test_a.py": "error"}
    assert result.tests is not None
    assert told in result.tests[0].message.splitlines()[-1]
    assert "solution.py:" in result.tests[0].message


def test_a_process_that_ends_at_import_is_told_so(sandbox: Sandbox) -> None:
    files = {"test_a.py": b"import os\nos._exit(0)\n"}
    result = run(sandbox, "pytest", files=files)
    assert result.tests is None
    assert result.reason == "Importing the program ended the test run before any test was found."


def test_settings_of_the_folder_and_its_cache_play_no_part(sandbox: Sandbox) -> None:
    files = {"pytest.ini": b"[pytest]\naddopts = --no-such-option\n", "test_a.py": b"def test_a(): pass\n"}
    result = run(sandbox, "pytest", files=files, read_back=(".pytest_cache/README.md",))
    assert outcomes(result) == {"test_a.py::test_a": "passed"}
    assert not result.files


CHEATS = {
    "exit at import": b"import os\nos._exit(0)\n",
    "exit in a call": b"import os\ndef add(a, b): os._exit(0)\n",
    "end in a call": b"import pytest\ndef add(a, b): pytest.exit('done', returncode=0)\n",
    "patched call": b"import _pytest.python as p\np.Function.runtest = lambda self: None\ndef add(a, b): return 0\n",
    "patched report": b"import _pytest.reports as r\nold = r.TestReport.from_item_and_call\n"
    b"def new(item, call):\n    call.excinfo = None\n    return old(item, call)\n"
    b"r.TestReport.from_item_and_call = new\ndef add(a, b): return 0\n",
    "forged report": b'import os\nfor fd in range(3, 20):\n    try: os.write(fd, b\'{"kind":"test"}\\n\')\n'
    b"    except OSError: pass\ndef add(a, b): return 0\n",
    "closed report": b"import os\nos.closerange(3, 50)\ndef add(a, b): return 0\n",
}


@pytest.mark.parametrize("solution", [pytest.param(code, id=name) for name, code in CHEATS.items()])
def test_a_program_that_tampers_with_the_run_gets_no_verdict(sandbox: Sandbox, solution: bytes) -> None:
    tests = b"from solution import add\ndef test_a(): assert add(1, 2) == 3\ndef test_b(): assert add(1, 2) == 4\n"
    result = run(sandbox, "pytest", "-q", files={"solution.py": solution, "test_a.py": tests})
    assert result.tests is None
    assert result.reason.endswith(".")


def test_the_canaries_stay_out_of_sight(sandbox: Sandbox) -> None:
    result = run(sandbox, "pytest", "-v", "-k", "test_a", files={"test_a.py": b"def test_a(): pass\n"})
    assert outcomes(result) == {"test_a.py::test_a": "passed"}
    assert "collected 1 item" in result.stdout
    assert "100%" in result.stdout


# --- bandit and mutmut ----------------------------------------------------------------------------


def test_bandit_finds_and_exits_as_on_the_command_line(sandbox: Sandbox) -> None:
    bad = run(sandbox, "bandit", "-q", "-f", "json", "a.py", files={"a.py": b"eval(input())\n"})
    assert bad.exit_code == 1
    assert '"test_id": "B307"' in bad.stdout
    good = run(sandbox, "bandit", "-q", "-f", "json", "a.py", files={"a.py": b"x = 1\n"})
    assert (good.exit_code, good.stderr) == (0, "")
    assert run(sandbox, "bandit", "--no-such-option").exit_code == 2


def test_mutmut_runs_and_leaves_its_statistics(sandbox: Sandbox) -> None:
    result = run(sandbox, "mutmut", "run", "--max-children", "2", files=MUTMUT_FILES)
    assert result.exit_code == 0, result
    assert "🎉 1 🫥 2" in result.stdout
    assert run(sandbox, "mutmut", "run", files={"setup.cfg": b""}).exit_code == 1


# --- several at once, and the end -----------------------------------------------------------------


@contextmanager
def ticking_job(sandbox: Sandbox) -> Iterator[Callable[[], bool]]:
    """A job that goes on until the block is left; the function waits for its next sign of life."""
    cancel = Cancel()
    tick = threading.Event()
    script = "import time\nwhile True: print('tick', flush=True); time.sleep(0.05)"

    def go_on() -> None:
        with suppress(Cancelled):
            sandbox.run(Job({}, ("python", "-c", script)), cancel, lambda _: tick.set())

    def alive() -> bool:
        tick.clear()
        return tick.wait(20)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield alive
    finally:
        cancel.cancel("enough")
        thread.join()


def test_two_jobs_run_at_the_same_time(sandbox: Sandbox) -> None:
    with ticking_job(sandbox) as first, ticking_job(sandbox) as second:
        assert first()
        assert second()
        assert first()


def test_ending_one_job_leaves_the_other_alone(sandbox: Sandbox) -> None:
    with ticking_job(sandbox) as alive:
        assert alive()
        assert run(sandbox, *SLEEP, limits=JobLimits(seconds=0.5)).status == "timeout"
        assert run(sandbox, "python", "-c", LEFT_BEHIND).status == "exited"
        assert alive()


def test_a_cancelled_job_ends_at_once(sandbox: Sandbox) -> None:
    cancel = Cancel()
    cancelled_at: list[float] = []

    def stop(_: str) -> None:
        cancelled_at.append(time.monotonic())
        cancel.cancel("You pressed Stop.")

    job = Job({}, ("python", "-c", "print(1, flush=True); import time; time.sleep(60)"))
    with pytest.raises(Cancelled, match="You pressed Stop"):
        sandbox.run(job, cancel, stop)
    assert time.monotonic() - cancelled_at[0] < 1
    with pytest.raises(Cancelled):
        sandbox.run(job, cancel)
    assert run(sandbox, "python", "-c", "print(1)").stdout == "1\n"


def test_closing_from_another_thread_frees_a_job(fresh: Sandbox) -> None:
    with pytest.raises(SandboxLost):
        run(fresh, "python", "-c", "print(1, flush=True); import time; time.sleep(60)", on_output=closing(fresh))
    fresh.close()
    with pytest.raises(SandboxError):
        run(fresh, "python", "-c", "")


def closing(sandbox: Sandbox) -> Callable[[str], None]:
    return lambda _: threading.Thread(target=sandbox.close).start()


def test_cancel_counts_more_than_the_loss_it_causes(fresh: Sandbox) -> None:
    cancel = Cancel()

    def stop(_: str) -> None:
        fresh.close()
        cancel.cancel("Stopped.")

    with pytest.raises(Cancelled):
        fresh.run(Job({}, ("python", "-c", "print(1, flush=True); import time; time.sleep(60)")), cancel, stop)


def test_after_the_runner_was_killed_the_next_job_gets_a_new_one(local: Sandbox) -> None:
    def kill(_: str) -> None:
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                process.kill()

    with pytest.raises(SandboxLost) as loss:
        run(local, "python", "-c", "print(1, flush=True); import time; time.sleep(60)", on_output=kill)
    assert loss.value.advice
    assert run(local, "python", "-c", "print(2)").stdout == "2\n"


def test_isolation_is_said_in_a_sentence(sandbox: Sandbox) -> None:
    assert sandbox.name in ("docker", "bubblewrap", "process")
    assert sandbox.isolation.endswith(".")
