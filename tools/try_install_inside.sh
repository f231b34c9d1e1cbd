#!/usr/bin/env bash
# The part of try_install.sh inside of the container: gets the checkout on standard input. Needs WHO, SYSTEM and PORT.
set -euo pipefail

prepare() {
    local home folder
    if [ "$SYSTEM" = ubuntu ]; then
        printf 'ID=ubuntu\nID_LIKE=debian\nPRETTY_NAME="Ubuntu 24.04 LTS"\nVERSION_ID=24.04\n' >/etc/os-release
    fi
    if [ "$WHO" = root ]; then
        home=/root
    else
        home=/home/$WHO
        useradd --create-home "$WHO"
        apt-get -qq update && apt-get -qq install -y --no-install-recommends bubblewrap >/dev/null 2>&1
    fi
    folder="$home/Ada's Ordner äöü"
    mkdir "$folder"
    tar -x --no-same-owner -C "$folder"
    chown -R "$WHO" "$home"
    cd "$folder"
    HOME=$home exec setpriv --reuid "$WHO" --regid "$WHO" --clear-groups bash /inside.sh try
}

try() {
    say "Installing, as $(id -un) on $(grep PRETTY_NAME /etc/os-release), in $PWD"
    install_assay --no-launch
    [ -L .venv ]

    say "The doctor"
    .venv/bin/python app.py doctor --json >/tmp/doctor.json
    .venv/bin/python -c 'import json; print(*((f["name"], f["state"]) for f in json.load(open("/tmp/doctor.json"))))'

    say "The page"
    try_page

    say "Starting again: nothing is done twice"
    install_assay --no-launch >/tmp/second
    grep -A 1 "Python and" /tmp/second | grep "Already there"

    say "Removing"
    bash installers/uninstall.sh --yes
    [ ! -e .venv ]
    [ -e "$HOME/.local/share/assay/assay.db" ]
    say "All is as it should be"
}

try_page() {
    local python=$PWD/.venv/bin/python second
    install_assay --port "$PORT" >/tmp/page &
    for ((second = 0; second < 120; second++)); do
        if grep "Assay is at" /tmp/page; then break; fi
        sleep 1
    done
    "$python" -c 'import http.cookiejar, sys, urllib.request
keeping = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
page = urllib.request.build_opener(keeping).open(sys.argv[1])
sys.exit("Assay" not in page.read().decode())' "$(grep -o "http://127.0.0.1:$PORT/[^ ]*" /tmp/page | tail -n 1)"
    "$python" -c 'import psutil, sys
for one in psutil.process_iter(["cmdline"]):
    if one.info["cmdline"][1:] == ["app.py", "--port", sys.argv[1]]: one.terminate()' "$PORT"
    wait $!
}

install_assay() { bash installers/install.sh --yes --no-docker --no-ollama "$@"; }

say() { printf '\n### %s\n' "$1"; }

if [ "${1:-}" = try ]; then try; else prepare; fi
