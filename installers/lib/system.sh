# shellcheck shell=bash
# Who we are on this machine, and its packages. Needs say.sh.

APT_UPDATED=no

have() { command -v "$1" >/dev/null 2>&1; }

is_root() { [ "$(id -u)" = 0 ]; }

# Whether system packages may be installed; asks for the password where there is someone to ask.
can_be_root() {
    is_root && return
    have sudo || return 1
    sudo -n true 2>/dev/null && return
    [ -t 0 ] && sudo -v
}

as_root() {
    if is_root; then "$@"; else sudo "$@"; fi
}

apt() { logged as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"; }

# Installs Debian's or Ubuntu's packages; fails where that isn't possible.
apt_install() {
    have apt-get && can_be_root || return 1
    if [ "$APT_UPDATED" = no ]; then
        apt update || note "The lists of packages could not all be brought up to date; going on with what is there."
        APT_UPDATED=yes
    fi
    apt install -y --no-install-recommends "$@"
}
