from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from address import Address, listen
from errors import AssayError
from sandbox.owner import Owner
from setup.page_secrets import PageSecrets
from setup.running_page import RECORD, Running, enter, find_running, leave, starting
from ui.serving.server import PageServer

NAME = "the-name-of-this-page"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A page that says who it is."""
    server = PageServer(listen(Address()), Address(), PageSecrets("a-token", NAME))
    server.start()
    yield server.url
    server.close()


@pytest.fixture
def page(url: str) -> Running:
    return replace(Running.here(url, by_token=True), name=NAME)


def test_a_page_that_is_entered_is_found_until_it_leaves(tmp_path: Path, page: Running) -> None:
    assert find_running(tmp_path) is None
    enter(tmp_path, page)
    assert find_running(tmp_path) == page
    leave(tmp_path, page)
    assert find_running(tmp_path) is None


def test_a_proxy_is_not_asked(tmp_path: Path, page: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    enter(tmp_path, page)
    assert find_running(tmp_path) == page


@pytest.mark.parametrize(
    "change",
    [
        {"owner": str(replace(Owner.current(), started=1.0))},
        {"owner": str(replace(Owner.current(), host="another-computer"))},
        {"owner": str(replace(Owner.current(), pid=2**22 + 1))},
        {"name": "another"},
        {"url": "http://127.0.0.1:9/"},
    ],
    ids=["pid used again", "another computer", "dead", "another program's address", "nobody's address"],
)
def test_the_record_of_another_process_or_address_is_stale(
    tmp_path: Path, page: Running, change: dict[str, Any]
) -> None:
    enter(tmp_path, replace(page, **change))
    assert find_running(tmp_path) is None


@pytest.mark.parametrize(
    "record", ["", "{", "[]", '{"url": 1}', json.dumps({"url": "", "owner": "", "name": "", "x": 1})]
)
def test_a_record_that_is_damaged_is_none(tmp_path: Path, record: str) -> None:
    (tmp_path / RECORD).write_text(record)
    assert find_running(tmp_path) is None


def test_leaving_does_not_touch_the_record_of_another(tmp_path: Path, page: Running) -> None:
    enter(tmp_path, page)
    leave(tmp_path, replace(page, name="another"))
    assert json.loads((tmp_path / RECORD).read_text()) == asdict(page)


def test_starts_go_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setup.running_page.LOCK_SECONDS", 0.1)
    with starting(tmp_path), pytest.raises(AssayError, match="Another start"), starting(tmp_path):
        pass
    with starting(tmp_path):
        pass


def test_a_folder_that_can_not_be_written_does_not_keep_the_page_from_starting(tmp_path: Path, page: Running) -> None:
    (tmp_path / "file").touch()
    home = tmp_path / "file" / "home"
    with starting(home):
        enter(home, page)
    assert find_running(home) is None
    leave(home, page)
