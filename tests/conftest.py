from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from storage.store import Store


@pytest.fixture
def short_path() -> Iterator[Path]:
    """As `tmp_path`, for what has no room for pytest's long paths: a socket's name, a path of Windows."""
    with tempfile.TemporaryDirectory(prefix="short-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a history of its own."""
    return f"sqlite:///{(tmp_path / 'history.db').as_posix()}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def _no_keyring() -> Iterator[None]:
    """No test sees the keyring of whoever runs it."""
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    yield
    keyring.set_keyring(before)
