#!/usr/bin/env bash
# Installs this checkout on a fresh system, in a container; takes minutes, 2 GB, a Docker engine and a network.
#
#   bash tools/try_install.sh [root | ada] [debian | ubuntu]
#
# For root there is nothing, not even Python. Ada is an ordinary user and no administrator; there is a Python. Ends with 0
# where all was as it should be.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

WHO=${1:-ada} SYSTEM=${2:-debian}
RELEASE=trixie
case $WHO in
    root) IMAGE=assay-fresh:$RELEASE PACKAGES=ca-certificates ;;
    ada) IMAGE=assay-base:$RELEASE PACKAGES=python3,python3-venv,ca-certificates ;; # the same as the sandbox's base
    *) echo "Who is $WHO? Say root or ada." >&2 && exit 2 ;;
esac
SETTINGS=$(mktemp -d)
trap 'rm -rf "$SETTINGS"' EXIT

bash tools/base_image.sh "$IMAGE" "$PACKAGES"

# How this machine reaches package indexes.
.venv/bin/python - "$SETTINGS" <<'END'
import socket, sys
from pathlib import Path
sys.path.insert(0, ".")
from sandbox.machine import build_arguments, certificates, pip_settings
pip, folder = pip_settings(), Path(sys.argv[1])
(folder / "environment").write_text("".join(f"{name}={value}\n" for name, value in build_arguments(pip).items()))
(folder / "trusted.pem").write_bytes(certificates(pip))
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    (folder / "port").write_text(str(probe.getsockname()[1]))
END

# The security options are for bubblewrap, whose namespaces lie inside of the container's.
# A tool may leave something beside the files while they are read: tar says so by a status of its own, 1.
{ tar --exclude-vcs --exclude='.venv*' --exclude=__pycache__ --exclude='.*_cache' --exclude=.hypothesis --exclude='*.log' \
    --exclude=installed.txt -c . || [ $? = 1 ]; } |
    docker run --rm --interactive --init --network host \
        --security-opt seccomp=unconfined --security-opt systempaths=unconfined --cap-add SYS_ADMIN --cap-add NET_ADMIN \
        --env-file "$SETTINGS/environment" --env SSL_CERT_FILE=/trusted.pem --volume "$SETTINGS/trusted.pem:/trusted.pem:ro" \
        --env CI=true --env LANG=C.UTF-8 --env WHO="$WHO" --env SYSTEM="$SYSTEM" --env PORT="$(cat "$SETTINGS/port")" \
        --volume "$PWD/tools/try_install_inside.sh:/inside.sh:ro" "$IMAGE" bash /inside.sh
