"""The files of our own that the checks with planted mistakes bring into the sandbox."""

from __future__ import annotations

from importlib import resources

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
CHECKS = resources.files("languages.python.checks")
OURS = "_assay"  # the folder of our own scripts, apart from the program's files
OPTIONS = f"{OURS}/options.json"
PLANTING = (
    "mutation_job",
    "planting",
    "planting_job",
    "enough",
    "even_sample",
    "few",
    "fresh_runner",
    "likely",
    "plantable",
    "defaults",
    "deletions",
    "messages",
    "noticing",
    "looks",
    "makeable",
    "saying",
    "other_systems",
)
SURVIVORS = (
    "again",
    "cosmetic",
    "foreign",
    "guards",
    "mutants",
    "objects",
    "phases",
    "played",
    "recorded",
    "spoken",
    "telling",
    "traced",
    "undated",
    "varied",
    "watched",
    "ways",
    "workers",
)
ATTACKING: tuple[str, ...] = ("attack_job", "kinds", "known_starts", "typist", "acted", "tried", "found", "answers")
ATTACKING += ("laid", "times", "windows", "pages", "forks", "retold", "hindrances", "stopping")
ATTACKING += ("together", "older", "unreadable", "readers", "earlier")


def planting_scripts() -> dict[str, bytes]:
    """What plants mistakes, with mutmut's settings."""
    return {"pyproject.toml": CONFIG, **_scripts(*PLANTING)}


def survivor_scripts() -> dict[str, bytes]:
    """What takes a closer look at those that no test notices."""
    return _scripts(*(f"survivors/{name}" for name in SURVIVORS))


def comparing_scripts() -> dict[str, bytes]:
    """What compares two programs."""
    return {**survivor_scripts(), **_scripts("survivors/agreement_job", "fresh_runner", "likely", "even_sample")}


def attacking_scripts() -> dict[str, bytes]:
    """What tries on a program what life does to it."""
    return _scripts(*(f"attacks/{name}" for name in ATTACKING), "survivors/workers")


def _scripts(*names: str) -> dict[str, bytes]:
    """All in one folder, whichever they are from."""
    return {f"{OURS}/{name.rpartition('/')[2]}.py": CHECKS.joinpath(f"{name}.py").read_bytes() for name in names}
