"""What the checks with planted mistakes lay beside a program: mutmut's settings, and what a job is to do."""

from __future__ import annotations

# A mutant that computes for ever is stopped by `fresh_runner`, which counts its processor time. One that waits for ever
# is stopped after (time of its tests + 0.25) * 40 seconds: with 8, of one program's mistakes none at a load of 10 and
# 14 of 111 at one of 25 were taken for endless, and so for noticed.
# Only the exit status of a session counts, so nothing is done for what it prints.
CONFIG = b"""[tool.mutmut]
source_paths = ["solution.py"]
pytest_add_cli_args = ["--assert=plain", "--tb=no", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
timeout_constant = 0.25
timeout_multiplier = 40.0
use_git_change_detection = false
"""
SETTINGS = {"pyproject.toml": CONFIG}
OURS = "_assay"  # the folder of our own files, apart from the program's
OPTIONS = f"{OURS}/options.json"
