"""What is here, what is missing, why, and one thing to do about each; and repairing what needs no administrator."""

from __future__ import annotations

from collections.abc import Iterator

from settings import Settings
from setup.auditing import begin_audit
from setup.doctor.audits import examine_audits
from setup.doctor.browser import examine_browser
from setup.doctor.computer import examine_computer
from setup.doctor.data import examine_data
from setup.doctor.finding import Finding, State
from setup.doctor.models import examine_models
from setup.doctor.packages import examine_packages
from setup.doctor.page import examine_page
from setup.doctor.programs import examine_sandbox
from setup.doctor.repairing import Repaired, repair
from setup.doctor.shelf import empty_cache, examine_shelf

__all__ = ["Finding", "Repaired", "State", "empty_cache", "examine", "repair"]

ASK_SECONDS = 20.0
"""Where a network swallows what is asked, nobody waits longer."""


def examine(settings: Settings, *, ask: bool = False) -> Iterator[Finding]:
    """Look at everything. Takes a few seconds; nothing is changed, but a history is begun.

    To `ask` is to look up the packages of the sandbox meanwhile, where that is a day ago.
    """
    asking = begin_audit(settings, ASK_SECONDS) if ask else None
    yield from examine_packages()
    yield from examine_sandbox(settings)
    yield from examine_shelf(settings)
    yield from examine_browser(settings)
    yield from examine_models(settings)
    yield from examine_data(settings)
    yield from examine_computer(settings)
    yield from examine_page(settings)
    if asking:
        asking.join()
    yield from examine_audits(settings)
