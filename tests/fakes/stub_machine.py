"""A machine made of stub programs: they write down how they were called, and change the machine as the real ones would.

The installer sees nothing but these, by its PATH. What a package brings stands on a shelf, from where the stub of
`apt-get` takes it; what is so on this machine (an engine that runs, a site that can be reached) is a file in `facts`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fakes.stub_programs import PACKAGES, PROGRAMS

ROOT = Path(__file__).parents[2]
REAL = (
    "awk bash cat chmod cksum cp cut date dirname du env grep ln mkdir mktemp mv nohup readlink rm rmdir sed setsid sh "
    "sort tail tee touch tr true"
)
BASH = shutil.which("bash") or "bash"


class StubMachine:
    """A fresh machine of root's, with the installer and `apt-get` but nothing else; `has` and `fact` change it.

    It has Linux, and everything lies in a folder with a hard name.
    """

    def __init__(self, folder: Path) -> None:
        self.app = folder / "Ada's Ordner äöü"
        self.home = folder / "home"
        self._bin, self._shelf, self._packages, self._facts = (
            folder / name for name in ("bin", "shelf", "packages", "facts")
        )
        for made in (self.app, self.home, self._bin, self._shelf, self._packages, self._facts):
            made.mkdir()
        unneeded = shutil.ignore_patterns("*.log", "installed.txt")
        shutil.copytree(ROOT / "installers", self.app / "installers", ignore=unneeded)
        (self.app / "requirements.txt").write_text("something==1\n")
        for name in REAL.split():
            (self._bin / name).symlink_to(shutil.which(name) or name)
        for name in PROGRAMS:
            self._write(self._shelf / name, name)
        for package, names in PACKAGES.items():
            for name in names:
                self._write(self._packages / package / name, name)
        self.has("apt-get", "id", "sleep", "df", "uname")

    def has(self, *names: str) -> None:
        """Put programs on the machine."""
        for name in names:
            self._write(self._bin / name, name)

    def has_real(self, name: str, program: Path) -> None:
        """Put a program of this very computer on the machine."""
        self.lacks(name)
        (self._bin / name).symlink_to(program)

    def lacks(self, *names: str) -> None:
        """Take programs off the machine."""
        for name in names:
            (self._bin / name).unlink(missing_ok=True)

    def fact(self, *names: str, text: str = "") -> None:
        """Let something be so on this machine."""
        for name in names:
            (self._facts / name).write_text(text, encoding="utf-8")

    def change(self, name: str) -> None:
        """Let something be so no more."""
        (self._facts / name).unlink()

    def is_so(self, name: str) -> bool:
        """Whether something is so on this machine."""
        return (self._facts / name).exists()

    def becomes_a_mac(self) -> None:
        """Let this be a fresh macOS with Homebrew instead."""
        self.fact("mac")
        self.lacks("apt-get", "setsid")
        self.has("brew", "xcode-select", "curl", "lsof")

    def install(self, *options: str, **variables: str) -> tuple[int, str]:
        """Run the installer with --yes: its exit status, and what it printed."""
        return self.run("install.sh", "--yes", *options, **variables)

    def install_asking(self, stdin: int) -> tuple[int, str]:
        """Run the installer where somebody answers on `stdin`, without starting the page."""
        return self.run_asking("install.sh", stdin, "--no-launch")

    def run(self, script: str, *options: str, **variables: str) -> tuple[int, str]:
        """Run one of the scripts where nobody can answer: its exit status, and what it printed."""
        return self.run_asking(script, subprocess.DEVNULL, *options, **variables)

    def run_asking(self, script: str, stdin: int, *options: str, **variables: str) -> tuple[int, str]:
        """Run one of the scripts where somebody answers on `stdin`."""
        done = subprocess.run(
            self.command(script, *options),
            env=self.environment() | variables,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return done.returncode, done.stdout

    def command(self, script: str, *options: str) -> list[str]:
        """What runs one of the scripts."""
        return [BASH, str(self.app / "installers" / script), *options]

    def environment(self) -> dict[str, str]:
        """The whole environment of a script that runs on this machine."""
        folders = {"FACTS": self._facts, "SHELF": self._shelf, "PACKAGES": self._packages, "STUBS": self._bin}
        folders |= {"HOME": self.home, "PATH": self._bin}
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        return kept | {name: str(folder) for name, folder in folders.items()}

    @contextmanager
    def answering(self, *answers: str) -> Iterator[int]:
        """A terminal, to be a script's stdin, on which the answers were typed already."""
        keyboard, terminal = os.openpty()
        os.write(keyboard, "".join(f"{answer}\n" for answer in answers).encode())
        try:
            yield terminal
        finally:
            os.close(terminal)
            os.close(keyboard)

    def calls(self) -> list[str]:
        """How the stubs were called since this was last asked, as in `apt-get update`."""
        path = self._facts / "calls"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def recorded(self) -> list[str]:
        """What the installer wrote down as brought by it."""
        path = self.app / "installers/installed.txt"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def _write(self, path: Path, name: str) -> None:
        path.parent.mkdir(exist_ok=True)
        record = f"""printf '%s\\n' "{name} $*" >>"$FACTS/calls\""""
        path.write_text(f"#!{BASH}\n{record}\n{PROGRAMS[name]}\n", encoding="utf-8")
        path.chmod(0o755)


def called(calls: list[str], *beginnings: str) -> list[str]:
    """Those of the calls that begin so."""
    return [call for call in calls if call.startswith(beginnings)]


def installed(calls: list[str]) -> list[str]:
    """The packages that `apt-get install` was asked for."""
    return [
        word
        for call in called(calls, "apt-get")
        if " install " in call
        for word in call.partition(" --no-install-recommends ")[2].split()
    ]
