from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from sandbox.own_python import own_python

ROOT = Path(__file__).parents[2]
LISTED = "import json; from sandbox.own_python import own_python; print(json.dumps(own_python()))"
IMPORTS = "import bz2, ctypes, decimal, lzma, sqlite3, ssl, sys; print(sys.prefix, sys.base_prefix)"
SYSTEM = [option for path in ("/usr", "/bin", "/lib", "/lib64") for option in ("--ro-bind-try", path, path)]


def installed_at_home(home: Path) -> Path:
    """A Python in `~/.local`, among what a person keeps there, and a virtual environment of it."""
    local, name = home / ".local", f"python3.{sys.version_info.minor}"
    modules = Path(sysconfig.get_path("stdlib"))
    unneeded = shutil.ignore_patterns("test", "site-packages", "dist-packages", "__pycache__", "idlelib", "config-*")
    shutil.copytree(modules, local / "lib" / name, ignore=unneeded, ignore_dangling_symlinks=True)
    for library in modules.parent.glob("libpython*.so*"):
        shutil.copy(library, local / "lib")
    (local / "bin").mkdir()
    shutil.copy(Path(sys.executable).resolve(), local / "bin" / name)
    for secret in (".local/share/keyrings/login", ".local/bin/own", ".local/lib/own/notes", "tool/.venv/bin/own"):
        (home / secret).parent.mkdir(parents=True, exist_ok=True)
        (home / secret).write_text("secret")
    subprocess.run([local / "bin" / name, "-m", "venv", "--without-pip", home / "tool" / ".venv"], check=True)
    return home / "tool" / ".venv" / "bin" / name


@pytest.mark.bubblewrap
def test_a_python_at_home_is_all_that_is_lent_of_the_home_and_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path / ".local" / "lib"))  # the copy may know where it was before
    python = installed_at_home(tmp_path)
    listed = subprocess.run([python, "-c", LISTED], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    lent = [option for path in json.loads(listed) for option in ("--ro-bind", path, path)]
    inside = ["bwrap", *SYSTEM, "--proc", "/proc", "--dev", "/dev", *lent, "--"]
    ran = subprocess.run([*inside, python, "-c", IMPORTS], capture_output=True, text=True, check=False)
    assert ran.stdout.split() == [str(tmp_path / "tool" / ".venv"), str(tmp_path / ".local")], ran.stderr
    found = subprocess.run([*inside, "find", tmp_path], capture_output=True, text=True, check=True).stdout
    assert "lib/python3" in found
    assert [path for path in found.splitlines() if path.endswith(("own", "share", "keyrings", "notes"))] == []


def test_what_lies_in_what_is_lent_anyway_is_not_named_again() -> None:
    named = own_python()
    assert not [path for path in named for above in Path(path).parents if str(above) in named]
