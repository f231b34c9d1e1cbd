# shellcheck shell=bash
# The engine that seals generated programs in containers: is it here, does it run, may we use it? Needs say.sh and
# system.sh, and docker_mac.sh or docker_linux.sh, which mend what isn't so.

ANSWER_SECONDS=20 # an engine that is just starting may leave `docker info` hanging
DOCKER_SECONDS=60
HAVE_ENGINE=no
MEMBER_BY="" # how we act as a member of the group docker until the next login

ensure_docker() {
    step "Docker, which runs generated programs in a sealed container"
    if docker_answers; then HAVE_ENGINE=yes; fi
    if [ "$WITH_DOCKER" = no ]; then
        note "Left out, as you asked"
    elif [ "$HAVE_ENGINE" = yes ]; then
        ok "Already running"
    elif [ -n "${DOCKER_HOST:-}" ]; then
        warn "DOCKER_HOST says $DOCKER_HOST, but no engine answers there. Start it, or unset DOCKER_HOST."
    elif mend_docker; then
        HAVE_ENGINE=yes
    fi
    if [ "$HAVE_ENGINE" = yes ]; then follow_context; fi
}

mend_docker() { if is_mac; then mend_docker_on_mac; else mend_docker_on_linux; fi; }

# SAID: what the engine's own command says. (By a file: a command that hangs would keep a pipe open.)
docker_answers() {
    local status=0 file
    file=$(mktemp)
    within "$ANSWER_SECONDS" in_docker_group docker info >"$file" 2>&1 || status=$?
    SAID=$(cat "$file")
    rm -f "$file"
    write_log '%s\n' "$SAID"
    return "$status"
}

# The app looks at the usual places only; the docker command may know of another (Colima, OrbStack, rootless).
follow_context() {
    local address
    if [ -n "${DOCKER_HOST:-}" ]; then return; fi
    address=$(docker context inspect --format '{{.Endpoints.docker.Host}}' 2>>"$LOG") || return 0
    case $address in
        "" | unix:///var/run/docker.sock) ;;
        *) export DOCKER_HOST=$address ;;
    esac
}

# Runs a command as a member of the group docker, even where the user has joined it only just now: sudo looks a user's
# groups up anew. (`sg` makes docker the first group, with which mmdebstrap fails, so it comes second.)
in_docker_group() {
    case $MEMBER_BY in
        sudo) sudo --preserve-env --user "$(id -un)" "$@" ;;
        sg) sg docker -c "$(quoted "$@")" ;;
        *) "$@" ;;
    esac
}

quoted() {
    local word
    for word in "$@"; do printf "'%s' " "$(printf '%s' "$word" | sed "s/'/'\\\\''/g")"; done
}
