"""pip-audit, which asks on the host whether versions of packages have known vulnerabilities.

It is told names and versions and nothing else; nothing is installed, and no code of theirs runs.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import zip_longest
from pathlib import Path

from pydantic import BaseModel, ValidationError

from cancel import Cancel
from languages.python.packages.advisories import Advisories, Answer, Vulnerability
from languages.python.packages.entries import entries
from languages.python.packages.shelf import canonical, lock
from message import say
from sandbox.scratch import scratch_folder

log = logging.getLogger(__name__)

# OSV knows more: malicious packages, and what isn't published at PyPI.
SERVICES = ("osv", "pypi")
SHELF_SECONDS = 120.0


class _Dependency(BaseModel):
    name: str
    vulns: tuple[Vulnerability, ...] = ()
    skip_reason: str | None = None


class _Output(BaseModel):
    """What pip-audit prints."""

    dependencies: tuple[_Dependency, ...]


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The answers on packages, and the pins of those on which there is none.

    It is of today but for what the answers `since` a day say, the oldest of those that were kept. The `problem` is why
    the service didn't answer, as a phrase; nobody could be asked at all where it is `silent`.
    """

    answers: tuple[Answer, ...]
    unknown: tuple[str, ...]
    since: date | None = None
    problem: str = ""
    silent: bool = False


def look_up(pins: Collection[str], advisories: Advisories, seconds: float, cancel: Cancel) -> LookedUp:
    """Ask of these packages, as in `rich==14.0.0`, and keep what is answered; for others take what was answered lately.

    One question takes at most `seconds`. Raises `Cancelled`.
    """
    fresh, problem = _asked_of_all(pins, SERVICES, seconds, cancel)
    advisories.keep(fresh)
    kept = advisories.valid({*pins} - {one.pin for one in fresh})
    answers = (*fresh, *kept)
    unknown = {*pins} - {one.pin for one in answers}
    since = min((one.asked for one in kept), default=None)
    return LookedUp(answers, tuple(sorted(unknown)), since and since.astimezone().date(), problem, not fresh)


def audit_shelf(file: Path, cancel: Cancel) -> None:
    """Look up all packages that every sandbox has, and keep what is known of them in `file`. Raises `Cancelled`."""
    # Of a mirror that knows nothing it would take long to ask for each, and somebody may wait for the doctor.
    fresh, _ = _asked_of_all(shelf_pins(), SERVICES[:1], SHELF_SECONDS, cancel)
    Advisories(file).keep(fresh)


def shelf_audited(file: Path) -> datetime | None:
    """Since when what `file` has on the packages of every sandbox is known; None where it hasn't all of them."""
    asked = [one.asked for one in Advisories(file).last(shelf_pins())]
    return min(asked) if len(asked) == len(shelf_pins()) else None


def shelf_pins() -> tuple[str, ...]:
    """All packages of the shelf, with what these need: those for other systems and Pythons, too."""
    return tuple(f"{entry.name}=={entry.version}" for entry in entries(lock()))


def _asked_of_all(
    pins: Collection[str], services: Sequence[str], seconds: float, cancel: Cancel
) -> tuple[list[Answer], str]:
    """What a service says of those that it knows, and why none says anything of others."""
    answers, problem = list[Answer](), ""
    for part in _each_once(sorted(pins)):
        found, problem = _asked(part, services, seconds, cancel)
        answers += found
        if not found:
            break
    return answers, problem


def _each_once(pins: Sequence[str]) -> list[list[str]]:
    """The pins in lists with one of each package, the first with all: there may be one for each of several Pythons, and
    pip-audit takes no two of one package."""
    versions: dict[str, list[str]] = {}
    for pin in pins:
        versions.setdefault(pin.partition("==")[0], []).append(pin)
    return [list(filter(None, part)) for part in zip_longest(*versions.values())]


def _asked(pins: Sequence[str], services: Sequence[str], seconds: float, cancel: Cancel) -> tuple[list[Answer], str]:
    """What the first service says that knows any of `pins`, and what pip-audit complained of."""
    problem = ""
    chosen = os.environ.get("PIP_AUDIT_VULNERABILITY_SERVICE")
    for service in (chosen,) if chosen else services:
        output, said = _run_pip_audit(pins, service, seconds, cancel)
        try:
            found = _Output.model_validate_json(output).dependencies
        except ValidationError:
            problem = problem or said
        else:
            if answers := _answers(pins, found):
                return answers, said
            # As a mirror of PyPI may.
            problem = problem or say("it knows none of these packages")
    return [], problem


def _answers(pins: Sequence[str], found: Sequence[_Dependency]) -> list[Answer]:
    """The answers on those of `pins` that weren't skipped. pip-audit may write names and versions in another way."""
    now, by_name = datetime.now(UTC), {canonical(pin.partition("==")[0]): pin for pin in pins}
    known = {canonical(one.name): one.vulns for one in found if one.skip_reason is None}
    return [Answer(pin=pin, asked=now, vulnerabilities=known[name]) for name, pin in by_name.items() if name in known]


def _run_pip_audit(pins: Sequence[str], service: str, seconds: float, cancel: Cancel) -> tuple[str, str]:
    """What pip-audit printed as JSON, and the last line of its complaints."""
    with scratch_folder() as folder:
        listing = Path(folder, "requirements.txt")
        listing.write_text("\n".join(pins), encoding="utf-8")
        # The arguments are ours; the requirements are names and versions read from installed metadata.
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(listing), "--no-deps", "--disable-pip"]
        command += ["--vulnerability-service", service, "--format", "json"]
        command += ["--progress-spinner", "off", "--timeout", "10"]
        process = subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )
        with process, cancel.on_cancel(process.kill):
            try:
                output, complaints = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                return "", say("it did not answer within %(seconds)s s", seconds=f"{seconds:.0f}")
    cancel.raise_if_set()
    return output, _in_plain_words(complaints)


def _in_plain_words(complaints: str) -> str:
    """The reason in what pip-audit printed; the whole of it goes to the log."""
    log.info("pip-audit said: %s", complaints)
    if "ConnectionError" in complaints or "Could not connect" in complaints:
        return say("it can't be reached from this computer")
    lines = complaints.strip().splitlines()
    if not lines:
        return say("it gave no answer")
    return say("it answered with an error (%(said)s)", said=lines[-1][:200])
