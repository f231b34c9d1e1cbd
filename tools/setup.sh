#!/usr/bin/env bash
# Sets up all that the tests and the gates need, on top of what the installer sets up for users. Can be repeated.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

status=0
bash installers/install.sh --yes --no-launch --no-ollama || status=$?
if [ "$status" = 3 ] && [ "${CI:-}" != true ]; then
    echo "Going on without a sandbox: the tests that need one are skipped." >&2
elif [ "$status" != 0 ]; then
    exit "$status"
fi
.venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check -r requirements-dev.txt

if command -v bwrap >/dev/null && command -v shellcheck >/dev/null && command -v chromium >/dev/null; then exit; fi
HERE=$PWD/installers
LOG=$HERE/install.log
# shellcheck source=../installers/lib/say.sh
. "$HERE/lib/say.sh"
# shellcheck source=../installers/lib/system.sh
. "$HERE/lib/system.sh"
apt_install bubblewrap shellcheck chromium fonts-dejavu-core ||
    note "bubblewrap, shellcheck and chromium could not all be installed; the tests that need them are skipped."
