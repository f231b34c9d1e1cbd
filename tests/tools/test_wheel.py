"""Assay installed from a wheel: everything is in it, below one folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing but what a wheel of this checkout brings."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("assay-*.whl")
    subprocess.run([*PIP, "install", "--no-deps", "--no-index", "--target", folder / "site", wheel], check=True)
    return folder / "site"


def assay(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m assay`, started somewhere else."""
    home = installed.parent / "home"
    home.mkdir(exist_ok=True)
    environment = os.environ | {"PYTHONPATH": str(installed), "ASSAY_HOME": str(home), "OLLAMA_HOST": "127.0.0.1:9"}
    command = [sys.executable, "-m", "assay", *arguments]
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)


def test_there_is_one_folder_to_import_and_one_command(installed: Path) -> None:
    brought = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert brought == {"assay", "bin"}
    assert [path.name for path in (installed / "bin").iterdir()] == ["assay"]


def test_every_file_is_in_it(installed: Path) -> None:
    """Data files, too: templates, prompts, recordings, migrations, the runner and what its image is made of."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = listing.stdout.strip("\0").split("\0")  # people's files have blanks in their names
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "root_packages"
    ]
    expected = {name for name in listed if name.split("/")[0] in layers or ("/" not in name and name.endswith(".py"))}
    assert "sandbox/Dockerfile" in expected
    there = {str(path.relative_to(installed / "assay")) for path in (installed / "assay").rglob("*")}
    assert expected - there == set()


def test_it_runs_from_anywhere(installed: Path) -> None:
    listed = assay(installed, "models", "--json")
    assert listed.returncode == 0, listed.stderr
    assert [provider["name"] for provider in json.loads(listed.stdout)][-1] == "Demo"
    found = json.loads(assay(installed, "doctor", "--json").stdout)
    assert {finding["name"]: finding["state"] for finding in found}["History"] == "ok"


def test_a_program_is_made_with_it(installed: Path) -> None:
    from agent.models.demo import recordings

    # It can't do what it must, so no check takes time.
    wrong = ("--example", 'word_counts("a") == []', "--attempts", "1")
    told = ("--model", "demo", "--sandbox", "process", "--out", "made")
    made = assay(installed, "solve", recordings()[0].task, *told, *wrong)
    assert made.returncode == 1, made.stderr
    report = json.loads((installed.parent / "home" / "made" / "report.json").read_text(encoding="utf-8"))
    outcomes = {(test["source"], test["outcome"]) for test in report["tests"]}
    assert outcomes == {("model", "passed"), ("user", "failed")}, "it was run by the runner that the wheel brings"
