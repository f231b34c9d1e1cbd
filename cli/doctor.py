"""The doctor's findings in the terminal, and its one remedy: making the sandbox image."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from rich.console import Console
from rich.text import Text

from agent.wording import printable
from cli.console import fail
from engines.doctor import Finding, examine
from errors import AssayError
from settings import Settings

MARKS = {"ok": ("✓", "green"), "missing": ("✗", "red"), "optional": ("·", "yellow")}


def show_findings(settings: Settings, fix: bool, as_json: bool, console: Console) -> int:
    """Print what is here and what is missing, and return the exit code: 3 where something needed is missing.

    With `fix`, the sandbox image is made first, where there is a Docker engine to make it with.
    """
    if fix:
        _fix(settings, console)
    findings = list(examine(settings))
    if as_json:
        sys.stdout.write(json.dumps([asdict(finding) for finding in findings], indent=2) + "\n")
    else:
        for finding in findings:
            _show(finding, console)
    return 3 if any(finding.state == "missing" for finding in findings) else 0


def _fix(settings: Settings, console: Console) -> None:
    from sandbox.registry import engine_status, prepare_image

    if not engine_status(settings.docker_host).reachable:
        return
    with console.status("Looking at the sandbox image") as status:
        try:
            prepare_image(settings.docker_host, lambda line: status.update(Text(printable(line)[:100])))
        except AssayError as problem:
            fail(problem)


def _show(finding: Finding, console: Console) -> None:
    mark, style = MARKS[finding.state]
    console.print(Text.assemble((f"{mark} ", style), (f"{finding.name}: ", "bold"), printable(finding.summary)))
    if finding.advice:
        console.print(Text(f"  {printable(finding.advice)}", style="dim"))
