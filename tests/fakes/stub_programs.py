"""What the stub programs of a `StubMachine` do, in bash: change the machine as the real ones would.

`$FACTS` holds what is so on the machine, one empty file each; `$STUBS` is its PATH, `$SHELF` has every program, and
`$PACKAGES` what each package brings.
"""

from __future__ import annotations

import shutil

# Nothing may be forked between the mark and the wait, or Ctrl-C could hit what is about to end by itself.
PYTHON = r"""
name=${0##*/}
case "$*" in
    *"import sys"*) [[ $0 = */.python/* ]] || ! [ -e "$FACTS/old-$name" -o -e "$FACTS/broken-$name" ] ;;
    "-m venv"*)
        [ ! -e "$FACTS/broken-$name" ] || exit 127
        mkdir -p "$3/bin" && cp "$SHELF/python3" "$3/bin/python" && cp "$SHELF/uv" "$3/bin/uv" ;;
    *"pip config list") [ ! -e "$FACTS/own-index" ] || echo "global.index-url='https://company.example/simple'" ;;
    *"pip install"*)
        if [ -e "$FACTS/pip-says" ]; then cat "$FACTS/pip-says" && exit 1; fi
        if [ -e "$FACTS/pip-is-slow" ]; then sleep 3; fi
        if [ -e "$FACTS/pip-waits" ]; then : >"$FACTS/waiting"; exec sleep 30; fi ;;
    *"doctor --fix"*)
        if command -v ollama; then touch "$FACTS/ollama-runs"; fi
        if [ -d "$HOME/Applications/Docker.app" ]; then touch "$FACTS/engine-runs"; fi
        if [ -e "$HOME/.config/systemd/user/docker.service" ]; then touch "$FACTS/engine-runs" "$FACTS/in-session"; fi
        if [ ! -e "$FACTS/docker-hangs" ] && docker info; then
            [ ! -e "$FACTS/no-registry" ] || command -v mmdebstrap || { echo "✗ no image" && exit 3; }
        elif [ -e "$FACTS/podman-socket" ]; then :
        else
            command -v bwrap || { echo "✗ no sandbox" && exit 3; }
        fi ;;
    *"models --fetch"*)
        if [ -e "$FACTS/model-waits" ]; then : >"$FACTS/waiting"; exec sleep 30; fi
        [ ! -e "$FACTS/model-fails" ] || { echo "✗ cut off" && exit 1; }
        [ ! -e "$FACTS/model-declined" ] || exit 130
        echo "small:1b" >>"$FACTS/models" ;;
    *"--port 80") echo "port 80 can't be used" && exit 3 ;;
    *app.py*) echo "the demo runs in $PWD" ;;
esac
"""
PACKAGE_MANAGER = r"""
[ ! -e "$FACTS/no-packages" ] || exit 100
for package in "$@"; do
    if [ -d "$PACKAGES/$package" ]; then cp "$PACKAGES/$package"/* "$STUBS"; fi
done
"""
DOCKER = r"""
case "$1" in
    context) cat "$FACTS/context" 2>/dev/null; exit 0 ;;
    ps) echo c1; exit 0 ;;
    images) echo i1; echo i1; exit 0 ;;
    rmi) [ ! -e "$FACTS/image-in-use" ]; exit ;;
    rm) exit 0 ;;
esac
if [ -e "$FACTS/docker-hangs" ]; then sleep 30; fi
if [ -e "$FACTS/docker-says" ]; then cat "$FACTS/docker-says" && exit 1; fi
if [ -e "$FACTS/engine-starts" ]; then mv "$FACTS/engine-starts" "$FACTS/engine-comes" && exit 1; fi
if [ -e "$FACTS/engine-comes" ]; then mv "$FACTS/engine-comes" "$FACTS/engine-runs" && exit 1; fi
[ -e "$FACTS/engine-runs" ] || { echo "Cannot connect to the Docker daemon" && exit 1; }
[ ! -e "$FACTS/ordinary" ] || [ "${AS:-}" = root ] || [ "${AS:-}" = member ] || [ -e "$FACTS/in-session" ] ||
    { echo "permission denied while trying to connect" && exit 1; }
[ ! -e "$FACTS/socket-closed" ] || { echo "permission denied while trying to connect" && exit 1; }
"""
DOCKERD = '[ -e "$FACTS/engine-broken" ] || touch "$FACTS/engine-runs"'
ID = r"""
group=in-session
if [ $# = 2 ]; then group=in-group; fi
case "$1" in
    -u) if [ -e "$FACTS/ordinary" ] && [ "${AS:-}" != root ]; then echo 1000; else echo 0; fi ;;
    -un) echo ada ;;
    -nG) if [ -e "$FACTS/$group" ] || [ -e "$FACTS/in-session" ]; then echo "ada docker"; else echo ada; fi ;;
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
case "$*" in
    *"enable --now podman.socket") [ ! -e "$FACTS/podman-broken" ] || exit 1; touch "$FACTS/podman-socket" ;;
    *) [ -e "$FACTS/systemd" ] || exit 1 ;;
esac
case "$*" in
    "is-active docker") if [ -e "$FACTS/engine-comes" ]; then echo activating; else echo inactive; fi ;;
    "enable --now docker") touch "$FACTS/engine-runs" ;;
    "enable --now ollama") touch "$FACTS/ollama-runs" ;;
esac
"""
CURL = r"""
while [ "$1" != -o ]; do shift; done
case "$3" in
    *ollama*)
        [ -e "$FACTS/ollama-site" ] || exit 6
        echo 'cp "$SHELF/ollama" "$STUBS"; [ ! -e "$FACTS/ollama-script-fails" ]' >"$2" ;;
    *astral*)
        [ -e "$FACTS/uv-site" ] || exit 6
        echo 'cp "$SHELF/uv" "$UV_UNMANAGED_INSTALL"' >"$2" ;;
esac
"""
UV = r"""
case "$*" in
    "python install"*)
        bin=$UV_PYTHON_INSTALL_DIR/cpython-3.13/bin
        mkdir -p "$bin" && cp "$SHELF/python3" "$bin/python3" ;;
    "pip install"*) [ ! -e "$FACTS/uv-fails" ] ;;
esac
"""
OLLAMA = r"""
case "$1" in
    list)
        [ -e "$FACTS/ollama-runs" ] || exit 1
        echo "NAME ID"
        [ ! -e "$FACTS/models" ] || cat "$FACTS/models" ;;
esac
"""
BREW = r"""
[ ! -e "$FACTS/brew-fails" ] || { echo "Error: no connection" && exit 1; }
case "$*" in
    "install --cask docker-desktop") mkdir -p "$HOME/Applications/Docker.app" && cp "$SHELF/docker" "$STUBS" ;;
    "install --cask ollama-app") mkdir -p "$HOME/Applications/Ollama.app" && cp "$SHELF/ollama" "$STUBS" ;;
esac
"""
UNAME = r"""
case "$1" in
    -s) if [ -e "$FACTS/mac" ]; then echo Darwin; else echo Linux; fi ;;
    -r) if [ -e "$FACTS/wsl" ]; then echo 5.15.1-microsoft-standard-WSL2; else echo 6.1.0; fi ;;
esac
"""
# Where the installer waits a second for something, the test need not; a limit of many seconds is a real one.
SLEEP = f"""
case "$1" in
    1) exit 0 ;;
    20) [ ! -e "$FACTS/docker-hangs" ] || exec {shutil.which("sleep")} 0.1 ;;
esac
exec {shutil.which("sleep")} "$1"
"""
DF = f"""
if [ -e "$FACTS/disk-looks-empty" ]; then
    rm "$FACTS/disk-looks-empty"
    printf 'Filesystem 1024-blocks Used Available Capacity Mounted on\\n/dev/x 9 1 9999999 9%% /\\n'
else
    exec {shutil.which("df")} "$@"
fi
"""
PROGRAMS = {
    "apt-get": PACKAGE_MANAGER, "dnf": PACKAGE_MANAGER, "pacman": PACKAGE_MANAGER, "zypper": PACKAGE_MANAGER,
    "python3": PYTHON, "python3.12": PYTHON, "docker": DOCKER, "dockerd": DOCKERD, "id": ID, "sudo": SUDO,
    "usermod": 'touch "$FACTS/in-group"', "gpasswd": "", "systemctl": SYSTEMCTL, "curl": CURL, "ollama": OLLAMA,
    "bwrap": "", "mmdebstrap": "", "uv": UV, "sleep": SLEEP, "df": DF, "uname": UNAME, "brew": BREW,
    "xcode-select": '[ ! -e "$FACTS/no-tools" ]', "podman": "",
    "sg": 'AS=member exec sh -c "$3"', "service": 'touch "$FACTS/engine-runs"', "zstd": "",
    "userdel": "", "groupdel": "", "lsof": '[ -e "$FACTS/in-use" ]',
}  # fmt: skip
PACKAGES = {
    "docker.io": ["dockerd"], "docker-cli": ["docker"], "python3-venv": ["python3"], "curl": ["curl"],
    "bubblewrap": ["bwrap"], "mmdebstrap": ["mmdebstrap"], "docker": ["docker", "dockerd"],
    "moby-engine": ["docker", "dockerd"],
}  # fmt: skip
