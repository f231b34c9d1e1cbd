from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.fakes.pages import Served, Window, opened, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The page without models but the demo, one for all files that need no other: its start takes seconds."""
    with served(tmp_path_factory.mktemp("served") / "home") as found:
        yield found


@pytest.fixture(scope="module")
def window(server: Served, browser: Browser) -> Iterator[Window]:
    with opened(browser, server.opens) as found:
        yield found


@pytest.fixture
def tab(window: Window) -> Iterator[Page]:
    """The window of all tests of a file as the one before left it, for a test that begins by going somewhere."""
    yield window.page
    window.fresh = False
    complaints = list(window.complaints)
    window.complaints.clear()  # so that the tests after this one don't tell of them again
    assert complaints == []


@pytest.fixture
def page(server: Served, window: Window, tab: Page) -> Page:
    """The page opened anew, in the same window each time, where that takes a third of the time."""
    return window.with_form(server.address)
