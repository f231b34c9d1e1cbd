from __future__ import annotations

import platform
from urllib.parse import unquote

import pytest

from languages.python.runner._scenario import address

TIMES = 20


@pytest.mark.parametrize(
    ("system", "homes"),
    [("Linux", "file:///home/"), ("Darwin", "file:///Users/"), ("Windows", "file:///C:/Users/")],
)
def test_pages_lie_where_people_have_them_and_elsewhere_each_time(
    system: str, homes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    found = [address.folder() for _ in range(TIMES)]
    assert all(one.startswith(homes) and one.endswith("/") and len(unquote(one).split("/")) > 5 for one in found)
    assert len(set(found)) > TIMES / 2
