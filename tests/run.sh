#!/usr/bin/env bash
# Sets up all that the tests need, and runs them; takes pytest's arguments.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash tools/setup.sh
# Three workers on two cores, for the tests wait more than they compute: for containers, browsers and limits.
exec .venv/bin/python -m pytest --numprocesses 3 --dist loadfile --no-loadscope-reorder "$@"
