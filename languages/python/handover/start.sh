#!/bin/sh
# Starts the program beside this file, and gives it the files that are named after this one. What is missing is fetched
# by uv, once that was agreed to.
PROGRAM=@PROGRAM@
PACKAGES=@PACKAGES@ # whether it needs any
WINDOW=@WINDOW@ # whether it opens one
WAITS=@WAITS@ # whether what it said is read by the time it ends well
OWN=${XDG_DATA_HOME:-$HOME/.local/share}/assay-start
INSTALLER=${ASSAY_UV_INSTALLER:-https://astral.sh/uv/install.sh}
FITS='import sys; sys.exit(sys.version_info < (3, 11))'

# Nothing that lies in the program's folder is started for its name, as where the PATH has a `.`.
PATH=$(
    IFS=: && set -f
    for folder in $PATH; do case $folder in /*) printf '%s:' "$folder" ;; esac done
)
PATH=${PATH%:} # else its end would be the folder that it is in

main() {
    cd -- "$(dirname -- "$0")" || end 1 "@NO_FOLDER@"
    if [ ! -f "$PROGRAM" ]; then
        end 1 "@APART@
@UNPACK@"
    fi
    # As where the program was tested, whatever this computer is set to.
    export PYTHONUTF8=1
    # No file beside the program takes the place of one of Python's modules.
    export PYTHONSAFEPATH=1
    if find_uv; then
        with_uv "$@"
    elif [ "$PACKAGES" = no ] && find_python; then
        "$PYTHON" "$PROGRAM" "$@"
    else
        fetch_uv
        with_uv "$@"
    fi
}

find_uv() {
    UV=uv
    if is_uv; then return; fi
    UV=$OWN/uv
    is_uv || return
    export UV_CACHE_DIR="$OWN/cache" UV_PYTHON_INSTALL_DIR="$OWN/python" UV_PYTHON_INSTALL_BIN=0
}

# An old one doesn't know this option.
is_uv() {
    "$UV" sync --script "$PROGRAM" --help >/dev/null 2>&1 </dev/null
}

with_uv() {
    export UV_SYSTEM_CERTS=true
    # The Pythons of Linux and of Homebrew may lack what windows need; uv's own has it.
    if [ "$WINDOW" = yes ]; then export UV_MANAGED_PYTHON=1; fi
    if ! "$UV" sync --quiet --offline --script "$PROGRAM" >/dev/null 2>&1 </dev/null; then
        echo "@FETCHING@"
        "$UV" sync --script "$PROGRAM" </dev/null || end 1 "@NOT_FETCHED@ $(what_to_do)"
    fi
    "$UV" run --quiet --offline --script "$PROGRAM" "$@"
}

find_python() {
    if [ "$WINDOW" = yes ]; then FITS="import tkinter; $FITS"; fi
    for PYTHON in python3 python python3.14 python3.13 python3.12 python3.11; do
        if is_real && "$PYTHON" -c "$FITS" >/dev/null 2>&1 </dev/null; then return; fi
    done
    return 1
}

# Apple's placeholder isn't Python: it opens a window that offers the developer tools.
is_real() {
    [ "$(command -v "$PYTHON")" != /usr/bin/python3 ] || [ "$(uname)" != Darwin ] || xcode-select -p >/dev/null 2>&1
}

fetch_uv() {
    cat <<END
@LACKS@
  - @UV_ITSELF@
  - @WITH_UV@
@PLACE@
@TO_BE_RID@
END
    printf '%s ' "@AGREE@"
    read -r answer || end 1 "@NOTHING@"
    if [ "$answer" ]; then end 1 "@NOTHING@"; fi # as by somebody who types no
    if ! install_uv || ! find_uv; then end 1 "@NO_UV@ $(what_to_do)"; fi
}

install_uv() {
    mkdir -p "$OWN" && download "$INSTALLER" "$OWN/install-uv.sh" &&
        UV_UNMANAGED_INSTALL=$OWN sh "$OWN/install-uv.sh" </dev/null
}

download() {
    curl -fsSL --connect-timeout 20 -o "$2" "$1" || wget -q --timeout=20 -O "$2" "$1"
}

what_to_do() {
    echo "@CONNECT@"
}

# $1: how the program ended; $2: what to say of it.
end() {
    if [ "$2" ]; then printf '\n%s\n' "$2"; fi
    printf '\n%s ' "@CLOSE@"
    read -r _
    exit "$1"
}

# Some file managers start this without a terminal, and nobody would see what it says and asks.
if [ "$DISPLAY$WAYLAND_DISPLAY" ] && ! [ -t 0 ] && ! [ -t 1 ] && ! [ -t 2 ] && [ -z "$ASSAY_IN_TERMINAL" ]; then
    export ASSAY_IN_TERMINAL=yes
    for terminal in "xdg-terminal-exec" "x-terminal-emulator -e" "konsole -e" "gnome-terminal --" "xterm -e"; do
        # shellcheck disable=SC2086 # its option is a word of its own
        if command -v ${terminal%% *} >/dev/null; then exec $terminal "$0" "$@"; fi
    done
fi

# Names that were given from another folder hold in the program's, too.
for argument; do
    case $argument in /*) ;; *) if [ -e "$argument" ]; then argument=$PWD/$argument; fi ;; esac
    shift
    set -- "$@" "$argument"
done
trap : INT # Ctrl-C ends the program, and leaves its last words to be read
main "$@"
STATUS=$?
case $STATUS in
    0) if [ "$WAITS" = yes ]; then exit 0; else end 0 ""; fi ;;
    130) end 130 "@STOPPED@" ;;
    *) end "$STATUS" "@FAILED@" ;;
esac
