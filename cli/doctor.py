"""The doctor's findings in the terminal, and what it repaired."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from rich.console import Console
from rich.text import Text

from settings import Settings
from setup.doctor import Finding, Repaired, empty_cache, examine, repair
from wording import printable

MARKS = {"ok": ("✓", "green"), "missing": ("✗", "red"), "optional": ("·", "yellow")}


def show_findings(settings: Settings, fix: bool, as_json: bool, console: Console) -> int:
    """Print what is here and what is missing, and return the exit code: 3 where something needed is missing.

    With `fix`, what can be repaired without an administrator is repaired first, and it is said what was done.
    """
    if fix:
        _repair(settings, console)
    findings = list(examine(settings, ask=True))
    if as_json:
        sys.stdout.write(json.dumps([asdict(finding) for finding in findings], indent=2) + "\n")
    else:
        for finding in findings:
            _show(finding, console)
    return 3 if any(finding.state == "missing" for finding in findings) else 0


def show_emptied(settings: Settings, console: Console) -> None:
    """Remove the packages that were fetched for programs, and say so."""
    console.print(_said(empty_cache(settings)))


def _repair(settings: Settings, console: Console) -> None:
    with console.status("Looking for what can be repaired") as status:
        for repaired in repair(settings, lambda line: status.update(Text(printable(line)[:100]))):
            console.print(_said(repaired))


def _said(repaired: Repaired) -> Text:
    mark, style = ("✓", "green") if repaired.done else ("!", "yellow")
    return Text.assemble((f"{mark} ", style), (f"{repaired.name}: ", "bold"), printable(repaired.summary))


def _show(finding: Finding, console: Console) -> None:
    mark, style = MARKS[finding.state]
    console.print(Text.assemble((f"{mark} ", style), (f"{finding.name}: ", "bold"), printable(finding.summary)))
    if finding.advice:
        # Not broken into lines by us, or a command in it could not be copied.
        console.print(Text(f"  {printable(finding.advice)}", style="dim"), soft_wrap=True)
