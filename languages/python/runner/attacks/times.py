"""Runs inside the sandbox: starts at moments at which clocks do odd things."""

from __future__ import annotations

from collections.abc import Iterator

from .found import Base, Found, fault_of, of_fault
from .kinds import CLOCKS, USUAL_CLOCK, ZONE
from .tried import Desk, Untried


def odd_times(desk: Desk, base: Base) -> Iterator[Found]:
    """Each of `CLOCKS`. Raises `Untried` where it falls over at a usual time as well, where the clock is ours."""
    zone = {"TZ": ZONE}
    if not desk.start(base.launch, now=USUAL_CLOCK, environment=zone).went_well:
        raise Untried
    for name, now in CLOCKS.items():
        if fault := fault_of(desk.start(base.launch, now=now, environment=zone), base):
            yield of_fault("clock", name, "", fault)
