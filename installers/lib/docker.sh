# shellcheck shell=bash
# What programs run in: the Docker engine with the sandbox image, or else bubblewrap. Needs say.sh, system.sh and ROOT.

DOCKERD_LOG=$HERE/dockerd.log
DOCKER_SECONDS=60
JOINED_GROUP=no

ensure_docker() {
    step "Docker, which runs generated programs in a sealed container"
    if [ "$WITH_DOCKER" = no ]; then
        note "Left out, as you asked"
    elif docker_answers; then
        ok "Already running"
    elif [ -n "${DOCKER_HOST:-}" ]; then
        warn "DOCKER_HOST says $DOCKER_HOST, but no engine answers there. Start it, or unset DOCKER_HOST."
    elif ! can_be_root; then
        warn "It isn't running, and setting it up needs an administrator; going on without it."
    elif agreed "Set up the Docker engine (about 300 MB)?"; then
        set_up_docker || true
    fi
}

set_up_docker() {
    install_docker && start_docker && join_docker_group && ok "Docker is running"
}

docker_answers() { docker info >>"$LOG" 2>&1; }

install_docker() {
    if ! as_root sh -c 'command -v dockerd' >>"$LOG" 2>&1; then
        note "Installing the engine"
        apt_install docker.io iptables || true
    fi
    have docker || apt_install docker-cli || true # newer Debians have the command in a package of its own
    have docker && as_root sh -c 'command -v dockerd' >>"$LOG" 2>&1 && return
    warn "The Docker engine could not be installed. See https://docs.docker.com/engine/install/"
    return 1
}

start_docker() {
    as_root docker info >>"$LOG" 2>&1 && return
    note "Starting the engine"
    if have systemctl && systemctl list-units >/dev/null 2>&1; then
        logged as_root systemctl enable --now docker || true
    else
        start_dockerd
    fi
    wait_for_docker
}

# Where no systemd runs, as in containers. The engine goes on when the installer ends.
start_dockerd() {
    remove_stale_pid /var/run/docker.pid
    remove_stale_pid /var/run/docker/containerd/containerd.pid
    # shellcheck disable=SC2016
    as_root sh -c 'setsid dockerd >>"$1" 2>&1 </dev/null &' sh "$DOCKERD_LOG"
}

# A killed engine leaves these behind, and a new one refuses to start where another program has that number by now.
remove_stale_pid() {
    local pid
    pid=$(as_root cat "$1" 2>/dev/null) || return 0
    case $(cat "/proc/$pid/comm" 2>/dev/null) in
        dockerd | containerd) ;;
        *) as_root rm -f "$1" ;;
    esac
}

wait_for_docker() {
    local second
    for ((second = 0; second < DOCKER_SECONDS; second++)); do
        as_root docker info >>"$LOG" 2>&1 && return
        sleep 1
    done
    warn "The Docker engine was started, but doesn't answer. Its own log: $DOCKERD_LOG, or journalctl -u docker"
    return 1
}

join_docker_group() {
    local user
    docker_answers && return
    user=$(id -un)
    if ! id -nG "$user" | tr ' ' '\n' | grep -qx docker; then
        if ! logged as_root usermod -aG docker "$user"; then
            warn "You could not be added to the group docker, so only an administrator can use Docker."
            return 1
        fi
        note "You were added to the group docker, whose members can do anything on this machine."
    fi
    note "Log out and in again before you start Assay yourself."
    JOINED_GROUP=yes
}

# Runs a command as a member of the group docker, even where the user has joined it only just now: sudo looks a user's
# groups up anew. (`sg` would also make docker the first group, with which mmdebstrap fails.)
in_docker_group() {
    if [ "$JOINED_GROUP" = yes ]; then sudo --preserve-env --user "$(id -un)" "$@"; else "$@"; fi
}

docker_is_usable() { in_docker_group docker info >>"$LOG" 2>&1; }

ensure_bubblewrap() {
    if have bwrap || docker_is_usable; then return; fi
    step "bubblewrap, which runs generated programs where there is no Docker"
    if apt_install bubblewrap; then ok "Installed"; else warn "It could not be installed; going on without it."; fi
}

ensure_sandbox() {
    step "The sandbox image, and a look at everything (a minute or two the first time)"
    doctor && return
    if { have mmdebstrap && have newuidmap; } || ! docker_is_usable; then return 1; fi
    note "Trying to make the image from Debian's packages instead"
    apt_install mmdebstrap debian-archive-keyring uidmap && doctor # uidmap: so that mmdebstrap needs no root
}

doctor() { shown in_docker_group "$ROOT/.venv/bin/python" "$ROOT/app.py" doctor --fix; }
