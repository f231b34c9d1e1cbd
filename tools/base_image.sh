#!/usr/bin/env bash
# Makes an image of a minimal Debian with some packages, where the engine hasn't got it; takes about half a minute.
#
#   bash tools/base_image.sh name:release package,package
set -euo pipefail

docker image inspect "$1" >/dev/null 2>&1 ||
    mmdebstrap --variant=minbase --include="$2" "${1#*:}" - | docker import - "$1"
