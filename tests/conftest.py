from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.store import Store


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a history of its own."""
    return f"sqlite:///{(tmp_path / 'history.db').as_posix()}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()
