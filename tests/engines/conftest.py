from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring


@pytest.fixture(autouse=True)
def _no_keyring() -> Iterator[None]:
    """No test sees the keyring of whoever runs it."""
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    yield
    keyring.set_keyring(before)
