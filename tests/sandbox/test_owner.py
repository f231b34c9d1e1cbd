"""Which containers and runs are whose."""

import subprocess
import sys
from dataclasses import replace

import psutil
import pytest

from sandbox.owner import Owner
from tests.fakes.waiting import until


@pytest.mark.parametrize("namespace", [0, 4026531836])
def test_an_owner_survives_being_written_down(namespace: int) -> None:
    owner = Owner("some/odd host", 12, 1700000000.25, namespace)
    assert Owner.parse(str(owner)) == owner


@pytest.mark.parametrize("label", ["", "host", "host/1", "host/x/1.0", "host/1/y"])
def test_a_foreign_label_has_no_owner(label: str) -> None:
    assert Owner.parse(label) is None


def test_this_process_is_alive() -> None:
    owner = Owner.parse(str(Owner.current()))
    assert owner is not None
    assert owner.is_alive()


def test_a_process_that_ended_is_dead() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    assert not Owner(Owner.current().host, process.pid, Owner.current().started).is_alive()


def test_a_pid_that_was_used_again_is_another_process() -> None:
    current = Owner.current()
    assert not Owner(current.host, current.pid, current.started - 3600).is_alive()


def test_nothing_is_known_of_other_machines() -> None:
    assert Owner("elsewhere", 1, 0.0).is_alive()


def test_nothing_is_known_of_processes_in_a_container() -> None:
    current = Owner.current()
    assert replace(current, pid=1, started=0.0, namespace=current.namespace + 1).is_alive()


def test_a_process_that_ended_but_is_not_forgotten_yet_is_dead() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        ended = psutil.Process(process.pid)
        owner = Owner(Owner.current().host, process.pid, ended.create_time())
        until(lambda: ended.status() == psutil.STATUS_ZOMBIE, "it has ended")
        assert not owner.is_alive()
