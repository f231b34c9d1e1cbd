# shellcheck shell=bash
# Docker Desktop on macOS: each state has one thing to do; the doctor starts it. Needs docker.sh.

DOCKER_SITE=https://docs.docker.com/desktop/setup/install/mac-install/
DOCKER_LICENCE=https://www.docker.com/legal/docker-subscription-service-agreement/
DESKTOP_STARTS="It is started below; its window may ask you to accept its terms, and for your password."

mend_docker_on_mac() {
    if has_application Docker; then
        note "$DESKTOP_STARTS"
    elif have docker; then
        warn "A docker command is here, but no engine answers. Start the program it belongs to (Colima, OrbStack, Rancher Desktop), then start this again."
        return 1
    elif ! have brew; then
        warn "Docker Desktop isn't here, and neither is Homebrew, which could install it. Download it from $DOCKER_SITE, open it once, then start this again."
        return 1
    else
        offer_docker_desktop
    fi
}

offer_docker_desktop() {
    note "Docker Desktop is free for personal use, education and small companies (fewer than 250 people and less than"
    note "10 million dollars a year); others need a paid plan. Its licence: $DOCKER_LICENCE"
    agreed_surely "Do you accept it, and install Docker Desktop (about 2 GB)?" || return 1
    note "Homebrew may ask for your password."
    if ! brew_install docker-desktop; then
        warn "Homebrew could not install it. $(reason) Or download it from $DOCKER_SITE"
        return 1
    fi
    note "$DESKTOP_STARTS"
}
