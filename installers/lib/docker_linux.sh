# shellcheck shell=bash
# The Docker engine on Linux: each state has one thing to do. Needs docker.sh.

DOCKERD_LOG=$HERE/dockerd.log
RUNTIME=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}
GROUP_COMMAND="sudo usermod -aG docker \$USER"

mend_docker_on_linux() {
    case $(docker_state) in
        unconnected)
            warn "Docker Desktop isn't connected to this Linux. In Windows, open Docker Desktop, then Settings, Resources, WSL integration, and switch this one on."
            return 1
            ;;
        outsider) join_docker_group ;;
        new_member) use_new_group ;;
        closed)
            warn "You are in the group docker, but /var/run/docker.sock isn't open to it. Mend it: sudo chgrp docker /var/run/docker.sock && sudo chmod 660 /var/run/docker.sock"
            return 1
            ;;
        rootless) note "It is installed for you alone (rootless); it is started below" ;;
        podman) ok "Podman is here; its socket serves as well" ;;
        podman_off) switch_on_podman ;;
        starting) note "It is still starting" && wait_for_docker && become_member ;;
        stopped) start_installed_docker ;;
        *) offer_docker ;;
    esac
}

docker_state() {
    case $SAID in
        *"WSL integration"* | *"in this WSL"*) echo unconnected ;;
        *"permission denied"*) permission_state ;;
        *) absent_state ;;
    esac
}

permission_state() {
    if ! has_docker_in "$(id -nG "$(id -un)")"; then
        echo outsider
    elif ! has_docker_in "$(id -nG)"; then
        echo new_member
    else
        echo closed
    fi
}

has_docker_in() { case " $1 " in *" docker "*) ;; *) return 1 ;; esac }

absent_state() {
    if [ -e "${XDG_CONFIG_HOME:-$HOME/.config}/systemd/user/docker.service" ]; then
        echo rootless
    elif have docker || have dockerd; then
        if has_systemd && [ "$(systemctl is-active docker)" = activating ]; then echo starting; else echo stopped; fi
    elif [ -S "$(podman_socket)" ]; then
        echo podman
    elif have podman; then
        echo podman_off
    else
        echo missing
    fi
}

podman_socket() { if is_root; then echo /run/podman/podman.sock; else echo "$RUNTIME/podman/podman.sock"; fi; }

offer_docker() {
    if ! is_root && ! have sudo; then
        warn "It isn't here, and setting it up needs an administrator; going on without it."
        return 1
    fi
    agreed "Set up the Docker engine as administrator (about 300 MB)?" || return 1
    may_act "set up Docker" && install_docker && start_docker && become_member && ok "Docker is running"
}

# The docker command is here; whether its engine is, only root can see for sure.
start_installed_docker() {
    may_act "start Docker" || return 1
    if ! has_dockerd; then
        offer_docker
        return
    fi
    note "It is installed, but not started"
    start_docker && become_member && ok "Docker is running"
}

may_act() {
    can_be_root "$1" && return
    warn "It takes an administrator to $1, and you aren't one here; going on without it."
    return 1
}

# The engine has its own package, and on some systems the command has, too.
install_docker() {
    if ! has_dockerd; then
        note "Installing the engine"
        # shellcheck disable=SC2046
        install_packages "install Docker" $(engine_packages) || true
    fi
    have docker || install_packages "install the docker command" docker-cli || true
    have docker && has_dockerd && return
    warn "The Docker engine could not be installed. $(reason) See also https://docs.docker.com/engine/install/"
    return 1
}

has_dockerd() { as_root sh -c 'command -v dockerd' >>"$LOG" 2>&1; }

engine_packages() {
    case $(package_manager) in
        apt-get) echo "docker.io iptables" ;;
        dnf) echo moby-engine ;;
        *) echo docker ;;
    esac
}

start_docker() {
    as_root docker info >>"$LOG" 2>&1 && return
    note "Starting the engine"
    if has_systemd; then
        logged as_root systemctl enable --now docker || true
    elif ! is_wsl || ! logged as_root service docker start; then
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
    wait_for "$DOCKER_SECONDS" "the engine" within "$ANSWER_SECONDS" as_root docker info && return
    warn "Docker was started, but doesn't answer. Its own log: $DOCKERD_LOG, or journalctl -u docker"
    return 1
}

# Once the engine runs: may this user use it?
become_member() {
    docker_answers && return
    case $(permission_state) in
        new_member) use_new_group ;;
        *) join_docker_group ;;
    esac
}

join_docker_group() {
    note "You aren't in the group docker, whose members can do anything on this computer."
    if agreed "Add you to it?" && can_be_root "add you to the group docker" && logged as_root usermod -aG docker "$(id -un)"; then
        record group docker
        use_new_group
    else
        warn "So you can't use Docker. To mend it, run $GROUP_COMMAND, then log out and in again."
        return 1
    fi
}

use_new_group() {
    if have sudo && sudo -n true 2>/dev/null; then MEMBER_BY=sudo; elif have sg; then MEMBER_BY=sg; fi
    if docker_answers; then
        note "You have joined the group docker since you logged in. Log out and in again before you start Assay by hand."
    else
        warn "You have joined the group docker since you logged in. Log out and in again, then start this again."
        MEMBER_BY=""
        return 1
    fi
}

switch_on_podman() {
    note "Podman is here; its socket serves as well, but is switched off"
    if is_root; then logged systemctl enable --now podman.socket; else logged systemctl --user enable --now podman.socket; fi &&
        ok "Switched on" && return
    warn "It could not be switched on. Try: systemctl --user enable --now podman.socket"
    return 1
}
