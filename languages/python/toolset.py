"""What Python programs need in a sandbox."""

from __future__ import annotations

from pathlib import Path

from sandbox.base import Job, Toolset

HERE = Path(__file__).parent

TOOLSET = Toolset(
    "python",
    runner=HERE / "runner",
    requirements=HERE / "requirements.txt",
    trial=Job({"test_trial.py": b"def test_trial(): pass\n"}, ("pytest",)),
)
