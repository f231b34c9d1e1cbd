#!/usr/bin/env bash
# Sets up all that the tests and the gates need, on top of what the installer sets up for users. Can be repeated.
#
#   bash tools/setup.sh [command]
#
# A command, as in `bash tools/check.sh`, is run as soon as Python's packages are there, beside the rest; what it ends
# with is then what this ends with. With THOROUGH=yes it sets up what thorough tests need as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

HERE=$PWD/installers ROOT=$PWD
YES=yes WITH_DOCKER=yes
# shellcheck source=../installers/lib/say.sh
. "$HERE/lib/say.sh"
# shellcheck source=../installers/lib/record.sh
. "$HERE/lib/record.sh"
# shellcheck source=../installers/lib/system.sh
. "$HERE/lib/system.sh"
# shellcheck source=../installers/lib/trouble.sh
. "$HERE/lib/trouble.sh"
# shellcheck source=../installers/lib/python.sh
. "$HERE/lib/python.sh"
# shellcheck source=../installers/lib/environment.sh
. "$HERE/lib/environment.sh"
# shellcheck source=../installers/lib/docker.sh
. "$HERE/lib/docker.sh"
# shellcheck source=../installers/lib/docker_linux.sh
. "$HERE/lib/docker_linux.sh"
LOG=$HERE/programs.log
# The system's own before one of pyenv's, which compiles without optimizations: imports then take 1.4 times as long.
CANDIDATES="/usr/bin/python3 $CANDIDATES"

# $1: a program that tests need; then the packages that bring it.
need() {
    if have "$1"; then return; fi
    shift
    install_packages "install $1" "$@" || note "$1 could not be installed; the tests that need it are skipped."
}

programs() {
    need bwrap bubblewrap
    need Xvfb xvfb python3-tk
    need chromium-headless-shell chromium-headless-shell fonts-dejavu-core
    have chromium-headless-shell || need chromium chromium fonts-dejavu-core
    need openssl openssl
    need mmdebstrap mmdebstrap debian-archive-keyring uidmap
    if [ "${THOROUGH:-}" = yes ]; then
        need runsc runsc
        need wine wine wine64
    fi
}

# What the image begins with; the installer finds it there.
base() {
    local name
    name=$(sed -n 's/^ARG BASE=//p' sandbox/Dockerfile)
    docker image inspect "$name" || docker pull --quiet "$name" ||
        bash tools/base_image.sh assay-base:trixie python3,python3-venv,ca-certificates
}

packages() {
    ensure_environment
    fetch "$ROOT/.venv" requirements-dev.txt || die "The tools of developers could not be installed. $(reason)"
}

share_certificates
# On a new machine each of these takes a minute or more, and waits for the network for a good part of it. Beside others,
# nobody can be asked for a password.
if is_root; then
    packages &
    packages=$!
    ensure_docker >/dev/null
    need shellcheck shellcheck # for a gate
    need mmdebstrap mmdebstrap debian-archive-keyring uidmap
    base >>"$LOG" 2>&1 &
    base=$!
    programs &
    programs=$!
    wait "$packages"
else
    packages
    need shellcheck shellcheck
fi
if [ $# -gt 0 ]; then
    "$@" &
    command=$!
fi
if is_root; then wait "$base" || true; fi

status=0
bash installers/install.sh --yes --no-launch --no-ollama || status=$?
if [ "$status" = 3 ] && [ "${CI:-}" != true ]; then
    echo "Going on without a sandbox: the tests that need one are skipped." >&2
elif [ "$status" != 0 ]; then
    wait
    exit "$status"
fi
if is_root; then wait "$programs"; else programs; fi
if [ $# -gt 0 ]; then wait "$command"; fi
