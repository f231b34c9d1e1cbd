# shellcheck shell=bash
# Speaking to the user and to the log, and asking. Needs HERE and YES; start_log sets LOG.

if [ -t 1 ]; then BOLD=$'\033[1m' PLAIN=$'\033[0m'; else BOLD="" PLAIN=""; fi
LOG=/dev/null
LEAVING=no
AT_THE_END=true # a command

# $1: the log's name without its ending. Where this folder can't be written, the log lies with the temporary files.
start_log() {
    LOG=$HERE/$1.log
    if ! (date >"$LOG") 2>/dev/null; then LOG=$(mktemp "${TMPDIR:-/tmp}/assay-$1-XXXXXX") || LOG=/dev/null; fi
    trap finish EXIT
    trap 'exit 130' INT TERM
}

# A full disk must not end the installer before it has said so.
write_log() { printf "$@" >>"$LOG" 2>/dev/null || true; }

say() {
    printf '%s\n' "$1"
    write_log '%s\n' "$1"
}

step() {
    printf '\n%s%s%s\n' "$BOLD" "$1" "$PLAIN"
    write_log '\n== %s\n' "$1"
}

ok() { say "  ✓ $1"; }
note() { say "  · $1"; }
warn() { say "  ! $1 (log: $LOG)"; }

# Ends the script with status $1, and $2 as its last word.
leave() {
    LEAVING=yes
    if [ -n "${2:-}" ]; then say "$2"; fi
    exit "$1"
}

# Ends the installer, for it can't go on.
die() {
    say "  ✗ $1"
    leave 1 "What was installed before is unchanged. Start this again when it is mended. Log: $LOG"
}

finish() {
    local status=$?
    $AT_THE_END
    if [ "$LEAVING" = yes ] || [ "$status" = 0 ]; then return; fi
    if [ "$status" = 130 ]; then
        say ""
        say "Stopped. Start this again at any time; it goes on where it was."
    else
        say "Something broke that was not expected. Start this again; if that doesn't help, report it with the log: $LOG"
    fi
}

# Runs a command with all that it prints in the log; in a terminal, a clock shows that it is at work.
logged() {
    local clock="" status=0
    write_log '\n$ %s\n' "$*"
    if [ -t 1 ]; then
        run_clock &
        clock=$!
        disown "$clock"
    fi
    "$@" >>"$LOG" 2>&1 </dev/null || status=$?
    if [ -n "$clock" ]; then
        kill "$clock" 2>/dev/null || true
        end_progress
    fi
    return "$status"
}

# Ends by itself where the installer is gone.
run_clock() {
    local began=$SECONDS
    while sleep 2 && kill -0 $$ 2>/dev/null; do progress "$((SECONDS - began)) s"; done
}

# Runs a command so that its progress is seen and it can ask; logs what can be logged.
shown() {
    write_log '\n$ %s\n' "$*"
    if [ -t 1 ]; then "$@"; else "$@" 2>&1 </dev/null | tee -a "$LOG"; fi
}

# Asks $1 with the default yes. --yes answers yes; where nobody can answer, it is no.
agreed() { answered "$1" "[Y/n]" yes; }

# The same with the default no, for what shouldn't happen by just pressing Return.
agreed_surely() { answered "$1" "[y/N]" no; }

answered() {
    local answer
    if [ "$YES" = yes ]; then
        note "$1 Yes, as you said."
        return
    fi
    if ! [ -t 0 ]; then
        note "$1 No, for nobody is here to answer (--yes answers yes)."
        return 1
    fi
    read -r -p "  ? $1 $2 " answer || answer=n
    write_log '  ? %s %s\n' "$1" "$answer"
    case ${answer:-$3} in [yY]*) ;; *) return 1 ;; esac
}

# Runs a command each second until it succeeds, at most $1 times; $2 says what is waited for.
wait_for() {
    local seconds=$1 what=$2 second began=$SECONDS
    shift 2
    for ((second = 0; second < seconds && SECONDS - began < seconds; second++)); do
        if "$@" >>"$LOG" 2>&1; then
            end_progress
            return
        fi
        progress "Waiting for $what: $((SECONDS - began)) s"
        sleep 1
    done
    end_progress
    return 1
}

progress() { if [ -t 1 ]; then printf '\r  · %s ' "$1"; fi; }
end_progress() { if [ -t 1 ]; then printf '\r\033[K'; fi; }

# Runs a command for at most $1 seconds (macOS has no `timeout`).
within() {
    local seconds=$1 command timer status=0
    shift
    "$@" &
    command=$!
    (
        sleep "$seconds"
        kill "$command"
    ) >/dev/null 2>&1 &
    timer=$!
    disown "$timer" # or the shell reports its end
    wait "$command" 2>/dev/null || status=$?
    kill "$timer" 2>/dev/null || true
    return "$status"
}
