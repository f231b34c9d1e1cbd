"""A Windows made of Wine and stub programs: they write down how they were called, and do as the real ones would.

Programs that are called by name are batch files on the PATH. A Python's `python.exe` and Docker Desktop must be real
.exe files; the launcher serves that pip carries to start scripts on Windows: here it starts a batch file. What is so on
this computer (an engine that runs, no network) is a file in `facts`, where stubs also leave what they change.

Wine's cmd isn't Windows': it knows no junctions and no code pages, takes `!` and `%` out of values, and after `call` of
a program it tells only whether that failed.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pip import _vendor

from tests.fakes.windows_programs import BODIES, REAL_APP

ROOT = Path(__file__).parents[2]
LAUNCHER = Path(_vendor.__path__[0]) / "distlib" / "t64.exe"
SECONDS = 100.0
PAGE = "cp1252"  # what Wine prints in
# By its whole path: Wine starts a bare name through one program more, its start.exe.
CMD = r"C:\windows\system32\cmd.exe"
FIRST_ZONE = "Asia/Kabul"  # each program of Wine's looks through the list of time zones, until it finds the own
NO_BROWSER_OR_NET = "mscoree,mshtml="

ALWAYS = ("certutil", "powershell", "reg", "wsl")
PROMPTS = ("Type y or n, then Enter:", "Press Enter to fetch it, or close this window.")


class WineMachine:
    """A fresh Windows computer with winget but nothing else; `has` and `fact` change it."""

    def __init__(self, folder: Path, prefix: Path, app: str = "Ada's (Ordner) äöü & 100 ^") -> None:
        self.app = folder / app
        self.programs = prefix / "drive_c" / "Program Files"
        self.local = next((prefix / "drive_c" / "users").glob("[!P]*")) / "AppData" / "Local"
        for left in (self.programs / "Docker", self.local / "Programs", *self.local.glob("assay*")):
            shutil.rmtree(left, ignore_errors=True)
        self._prefix, self._bin, self._shelf, self._facts = prefix, folder / "bin", folder / "shelf", folder / "facts"
        for made in (self.app, self._bin, self._shelf, self._facts):
            made.mkdir()
        shutil.copytree(
            ROOT / "installers", self.app / "installers", ignore=shutil.ignore_patterns("*.log", "installed.txt")
        )
        self.require("11111111")
        for name in BODIES:
            self._write(self._shelf / f"{name}.bat", name)
            self._launch(self._shelf / f"{name}.exe", self._shelf / f"{name}.bat")
        self.has(*ALWAYS, "winget")
        self.has_file("ping", self._bin / "ping.exe")

    def has(self, *names: str) -> None:
        """Put programs on the PATH."""
        for name in names:
            shutil.copy(self._shelf / f"{name}.bat", self._bin)

    def lacks(self, name: str) -> None:
        """Take a program from the PATH."""
        (self._bin / f"{name}.bat").unlink()

    def has_file(self, name: str, path: Path) -> None:
        """Put a program into a folder, as an .exe file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self._shelf / f"{name}.exe", path)

    def has_exe(self, name: str, body: str) -> None:
        """Put a program on the PATH, as an .exe file, that does what this batch file does."""
        script = self._shelf / f"{name}.bat"
        self._write(script, name, body)
        self._launch(self._bin / f"{name}.exe", script)

    def has_docker_desktop(self) -> None:
        """Docker Desktop is installed, but doesn't run."""
        self.has("docker")
        self.has_file("docker", self.programs / "Docker" / "Docker" / "Docker Desktop.exe")

    def has_environment(self) -> Path:
        """Assay's packages are installed, in the folder that is returned."""
        environment = self.app / ".venv-11111111"
        self.has_file("environment-python", environment / "Scripts" / "python.exe")
        (environment / ".complete").touch()
        return environment

    def fact(self, name: str, text: str = "") -> None:
        """Let something be so on this computer."""
        (self._facts / name).write_text(text, encoding="utf-8", newline="\r\n")

    def runs_the_real_app(self, **variables: str) -> None:
        """Let the environment's Python start the real app, with these variables."""
        script = self._facts / "app.sh"
        settings = " ".join(f"{name}={value}" for name, value in variables.items())
        command = f'env -i PATH="$PATH" ASSAY_HOME={self._facts} {settings} {sys.executable} "$@"'
        script.write_text(
            f"#!/bin/sh\ncd {ROOT}\n{command} >{self._facts}/real-output 2>&1\n"
            f"echo $? >{self._facts}/code && mv {self._facts}/code {self._facts}/real-code\n"
        )
        script.chmod(0o755)
        body = REAL_APP.format(script=script)
        self._write(self._shelf / "environment-python.bat", "environment-python", body)

    def change(self, name: str) -> None:
        """Let something be so no more."""
        (self._facts / name).unlink()

    def holds(self, name: str) -> bool:
        """Whether something is so on this computer."""
        return (self._facts / name).exists()

    def require(self, fingerprint: str) -> None:
        """Have a requirements.txt whose hash begins with `fingerprint`, eight letters."""
        (self.app / "requirements.txt").write_text(f"# {fingerprint}\n", newline="\r\n")

    def install(self, *options: str, answers: Sequence[str] = (), **variables: str) -> tuple[int, str]:
        """Run install.bat: its exit status, and what it printed."""
        return self.run("install.bat", *options, answers=answers, **variables)

    def run(self, script: str, *options: str, answers: Sequence[str] = (), **variables: str) -> tuple[int, str]:
        """Run one of the installers' batch files; each question gets one of the answers, and then nobody answers."""
        return self.run_as([f"installers\\{script}", *options], answers, **variables)

    def run_as(self, command: list[str], answers: Sequence[str] = (), **variables: str) -> tuple[int, str]:
        """The same for any command of cmd's, in the app's folder."""
        output = self._facts / "output"
        with output.open("wb") as file:  # a pipe would stay open as long as anything that was started runs
            installer = subprocess.Popen(
                wine(CMD, "/c", *command),
                cwd=self.app,
                env=self._environment() | variables,
                stdin=subprocess.PIPE,
                stdout=file,
                stderr=subprocess.STDOUT,
                bufsize=0,
            )
        answer(installer, output, answers)
        return installer.wait(), output.read_text(PAGE)

    def double_click(self, script: str, path: str = "", **variables: str) -> tuple[int, str]:
        """Run a batch file as the Explorer does, by its full path in quotes; `path` is that of the app's folder."""
        click = self._facts / "click.bat"
        click.write_text(f'@"{path or windows_path(self.app)}\\installers\\{script}"\n', "cp437", newline="\r\n")
        return self.run_as([windows_path(click)], **variables)

    def running_assay(self, environment: str) -> contextlib.AbstractContextManager[None]:
        """An Assay that runs in an environment for the block."""
        return self._meanwhile(f"{environment}\\Scripts\\python.exe", "runs")

    def another_installer(self) -> contextlib.AbstractContextManager[None]:
        """Another installer that is at work, and writes to the log, for the block."""
        return self._meanwhile(CMD, "/c", r"python runs >>installers\install.log")

    @contextlib.contextmanager
    def _meanwhile(self, *command: str) -> Iterator[None]:
        self.fact("running")
        process = subprocess.Popen(
            wine(*command),
            cwd=self.app,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            deadline = time.monotonic() + SECONDS
            while not self.holds("is-running"):
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield
        finally:
            self.change("running")
            process.wait(SECONDS)

    def as_a_network_share(self) -> str:
        """Let another computer's share be the app's folder, and return its name."""
        share = self._prefix / "dosdevices" / "unc" / "server" / "share"
        share.parent.mkdir(parents=True, exist_ok=True)
        share.unlink(missing_ok=True)
        share.symlink_to(self.app)
        return r"\\server\share"

    def calls(self) -> list[str]:
        """How the stubs were called since this was last asked, as in `winget install`."""
        path = self._facts / "calls"
        lines = path.read_text(PAGE).splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return [re.sub(r' "[^"]*\.exe"', "", line).strip() for line in lines]

    def log(self) -> str:
        """What the installer's log says."""
        return (self.app / "installers" / "install.log").read_text(PAGE)

    def environments(self) -> list[str]:
        """The names of the virtual environments in the app's folder."""
        return sorted(path.name for path in self.app.glob(".venv*"))

    def _environment(self) -> dict[str, str]:
        folders = {"FACTS": self._facts, "SHELF": self._shelf, "STUBS": self._bin, "WINEPATH": self._bin}
        return {
            **wine_environment(self._prefix),
            **{name: windows_path(path) for name, path in folders.items()},
        }

    def _write(self, path: Path, name: str, body: str | None = None) -> None:
        record = f'@echo off\nset "NAME={name}"\n>>"%FACTS%\\calls" echo {name} %*\n'
        path.write_text(record + (body or BODIES[name]) + "\n", encoding="utf-8", newline="\r\n")

    def _launch(self, path: Path, script: Path) -> None:
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("__main__.py", "")
        line = f"#!C:\\windows\\system32\\cmd.exe /c {windows_path(script)}\r\n"
        path.write_bytes(LAUNCHER.read_bytes() + line.encode() + archive.getvalue())


def answer(installer: subprocess.Popen[bytes], output: Path, answers: Sequence[str]) -> None:
    """Type each answer when its question is there: Wine takes all that is typed so far for one line."""
    assert installer.stdin is not None
    deadline = time.monotonic() + SECONDS
    for number, typed in enumerate(answers, start=1):
        while sum(map(output.read_text(PAGE).count, PROMPTS)) < number and installer.poll() is None:
            assert time.monotonic() < deadline, output.read_text(PAGE)
            time.sleep(0.05)
        with contextlib.suppress(BrokenPipeError):
            installer.stdin.write(f"{typed}\r\n".encode())
    installer.stdin.close()


def wine(*command: str) -> list[str]:
    """What starts a program of Windows, and all that it starts, with their memory laid out alike each time.

    Linux since 6.9 begins a program's heap anywhere within 1 GB behind it. Debian's Wine lies just below 2 GB, where it
    needs a page of its own, so about one start in 8,000 finds its heap there and ends without a word.
    """
    return [*_laid_out_alike(), "wine", *command]


@functools.cache
def _laid_out_alike() -> list[str]:
    setarch = ["setarch", "--addr-no-randomize"]
    permitted = shutil.which("setarch") and subprocess.run([*setarch, "true"], check=False).returncode == 0
    return setarch if permitted else []  # a container may refuse it


def windows_path(path: Path) -> str:
    """What Wine calls a file of this machine."""
    return "Z:" + str(path).replace("/", "\\")


def wine_environment(prefix: Path) -> dict[str, str]:
    """What Wine needs to be told to run in `prefix`, quietly and without a screen."""
    kept = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C.UTF-8"}
    told = {"WINEPREFIX": str(prefix), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": NO_BROWSER_OR_NET, "TZ": FIRST_ZONE}
    return kept | told


def make_prefix(folder: Path) -> None:
    """Set up Wine in `folder`, which takes some seconds, and keep its server running until `end_prefix`."""
    folder.mkdir()
    for command in (["wineserver", "--persistent"], wine("wineboot", "--init")):
        subprocess.run(
            command, env=wine_environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True
        )


def end_prefix(folder: Path) -> None:
    """End all that still runs in the prefix."""
    subprocess.run(["wineserver", "--kill"], env=wine_environment(folder), check=False)
