#!/usr/bin/env bash
# Sets up all that the tests need, and runs them; takes pytest's arguments.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ "${SET_UP:-}" = yes ] || bash tools/setup.sh
exec .venv/bin/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder "$@"
