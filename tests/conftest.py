from __future__ import annotations

import gc
import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from hypothesis import HealthCheck, settings
from keyring.backends.fail import Keyring as NoKeyring
from playwright.sync_api import Browser

from storage.store import Store
from tests.fakes.pages import chromium

os.environ["LC_ALL"] = "C.UTF-8"  # so that what is left for people is in English, whoever runs this
# Of several processes each takes the next file, so the slowest come first: what comes last is then soon over.
SLOWEST = ("hostile", "faults", "e2e", "installers", "conformance", "cheats", "sandbox", "agent", "languages")

# Nearly all that is read until the tests begin stays; to look for garbage in it takes a tenth as long. Who only hands
# the tests out to such processes collects none.
if "PYTEST_XDIST_WORKER" in os.environ:
    gc.disable()

# On a busy machine an example takes as long as it takes.
settings.register_profile("assay", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("assay")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order = {part: number for number, part in enumerate(SLOWEST)}
    items.sort(key=lambda item: order.get(part_of(item.nodeid), len(order)))


def pytest_collection_finish() -> None:
    # The thousands of tests stay to the end; what looks for garbage need not go through them again and again.
    gc.freeze()
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How long each part of the suite took: the seconds of its tests, of which several may run at a time."""
    spent: dict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                spent[part_of(report.nodeid)] += report.duration
    terminalreporter.section("seconds of each part")
    for part, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        terminalreporter.write_line(f"{seconds:8.1f}  {part}")


def part_of(test: str) -> str:
    """The folder of `tests`, or the file, that a test is in."""
    return test.partition("::")[0].removeprefix("tests/").partition("/")[0]


@pytest.fixture
def short_path() -> Iterator[Path]:
    """As `tmp_path`, for what has no room for pytest's long paths: a socket's name, a path of Windows."""
    with tempfile.TemporaryDirectory(prefix="short-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data folder, which isn't there yet."""
    return tmp_path / "home"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a history of its own."""
    return f"sqlite:///{(tmp_path / 'history.db').as_posix()}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(autouse=True)
def _no_keyring() -> Iterator[None]:
    """No test sees the keyring of whoever runs it."""
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    yield
    keyring.set_keyring(before)
