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


CURRENT = Owner.current()


@pytest.mark.parametrize(
    ("owner", "alive"),
    [
        (Owner.parse(str(CURRENT)), True),
        (replace(CURRENT, started=CURRENT.started - 3600), False),
        (Owner("elsewhere", 1, 0.0), True),
        (replace(CURRENT, pid=1, started=0.0, namespace=CURRENT.namespace + 1), True),
    ],
    ids=["this process", "another of this pid", "another machine's is not known", "nor a container's"],
)
def test_an_owner_is_alive_unless_it_is_known_to_be_dead(owner: Owner, alive: bool) -> None:
    assert owner.is_alive() is alive


def test_a_process_that_ended_is_dead_forgotten_or_not() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        ended = psutil.Process(process.pid)
        owner = replace(CURRENT, pid=process.pid, started=ended.create_time())
        until(lambda: ended.status() == psutil.STATUS_ZOMBIE, "it has ended")
        assert not owner.is_alive()
    assert not owner.is_alive()
