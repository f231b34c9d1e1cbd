#!/usr/bin/env bash
# Pins every dependency, direct or not, for all systems and Pythons we support.
set -euo pipefail
cd "$(dirname "$0")/.."
compile() { uv pip compile --universal --python-version 3.11 --no-header --generate-hashes --quiet "$@"; }
compile pyproject.toml -o requirements.txt
compile requirements-dev.in -o requirements-dev.txt
compile languages/python/requirements.in -c requirements.txt -o languages/python/requirements.txt
