from __future__ import annotations

import sys
from pathlib import Path

import psutil
import pytest

from setup.memory import Memory, fits, fits_graphics, memory_needed, this_computer

GIB = 1024**3


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("size", "total", "enough"),
    [
        (3_800_000_000, 8 * GIB, True),
        (7_300_000_000, 16 * GIB, True),
        (19_000_000_000, 32 * GIB, True),
        (5 * GIB, 6 * GIB, False),
    ],
)
def test_the_rule_for_memory_agrees_with_ollamas_own(size: int, total: int, enough: bool) -> None:
    assert fits(size, Memory(total, 0)) is enough
    assert fits(size, Memory(GIB, 0, graphics=total)) is enough
    assert fits_graphics(size, Memory(total, total, graphics=total)) is enough
    assert memory_needed(size) > size + GIB


def test_this_computer_has_memory() -> None:
    memory = this_computer()
    assert 0 < memory.available <= memory.total


def test_without_a_graphics_card_only_the_main_memory_counts(programs: Path) -> None:
    assert this_computer().graphics == 0
    assert not fits_graphics(1, this_computer())
    assert "no graphics card" in str(this_computer())


@pytest.mark.skipif(sys.platform == "win32", reason="the stub is a shell script")
@pytest.mark.parametrize(
    ("script", "graphics"),
    [
        ('[ "$1" = --query-gpu=memory.total ] && echo 8192', 8 * GIB),
        ("echo 24576; echo 24576", 48 * GIB),
        ("echo No devices were found; exit 6", 0),
        ("echo [N/A]", 0),
    ],
)
def test_the_memory_of_nvidias_cards_is_asked_of_their_own_tool(programs: Path, script: str, graphics: int) -> None:
    put(programs, "nvidia-smi", script)
    assert this_computer().graphics == graphics


@pytest.mark.parametrize(("machine", "share"), [("arm64", 2 / 3), ("x86_64", 0)])
def test_apples_chips_lend_the_graphics_two_thirds(machine: str, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setup.memory.sys.platform", "darwin")
    monkeypatch.setattr("setup.memory.platform.machine", lambda: machine)
    assert this_computer().graphics == pytest.approx(psutil.virtual_memory().total * share, abs=1)
