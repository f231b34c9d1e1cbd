#!/usr/bin/env bash
# Sets up all that the tests need, and runs them; takes pytest's arguments.
#
#   bash tests/run.sh       those that tell most for their time, as CI does
#   bash tests/run.sh all   those, too, that are marked `thorough`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ "${1:-}" = all ]; then
    shift
    export THOROUGH=yes
else
    set -- -m "not thorough" "$@"
fi
[ "${SET_UP:-}" = yes ] || bash tools/setup.sh
# Some machines have it set, and then each of the hundreds of starts would compile all that it imports.
unset PYTHONDONTWRITEBYTECODE
# More than a small machine has cores, for many tests wait for an engine or a browser.
exec .venv/bin/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder "$@"
