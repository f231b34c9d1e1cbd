#!/bin/bash
# For macOS: double-click this. It runs uninstall.sh, and keeps the window open until it has been read.
cd "$(dirname "$0")" || exit
bash ./uninstall.sh "$@"
status=$?
read -r -p "Press Return to close this window. "
exit $status
