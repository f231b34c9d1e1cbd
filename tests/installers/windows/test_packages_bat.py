"""Which Python install.bat takes, and how Assay's packages get into an environment that is whole or not used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.stub_machine import ROOT, called
from tests.fakes.wine_machine import WineMachine
from tests.installers.situations import Situation

ONLY_PACKAGES = ("--no-docker", "--no-ollama", "--no-launch")
SAID_BY_PIP = {
    "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]": "Set SSL_CERT_FILE",
    "ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 407": "Correct HTTPS_PROXY",
    "NewConnectionError: [Errno 11001] getaddrinfo failed": "no connection to the internet",
    "OSError: [Errno 28] No space left on device": "The disk is full",
    "[WinError 112] There is not enough space on the disk": "The disk is full",
    "THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE": "isn't what was expected",
    "something else": "report it with the log",
}

REASON = r"call installers\lib\trouble.bat reason"


def made_with(windows: WineMachine) -> str:
    """The Python that made the environment."""
    return called(windows.calls(), "py", "uv-python")[-1].partition(" -m venv")[0]


@pytest.mark.parametrize(
    ("there", "flaw", "taken"),
    [("py", "", "py -3.13"), ("python", "", "python"), ("python python3", "broken-python", "python3")],
    ids=["the launcher is asked for each version", "on the PATH", "the Microsoft Store's alias is none"],
)
def test_a_python_that_is_there_is_taken(windows: WineMachine, there: str, flaw: str, taken: str) -> None:
    windows.has(*there.split())
    if flaw:
        windows.fact(flaw)
    windows.install(*ONLY_PACKAGES)
    assert made_with(windows) == taken


def test_a_python_that_is_not_on_the_path_is_found_where_its_installer_puts_it(windows: WineMachine) -> None:
    windows.has_file("python3", windows.local / "Programs" / "Python" / "Python312" / "python.exe")
    status, output = windows.install(*ONLY_PACKAGES)
    assert status == 3
    assert r"Programs\Python\Python312\python.exe" in output


def test_where_no_python_is_uv_brings_one_into_the_folder(windows: WineMachine) -> None:
    said = ("into Assay's folder with uv (about 60 MB)",)
    options = " ".join(ONLY_PACKAGES)
    Situation(facts="uv-site", options=options, status=3, said=said, never=("winget",)).holds_on(windows)
    assert (windows.app / ".uv" / "uv.exe").exists()


def test_the_python_that_uv_has_brought_is_taken_again(windows: WineMachine) -> None:
    windows.has_file("uv-python", windows.app / ".uv" / "python" / "cpython-3.13.9-windows-x86_64-none" / "python.exe")
    windows.install(*ONLY_PACKAGES)
    calls = windows.calls()
    assert called(calls, "uv-python -m venv")
    assert not [call for call in calls if "irm" in call or call.startswith("uv ")]


def test_where_uvs_site_is_out_of_reach_winget_brings_it(windows: WineMachine) -> None:
    status, output = windows.install(*ONLY_PACKAGES, answers=["y"])
    assert status == 3, output
    assert "Install uv by winget instead (about 20 MB)?" in output
    assert (windows.app / "installers/installed.txt").read_text().strip() == "winget astral-sh.uv"


def test_without_any_python_it_ends_with_one_thing_to_do(windows: WineMachine) -> None:
    said = ("https://www.python.org/downloads/windows/", "install.log")
    Situation(lacks="winget", options="--yes", status=1, said=said).holds_on(windows)


def test_packages_are_installed_with_their_hashes_and_never_built_here(complete: WineMachine) -> None:
    complete.install(*ONLY_PACKAGES)
    (pip,) = [call for call in complete.calls() if "pip install" in call]
    assert "--require-hashes --only-binary=:all: -r requirements.txt" in pip


def test_changed_requirements_give_a_new_environment_and_one_in_use_is_kept_until_it_ends(
    complete: WineMachine,
) -> None:
    complete.has_environment()
    complete.require("22222222")
    with complete.running_assay(".venv-11111111"):
        status, output = complete.install(*ONLY_PACKAGES)
        assert status == 0, output
        assert "keeps .venv-11111111 until it ends" in output
    assert complete.environments() == [".venv-11111111", ".venv-22222222"]
    complete.calls()
    _, output = complete.install(*ONLY_PACKAGES)
    assert complete.environments() == [".venv-22222222"]
    assert "ok: Already there" in output
    assert "Start install.bat again to open it" in output
    assert "the page opens" not in output
    assert not [call for call in complete.calls() if "pip install" in call or "-m venv" in call]


def test_a_second_installer_keeps_out_of_what_the_first_is_building(complete: WineMachine) -> None:
    environment = complete.has_environment()
    (environment / ".complete").unlink()
    with complete.running_assay(environment.name):
        status, output = complete.install("--no-launch")
    assert status == 1
    assert "already at work in another window" in output
    assert (environment / "Scripts" / "python.exe").exists()


def test_a_second_installer_keeps_out_while_the_first_writes_its_log(complete: WineMachine) -> None:
    with complete.another_installer():
        status, output = complete.install("--no-launch")
    assert status == 1
    assert "Is the installer already at work in another window? Wait for it." in output
    assert complete.environments() == []


def test_an_update_that_fails_leaves_the_old_environment_in_place(complete: WineMachine) -> None:
    before = complete.has_environment()
    complete.require("22222222")
    complete.fact("pip-says", "something else\n")
    status, output = complete.install()
    assert status == 1
    assert "What was installed before is unchanged" in output
    assert "report it with the log" in output
    assert str(complete.app.name) + r"\installers\install.log" in output
    assert "Press" not in output, "nothing waits for a key in a terminal"
    assert (before / ".complete").exists()
    assert not (complete.app / ".venv-22222222" / ".complete").exists()


@pytest.mark.parametrize("flaw", [".complete", "Scripts/python.exe"], ids=["half made", "without its Python"])
def test_an_environment_is_built_again_that_is(complete: WineMachine, flaw: str) -> None:
    environment = complete.has_environment()
    (environment / "half").touch()
    (environment / flaw).unlink()
    status, output = complete.install(*ONLY_PACKAGES)
    assert status == 0, output
    assert not (environment / "half").exists()
    assert (environment / ".complete").exists()


def test_a_venv_of_ones_own_stays_what_it_is(complete: WineMachine) -> None:
    (complete.app / ".venv" / "own").mkdir(parents=True)
    status, output = complete.install(*ONLY_PACKAGES)
    assert status == 0, output
    assert (complete.app / ".venv" / "own").exists()


def test_what_kept_the_packages_away_is_said_in_plain_words(complete: WineMachine) -> None:
    """The whole of it, from pip to what is read, is tried where an update fails."""
    of_each = [
        line
        for number in range(len(SAID_BY_PIP))
        for line in (f"copy /y said-{number}.txt installers\\install.log", REASON, "echo REASON %REASON%")
    ]
    for number, said in enumerate(SAID_BY_PIP):
        (complete.app / f"said-{number}.txt").write_text(f"{said}\n")
    (complete.app / "reasons.bat").write_text("\n".join(["@echo off", *of_each]), newline="\r\n")
    _, output = complete.run_as(["reasons.bat"], FIND=r"C:\windows\system32\find.exe")
    _, *reasons = output.split("REASON ")
    assert [told for told, reason in zip(SAID_BY_PIP.values(), reasons, strict=True) if told not in reason] == []


def test_ctrl_c_while_packages_come_is_no_failure(complete: WineMachine) -> None:
    complete.fact("pip-says", "ERROR: Operation cancelled by user\n")
    status, output = complete.install("--yes")
    assert status == 130
    assert "it goes on where it was" in output


def test_one_variable_for_certificates_serves_all_tools(complete: WineMachine) -> None:
    (complete.app / "company.pem").touch()
    complete.fact("pip-tells-certificates")
    complete.install(*ONLY_PACKAGES, SSL_CERT_FILE="company.pem")
    assert "pip trusts company.pem" in complete.log()


def test_certificates_that_are_not_there_are_said(complete: WineMachine) -> None:
    status, output = complete.install(*ONLY_PACKAGES, SSL_CERT_FILE="nowhere.pem")
    assert status == 0
    assert "The file of certificates isn't there: nowhere.pem" in output


def test_this_python_is_usable_and_one_of_the_wrong_version_is_not(tmp_path: Path) -> None:
    script = ROOT / "installers" / "lib" / "usable_python.py"
    assert subprocess.run([sys.executable, script], check=False).returncode == 0
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.version_info = (3, 10, 0)\n")
    old = subprocess.run([sys.executable, script], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, check=False)
    assert old.returncode == 1
    (tmp_path / "sitecustomize.py").write_text(
        "import ensurepip, sqlite3, ssl, sys, sysconfig, venv\n"
        "sys.platform = 'win32'\nsysconfig.get_platform = lambda: 'win32'\n"
    )
    narrow = subprocess.run(
        [sys.executable, script], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, check=False
    )
    assert narrow.returncode == 1
    assert b"64-bit" in narrow.stderr
