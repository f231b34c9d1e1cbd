# shellcheck shell=bash
# One installer at a time: two would build the same environment. Needs say.sh and ROOT.

TURN=$ROOT/.installing

take_turn() {
    local other
    if ! mkdir "$TURN" 2>/dev/null; then
        other=$(cat "$TURN/pid" 2>/dev/null || true)
        if [ -n "$other" ] && kill -0 "$other" 2>/dev/null; then
            leave 1 "Another installer is at work in this folder already. Look for its window, and wait until it is done. Log: $LOG"
        fi
    fi
    echo $$ >"$TURN/pid"
    AT_THE_END=end_turn
}

end_turn() { rm -rf "$TURN"; }
