#!/usr/bin/env bash
# All gates in one command: a line for each, and at the end whether all passed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

NOT_CHECKED=75 # what a gate exits with where it could not look
FAILED=0
OUTPUT=$(mktemp -d)
trap 'rm -rf "$OUTPUT"' EXIT

# All begin at once, for mypy computes on one core all the while, and pip-audit waits for the network.
GATES=()
gate() {
    local name=$1
    shift
    GATES+=("$name")
    {
        local status=0
        "$@" >"$OUTPUT/$name" 2>&1 || status=$?
        echo "$status $SECONDS" >"$OUTPUT/$name.ended"
    } &
}

verdict() {
    local name=$1 status seconds
    read -r status seconds <"$OUTPUT/$name.ended"
    case $status in
        0) printf 'passed       %-14s %3d s\n' "$name" "$seconds" ;;
        "$NOT_CHECKED") printf 'NOT CHECKED  %-14s %3d s  %s\n' "$name" "$seconds" "$(tail -n 1 "$OUTPUT/$name")" ;;
        *)
            printf 'FAILED       %-14s %3d s\n' "$name" "$seconds"
            cat "$OUTPUT/$name"
            FAILED=1
            ;;
    esac
}

[ -x .venv/bin/ruff ] || bash tools/setup.sh || exit
PYTHON=.venv/bin/python

SECONDS=0
gate mypy "$PYTHON" -m mypy .
gate pip-audit "$PYTHON" tools/audit.py requirements.txt
gate ruff "$PYTHON" -m ruff check .
gate "ruff format" "$PYTHON" -m ruff format --check .
gate import-linter .venv/bin/lint-imports
gate bandit "$PYTHON" -m bandit --configfile pyproject.toml --recursive . --quiet --severity-level medium
gate blinter "$PYTHON" -m blinter installers --config installers/blinter.ini
gate "blinter (start)" "$PYTHON" -m blinter languages/python/handover --config installers/blinter.ini
if command -v shellcheck >/dev/null; then
    gate shellcheck shellcheck .ci/run installers/*.sh installers/*.command tests/run.sh tools/*.sh \
        languages/python/handover/*.sh
else
    echo "NOT CHECKED  shellcheck       it is not installed"
fi
wait
for name in "${GATES[@]}"; do verdict "$name"; done

[ "$FAILED" = 0 ] && echo "All gates passed that could be checked."
exit "$FAILED"
