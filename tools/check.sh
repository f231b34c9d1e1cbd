#!/usr/bin/env bash
# All gates in one command: a line for each, and at the end whether all passed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

NOT_CHECKED=75 # what a gate exits with where it could not look
FAILED=0
OUTPUT=$(mktemp)
trap 'rm -f "$OUTPUT"' EXIT

gate() {
    local name=$1 began=$SECONDS status=0
    shift
    "$@" >"$OUTPUT" 2>&1 || status=$?
    case $status in
        0) printf 'passed       %-14s %3d s\n' "$name" $((SECONDS - began)) ;;
        "$NOT_CHECKED") printf 'NOT CHECKED  %-14s %3d s  %s\n' "$name" $((SECONDS - began)) "$(tail -n 1 "$OUTPUT")" ;;
        *)
            printf 'FAILED       %-14s %3d s\n' "$name" $((SECONDS - began))
            cat "$OUTPUT"
            FAILED=1
            ;;
    esac
}

[ -x .venv/bin/ruff ] || bash tools/setup.sh || exit
PYTHON=.venv/bin/python

gate ruff "$PYTHON" -m ruff check .
gate "ruff format" "$PYTHON" -m ruff format --check .
gate mypy "$PYTHON" -m mypy .
gate import-linter .venv/bin/lint-imports
gate bandit "$PYTHON" -m bandit --configfile pyproject.toml --recursive . --quiet --severity-level medium
gate blinter "$PYTHON" -m blinter installers --config installers/blinter.ini
gate "blinter (start)" "$PYTHON" -m blinter languages/python/handover --config installers/blinter.ini
gate pip-audit "$PYTHON" tools/audit.py requirements.txt
if command -v shellcheck >/dev/null; then
    gate shellcheck shellcheck .ci/run installers/*.sh installers/*.command tests/run.sh tools/*.sh \
        languages/python/handover/*.sh
else
    echo "NOT CHECKED  shellcheck       it is not installed"
fi

[ "$FAILED" = 0 ] && echo "All gates passed that could be checked."
exit "$FAILED"
