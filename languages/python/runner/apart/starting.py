"""The fixture `program` where tests are judged apart: a new interpreter for each start, with nothing of the tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..forked import screen_of
from ..scenario import Launch, NewInterpreter, Program
from ..scenario import program_screen as program_screen  # a fixture, which pytest finds here
from ..time_limit import waiting


class Waited(NewInterpreter):
    """As at home; on no test's account, for each start has a limit of its own. See `scenario.Started`."""

    def __init__(self, what: Launch) -> None:
        with waiting():
            super().__init__(what)

    def ask(self, request: str) -> str:
        """See `Started`."""
        with waiting():
            return super().ask(request)

    def ended(self) -> tuple[str, int]:
        """See `Started`."""
        with waiting():
            return super().ended()


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Iterator[Program]:
    """The program beside the test, ready to be started."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = Program(request.path.parent, Path(folder), Waited, screen_of(request))
        yield made
        made.end()
