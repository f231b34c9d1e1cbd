"""The Windows computers that install.bat is tried on: Wine, set up once for all tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.wine_machine import WineMachine, end_prefix, make_prefix


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "wine" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Wine's folder, with its server running."""
    if shutil.which("wine") is None or shutil.which("wineserver") is None:
        pytest.skip("install.bat is tried with Wine, which isn't installed")
    folder = tmp_path_factory.mktemp("wine") / "prefix"
    make_prefix(folder)
    try:
        yield folder
    finally:
        end_prefix(folder)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def windows(wine: Path, short_path: Path) -> WineMachine:
    """A fresh Windows with winget."""
    return WineMachine(short_path, wine)


@pytest.fixture
def complete(windows: WineMachine) -> WineMachine:
    """A Windows that has everything."""
    windows.has("python", "ollama")
    windows.has_docker_desktop()
    windows.fact("engine-runs")
    return windows
