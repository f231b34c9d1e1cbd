# shellcheck shell=bash
# Speaking to the user and to the log. Needs LOG and YES.

if [ -t 1 ]; then BOLD=$'\033[1m' PLAIN=$'\033[0m'; else BOLD="" PLAIN=""; fi
LEAVING=no

start_log() {
    if ! (date >"$LOG") 2>/dev/null; then
        echo "This folder can't be written: $HERE. Does it belong to you, and is the disk full?" >&2
        exit 1
    fi
    trap finish EXIT
    trap 'exit 130' INT TERM
}

say() {
    printf '%s\n' "$1"
    printf '%s\n' "$1" >>"$LOG"
}

step() {
    printf '\n%s%s%s\n' "$BOLD" "$1" "$PLAIN"
    printf '\n== %s\n' "$1" >>"$LOG"
}

ok() { say "  ✓ $1"; }
note() { say "  · $1"; }
warn() { say "  ! $1 (log: $LOG)"; }

# Ends the installer with status $1, and $2 as its last word.
leave() {
    LEAVING=yes
    if [ -n "${2:-}" ]; then say "$2"; fi
    exit "$1"
}

# Ends the installer, for it can't go on.
die() {
    say "  ✗ $1"
    leave 1 "An Assay that was installed here before is unchanged. Details are in $LOG"
}

finish() {
    local status=$?
    if [ "$LEAVING" = yes ] || [ "$status" = 0 ]; then return; fi
    if [ "$status" = 130 ]; then
        say "Stopped. Start this again at any time; it goes on where it was."
    else
        say "Something broke that the installer did not expect. Details are in $LOG"
    fi
}

# Runs a command with all that it prints in the log.
logged() {
    printf '\n$ %s\n' "$*" >>"$LOG"
    "$@" >>"$LOG" 2>&1 </dev/null
}

# Runs a command so that its progress is seen, and logs what can be logged.
shown() {
    printf '\n$ %s\n' "$*" >>"$LOG"
    if [ -t 1 ]; then "$@"; else "$@" 2>&1 </dev/null | tee -a "$LOG"; fi
}

# Asks $1; yes where the user agrees, said --yes, or isn't there to answer.
agreed() {
    local answer
    if [ "$YES" = yes ] || ! [ -t 0 ]; then return 0; fi
    read -r -p "  $1 [Y/n] " answer || return 1
    case $answer in [nN]*) return 1 ;; esac
}
