#!/usr/bin/env bash
# Sets up Assay beside this folder and starts it. The same start later updates and mends it: what is there is left alone.
#
#   bash installers/install.sh [options]
#
#   --yes          answer every question with yes, licences too
#   --no-launch    set everything up, but don't start the page
#   --no-docker    leave Docker alone
#   --no-ollama    leave Ollama alone; no model is fetched either
#   --model NAME   fetch this model, as in qwen3:8b, rather than the one chosen for this computer
#   --port N       serve the page on this port rather than the next free one from 7860 on
#   --help         show this
#
# Ends with 0 when done, 1 where Python or Assay's packages could not be installed, 2 for bad usage, 3 where it is
# installed but something that real runs need is missing, 130 if cancelled. A page that was started and ends otherwise
# gives its own.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(dirname "$HERE")
YES=no LAUNCH=yes WITH_DOCKER=yes WITH_OLLAMA=yes MODEL="" PORT=""
SANDBOX=yes

# shellcheck source=lib/say.sh
. "$HERE/lib/say.sh"
# shellcheck source=lib/record.sh
. "$HERE/lib/record.sh"
# shellcheck source=lib/system.sh
. "$HERE/lib/system.sh"
# shellcheck source=lib/trouble.sh
. "$HERE/lib/trouble.sh"
# shellcheck source=lib/turn.sh
. "$HERE/lib/turn.sh"
# shellcheck source=lib/python.sh
. "$HERE/lib/python.sh"
# shellcheck source=lib/environment.sh
. "$HERE/lib/environment.sh"
# shellcheck source=lib/docker.sh
. "$HERE/lib/docker.sh"
# shellcheck source=lib/docker_linux.sh
. "$HERE/lib/docker_linux.sh"
# shellcheck source=lib/docker_mac.sh
. "$HERE/lib/docker_mac.sh"
# shellcheck source=lib/sandbox.sh
. "$HERE/lib/sandbox.sh"
# shellcheck source=lib/ollama.sh
. "$HERE/lib/ollama.sh"

main() {
    read_options "$@"
    start_log install
    say "Setting up Assay in $ROOT"
    check_writable
    take_turn
    share_certificates
    ensure_environment
    ensure_docker
    ensure_bubblewrap
    ensure_ollama
    ensure_sandbox || SANDBOX=no
    ensure_model
    end_turn
    launch
}

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
            --yes) YES=yes ;;
            --no-launch) LAUNCH=no ;;
            --no-docker) WITH_DOCKER=no ;;
            --no-ollama) WITH_OLLAMA=no ;;
            --model | --port)
                [ $# -gt 1 ] || bad_usage "$1 needs a value"
                if [ "$1" = --model ]; then MODEL=$(usable_model "$2"); else PORT=$(usable_port "$2"); fi
                shift
                ;;
            -h | --help) show_help && exit 0 ;;
            *) bad_usage "There is no option $1" ;;
        esac
        shift
    done
}

usable_model() {
    case $1 in "" | -*) bad_usage "--model needs a name, not $1" ;; esac
    echo "$1"
}

usable_port() {
    case $1 in
        "" | 0* | *[!0-9]* | ??????*) ;;
        *) if [ "$1" -le 65535 ]; then echo "$1" && return; fi ;;
    esac
    bad_usage "--port needs a number from 1 to 65535, not $1"
}

bad_usage() {
    echo "$1; see --help." >&2
    exit 2
}

show_help() { sed -n '2,/^set /s/^# \{0,1\}//p' "$HERE/install.sh"; }

launch() {
    say ""
    if [ "$SANDBOX" = no ]; then
        say "Mend what is marked ✗ above, then start this again. Until then new programs can't be run; the recorded demo works without a sandbox."
    fi
    if [ "$LAUNCH" = yes ]; then run_app; fi
    [ "$SANDBOX" = yes ] || leave 3 "Assay is installed, but something that it needs is missing. Log: $LOG"
    if [ "$LAUNCH" = no ]; then leave 0 "Assay is ready. This starts it: bash \"$HERE/install.sh\""; fi
    leave 0
}

run_app() {
    say "Starting Assay; Ctrl-C stops it:"
    cd "$ROOT"
    trap : INT # Ctrl-C is the app's, and its ordinary end
    set -- .venv/bin/python app.py
    if [ -n "$PORT" ]; then set -- "$@" --port "$PORT"; fi
    in_docker_group "$@" || leave $?
}

main "$@"
