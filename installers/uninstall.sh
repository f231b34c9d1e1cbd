#!/usr/bin/env bash
# Removes what the installer brought, and leaves what was there before.
#
#   bash installers/uninstall.sh [options]
#
#   --yes          remove Assay's own without asking; keep the history, the models, and other programs
#   --all          with --yes: remove those, too
#   --help         show this
#
# Ends with 0 when done, 1 where Assay is still running or something could not be removed, 2 for bad usage, 130 if cancelled.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(dirname "$HERE")
YES=no ALL=no
FAILED=no

# shellcheck source=lib/say.sh
. "$HERE/lib/say.sh"
# shellcheck source=lib/record.sh
. "$HERE/lib/record.sh"
# shellcheck source=lib/system.sh
. "$HERE/lib/system.sh"
# shellcheck source=lib/environment.sh
. "$HERE/lib/environment.sh"
# shellcheck source=lib/removal.sh
. "$HERE/lib/removal.sh"

main() {
    local option
    for option in "$@"; do
        case $option in
            --yes) YES=yes ;;
            --all) ALL=yes ;;
            -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$HERE/uninstall.sh" && exit 0 ;;
            *) echo "There is no option $option; see --help." >&2 && exit 2 ;;
        esac
    done
    start_log uninstall
    say "Removing Assay from this computer; its folder $ROOT stays"
    check_not_running
    agreed "Remove Assay's environment, its containers, its sandbox images and what it fetched?" || leave 130 "Nothing was removed."
    remove_containers
    remove_fetched
    remove_history
    remove_environments
    remove_models
    remove_programs
    [ "$FAILED" = no ] || leave 1 "Not all could be removed; see what is marked ! above. Log: $LOG"
    rm -f "$HERE/install.log" "$HERE/dockerd.log"
    leave 0 "Done. To remove the rest, delete the folder $ROOT"
}

main "$@"
