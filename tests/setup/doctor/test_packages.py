from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from setup.doctor.packages import examine_packages

PYDANTIC = f"pydantic=={version('pydantic')} \\\n    --hash=sha256:0\n    # via assay"


def state(tmp_path: Path, lock: str) -> tuple[str, str, str]:
    (tmp_path / "requirements.txt").write_text(lock)
    found = list(examine_packages(tmp_path / "requirements.txt"))[1]
    assert bool(found.advice) is (found.state != "ok")
    return found.state, found.cause, found.summary


def test_the_pinned_versions_are_all_right(tmp_path: Path) -> None:
    assert state(tmp_path, PYDANTIC)[:2] == ("ok", "")


@pytest.mark.parametrize(
    ("pin", "found"),
    [
        ("pydantic==0.0.1 \\\n", ("optional", "outdated")),
        ("nobody-has-this==1.0 \\\n", ("missing", "missing")),
        ("nobody-has-this==1.0 ; python_full_version < '3.0' \\\n", ("ok", "")),
    ],
)
def test_what_differs_from_the_pins_is_told(tmp_path: Path, pin: str, found: tuple[str, str]) -> None:
    state_, cause, summary = state(tmp_path, f"{pin}\n{PYDANTIC}" if "pydantic" not in pin else pin)
    assert (state_, cause) == found
    assert cause == "" or pin.partition("==")[0] in summary


def test_a_copy_without_the_pins_is_not_judged(tmp_path: Path) -> None:
    assert [found.name for found in examine_packages(tmp_path / "none.txt")] == ["Python"]


def test_the_pins_of_this_copy_are_read() -> None:
    python, packages = examine_packages()
    assert (python.state, packages.name) == ("ok", "Packages")
    assert packages.state != "missing"
