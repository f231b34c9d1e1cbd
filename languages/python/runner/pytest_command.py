"""The command `pytest`: the session that has begun already, with the canaries and the plugin that reports."""

from __future__ import annotations

from . import warm_pytest
from .begun import Begun
from .canaries import Secrets, write_canaries
from .report import Reporter


def run_tests(begun: Begun) -> int:
    """Run the tests that the command's arguments name, in the working folder; return pytest's exit status."""
    known = Secrets(**begun.secrets)
    session, sealed = warm_pytest.begun_and_sealed()
    canaries = write_canaries(begun.spare_folder, known)
    session.config.pluginmanager.register(Reporter(begun.report, known, canaries, sealed))
    return warm_pytest.carry_on(session, begun.command[1:])
