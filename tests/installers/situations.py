"""A situation as the guide tells it: what is so on a machine, and what the installer then says and does there."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from tests.fakes.stub_machine import called


class Machine(Protocol):
    """A computer to install Assay on; its programs are stand-ins."""

    def has(self, *names: str) -> None: ...
    def lacks(self, name: str, /) -> None: ...
    def fact(self, name: str, /) -> None: ...
    def change(self, name: str, /) -> None: ...
    def install(self, *options: str) -> tuple[int, str]: ...
    def calls(self) -> list[str]: ...


class Situation(NamedTuple):
    """What is so, each as words: `has` and `lacks` programs, `facts` that hold and those that hold no more.

    Then what becomes of it: what is `said`, what calls are made (`does`, by their beginnings), and what never is.
    """

    has: str = ""
    lacks: str = ""
    facts: str = ""
    no_more: str = ""
    options: str = "--no-launch"
    status: int = 0
    said: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def holds_on(self, machine: Machine) -> None:
        machine.has(*self.has.split())
        for name in self.lacks.split():
            machine.lacks(name)
        for name in self.facts.split():
            machine.fact(name)
        for name in self.no_more.split():
            machine.change(name)
        status, output = machine.install(*self.options.split())
        calls = machine.calls()
        assert status == self.status, output
        assert [said for said in self.said if said not in output] == [], output
        assert [call for call in self.does if not called(calls, call)] == [], calls
        assert not (self.never and called(calls, *self.never)), calls
