# shellcheck shell=bash
# One installer at a time: two would build the same environment. Needs say.sh and ROOT.

# A link to the number of the process whose turn it is: it comes to be with the number in it, or not at all.
TURN=$ROOT/.installing.pid

take_turn() {
    if ! claim "$TURN"; then
        leave 1 "Another installer is at work in this folder already. Look for its window, and wait until it is done. Log: $LOG"
    fi
    AT_THE_END=end_turn
}

end_turn() { rm -f "$TURN"; }

# Makes $1 a link to this process; fails where another has it that is alive. The link of a dead process is taken over by
# who has the link that is named after that death, for of two that find it dead the second could remove the first's.
claim() {
    local owner
    if ln -sn $$ "$1" 2>/dev/null; then return; fi
    if ! owner=$(readlink "$1"); then # it went away just now
        ln -sn $$ "$1"
        return
    fi
    if kill -0 "$owner" 2>/dev/null || ! claim "$1-$owner"; then return 1; fi
    if [ "$(readlink "$1")" = "$owner" ]; then
        ln -sn $$ "$1.$$" && mv -f "$1.$$" "$1" && rm -f "$1-$owner"
    else
        rm -f "$1-$owner" # somebody else was quicker
        claim "$1"
    fi
}
