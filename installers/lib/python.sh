# shellcheck shell=bash
# A Python 3.11 to 3.14: one that is here, else one that uv or the system's packages bring. Needs the libraries above.

CANDIDATES="python3.14 python3.13 python3.12 python3.11 python3 python"
UV_PYTHON=3.13
UV_SITE=https://astral.sh/uv/install.sh
OWN_PYTHON=$ROOT/.python
PYTHON=""

ensure_python() {
    if ! find_python; then
        note "No complete Python 3.11 to 3.14 is here"
        python_from_uv || python_from_packages || die "No Python could be installed. $(python_advice)"
    fi
    ok "Python: $(command -v "$PYTHON")"
}

find_python() {
    local candidate
    for candidate in $CANDIDATES; do
        if have "$candidate" && is_real "$candidate" && is_usable "$candidate"; then
            PYTHON=$candidate
            return
        fi
    done
    use_own_python
}

# Found by running it: what merely carries the name, is too old or can't make environments is passed over.
is_usable() {
    "$1" -c 'import sys, venv, ensurepip, ssl; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >>"$LOG" 2>&1 </dev/null
}

# Apple's placeholder isn't Python: it opens a window that offers the developer tools.
is_real() {
    ! is_mac || [ "$(command -v "$1")" != /usr/bin/python3 ] || xcode-select -p >>"$LOG" 2>&1
}

# The one that uv brought into Assay's folder before.
use_own_python() {
    local candidate
    for candidate in "$OWN_PYTHON"/cpython-*/bin/python3; do
        if [ -x "$candidate" ] && is_usable "$candidate"; then
            PYTHON=$candidate
            return
        fi
    done
    return 1
}

# uv needs no administrator; it, its downloads and its Python lie in Assay's folder.
python_from_uv() {
    note "Getting Python $UV_PYTHON with uv (about 60 MB, into Assay's folder)"
    mkdir -p "$OWN_PYTHON" || return 1
    get_uv || return 1
    UV_PYTHON_INSTALL_DIR=$OWN_PYTHON UV_PYTHON_INSTALL_BIN=0 UV_CACHE_DIR=$OWN_PYTHON/cache UV_SYSTEM_CERTS=true \
        logged "$UV" python install "$UV_PYTHON" || return 1
    rm -rf "$OWN_PYTHON/cache"
    use_own_python
}

# UV: the one that is here, else its own script's, else PyPI's by way of a Python that is merely too old.
get_uv() {
    UV=uv
    if have uv; then return; fi
    UV=$OWN_PYTHON/uv
    if [ -x "$UV" ] || uv_from_site; then return; fi
    uv_from_pypi
}

uv_from_site() {
    local script=$OWN_PYTHON/uv-installer.sh
    download "$UV_SITE" "$script" && UV_UNMANAGED_INSTALL=$OWN_PYTHON logged sh "$script" && [ -x "$UV" ]
}

uv_from_pypi() {
    local folder=$OWN_PYTHON/environment
    if ! is_real python3; then return 1; fi
    logged python3 -m venv "$folder" && logged "$folder/bin/python" -m pip install uv && UV=$folder/bin/uv
}

download() {
    if have curl; then
        logged curl -fsSL --connect-timeout 10 --max-time 60 -o "$2" "$1"
    else
        have wget && logged wget -q --timeout=10 -O "$2" "$1"
    fi
}

python_from_packages() {
    local packages
    packages=$(python_packages) || return 1
    agreed "uv can't be had. Install the system's Python as administrator (about 60 MB)?" || return 1
    # shellcheck disable=SC2086
    install_packages "install Python" $packages || note "It can't be had from this system's packages."
    find_python
}

python_packages() {
    case $(package_manager) in
        apt-get) echo "python3 python3-venv" ;;
        dnf) echo python3 ;;
        pacman) echo python ;;
        zypper) echo python313 ;;
        *) return 1 ;;
    esac
}

python_advice() {
    if is_mac || is_root || ! have apt-get; then
        echo "$(reason) Or get it from https://www.python.org/downloads/, then start this again."
    else
        echo "$(reason) Or have an administrator run: apt-get install python3 python3-venv. Then start this again."
    fi
}
