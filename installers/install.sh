#!/usr/bin/env bash
# Sets up Assay beside this folder and starts it. Can be repeated: what is already there is left alone.
#
#   bash installers/install.sh [--yes] [--no-launch] [--no-docker] [--no-ollama]
#
# Ends with 0 where all is ready, 1 where it could not be installed, 2 for bad usage, 3 where it is installed
# but nothing can run programs safely yet, 130 if stopped; a started app ends with its own status.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(dirname "$HERE")
LOG=$HERE/install.log
YES=no LAUNCH=yes WITH_DOCKER=yes WITH_OLLAMA=yes

# shellcheck source=lib/say.sh
. "$HERE/lib/say.sh"
# shellcheck source=lib/system.sh
. "$HERE/lib/system.sh"
# shellcheck source=lib/python.sh
. "$HERE/lib/python.sh"
# shellcheck source=lib/docker.sh
. "$HERE/lib/docker.sh"
# shellcheck source=lib/ollama.sh
. "$HERE/lib/ollama.sh"

main() {
    read_options "$@"
    start_log
    say "Setting up Assay in $ROOT"
    ensure_packages
    ensure_docker
    ensure_bubblewrap
    ensure_ollama
    ensure_sandbox || leave 3 "Assay is installed, but can't run programs yet. Mend what is marked ✗ above, then start this again."
    launch
}

read_options() {
    local option
    for option in "$@"; do
        case $option in
            --yes) YES=yes ;;
            --no-launch) LAUNCH=no ;;
            --no-docker) WITH_DOCKER=no ;;
            --no-ollama) WITH_OLLAMA=no ;;
            -h | --help) sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 0 ;;
            *) echo "There is no option $option; see --help." >&2 && exit 2 ;;
        esac
    done
}

launch() {
    say ""
    if [ "$LAUNCH" = no ]; then
        leave 0 "Assay is ready. This starts it: bash installers/install.sh"
    fi
    say "Assay is ready. Starting it:"
    cd "$ROOT"
    in_docker_group .venv/bin/python app.py || leave $?
    leave 0
}

main "$@"
