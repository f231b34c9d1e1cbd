# shellcheck shell=bash
# Assay's packages in a virtual environment of their own. Needs python.sh and ROOT.

# Each state of requirements.txt has its own folder; `.venv` is a link to the one in use. So an update that fails
# or is stopped leaves the old one as it was.
ensure_environment() {
    local name
    name=.venv-$(cksum <"$ROOT/requirements.txt" | tr ' ' '-')
    step "Python and Assay's packages"
    if is_complete "$ROOT/$name" && [ "$(readlink "$ROOT/.venv" || true)" = "$name" ]; then
        ok "Already there"
    else
        ensure_python
        is_complete "$ROOT/$name" || build_environment "$ROOT/$name"
        switch_to "$name"
        ok "Installed in $ROOT/.venv"
    fi
    remove_old_environments "$ROOT/$name"
}

is_complete() { [ -e "$1/.complete" ] && is_usable "$1/bin/python"; }

build_environment() {
    local why
    check_space
    note "Installing Assay's packages; this takes a minute or two (about 600 MB)"
    rm -rf "$1"
    if ! install_requirements "$1"; then
        why=$(reason)
        rm -rf "$1" # on a full disk it would be in the way
        die "The packages could not be installed. $why"
    fi
    : >"$1/.complete"
}

# Compiled on all processors at once. A sandbox without an image never keeps what it compiles, so it would compile pytest,
# mutmut and the like each time that it is opened.
install_requirements() {
    logged "$PYTHON" -m venv "$1" && pin_of uv >"$1/uv.txt" && by_pip "$1" "$1/uv.txt" &&
        fetch "$1" "$ROOT/requirements.txt" &&
        compile "$1" "$ROOT/sandbox/runner" "$ROOT/languages/python/runner"
}

# Many packages at a time by uv, in a fifth of pip's time. Of an index that only pip's own settings name it knows nothing.
fetch() { { ! has_own_index "$1" && by_uv "$@"; } || by_pip "$@"; }

has_own_index() {
    local settings
    settings=$("$1/bin/python" -m pip config list 2>>"$LOG") || return 1
    grep -qE '\.(index-url|no-index|proxy)=' <<<"$settings"
}

by_uv() {
    UV_SYSTEM_CERTS=true logged "$1/bin/uv" pip install --no-cache --python "$1/bin/python" --require-hashes -r "$2"
}

by_pip() {
    logged "$1/bin/python" -m pip install --disable-pip-version-check --no-input --no-compile --require-hashes -r "$2"
}

# The line of a package in requirements.txt, with its hashes.
pin_of() { sed -n "/^$1==/,/[^\\\\]\$/p" "$ROOT/requirements.txt"; }

# Packages have files that are meant for other Pythons, so that not all can be compiled is no failure. Nor do they need
# their own tests, a fifth of all.
compile() { logged "$1/bin/python" -m compileall -qq --workers 0 -x '/site-packages/.*/tests/' "$@" || true; }

# Makes `.venv` the folder called $1. One that somebody made by hand is put aside; uninstall puts it back.
switch_to() {
    if [ -d "$ROOT/.venv" ] && ! [ -L "$ROOT/.venv" ]; then
        rm -rf "$ROOT/.venv-before"
        mv "$ROOT/.venv" "$ROOT/.venv-before"
        note "The .venv that was here is kept as .venv-before."
    fi
    ln -sfn "$1" "$ROOT/.venv"
}

# All but $1, and but those that a running Assay still loads from: their turn comes at a later start.
remove_old_environments() {
    local folder
    for folder in "$ROOT"/.venv-*; do
        if [ "$folder" = "$1" ] || [ "$folder" = "$ROOT/.venv-before" ] || ! [ -d "$folder" ]; then continue; fi
        if is_in_use "$folder"; then note "An Assay that is still running keeps ${folder##*/} until it ends."; else rm -rf "$folder"; fi
    done
}

# Whether a process has loaded something from the folder.
is_in_use() {
    if is_mac; then
        lsof -t +D "$1" >/dev/null 2>&1
    else
        grep -qsF "$1/" /proc/[0-9]*/maps
    fi
}
