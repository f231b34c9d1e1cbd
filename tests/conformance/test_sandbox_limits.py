"""What every sandbox limits."""

from __future__ import annotations

from sandbox.base import MEGABYTE, JobLimits, Sandbox
from tests.conformance.sandbox_helpers import run


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
