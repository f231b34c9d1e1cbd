"""Uninstall: away with what the installer brought; what was there before stays."""

from __future__ import annotations

import mmap
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from agent.models.registry import PROVIDERS
from languages.python.packages.advisories import Advisories, Answer
from settings import Settings
from setup.keys import save_key
from setup.page_secrets import kept_token
from setup.running_page import Running, enter, starting
from storage.store import Store
from tests.fakes.pages import unknown_to_uninstall
from tests.fakes.stub_machine import StubMachine, called


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> tuple[StubMachine, Path]:
    """A machine to which the installer brought everything, with a history; and a copy of its folder."""
    folder = tmp_path_factory.mktemp("machine")
    machine = StubMachine(folder)
    machine.fact("ollama-site")
    machine.has("userdel", "groupdel")
    machine.install("--no-launch")
    machine.calls()
    data = data_folder(machine)
    data.mkdir(parents=True)
    (data / "assay.db").touch()
    return machine, shutil.copytree(folder, tmp_path_factory.mktemp("kept") / "machine", symlinks=True)


@pytest.fixture
def fresh(brought: tuple[StubMachine, Path]) -> StubMachine:
    """The same machine for each test as it was after the install, for that takes longer than most uninstalls."""
    machine, kept = brought
    shutil.rmtree(machine.app.parent)
    shutil.copytree(kept, machine.app.parent, symlinks=True)
    return machine


def data_folder(machine: StubMachine) -> Path:
    return machine.home / ".local/share/assay"


def test_uninstall_with_yes_removes_what_is_assays_own_and_keeps_all_else(fresh: StubMachine) -> None:
    recorded = fresh.recorded()
    status, output = fresh.run("uninstall.sh", "--yes")
    calls = fresh.calls()
    assert status == 0, output
    assert not list(fresh.app.glob(".venv*"))
    assert not list(fresh.app.glob("installers/install.log"))
    assert {"docker rm --force c1", "docker rmi --force i1"} <= set(calls)
    assert "docker ps --all --quiet --filter label=assay.owner" in calls
    assert (data_folder(fresh) / "assay.db").exists()
    assert not called(calls, "ollama rm", "apt-get", "sudo", "userdel")
    assert fresh.recorded() == recorded
    assert "--all removes it" in output


def test_uninstall_of_all_removes_what_was_brought_and_a_second_time_does_no_harm(fresh: StubMachine) -> None:
    status, output = fresh.run("uninstall.sh", "--yes", "--all")
    calls = fresh.calls()
    assert status == 0, output
    assert not data_folder(fresh).exists()
    assert {"ollama rm small:1b", "userdel ollama"} <= set(calls)
    (removal,) = called(calls, "apt-get")
    assert "remove -y" in removal
    assert "docker.io" in removal
    assert fresh.recorded() == []
    status, output = fresh.run("uninstall.sh", "--yes", "--all")
    assert status == 0, output


def test_uninstall_asks_about_each_thing_that_was_brought(fresh: StubMachine) -> None:
    # Assay's own, the history, the models, Ollama, the packages
    with fresh.answering("y", "n", "y", "n", "n") as stdin:
        status, output = fresh.run_asking("uninstall.sh", stdin)
    calls = fresh.calls()
    assert status == 0, output
    assert (data_folder(fresh) / "assay.db").exists()
    assert "ollama rm small:1b" in calls
    assert not called(calls, "apt-get", "userdel")
    assert "model small:1b" not in fresh.recorded()
    assert "program ollama" in fresh.recorded()


def test_uninstall_leaves_what_was_there_before(complete: StubMachine) -> None:
    complete.install("--no-launch")
    complete.calls()
    status, output = complete.run("uninstall.sh", "--yes", "--all")
    calls = complete.calls()
    assert status == 0, output
    assert called(calls, "ollama") == ["ollama rm small:1b"]
    assert not called(calls, "apt-get", "gpasswd", "userdel")


def test_uninstall_puts_back_what_was_there_before(complete: StubMachine) -> None:
    (complete.app / ".venv").mkdir()
    (complete.app / ".venv/mine").touch()
    complete.install("--no-launch")
    status, output = complete.run("uninstall.sh", "--yes")
    assert status == 0, output
    assert (complete.app / ".venv/mine").exists()


def after_a_full_life(home: Path) -> Path:
    """A data folder with all that Assay ever writes there, and what is left where it is killed meanwhile."""
    settings = Settings.model_validate({"ASSAY_HOME": home})
    Store(settings.database).close()
    for provider in PROVIDERS:
        if provider.key:
            save_key(settings, provider.key, SecretStr("sk-1"))
    kept_token(home)
    with starting(home):
        enter(home, Running.here("http://127.0.0.1:7860/", by_token=True))
    (settings.packages / "uv").mkdir(parents=True)
    (settings.packages / "uv/CACHEDIR.TAG").touch()
    settings.browser_parts.mkdir()
    (settings.browser_parts / "pyodide-1.tgz").touch()
    Advisories(settings.advisories).keep([Answer(pin="six==1.17.0", asked=datetime.now(UTC))])
    for name in ("assay.log", "assay.log.1", "assay.db-wal", "page-token.k3j5hs7d", "page.json.a", "claude-key.b"):
        (home / name).touch()
    assert unknown_to_uninstall(home) == []
    return home


@pytest.fixture
def without_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setup.keys._keyring", lambda: None)


@pytest.mark.usefixtures("without_keyring")
@pytest.mark.parametrize("named", [False, True], ids=["the system's folder", "ASSAY_HOME"])
def test_nothing_that_assay_wrote_is_left_but_what_the_person_keeps(
    fresh: StubMachine, tmp_path: Path, named: bool
) -> None:
    home = after_a_full_life(tmp_path / "a folder" if named else data_folder(fresh))
    variables = {"ASSAY_HOME": str(home)} if named else {}
    status, output = fresh.run("uninstall.sh", "--yes", **variables)
    assert status == 0, output
    kept = sorted(path.name for path in home.iterdir())
    assert kept == ["assay.db", "assay.db-wal", "assay.log", "assay.log.1", "claude-key", "claude-key.b"]
    status, output = fresh.run("uninstall.sh", "--yes", "--all", **variables)
    assert status == 0, output
    assert not home.exists()


def test_uninstall_leaves_the_users_own_files_beside_the_history(fresh: StubMachine, tmp_path: Path) -> None:
    home = tmp_path / "elsewhere"
    (home / "packages/mine").mkdir(parents=True)
    for name in ("assay.db", "assay.db-wal", "claude-key", "page.lock", "thesis.txt"):
        (home / name).touch()
    status, output = fresh.run("uninstall.sh", "--yes", "--all", ASSAY_HOME=str(home))
    assert status == 0, output
    assert sorted(path.name for path in home.iterdir()) == ["packages", "thesis.txt"]
    assert (home / "packages/mine").exists()
    assert f"{home}/packages was left" in output


def test_what_could_not_be_removed_is_not_called_removed(fresh: StubMachine) -> None:
    fresh.fact("image-in-use")
    status, output = fresh.run("uninstall.sh", "--yes")
    assert status == 1
    _, _, said = output.partition("Containers and sandbox images")
    said, _, _ = said.partition("What Assay fetched")
    assert "i1 could not be removed" in said
    assert "Removed" not in said


def test_uninstall_leaves_the_docker_group_that_it_joined(ordinary: StubMachine) -> None:
    ordinary.has("gpasswd")
    ordinary.install("--no-launch")
    status, output = ordinary.run("uninstall.sh", "--yes", "--all")
    assert status == 1, output  # the stub's engine isn't ours to use without the group
    assert "gpasswd -d ada docker" in ordinary.calls()


def test_uninstall_waits_for_a_running_assay(fresh: StubMachine) -> None:
    library = (fresh.app / ".venv").resolve() / "library.so"
    library.write_bytes(b"loaded")
    with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ):
        status, output = fresh.run("uninstall.sh", "--yes")
    assert status == 1
    assert "Assay is still running" in output
    assert library.exists()


def test_an_engine_that_does_not_answer_is_said(fresh: StubMachine) -> None:
    fresh.change("engine-runs")
    status, output = fresh.run("uninstall.sh", "--yes")
    assert status == 1
    assert "The engine doesn't answer" in output
    assert not list(fresh.app.glob(".venv*"))


def test_whoever_says_no_keeps_everything_as_does_an_unknown_option(fresh: StubMachine) -> None:
    with fresh.answering("n") as stdin:
        status, output = fresh.run_asking("uninstall.sh", stdin)
    assert (status, "Nothing was removed." in output) == (130, True), output
    status, output = fresh.run("uninstall.sh", "--everything")
    assert (status, "--everything" in output) == (2, True), output
    assert (fresh.app / ".venv").exists()
