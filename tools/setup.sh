#!/usr/bin/env bash
# Sets up all that the tests and the gates need, on top of what the installer sets up for users. Can be repeated.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

HERE=$PWD/installers
YES=yes
# shellcheck source=../installers/lib/say.sh
. "$HERE/lib/say.sh"
# shellcheck source=../installers/lib/record.sh
. "$HERE/lib/record.sh"
# shellcheck source=../installers/lib/system.sh
. "$HERE/lib/system.sh"
LOG=$HERE/programs.log

# $1: a program that tests need; then the packages that bring it.
need() {
    if have "$1"; then return; fi
    shift
    install_packages "install $1" "$@" || note "$1 could not be installed; the tests that need it are skipped."
}

programs() {
    need bwrap bubblewrap
    need Xvfb xvfb python3-tk
    need shellcheck shellcheck
    need chromium-headless-shell chromium-headless-shell fonts-dejavu-core
    have chromium-headless-shell || need chromium chromium fonts-dejavu-core
    need openssl openssl
    need mmdebstrap mmdebstrap debian-archive-keyring uidmap
    need runsc runsc
    need wine wine wine64
}

# On a new machine both this and the installer take a minute or more, each on one core. Beside it, nobody can be asked
# for a password.
if is_root; then programs & fi

status=0
bash installers/install.sh --yes --no-launch --no-ollama || status=$?
if [ "$status" = 3 ] && [ "${CI:-}" != true ]; then
    echo "Going on without a sandbox: the tests that need one are skipped." >&2
elif [ "$status" != 0 ]; then
    exit "$status"
fi
.venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check -r requirements-dev.txt
if is_root; then wait; else programs; fi
