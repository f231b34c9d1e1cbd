# shellcheck shell=bash
# The parts of uninstall.sh. Needs say.sh, record.sh, system.sh, environment.sh, ROOT, YES and ALL.

# Asks about what isn't Assay's own; --yes alone keeps it.
may_lose() {
    if [ "$YES" = yes ] && [ "$ALL" = no ]; then
        note "$1 No: --yes keeps it, --all removes it."
        return 1
    fi
    agreed_surely "$1"
}

could_not() {
    warn "$1"
    FAILED=yes
}

check_not_running() {
    local folder
    for folder in "$ROOT"/.venv-*; do
        if [ -d "$folder" ] && is_in_use "$folder"; then
            leave 1 "Assay is still running. Stop it with Ctrl-C in its window, then start this again. Log: $LOG"
        fi
    done
}

remove_containers() {
    local engine=docker all=yes
    step "Containers and sandbox images"
    if ! have docker; then engine=podman; fi
    if ! have "$engine"; then
        ok "There are none"
    elif ! $engine info >>"$LOG" 2>&1; then
        could_not "The engine doesn't answer, so they are left. Start it, then start this again."
    else
        remove_all "$engine" rm "$($engine ps --all --quiet --filter label=assay.owner)" || all=no
        remove_all "$engine" rmi "$($engine images --quiet --filter reference=assay-sandbox)" || all=no
        remove_all "$engine" rmi "$($engine images --quiet --filter reference=assay-base)" || all=no
        if [ "$all" = yes ]; then ok "Removed"; fi
    fi
}

# $3: what to remove, one a line. Fails where something could not be removed.
remove_all() {
    local id all=0
    for id in $(printf '%s\n' "$3" | sort -u); do
        if ! logged "$1" "$2" --force "$id"; then
            could_not "$id could not be removed."
            all=1
        fi
    done
    return "$all"
}

remove_environments() {
    local folder
    step "Python's environment"
    for folder in "$ROOT"/.venv-*; do
        if [ "$folder" != "$ROOT/.venv-before" ]; then rm -rf "$folder"; fi
    done
    rm -rf "$ROOT/.python" "$ROOT"/.installing*
    if [ -L "$ROOT/.venv" ]; then rm -f "$ROOT/.venv"; fi
    if [ -d "$ROOT/.venv-before" ]; then
        mv "$ROOT/.venv-before" "$ROOT/.venv"
        note "The .venv that was here before is back."
    fi
    ok "Removed"
}

data_folder() {
    if [ -n "${ASSAY_HOME:-}" ]; then
        echo "$ASSAY_HOME"
    elif is_mac; then
        echo "$HOME/Library/Application Support/assay"
    else
        echo "${XDG_DATA_HOME:-$HOME/.local/share}/assay"
    fi
}

# What was fetched for programs, and what lets somebody into the page.
remove_fetched() {
    local folder all=yes
    folder=$(data_folder)
    step "What Assay fetched, and the page's token"
    remove_kept own "$folder" || all=no
    remove_kept folder "$folder" || all=no
    if [ "$all" = yes ]; then ok "Removed"; fi
    rmdir "$folder" 2>/dev/null || true
}

remove_history() {
    local folder
    folder=$(data_folder)
    step "Your history and your key for Claude"
    if ! [ -d "$folder" ]; then
        ok "There is none in $folder"
    elif may_lose "Delete the history in $folder ($(du -sh "$folder" | cut -f 1)), and the key? They can't be had back."; then
        logged "$ROOT/.venv/bin/python" -m keyring del assay claude || true # where there is one
        if remove_kept history "$folder"; then ok "Deleted"; fi
        rmdir "$folder" 2>/dev/null || note "Other files in $folder were left."
    fi
    if [ -n "${ASSAY_DATABASE_URL:-}" ]; then note "The database of ASSAY_DATABASE_URL is left as it is."; fi
}

# Removes what lib/kept.txt calls $1 from the data folder $2: only Assay's own, for ASSAY_HOME may be a folder that holds
# others, too. Fails where something could not be removed.
remove_kept() {
    local kind name path all=0
    while read -r kind name; do
        if [ "$kind" != "$1" ]; then continue; fi
        for path in "$2"/${name%$'\r'}; do
            if ! [ -e "$path" ]; then continue; fi
            if [ "$kind" = folder ] && ! was_fetched "$path"; then
                note "$path was left, for it may not be Assay's."
            elif ! rm -rf "$path" 2>>"$LOG"; then
                could_not "$path could not be removed."
                all=1
            fi
        done
    done <"$HERE/lib/kept.txt"
    return "$all"
}

# Whether the folder is Assay's: what it fetches lies in it, or nobody has named a data folder of their own.
was_fetched() {
    [ -z "${ASSAY_HOME:-}" ] || [ -e "$1/uv/CACHEDIR.TAG" ] || [ -n "$(compgen -G "$1/pyodide-*.tgz")" ]
}

remove_models() {
    local name
    step "Models that the installer fetched"
    if [ -z "$(recorded model)" ]; then
        ok "There are none"
    elif may_lose "Remove $(recorded model | tr '\n' ' ')?"; then
        for name in $(recorded model); do
            if logged ollama rm "$name"; then forget model "$name"; else could_not "$name could not be removed. Start Ollama, then start this again."; fi
        done
    fi
}

remove_programs() {
    local name packages
    step "Programs that the installer brought"
    if ! [ -e "$RECORD" ]; then ok "There are none"; fi
    for name in $(recorded cask); do
        if may_lose "Remove $name?"; then remove_recorded cask "$name" brew uninstall --cask "$name"; fi
    done
    if is_recorded program ollama && may_lose "Remove Ollama, with all its models?"; then remove_recorded program ollama remove_ollama; fi
    if is_recorded group docker && may_lose "Leave the group docker again?"; then
        remove_recorded group docker remove_as_root "leave the group docker" gpasswd -d "$(id -un)" docker
    fi
    packages=$(recorded package | tr '\n' ' ')
    if [ -n "$packages" ] && may_lose "Remove the packages $packages?"; then remove_packages "$packages"; fi
}

# $1, $2: what it is in the record; then the command that removes it.
remove_recorded() {
    local kind=$1 name=$2
    shift 2
    if shown "$@"; then forget "$kind" "$name"; else could_not "$name could not be removed."; fi
}

remove_as_root() {
    local purpose=$1
    shift
    can_be_root "$purpose" && as_root "$@"
}

# As its makers describe it for what their script installs.
remove_ollama() {
    can_be_root "remove Ollama" || return 1
    if has_systemd; then as_root systemctl disable --now ollama || true; fi
    as_root rm -f /etc/systemd/system/ollama.service /usr/local/bin/ollama
    as_root rm -rf /usr/local/lib/ollama /usr/share/ollama
    as_root userdel ollama || true
    as_root groupdel ollama || true
}

remove_packages() {
    local name
    # shellcheck disable=SC2086
    if can_be_root "remove packages" && remove_by_manager $1; then
        for name in $1; do forget package "$name"; done
    else
        could_not "They could not be removed."
    fi
}

remove_by_manager() {
    case $(package_manager) in
        apt-get) apt remove -y "$@" ;;
        dnf) logged as_root dnf remove -y "$@" ;;
        pacman) logged as_root pacman -R --noconfirm "$@" ;;
        zypper) logged as_root zypper --non-interactive remove "$@" ;;
    esac
}
