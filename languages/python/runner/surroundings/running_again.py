"""Runs inside the sandbox, beside `surroundings_job.py`: lays out surroundings, and has the tests run in them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .acts import SHOWING, Act, read
from .laid_out_job import fill, missing
from .places import PLACES

SCRIPTS = Path(__file__).resolve().parent
WATCHER = "elsewhere_job.py"
# No file: processes that the program starts would load it again.
RUN = "import sys; sys.path[0] = sys.argv[1]; from surroundings.again_job import main; main(sys.argv[2], sys.argv[3:])"
APPEARING = ("another_computer.py", "another_system.py")
PEOPLES = {"HOME", "PATH", "LANG", "LC_ALL", "TZ", "USER", "LOGNAME", "USERNAME", "TEMP", "TMP"}
"""Variables that people have as well; what else there is here is hidden on another computer."""
OURS = {"TMPDIR", "PYTHONPATH", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED"}
OF_SYSTEM = {
    "Windows": {
        "OS": "Windows_NT",
        "SystemRoot": r"C:\Windows",
        "windir": r"C:\Windows",
        "PATHEXT": ".COM;.EXE;.BAT;.CMD",
    }
    | {"ComSpec": r"C:\Windows\system32\cmd.exe", "SystemDrive": "C:", "ProgramFiles": r"C:\Program Files"},
    "Darwin": {"SHELL": "/bin/zsh", "TERM_PROGRAM": "Apple_Terminal"},
}
NOT_ON_WINDOWS = {"HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "SHELL", "TERM"}


@dataclass(frozen=True)
class Conditions:
    """In which the tests are run: their `order`, "" for their own, the environment, and in which of `PLACES`.

    `filled` says that a person's files lie in the home folder, `whole` that of what is shown at a terminal the last
    line counts, too, and `forgets` that nothing is left of earlier starts. `varies` has the person's own files varied.
    """

    order: str
    seed: int
    zone: str
    locale: str
    places: tuple[str, ...] = ()
    language: str = "C.UTF-8"
    filled: bool = False
    whole: bool = True
    forgets: bool = False
    varies: bool = False

    @property
    def appear(self) -> dict[str, Any]:
        """What the program is told of the computer."""
        return {name: value for place in self.places for name, value in PLACES[place].appear.items()}

    def environment(self, home: Path) -> dict[str, str]:
        """The variables that tell of them."""
        told = {"ORDER": self.order, "PYTHONHASHSEED": str(self.seed), "TZ": self.zone, "LC_ALL": self.locale}
        names = dict.fromkeys(("USER", "LOGNAME", "USERNAME"), self.appear.get("user", "assay"))
        return {**told, **names, "LANG": self.language, "HOME": str(home)}


USUAL = Conditions("", 0, "UTC", "C.UTF-8")


@dataclass(frozen=True)
class Ran:
    """What came of one run: the tests that `failed`, with what they say, None where they could not be run at all, those
    that were `skipped`; what was started, among `done`; what makes a difference in which of the person's files, though
    it mustn't (`varied_files.py`); and what the program did, each with its test."""

    failed: dict[str, str] | None = None
    skipped: Mapping[str, str] = field(default_factory=dict)
    done: Sequence[str] = ()
    ready: Mapping[str, str] = field(default_factory=dict)
    acts: Sequence[tuple[str, Act]] = ()

    def lacking(self, test: str) -> str:
        """What the program asked for in this test that isn't here."""
        return next((to for one, (what, _, to) in self.acts if what == "missing" and is_of(one, test)), "")


# Why: docs/decisions.md, "The tests run again in new interpreters and in other surroundings"
def run(tests: list[str], conditions: Conditions, only: Iterable[str] = ()) -> Ran:
    """Run the tests under these conditions: those of these names, or all."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True, dir=_root(conditions)) as name:
        base = Path(name)
        spare = base / "Users" / "Zoë Müller" / "Eigene Dateien (alt)" if _is_bare(conditions) else base / "tmp"
        folder, home, notes, answer = base / "again", base / "home", base / "notes", base / "answer.json"
        shutil.copytree(".", folder, symlinks=True)
        spare.mkdir(parents=True)
        fill(home)
        environment = {**os.environ, **conditions.environment(home), **_paths(base, spare, conditions)}
        settings = {**_settings(conditions, environment), "notes": str(notes), "only": list(only)}
        (base / "elsewhere" / "settings.json").write_text(json.dumps(settings))
        command = [sys.executable, "-c", RUN, str(SCRIPTS.parent), str(answer), *tests]
        with open(notes, "w+", encoding="utf-8") as told:  # noqa: PTH123 - stays open, for a program may remove it
            subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603
            acts = read(told.read())
        acts += [("", (what, "own", place.name)) for what, place in missing(home)]  # what waited for the end
        try:
            return Ran(**json.loads(answer.read_text()), acts=acts)
        except (OSError, ValueError):
            return Ran(acts=acts)


def _is_bare(conditions: Conditions) -> bool:
    return bool(conditions.appear.get("bare"))


def _root(conditions: Conditions) -> str | None:
    """On another computer the program lies elsewhere, too, where that can be had."""
    roots = ("/tmp", "/dev/shm") if _is_bare(conditions) else ()  # noqa: S108
    return next((one for one in roots if os.access(one, os.W_OK)), None)


def _paths(base: Path, spare: Path, conditions: Conditions) -> dict[str, str]:
    """The variables that lead to what is laid out below `base`."""
    watching, commands = base / "elsewhere", base / "bin"
    package = watching / "sitecustomize"
    package.mkdir(parents=True)
    shutil.copy(SCRIPTS / WATCHER, package / "__init__.py")
    for one in APPEARING:
        shutil.copy(SCRIPTS / one, package)
    commands.mkdir()
    # Packages come into the path only once pytest is imported, so that none takes its place.
    told = {"PYTHONPATH": str(watching), "PACKAGES": os.environ.get("PYTHONPATH", ""), "TMPDIR": str(spare)}
    told |= {"TEMP": str(spare), "TMP": str(spare)} if _is_bare(conditions) else {}
    if _is_bare(conditions):
        for name in {"python", "python3", Path(sys.executable).name}:
            (commands / name).symlink_to(Path(sys.executable).resolve())
        (base / "lib").symlink_to(next(path for path in sys.path if path.endswith("site-packages")))
        told["PATH"] = os.pathsep.join([str(commands), "/usr/local/bin", "/usr/bin", "/bin"])
    if system := conditions.appear.get("system"):
        for name in (*SHOWING, "cmd"):
            if " " not in name and not shutil.which(name):
                (commands / name).symlink_to("/bin/true")
        told |= {"PATH": os.pathsep.join([str(commands), told.get("PATH", os.environ["PATH"])])}
        told |= OF_SYSTEM[system] | {"USERPROFILE": str(base / "home")}
    return told


def _settings(conditions: Conditions, environment: Mapping[str, str]) -> dict[str, Any]:
    """What `elsewhere_job.py` and `again_job.py` have to know."""
    forgotten: set[str] = set()
    if _is_bare(conditions):
        forgotten |= OURS | (os.environ.keys() - PEOPLES)
    if conditions.appear.get("system") == "Windows":
        forgotten |= NOT_ON_WINDOWS
    start = {
        "terminal": any(PLACES[place].terminal for place in conditions.places),
        "starts": max((PLACES[place].starts for place in conditions.places), default=0),
        "whole": conditions.whole,
        "forgets": conditions.forgets,
    }
    told = {"appear": conditions.appear, "filled": conditions.filled, "varies": conditions.varies, "start": start}
    return {**told, "forgotten": sorted(forgotten & {*environment, "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE"})}


def is_of(node_id: str, test: str) -> bool:
    """Whether this is a case of the test of this name."""
    return node_id.partition("::")[2].partition("[")[0] == test
