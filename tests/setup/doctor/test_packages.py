from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from setup.doctor.packages import examine_packages

PYDANTIC = f"pydantic=={version('pydantic')} \\\n    --hash=sha256:0\n    # via assay"


@pytest.mark.parametrize(
    ("lock", "found"),
    [
        (PYDANTIC, ("ok", "", "")),
        ("pydantic==0.0.1 \\\n", ("optional", "outdated", "pydantic")),
        (f"nobody-has-this==1.0 \\\n\n{PYDANTIC}", ("missing", "missing", "nobody-has-this")),
        (f"nobody-has-this==1.0 ; python_full_version < '3.0' \\\n\n{PYDANTIC}", ("ok", "", "")),
    ],
)
def test_what_differs_from_the_pins_is_told(tmp_path: Path, lock: str, found: tuple[str, str, str]) -> None:
    (tmp_path / "requirements.txt").write_text(lock)
    packages = list(examine_packages(tmp_path / "requirements.txt"))[1]
    state, cause, named = found
    assert (packages.state, packages.cause) == (state, cause)
    assert named in packages.summary
    assert bool(packages.advice) is (state != "ok")


def test_a_copy_without_the_pins_is_not_judged(tmp_path: Path) -> None:
    assert [found.name for found in examine_packages(tmp_path / "none.txt")] == ["Python"]


def test_the_pins_of_this_copy_are_read() -> None:
    python, packages = examine_packages()
    assert (python.state, packages.name) == ("ok", "Packages")
    assert packages.state != "missing"
