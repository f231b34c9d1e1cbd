"""Runs inside the sandbox: the tests again, each time in another order, with another hash seed, time zone and locale,
and in other surroundings (`places.py`).

Each run is a new interpreter, for a hash seed can't be changed later, in a copy of the working folder. What fails in
several surroundings at once is run again in each of them alone. Prints as JSON what fails and what it says: under
`always` the tests that fail in any new interpreter, where only pytest imported what the program uses, under `sometimes`
those that fail only under other conditions, and under `places` those that fail in one of these. There `unknown` are
those of which it can't be said, with why, and `tried` says whether any was. Under `touched` is what the program does to
what was there before, and under `elsewhere` what it does only there, see `elsewhere_job.py`; and the `locale` of
another language in which they ran, empty where none is installed. Imports nothing of ours.
"""

from __future__ import annotations

import ast
import contextlib
import json
import locale
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from laid_out_job import fill, missing  # type: ignore[import-not-found]
from places import PLACES, Place  # type: ignore[import-not-found]

Act = tuple[str, str, str]
"""What is done, where, and to what."""


@dataclass(frozen=True)
class Conditions:
    """In which the tests are run: the `order` of the tests, "" for their own, the environment, and in which of `PLACES`.

    `filled` says that a person's files lie in the home folder, `whole` that of what is shown at a terminal the last
    line counts, too, and `forgets` that nothing is left of earlier starts.
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
HERE = Conditions("1", 1, "EAST-13:45", "C")  # zones that need no table of zones
THERE = Conditions("2", 2, "WEST+11", "C.UTF-8", ("mac", "computer", "user"), "de_DE.UTF-8")
ABROAD = Conditions("3", 3, "MIDDLE-02", "POSIX", ("windows", "leap", "computer", "user"), "de_DE.UTF-8", filled=True)
LATER = Conditions("4", 4, "UTC", "C.UTF-8", ("terminal", "later", "starts"))
LOCALES = ("de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "en_US.UTF-8")
"""Those in which words are sorted otherwise than in C, and numbers written. The first is in our image."""
SCRIPTS = Path(__file__).resolve().parent
WATCHER, APPEARING, RUN = "elsewhere_job.py", "another_computer.py", "again_job.py"
CODES = re.compile(r"\\x1b|\\033|\\u001b|\\e\[", re.IGNORECASE)
MOST = 50
PEOPLES = {"HOME", "PATH", "LANG", "LC_ALL", "TZ", "USER", "LOGNAME", "USERNAME", "TEMP", "TMP"}
"""Variables that people have as well; what else there is here is hidden on another computer."""
OURS = {"TMPDIR", "PYTHONPATH", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED"}
OF_WINDOWS = {"OS": "Windows_NT", "SystemRoot": r"C:\Windows", "windir": r"C:\Windows", "PATHEXT": ".COM;.EXE;.BAT;.CMD"}
OF_WINDOWS |= {"ComSpec": r"C:\Windows\system32\cmd.exe", "SystemDrive": "C:", "ProgramFiles": r"C:\Program Files"}
NOT_ON_WINDOWS = {"HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "SHELL", "TERM"}
SHOWING = {"cls", "clear", "start", "explorer", "explorer.exe", "open", "xdg-open", "title", "color", "mode", "chcp"}
SHOWING |= {"pause", "a browser", "stty", "tput", "say", "afplay"}
"""What programs start to show something, by another name in each system."""
SHELLS = ("sh", "bash", "zsh", "cmd", "cmd.exe")


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
        return next((to for one, (what, _, to) in self.acts if what == "missing" and _is(one, test)), "")


# Why: docs/decisions.md, "What passes only sometimes is looked for in new interpreters"
def run(tests: list[str], conditions: Conditions, only: Iterable[str] = ()) -> Ran:
    """Run the tests under these conditions: those of these names, or all."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True, dir=_root(conditions)) as name:
        base = Path(name)
        spare = base / "Users" / "Zoë Müller" / "Eigene Dateien (alt)" if _is_bare(conditions) else base / "tmp"
        folder, home, notes, answer = base / "again", base / "home", base / "notes", base / "answer.json"
        shutil.copytree(".", folder, symlinks=True, ignore=shutil.ignore_patterns(SCRIPTS.name))
        spare.mkdir(parents=True)
        fill(home)
        environment = {**os.environ, **conditions.environment(home), **_paths(base, spare, conditions)}
        settings = {**_settings(conditions, environment), "notes": str(notes), "only": list(only)}
        settings["start"]["codes"] = any(CODES.search(Path(one).read_text(errors="replace")) for one in tests)
        (base / "elsewhere" / "settings.json").write_text(json.dumps(settings))
        command = [sys.executable, str(SCRIPTS / RUN), str(answer), *tests]
        with open(notes, "w+", encoding="utf-8") as told:  # noqa: PTH123 - stays open, for a program may remove it
            subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603
            acts = _read(told.read())
        acts += [("", (what, "own", place.name)) for what, place in missing(home)]  # what waited for the end
        try:
            return Ran(**json.loads(answer.read_text()), acts=acts)
        except (OSError, ValueError):
            return Ran(acts=acts)


def _is_bare(conditions: Conditions) -> bool:
    return bool(conditions.appear.get("bare"))


def _root(conditions: Conditions) -> str | None:
    """On another computer the program lies elsewhere, too, where that can be had."""
    return next((one for one in ("/tmp", "/dev/shm") if os.access(one, os.W_OK)), None) if _is_bare(conditions) else None  # noqa: S108


def _paths(base: Path, spare: Path, conditions: Conditions) -> dict[str, str]:
    """The variables that lead to what is laid out below `base`."""
    watching, commands = base / "elsewhere", base / "bin"
    watching.mkdir()
    shutil.copy(SCRIPTS / WATCHER, watching / "sitecustomize.py")
    shutil.copy(SCRIPTS / APPEARING, watching)
    commands.mkdir()
    # Packages come into the path only once pytest is imported, so that none takes its place.
    told = {"PYTHONPATH": str(watching), "PACKAGES": os.environ.get("PYTHONPATH", ""), "TMPDIR": str(spare)}
    told |= {"TEMP": str(spare), "TMP": str(spare)} if _is_bare(conditions) else {}
    if _is_bare(conditions):
        for name in ("python", "python3"):
            (commands / name).symlink_to(Path(sys.executable).resolve())
        (base / "lib").symlink_to(next(path for path in sys.path if path.endswith("site-packages")))
        told["PATH"] = os.pathsep.join([str(commands), "/usr/local/bin", "/usr/bin", "/bin"])
    if system := conditions.appear.get("system"):
        for name in (*SHOWING, "cmd"):
            if " " not in name and not shutil.which(name):
                (commands / name).symlink_to("/bin/true")
        told |= {"PATH": os.pathsep.join([str(commands), told.get("PATH", os.environ["PATH"])])}
        told |= _of_windows(base / "home") if system == "Windows" else {"SHELL": "/bin/zsh", "TERM_PROGRAM": "Apple_Terminal"}
    return told


def _of_windows(home: Path) -> dict[str, str]:
    data = {"APPDATA": home / "AppData" / "Roaming", "LOCALAPPDATA": home / "AppData" / "Local"}
    for place in data.values():
        place.mkdir(parents=True)
    return {**OF_WINDOWS, "USERPROFILE": str(home), **{name: str(place) for name, place in data.items()}}


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
    told = {"appear": conditions.appear, "filled": conditions.filled, "varies": conditions == HERE, "start": start}
    return {**told, "forgotten": sorted(forgotten & {*environment, "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE"})}


def _read(notes: str) -> list[tuple[str, Act]]:
    """What the program did, with the test in which it did so."""
    test = ""
    found: dict[tuple[str, Act], None] = {}
    for line in notes.splitlines():
        what, where, to = json.loads(line)
        if what == "test":
            test = to
        elif what == "start":
            found[test, (what, "", _command(to))] = None
        else:
            found[test, (what, where, to if what in ("send", "missing") else Path(to).name)] = None
    return list(found)


def _command(line: str) -> str:
    """What is started, also by a shell."""
    words = line.split() or [""]
    if Path(words[0]).name in SHELLS and len(words) > 2:
        words = words[2:]
    return Path(words[0]).name or words[0]


def main(tests: list[str]) -> None:
    """Print what fails always, what sometimes and what somewhere, null where that can't be known; and what is touched."""
    language = another_locale()
    here, *others = (run(tests, one) for one in (HERE, replace(THERE, locale=language or THERE.locale), ABROAD, LATER))
    runs = dict(zip((THERE, ABROAD, LATER), others, strict=True))
    known = [here, *(ran for ran in others)]
    found: dict[str, str] = {name: said for ran in known for name, said in (ran.failed or {}).items()}
    broken = None in [ran.failed for ran in known]
    usual = run(tests, USUAL, () if here.failed or broken else found) if found or broken else Ran({})
    failed = None
    places: dict[str, Any] = {}
    if usual.failed is not None and here.failed is not None:
        sometimes = dict(here.failed)
        alone = Alone(tests, usual, here, sometimes)
        places = alone.of(runs)
        sometimes = {name: said for name, said in sometimes.items() if name not in usual.failed}
        failed = {"always": usual.failed, "sometimes": sometimes}
    touched = list(dict.fromkeys(act for _, act in here.acts if act[0] != "missing"))
    only = {name: only_in(ran, here) for name, ran in zip(("there", "abroad", "later"), others, strict=True)}
    told = {"failed": failed, "places": places, "touched": touched[:MOST], "elsewhere": only}
    told |= {"locale": language, "ready": here.ready}
    json.dump(told, sys.stdout)


class Alone:
    """Finds out in which surroundings alone tests fail that fail in several at once."""

    def __init__(self, tests: list[str], usual: Ran, here: Ran, sometimes: dict[str, str]) -> None:
        """`sometimes` gets those that fail in none of them, but in another order, time zone, or whatever else."""
        self._tests, self._usual, self._here, self._sometimes = tests, usual, here, sometimes
        self._text = "\n".join(Path(one).read_text(encoding="utf-8", errors="replace") for one in tests)
        self._texts = dict(texts_of(self._text))
        self._found: dict[str, Any] = {}

    def of(self, runs: Mapping[Conditions, Ran]) -> dict[str, Any]:
        """For each place what `failed` there, what is `unknown`, and whether it was `tried`."""
        for conditions, ran in runs.items():
            for place in conditions.places:
                self._found.setdefault(place, {"failed": {}, "unknown": {}, "tried": self._was_tried(place, ran)})
        for conditions, ran in runs.items():
            new = self._new(ran)
            if new or ran.failed is None:
                self._split(conditions, ran, new)
        return self._found

    def _was_tried(self, place: str, ran: Ran) -> bool:
        starts = PLACES[place].terminal or PLACES[place].starts
        return ran.failed is not None and (not starts or bool(ran.done))

    def _new(self, ran: Ran) -> dict[str, str]:
        """What fails, or can't be run, only there."""
        known = {*(self._usual.failed or ()), *(self._here.failed or ())}
        wrong = {**{name: "" for name in ran.skipped if name not in self._here.skipped}, **(ran.failed or {})}
        return {name: said for name, said in wrong.items() if name not in known}

    def _split(self, conditions: Conditions, ran: Ran, new: Mapping[str, str]) -> None:
        left, seen = dict(new), set[str]()
        for place in conditions.places:
            alone = self._alone(place, left) if left else Ran({})
            for name, said in self._new(alone).items():
                seen.add(name)
                if self._judge(place, name, said, alone):
                    left.pop(name, None)
            if alone.failed is None:
                self._found[place]["tried"] = False
        if left := {name: said for name, said in left.items() if name not in seen}:
            again = run(self._tests, replace(conditions, places=(), filled=False))
            for name, said in left.items():
                if again.failed is None or name in again.failed:
                    self._sometimes[name] = said
                else:  # only in all of these together
                    self._judge(conditions.places[-1], name, said, ran)

    def _alone(self, place: str, new: Mapping[str, str]) -> Ran:
        """Only these tests, and only there. At a terminal a program may wait where it doesn't otherwise."""
        conditions = replace(USUAL, places=(place,))
        alone = run(self._tests, conditions, new)
        if PLACES[place].terminal and alone.failed:
            waiting = run(self._tests, replace(conditions, whole=False), alone.failed)
            alone = replace(alone, failed=waiting.failed)
        return alone

    def _judge(self, place: str, name: str, said: str, ran: Ran) -> bool:
        """Whether it is the program's fault."""
        if why := self._excuse(PLACES[place], name, ran):
            self._found[place]["unknown"][name] = why
        else:
            self._found[place]["failed"][name] = said
        return not why

    def _excuse(self, place: Place, name: str, ran: Ran) -> tuple[str, str] | None:
        """Why nobody knows whether it is the program's fault: a sort of reason, and of what."""
        if name in ran.skipped:
            return "skipped", ran.skipped[name]
        if place.is_about(self._texts.get(name, ""), self._text):
            return "about", ""
        if place.appear and (lacking := ran.lacking(name) or self._started(name, ran)):
            return "lacking", lacking
        if place.starts and self._is_to_remember():
            return "about", ""
        return None

    def _started(self, test: str, ran: Ran) -> str:
        """A program of another system, which isn't here."""
        usual = {act for _, act in self._here.acts}
        acts = (act for one, act in ran.acts if _is(one, test) and act not in usual)
        return next((to for what, _, to in acts if what == "start" and to not in SHOWING), "")

    def _is_to_remember(self) -> bool:
        """Whether a test needs what earlier starts left in the home folder."""
        ran = run(self._tests, replace(USUAL, forgets=True))
        return bool({*(ran.failed or ())} - {*(self._usual.failed or ())})


def texts_of(tests: str) -> Iterator[tuple[str, str]]:
    """The text of each test by its name, and of what it asks for."""
    with contextlib.suppress(SyntaxError, ValueError):
        functions = [node for node in ast.walk(ast.parse(tests)) if isinstance(node, ast.FunctionDef)]
        texts = {node.name: ast.get_source_segment(tests, node) or "" for node in functions}
        # A decorator isn't a part of it.
        marks = {node.name: " ".join(map(ast.unparse, node.decorator_list)) for node in functions}
        for node in functions:
            fixtures = [texts[one.arg] for one in node.args.args if one.arg in texts]
            yield node.name, "\n".join([marks[node.name], texts[node.name], ast.unparse(node.args), *fixtures])


def _is(node_id: str, test: str) -> bool:
    return node_id.partition("::")[2].partition("[")[0] == test


def another_locale() -> str:
    """The first of `LOCALES` that is installed here; empty where none is."""
    before = locale.setlocale(locale.LC_ALL)
    for name in LOCALES:
        with contextlib.suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, name)
            locale.setlocale(locale.LC_ALL, before)
            return name
    return ""


def only_in(ran: Ran, here: Ran) -> list[Act]:
    """What the program does there and not here: to more files in the same test, for their names may tell of the day; to
    a person's own; with other hosts and programs."""
    usual = {_kind(act) for _, act in here.acts}
    counts = Counter((test, act[:2]) for test, act in here.acts)
    found = []
    for test, act in ran.acts:
        what, where, to = act
        if what == "missing":
            continue
        if what == "start":
            is_new = to not in SHOWING and _kind(act) not in usual
        elif where == "given":
            counts[test, act[:2]] -= 1
            is_new = counts[test, act[:2]] < 0
        else:
            is_new = _kind(act) not in usual
        if is_new:
            found.append(act)
    return list(dict.fromkeys(found))[:MOST]


def _kind(act: Act) -> tuple[str, str]:
    what, where, to = act
    return what, to if what in ("send", "start") else "home" if where == "own" else where


if __name__ == "__main__":
    main(sys.argv[1:])
