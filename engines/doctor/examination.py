"""Looking at everything, one topic after the other."""

from __future__ import annotations

from collections.abc import Iterator

from engines.doctor.computer import examine_computer
from engines.doctor.data import examine_data
from engines.doctor.finding import Finding
from engines.doctor.models import examine_models
from engines.doctor.packages import examine_packages
from engines.doctor.page import examine_page
from engines.doctor.programs import examine_sandbox
from settings import Settings


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at everything. Takes a few seconds; nothing is changed, but a history is begun."""
    yield from examine_packages()
    yield from examine_sandbox(settings)
    yield from examine_models(settings)
    yield from examine_data(settings)
    yield from examine_computer(settings)
    yield from examine_page(settings)
