"""The fixture `program` where tests are judged apart: a new interpreter for each start, with nothing of the tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from ..scenario import Launch, NewInterpreter, Program, program_screen
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

    def screen() -> Mapping[str, str]:
        with waiting():
            found: Mapping[str, str] = request.getfixturevalue(program_screen.__name__)
        return found

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = Program(request.path.parent, Path(folder), Waited, screen)
        yield made
        made.end()
