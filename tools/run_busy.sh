#!/usr/bin/env bash
# The whole suite three times at the same moment, so that each has six other workers as its load. Takes three times as
# long as one, tests what is committed, and ends with 0 where all three passed. The files with what they print are named
# at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ "${SET_UP:-}" = yes ] || bash tools/setup.sh

here=$PWD
work=$(mktemp -d)
chmod 755 "$work"  # some sandboxes are tried as an ordinary user
running=()
for number in 1 2 3; do
    git clone --quiet "$here" "$work/$number"
    ln -s "$here/.venv" "$work/$number/.venv"
    SET_UP=yes bash "$work/$number/tests/run.sh" --quiet >"$work/$number.log" 2>&1 &
    running+=($!)
done
status=0
for process in "${running[@]}"; do
    wait "$process" || status=1
done
rm -rf "$work"/[123]
tail --lines=1 "$work"/*.log
exit "$status"
