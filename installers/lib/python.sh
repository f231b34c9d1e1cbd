# shellcheck shell=bash
# Python, and Assay's packages in a virtual environment of their own. Needs say.sh, system.sh and ROOT.

CANDIDATES="python3.14 python3.13 python3.12 python3.11 python3 python"
UV_PYTHON=3.13
PYTHON=""

# Each state of requirements.txt has its own folder; `.venv` is a link to the one in use. So an update that fails
# or is stopped leaves the old one as it was.
ensure_packages() {
    local name
    name=.venv-$(cksum <"$ROOT/requirements.txt" | tr ' ' '-')
    step "Python and Assay's packages"
    if is_complete "$ROOT/$name" && [ "$(readlink "$ROOT/.venv" || true)" = "$name" ]; then
        ok "Already there"
        return
    fi
    ensure_python
    is_complete "$ROOT/$name" || build_environment "$ROOT/$name"
    switch_to "$name"
    ok "Installed in $ROOT/.venv"
}

is_complete() { [ -e "$1/.complete" ] && is_usable "$1/bin/python"; }

is_usable() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >>"$LOG" 2>&1
}

find_python() {
    local candidate
    for candidate in $CANDIDATES; do
        if is_usable "$candidate"; then
            PYTHON=$candidate
            return
        fi
    done
    return 1
}

ensure_python() {
    if ! find_python; then
        note "No complete Python 3.11 to 3.14 is here; installing it (about 60 MB)"
        apt_install python3 python3-venv || note "It can't be had from this system's packages."
        find_python || python_from_uv || die "No Python 3.11 to 3.14 could be installed. $(python_advice)"
    fi
    ok "Python: $(command -v "$PYTHON")"
}

python_advice() {
    if can_be_root; then
        echo "Get it from https://www.python.org/downloads/, then start this again."
    else
        echo "Have an administrator run: apt-get install python3 python3-venv. Then start this again."
    fi
}

# For systems whose own Python is too old: uv, itself from PyPI, brings one into the user's home.
python_from_uv() {
    local folder
    note "This system's Python is too old; getting Python $UV_PYTHON with uv (about 30 MB)"
    folder=$(mktemp -d)
    if logged python3 -m venv "$folder" && logged "$folder/bin/python" -m pip install uv &&
        logged "$folder/bin/uv" python install "$UV_PYTHON"; then
        PYTHON=$("$folder/bin/uv" python find --no-project "$UV_PYTHON")
    fi
    rm -rf "$folder"
    [ -n "$PYTHON" ] && is_usable "$PYTHON"
}

build_environment() {
    note "Installing Assay's packages; this takes a minute or two (about 600 MB)"
    rm -rf "$1"
    logged "$PYTHON" -m venv "$1" || die "The virtual environment could not be made. Is the disk full?"
    logged "$1/bin/python" -m pip install --disable-pip-version-check --no-input -r "$ROOT/requirements.txt" ||
        die "The packages could not be installed. Is this computer online, and is there space on the disk?"
    : >"$1/.complete"
}

# Makes `.venv` the folder called $1, and removes the others.
switch_to() {
    local folder
    if [ -d "$ROOT/.venv" ] && ! [ -L "$ROOT/.venv" ]; then
        rm -rf "$ROOT/.venv-before"
        mv "$ROOT/.venv" "$ROOT/.venv-before"
    fi
    ln -sfn "$1" "$ROOT/.venv"
    for folder in "$ROOT"/.venv-*; do
        if [ "$folder" != "$ROOT/$1" ]; then rm -rf "$folder"; fi
    done
}
