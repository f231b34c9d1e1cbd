# shellcheck shell=bash
# Which system this is, who we are on it, and its packages. Needs say.sh and record.sh.

SYSTEM=$(uname -s)
APT_UPDATED=no
PASSED_ON="http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE"

have() { command -v "$1" >/dev/null 2>&1; }

is_mac() { [ "$SYSTEM" = Darwin ]; }

is_wsl() { case $(uname -r) in *[Mm]icrosoft*) ;; *) return 1 ;; esac }

has_systemd() { have systemctl && systemctl list-units >/dev/null 2>&1; }

is_root() { [ "$(id -u)" = 0 ]; }

# Whether we may act as administrator in order to $1. Says so before a password is asked for.
can_be_root() {
    is_root && return
    have sudo || return 1
    if sudo -n true 2>/dev/null; then
        note "Using sudo to $1."
    else
        [ -t 0 ] || return 1
        note "Your password is asked for, to $1."
        sudo -v
    fi
}

# sudo forgets the environment, but proxies and certificates are needed there, too.
as_root() {
    local name
    if is_root; then
        "$@"
        return
    fi
    for name in $PASSED_ON; do
        if [ -n "${!name:-}" ]; then set -- "$name=${!name}" "$@"; fi
    done
    sudo env "$@"
}

package_manager() {
    local name
    for name in apt-get dnf pacman zypper; do
        if have "$name"; then
            echo "$name"
            return
        fi
    done
    return 1
}

# Installs the system's packages $2..., in order to $1; fails where that isn't possible.
install_packages() {
    local manager missing purpose=$1
    shift
    manager=$(package_manager) && can_be_root "$purpose" || return 1
    missing=$(those_missing "$@")
    case $manager in
        apt-get) apt_install "$@" ;;
        dnf) logged as_root dnf install -y "$@" ;;
        pacman) logged as_root pacman -S --noconfirm --needed "$@" ;;
        zypper) logged as_root zypper --non-interactive install "$@" ;;
    esac || return 1
    # shellcheck disable=SC2086
    record_each package $missing
}

# Those of the packages that aren't there yet: uninstall removes no other.
those_missing() {
    local name
    for name in "$@"; do
        if ! is_installed "$name"; then echo "$name"; fi
    done
}

is_installed() {
    if have dpkg-query; then
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
    elif have rpm; then
        rpm -q "$1" >/dev/null 2>&1
    else
        have pacman && pacman -Q "$1" >/dev/null 2>&1
    fi
}

apt_install() {
    if [ "$APT_UPDATED" = no ]; then
        apt update || note "The lists of packages could not all be brought up to date; going on with what is there."
        APT_UPDATED=yes
    fi
    apt install -y --no-install-recommends "$@"
}

apt() { logged as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@"; }

# Installs the program $1 by Homebrew, with its progress shown; fails where that isn't possible.
brew_install() {
    shown brew install --cask "$1" || return 1
    record cask "$1"
}

# Whether macOS has the program $1.
has_application() { [ -d "/Applications/$1.app" ] || [ -d "$HOME/Applications/$1.app" ]; }
