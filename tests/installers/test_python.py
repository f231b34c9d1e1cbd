"""Python and the environment of Assay's packages."""

from __future__ import annotations

import mmap
import subprocess
from pathlib import Path

import pytest

from tests.fakes.stub_machine import BASH, ROOT, StubMachine, called, installed
from tests.installers.situations import Situation


def environment_of(machine: StubMachine) -> Path:
    return (machine.app / ".venv").resolve()


def fetching(machine: StubMachine) -> list[str]:
    return [call for call in machine.calls() if "pip install" in call]


LINUX = {
    "an old one": Situation(
        facts="old-python3", said=("with uv", "cpython-3.13/bin/python3"), never=("sudo", "apt-get")
    ),
    "none, but uv's site": Situation("curl", "python3", "uv-site", does=("uv python install",)),
    "one that makes no environments": Situation("python3.12", facts="broken-python3", said=("bin/python3.12",)),
}


@pytest.mark.parametrize("situation", LINUX.values(), ids=LINUX)
def test_a_python_that_does_not_serve_is_passed_over(complete: StubMachine, situation: Situation) -> None:
    situation.holds_on(complete)


def test_a_python_that_does_not_run_is_passed_over(complete: StubMachine, tmp_path: Path) -> None:
    (tmp_path / "bin/python3").write_text("this is no program")
    Situation("python3.12", said=("bin/python3.12",)).holds_on(complete)


def test_the_python_that_uv_brought_is_used_again(complete: StubMachine) -> None:
    complete.fact("old-python3")
    complete.install("--no-launch")
    (complete.app / "requirements.txt").write_text("something==2\n")
    complete.calls()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert not called(complete.calls(), "uv python")


def test_without_uv_python_comes_from_the_systems_packages(complete: StubMachine) -> None:
    complete.lacks("python3")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert installed(complete.calls()) == ["python3", "python3-venv"]
    assert "package python3-venv" in complete.recorded()


@pytest.mark.parametrize(("tools", "real"), [(True, 0), (False, 1)])
def test_apples_placeholder_for_python_is_not_started(mac: StubMachine, tools: bool, real: int) -> None:
    if not tools:
        mac.fact("no-tools")
    script = f"""
        HERE={ROOT}/installers ROOT={ROOT} YES=yes LOG=/dev/null
        . "$HERE/lib/system.sh"; . "$HERE/lib/python.sh"
        command() {{ echo /usr/bin/python3; }}
        is_real python3
    """
    done = subprocess.run([BASH, "-c", script], env=mac.environment(), check=False)
    assert done.returncode == real


def test_a_mac_without_python_gets_one_by_uv(complete_mac: StubMachine) -> None:
    complete_mac.lacks("python3")
    complete_mac.fact("uv-site")
    status, output = complete_mac.install("--no-launch")
    assert status == 0, output
    assert (complete_mac.app / ".python/cpython-3.13/bin/python3").exists()


def test_without_any_python_it_ends_with_one_thing_to_do(machine: StubMachine) -> None:
    log = str(machine.app / "installers/install.log")
    Situation(facts="no-packages", options="", status=1, said=("python.org", log)).holds_on(machine)


def test_without_any_python_an_ordinary_user_is_told_what_an_administrator_runs(ordinary: StubMachine) -> None:
    told = ("apt-get install python3 python3-venv",)
    Situation(lacks="python3 sudo", options="", status=1, said=told).holds_on(ordinary)


@pytest.mark.parametrize(
    ("fact", "tools"), [("", ["pip", "uv"]), ("own-index", ["pip", "pip"]), ("uv-fails", ["pip", "uv", "pip"])]
)
def test_packages_come_by_uv_and_where_it_does_not_serve_by_pip(
    complete: StubMachine, fact: str, tools: list[str]
) -> None:
    if fact:
        complete.fact(fact)
    complete.install("--no-launch")
    found = fetching(complete)
    assert ["uv" if call.startswith("uv ") else "pip" for call in found] == tools
    assert found[0].endswith("/uv.txt")
    assert all("--require-hashes" in call for call in found)
    assert all(call.endswith("/requirements.txt") for call in found[1:])


def test_changed_requirements_give_a_new_environment_in_place_of_the_old(complete: StubMachine) -> None:
    complete.install("--no-launch")
    before = environment_of(complete)
    (complete.app / "requirements.txt").write_text("something==2\n")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert len(fetching(complete)) == 4
    assert environment_of(complete) != before
    assert (complete.app / ".venv/bin/python").exists()
    assert not before.exists()


def test_an_environment_in_use_is_kept(complete: StubMachine) -> None:
    complete.install("--no-launch")
    before = environment_of(complete)
    (before / "library.so").write_bytes(b"loaded")
    (complete.app / "requirements.txt").write_text("something==2\n")
    with (before / "library.so").open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ):
        status, output = complete.install("--no-launch")
        assert status == 0, output
        assert "still running" in output
        assert before.exists()
    complete.install("--no-launch")
    assert not before.exists()


def test_an_update_that_fails_leaves_the_old_environment_in_place(complete: StubMachine) -> None:
    complete.install("--no-launch")
    before = environment_of(complete)
    (complete.app / "requirements.txt").write_text("something==2\n")
    complete.fact("pip-says", text="ERROR: no such package\n")
    status, output = complete.install()
    assert status == 1
    assert "The packages could not be installed" in output
    assert str(complete.app / "installers/install.log") in output
    assert environment_of(complete) == before
    assert (before / "bin/python").exists()


@pytest.mark.parametrize("gone", [".complete", "bin/python"])
def test_an_environment_that_is_not_whole_is_made_again(complete: StubMachine, gone: str) -> None:
    complete.install("--no-launch")
    (environment_of(complete) / gone).unlink()
    (environment_of(complete) / "half").touch()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert (environment_of(complete) / gone).exists()
    assert not (environment_of(complete) / "half").exists()


def test_an_environment_made_by_hand_is_put_aside(complete: StubMachine) -> None:
    (complete.app / ".venv").mkdir()
    (complete.app / ".venv/mine").touch()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert (complete.app / ".venv").is_symlink()
    assert (complete.app / ".venv-before/mine").exists()
