#!/usr/bin/env bash
# Makes an image of a minimal Debian with some packages, where the engine hasn't got it; takes about half a minute.
#
#   bash tools/base_image.sh name:release package,package
set -euo pipefail

if docker image inspect "$1" >/dev/null 2>&1; then exit; fi
FILE=$(mktemp)
trap 'rm -f "$FILE"' EXIT
# By way of a file: of one that broke off no image must come.
mmdebstrap --variant=minbase --format=tar --include="$2" "${1#*:}" "$FILE"
docker import "$FILE" "$1"
