"""Python, and whether Assay's packages are the ones that it was tested with."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.requirements import Requirement

from message import say
from setup.doctor.finding import Finding

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^[A-Za-z0-9][^#\\]*==[^#\\]*", re.MULTILINE)


def examine_packages(lock: Path = ROOT / "requirements.txt") -> Iterator[Finding]:
    """Python itself, then the packages against the versions in `lock`; a copy without that file has no second one."""
    yield Finding(
        "Python", "ok", say("%(version)s at %(path)s", version=platform.python_version(), path=sys.executable)
    )
    if lock.is_file():
        yield _packages(lock.read_text(encoding="utf-8"))


def _packages(lock: str) -> Finding:
    every = [Requirement(line.strip()) for line in PIN.findall(lock)]
    pins = [pin for pin in every if pin.marker is None or pin.marker.evaluate()]
    here = {pin.name: _installed(pin.name) for pin in pins}
    missing = [name for name, found in here.items() if not found]
    other = [pin.name for pin in pins if here[pin.name] and not pin.specifier.contains(here[pin.name])]
    if missing:
        summary = say(
            "Not all packages that Assay needs are there: %(missing)s can't be found.", missing=_some(missing)
        )
        return Finding(say("Packages"), "missing", summary, _advice(), "missing")
    if other:
        summary = say("Not all packages are the versions that Assay was tested with: %(other)s.", other=_some(other))
        return Finding(say("Packages"), "optional", summary, _advice(), "outdated")
    return Finding(
        say("Packages"), "ok", say("All %(count)s are the versions that Assay was tested with.", count=len(here))
    )


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (", …" if len(names) > 3 else "")


def _advice() -> str:
    script = "installers\\install.bat" if sys.platform == "win32" else "bash installers/install.sh"
    return say("Start the installer again, it brings them up to date: %(script)s", script=script)
