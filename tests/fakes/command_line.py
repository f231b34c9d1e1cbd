"""Starting the app as a user does, in a process of its own or, where only its words matter, without one."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from typer.testing import CliRunner

from cli.commands import cli

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.stdout.splitlines()]


class CommandLine:
    """`python app.py` with a home of its own, without models and keys unless `environment` has them."""

    def __init__(self, home: Path, environment: Mapping[str, str] | None = None) -> None:
        self.home = home
        hidden = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OLLAMA_HOST", "ASSAY_DATABASE_URL", "ASSAY_SANDBOX")
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        nobody = {
            "OLLAMA_HOST": "http://127.0.0.1:9",
            "ASSAY_HOME": str(home),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        }
        self.environment = {**kept, **nobody, **(environment or {})}

    def start(self, *arguments: str, terminal: int = subprocess.PIPE) -> subprocess.Popen[str]:
        """The running command, its standard streams piped, or joined to the `terminal` of that file descriptor."""
        return subprocess.Popen(
            [sys.executable, str(ROOT / "app.py"), *arguments],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            text=True,
            encoding="utf-8",
            env=self.environment,
            cwd=self.home.parent,
        )

    def run(self, *arguments: str, stdin: str = "", seconds: float = 110) -> Ended:
        """Run the command to its end."""
        with self.start(*arguments) as process:
            stdout, stderr = process.communicate(stdin, timeout=seconds)
        return Ended(process.returncode, stdout, stderr)


class QuickCommandLine(CommandLine):
    """The sub-commands in the tests' own process, for to start one takes far longer than what most of them do.

    For what is proved by words and the exit code; there are no terminals, and nothing is logged. The environment, the
    working folder and where the log goes are put back, and an exception that nobody thought of is the test's.
    """

    def run(self, *arguments: str, stdin: str = "", seconds: float = 110) -> Ended:
        """Run the command to its end, however long it takes."""
        with (
            patch.dict(os.environ, self.environment, clear=True),
            patch.object(logging.root, "handlers", [logging.NullHandler()]),
            chdir(self.home.parent),
        ):
            ended = CliRunner().invoke(cli, arguments, input=stdin, catch_exceptions=False)
        return Ended(ended.exit_code, ended.stdout, ended.stderr)
