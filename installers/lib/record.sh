# shellcheck shell=bash
# What the installer brought to this computer outside its own folder, one "kind name" a line, for uninstall. Needs HERE.

RECORD=$HERE/installed.txt

record() {
    if ! is_recorded "$1" "$2"; then printf '%s %s\n' "$1" "$2" >>"$RECORD"; fi
}

record_each() {
    local kind=$1 name
    shift
    for name in "$@"; do record "$kind" "$name"; done
}

is_recorded() { grep -qxF "$1 $2" "$RECORD" 2>/dev/null; }

# The names of one kind, one a line.
recorded() { sed -n "s/^$1 //p" "$RECORD" 2>/dev/null || true; }

forget() {
    local rest
    rest=$(grep -vxF "$1 $2" "$RECORD" || true)
    if [ -n "$rest" ]; then printf '%s\n' "$rest" >"$RECORD"; else rm -f "$RECORD"; fi
}
