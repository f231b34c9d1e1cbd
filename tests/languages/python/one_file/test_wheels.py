"""Compiled packages for the one file, from a server that may be away, slow, without them, or give something else."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cancel import Cancel
from errors import Cancelled
from languages.one_file import NoOneFile
from languages.python.candidates import program
from languages.python.one_file import fetching, pyodide, wheels
from languages.python.packages.shelf import lock, pins
from languages.types import Needs
from tests.fakes import one_files, pyodide_packages

PROGRAM = program("import pandas\n")
NEEDS = Needs(("numpy==2.5.5", "pandas==3.1.1", "python-dateutil==4.0.0", "markupsafe==3.0.4"))
SOMETHING = b"something" * 200_000


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Path]:
    """A folder that lies at the place where Pyodide's packages are fetched from."""
    (folder := tmp_path / "full").mkdir()
    with pyodide_packages.served(folder):
        yield folder


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The real Pyodide, and no package yet."""
    return one_files.own_store(tmp_path / "store")


def fetch(store: Path, cancel: Cancel | None = None) -> list[str]:
    """What is said meanwhile."""
    said: list[str] = []
    wheels.fetch(store, PROGRAM, NEEDS, cancel or Cancel(), said.append)
    return said


def test_what_is_compiled_comes_from_pyodide_with_what_only_that_needs(store: Path) -> None:
    assert {name: built["depends"] for name, built in wheels.wheels_of(store, PROGRAM, NEEDS).items()} == {
        "numpy": [],
        "pandas": ["numpy", "pytz"],
        "pytz": [],
    }
    everything = Needs(tuple(f"{name}=={version}" for name, version in pins().items()))
    assert {"lxml", "matplotlib", "pillow", "pypdfium2"} < set(wheels.wheels_of(store, PROGRAM, everything))
    for name, built in wheels.FROM_INDEX.items():
        assert built["version"] == pins()[name]
        assert built["sha256"] in lock()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (SOMETHING, "What came isn't the numpy 2.4.6 that Assay knows, so it wasn't taken."),
        (None, "127.0.0.1 doesn't have numpy 2.4.6 for Python in a browser."),
    ],
)
def test_nothing_is_taken_but_what_is_known(store: Path, served: Path, content: bytes | None, said: str) -> None:
    for built in wheels.wheels_of(store, PROGRAM, NEEDS).values():
        if content:
            (served / built["file_name"]).write_bytes(content)
    with pytest.raises(NoOneFile, match=said):
        fetch(store)
    assert wheels.lacks(store, PROGRAM, NEEDS) == ("numpy 2.4.6", "pandas 3.0.2", "pytz 2026.1.post1")


@pytest.mark.parametrize("listens", [True, False])
def test_a_server_that_is_away_or_never_answers_is_told(
    store: Path, monkeypatch: pytest.MonkeyPatch, listens: bool
) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        monkeypatch.setenv(wheels.SETTING, f"http://127.0.0.1:{mute.getsockname()[1] if listens else 9}")
        with pytest.raises(NoOneFile, match=r"numpy 2\.4\.6 for Python in a browser can't be fetched now") as caught:
            fetch(store)
    assert "online" in caught.value.advice


def test_each_is_fetched_once_and_kept_by_its_digest(
    store: Path, served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {
        name: pyodide_packages.put(served, built["file_name"], SOMETHING + name.encode(), built["depends"])
        for name, built in wheels.wheels_of(store, PROGRAM, NEEDS).items()
    }
    monkeypatch.setattr(pyodide, "packages", lambda store: known)
    cancel = Cancel()
    cancel.cancel("enough")
    with pytest.raises(Cancelled):
        fetch(store, cancel)
    names = "numpy 2.4.6, pandas 3.0.2, pytz 2026.1.post1"
    said = fetch(store)
    assert said[:2] == [f"Looking up {names}", f"Fetching {names}: 0 of 6 MB"]
    assert said[-1] == f"Fetching {names}: 5 of 6 MB"
    assert wheels.lacks(store, PROGRAM, NEEDS) == ()
    assert fetch(store) == []
    (store / wheels.FOLDER / str(known["pandas"]["sha256"])).write_bytes(b"half of it")
    with pytest.raises(NoOneFile, match=r"pandas 3\.0\.2 for Python in a browser is damaged on this computer"):
        wheels.read(store, known.values())
    assert wheels.lacks(store, PROGRAM, NEEDS) == ("pandas 3.0.2",)
