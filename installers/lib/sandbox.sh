# shellcheck shell=bash
# What generated programs run in: the engine with the sandbox image, or else bubblewrap. Needs docker.sh.

ensure_bubblewrap() {
    if is_mac || [ "$HAVE_ENGINE" = yes ] || have bwrap; then return; fi
    step "bubblewrap, which runs generated programs where there is no Docker"
    if ! agreed "Install it as administrator (under 1 MB)?"; then
        note "Going on without it"
    elif install_packages "install bubblewrap" bubblewrap; then
        ok "Installed"
    else
        warn "It could not be installed; going on without it."
    fi
}

ensure_sandbox() {
    step "The sandbox image, and a look at everything (a minute or two the first time)"
    doctor && return
    if [ "$HAVE_ENGINE" = no ] || ! have apt-get || { have mmdebstrap && have newuidmap; }; then return 1; fi
    note "Trying to make the image from Debian's packages instead"
    # uidmap: so that mmdebstrap needs no root
    agreed "Install mmdebstrap for that (about 20 MB)?" &&
        install_packages "install mmdebstrap" mmdebstrap debian-archive-keyring uidmap && doctor
}

doctor() { shown in_docker_group "$ROOT/.venv/bin/python" "$ROOT/app.py" doctor --fix; }
