"""Python and the environment of Assay's packages."""

from __future__ import annotations

import mmap
import subprocess
from pathlib import Path

import pytest

from tests.fakes.stub_machine import BASH, ROOT, StubMachine, called, installed


def environment_of(machine: StubMachine) -> Path:
    return (machine.app / ".venv").resolve()


def test_a_system_with_an_old_python_gets_a_newer_one_by_uv(complete: StubMachine) -> None:
    complete.fact("old-python3")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert "with uv" in output
    assert (complete.app / ".python/cpython-3.13/bin/python3").exists()
    assert not called(complete.calls(), "sudo", "apt-get")


def test_uvs_own_script_serves_where_there_is_no_python_at_all(complete: StubMachine) -> None:
    complete.lacks("python3")
    complete.has("curl")
    complete.fact("uv-site")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert called(complete.calls(), "uv python install")


def test_the_python_that_uv_brought_is_used_again(complete: StubMachine) -> None:
    complete.fact("old-python3")
    complete.install("--no-launch")
    (complete.app / "requirements.txt").write_text("something==2\n")
    complete.calls()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert not called(complete.calls(), "uv")


def test_without_uv_python_comes_from_the_systems_packages(complete: StubMachine) -> None:
    complete.lacks("python3")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert installed(complete.calls()) == ["python3", "python3-venv"]
    assert "package python3-venv" in complete.recorded()


def test_a_python_that_cannot_make_environments_is_passed_over(complete: StubMachine) -> None:
    complete.fact("broken-python3")
    complete.has("python3.12")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert "bin/python3.12" in output


def test_a_python_that_does_not_run_is_passed_over(complete: StubMachine, tmp_path: Path) -> None:
    (tmp_path / "bin/python3").write_text("this is no program")
    complete.has("python3.12")
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert "bin/python3.12" in output


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
    machine.fact("no-packages")
    status, output = machine.install()
    assert status == 1
    assert "python.org" in output
    assert str(machine.app / "installers/install.log") in output


def test_without_any_python_an_ordinary_user_is_told_what_an_administrator_runs(ordinary: StubMachine) -> None:
    ordinary.lacks("python3", "sudo")
    status, output = ordinary.install()
    assert status == 1
    assert "apt-get install python3 python3-venv" in output


def test_changed_requirements_give_a_new_environment_in_place_of_the_old(complete: StubMachine) -> None:
    complete.install("--no-launch")
    before = environment_of(complete)
    (complete.app / "requirements.txt").write_text("something==2\n")
    status, output = complete.install("--no-launch")
    assert status == 0, output
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


def test_an_environment_that_was_left_half_made_is_made_again(complete: StubMachine) -> None:
    complete.install("--no-launch")
    environment = environment_of(complete)
    (environment / ".complete").unlink()
    (environment / "half").touch()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert not (environment / "half").exists()
    assert (environment / ".complete").exists()


def test_an_environment_whose_python_is_gone_is_made_again(complete: StubMachine) -> None:
    complete.install("--no-launch")
    (complete.app / ".venv/bin/python").unlink()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert (complete.app / ".venv/bin/python").exists()


def test_an_environment_made_by_hand_is_put_aside(complete: StubMachine) -> None:
    (complete.app / ".venv").mkdir()
    (complete.app / ".venv/mine").touch()
    status, output = complete.install("--no-launch")
    assert status == 0, output
    assert (complete.app / ".venv").is_symlink()
    assert (complete.app / ".venv-before/mine").exists()


def test_the_packages_must_match_their_hashes(complete: StubMachine) -> None:
    complete.install("--no-launch")
    assert [call for call in complete.calls() if "pip install" in call and "--require-hashes" in call]
