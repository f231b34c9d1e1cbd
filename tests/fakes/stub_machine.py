"""A machine made of stub programs: they write down how they were called, and change the machine as the real ones would.

The installer sees nothing but these, by its PATH. What a package brings stands on a shelf, from where the stub of
`apt-get` takes it; what is so on this machine (an engine that runs, a site that can be reached) is a file in `facts`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
REAL = (
    "bash cat chmod cksum cp date dirname env grep ln mkdir mktemp mv readlink rm sed setsid sh tail tee touch tr true"
)

PYTHON = r"""
case "$*" in
    *"import sys"*) [ ! -e "$FACTS/old-${0##*/}" ] ;;
    "-m venv"*) mkdir -p "$3/bin" && cp "$SHELF/python3" "$3/bin/python" && cp "$SHELF/uv" "$3/bin/uv" ;;
    *"pip install"*) [ ! -e "$FACTS/no-index" ] ;;
    *"doctor --fix"*)
        if docker info; then
            [ ! -e "$FACTS/no-registry" ] || command -v mmdebstrap || { echo "✗ no image" && exit 3; }
        else
            command -v bwrap || { echo "✗ no sandbox" && exit 3; }
        fi ;;
    *app.py) echo "the demo runs in $PWD" ;;
esac
"""
APT_GET = r"""
[ ! -e "$FACTS/no-packages" ] || exit 100
for package in "$@"; do
    if [ -d "$PACKAGES/$package" ]; then cp "$PACKAGES/$package"/* "$STUBS"; fi
done
"""
DOCKER = r"""
[ -e "$FACTS/engine-runs" ] || exit 1
[ ! -e "$FACTS/ordinary" ] || [ "${AS:-}" = root ] || [ "${AS:-}" = member ]
"""
DOCKERD = '[ -e "$FACTS/engine-broken" ] || touch "$FACTS/engine-runs"'
ID = r"""
case "$1" in
    -u) if [ -e "$FACTS/ordinary" ] && [ "${AS:-}" != root ]; then echo 1000; else echo 0; fi ;;
    -un | -nG) echo ada ;;
esac
"""
SUDO = r"""
case "$*" in
    "-n true" | -v) [ ! -e "$FACTS/sudo-asks" ] ;;
    "--preserve-env --user ada "*) shift 3 && AS=member exec "$@" ;;
    *) AS=root exec "$@" ;;
esac
"""
SYSTEMCTL = r"""
[ -e "$FACTS/systemd" ] || exit 1
case "$*" in *"enable --now docker"*) touch "$FACTS/engine-runs" ;; esac
"""
CURL = r"""
[ -e "$FACTS/ollama-site" ] || exit 6
while [ "$1" != -o ]; do shift; done
echo 'cp "$SHELF/ollama" "$STUBS"' >"$2"
"""
UV = r"""
case "$*" in
    "python install"*) cp "$SHELF/python3" "$STUBS/python-by-uv" ;;
    "python find"*) echo "$STUBS/python-by-uv" ;;
esac
"""
STUBS = {
    "apt-get": APT_GET, "python3": PYTHON, "docker": DOCKER, "dockerd": DOCKERD, "id": ID, "sudo": SUDO,
    "usermod": "", "systemctl": SYSTEMCTL, "curl": CURL, "ollama": "", "bwrap": "", "mmdebstrap": "", "uv": UV,
    "sleep": f"{shutil.which('sleep')} 0.05",
}  # fmt: skip
PACKAGES = {
    "docker.io": ["dockerd"], "docker-cli": ["docker"], "python3-venv": ["python3"], "curl": ["curl"],
    "bubblewrap": ["bwrap"], "mmdebstrap": ["mmdebstrap"],
}  # fmt: skip


class StubMachine:
    """A fresh machine of root's, with the installer and `apt-get` but nothing else; `has` and `fact` change it."""

    def __init__(self, folder: Path) -> None:
        self.app = folder / "Ada's Ordner äöü"
        self._bin, self._shelf, self._packages, self._facts = (
            folder / name for name in ("bin", "shelf", "packages", "facts")
        )
        for made in (self.app, self._bin, self._shelf, self._packages, self._facts):
            made.mkdir()
        shutil.copytree(ROOT / "installers", self.app / "installers", ignore=shutil.ignore_patterns("*.log"))
        (self.app / "requirements.txt").write_text("something==1\n")
        for name in REAL.split():
            (self._bin / name).symlink_to(shutil.which(name) or name)
        for name in STUBS:
            self._write(self._shelf / name, name)
        for package, names in PACKAGES.items():
            for name in names:
                self._write(self._packages / package / name, name)
        self.has("apt-get", "id", "sleep")

    def has(self, *names: str) -> None:
        """Put programs on the machine."""
        for name in names:
            self._write(self._bin / name, name)

    def fact(self, *names: str) -> None:
        """Let something be so on this machine."""
        for name in names:
            (self._facts / name).touch()

    def change(self, name: str) -> None:
        """Let something be so no more."""
        (self._facts / name).unlink()

    def install(self, *options: str, stdin: int = subprocess.DEVNULL, **variables: str) -> tuple[int, str]:
        """Run the installer: its exit status, and what it printed."""
        command = [shutil.which("bash") or "bash", str(self.app / "installers/install.sh"), *options]
        done = subprocess.run(
            command,
            env=self._environment() | variables,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return done.returncode, done.stdout

    def calls(self) -> list[str]:
        """How the stubs were called since this was last asked, as in `apt-get update`."""
        path = self._facts / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines

    def _environment(self) -> dict[str, str]:
        folders = {"FACTS": self._facts, "SHELF": self._shelf, "PACKAGES": self._packages, "STUBS": self._bin}
        kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
        return kept | {name: str(folder) for name, folder in folders.items()} | {"PATH": str(self._bin)}

    def _write(self, path: Path, name: str) -> None:
        path.parent.mkdir(exist_ok=True)
        record = f"""printf '%s\\n' "{name} $*" >>"$FACTS/calls\""""
        path.write_text(f"#!{shutil.which('bash')}\n{record}\n{STUBS[name]}\n", encoding="utf-8")
        path.chmod(0o755)
