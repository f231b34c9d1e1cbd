from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cancel import Cancel
from languages.packages import IndexUnreachable, Inventory
from languages.python.packages.entries import entries
from languages.python.packages.locking import locked, locked_on_shelf
from languages.python.packages.resolving import Uv
from languages.python.packages.shelf import lock, pins
from languages.python.packages.sources import Sources
from languages.types import Needs
from tests.fakes.package_index import Package, Release, package_index

THERE = Inventory("3.13.5", "x86_64-linux", {})


def needs_of(versions: dict[str, str], sources: Sources, cache: Path) -> Needs:
    return locked(versions, Uv(sources, THERE, cache, Cancel()))


def test_what_is_on_the_shelf_is_locked_for_all_systems_without_a_network() -> None:
    there = pins()
    needs = locked_on_shelf({"qrcode": there["qrcode"], "colorama": "", "pillow": there["pillow"]})
    assert needs
    assert needs.pins == (
        f"colorama=={there['colorama']} ; sys_platform == 'win32'",
        f"pillow=={there['pillow']}",
        f"qrcode=={there['qrcode']}",
    )
    assert not needs.version
    assert [len(entry.digests) > 0 for entry in entries(needs.lock)] == [True] * 3


def test_what_differs_by_python_is_locked_for_each() -> None:
    of_numpy = [entry.version for entry in entries(lock()) if entry.name == "numpy"]
    needs = locked_on_shelf({"numpy": max(of_numpy)})
    assert needs
    assert len(needs.pins) == len(of_numpy) == 2
    assert all("; python_full_version" in pin for pin in needs.pins)


def test_what_is_not_on_the_shelf_is_not_locked_by_it() -> None:
    assert locked_on_shelf({"qrcode": "0.0.1"}) is None
    assert locked_on_shelf({"tinyrates": "1.0"}) is None


def test_another_package_is_locked_with_what_it_needs_on_other_systems(tmp_path: Path) -> None:
    only_there = "tinywin; sys_platform == 'win32'"
    packages = {"tinyrates": Package((Release("1.0", needs=(only_there,)), Release("2.0"))), "tinywin": Package()}
    with package_index(packages) as index:
        needs = needs_of({"tinyrates": "1.0"}, index.sources, tmp_path)
    assert needs.pins == ("tinyrates==1.0", "tinywin==1.0 ; sys_platform == 'win32'")
    assert needs.version == "3.13"
    assert needs_of({"tinyrates": "1.0"}, index.sources, tmp_path) == needs, "without a connection"
    with pytest.raises(IndexUnreachable, match="can't be reached"):
        needs_of({"tinyrates": "1.0"}, index.sources, tmp_path / "empty")


def test_what_can_not_be_had_on_other_systems_is_said(tmp_path: Path) -> None:
    only_linux = Package((Release(tag="cp313-cp313-manylinux_2_17_x86_64"),))
    with package_index({"tinyfast": only_linux, "tinyrates": Package()}) as index:
        assert needs_of({"tinyfast": "1.0"}, index.sources, tmp_path).not_for == ("Windows", "macOS")
        assert needs_of({"tinyrates": "1.0"}, index.sources, tmp_path).not_for == ()


def test_pip_takes_what_is_locked(tmp_path: Path) -> None:
    with package_index({"tinyrates": Package()}) as index:
        needs = needs_of({"tinyrates": "1.0"}, index.sources, tmp_path / "cache")
        listing, target = tmp_path / "requirements.txt", tmp_path / "target"
        listing.write_text(needs.lock)
        options = ["--requirement", str(listing), "--target", str(target), "--index-url", index.sources.indexes[0]]
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *options], check=True)
    assert (target / "tinyrates.py").is_file()
