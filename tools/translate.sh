#!/usr/bin/env bash
# Collects the sentences that are marked for people, updates the catalogue of each language, and compiles them.
# What is new stands in translations/*/LC_MESSAGES/assay.po without a translation afterwards; a test names it.
# With --check it changes nothing, and says by its exit code whether it would.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
babel() { .venv/bin/python -m babel.messages.frontend --quiet "$@"; }

TEMPLATE=$(mktemp)
trap 'rm -f "$TEMPLATE"' EXIT
# shellcheck disable=SC2046 # one argument each
babel extract --mapping-file translations/babel.cfg --no-default-keywords \
    $(printf -- '--keyword %s ' say say_count:1,2 gettext _ ngettext:1,2) \
    --no-location --omit-header --sort-output --no-wrap --output-file "$TEMPLATE" \
    .
for language in ar de es fr it nl pl pt; do
    catalogue=translations/$language/LC_MESSAGES/assay.po
    [ -e "$catalogue" ] || babel init --input-file "$TEMPLATE" --output-file "$catalogue" --locale "$language" --no-wrap
    update=(update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap)
    if [ "${1:-}" = --check ]; then
        babel "${update[@]}" --check --input-file "$TEMPLATE" --output-file "$catalogue" --locale "$language"
        continue
    fi
    babel "${update[@]}" --input-file "$TEMPLATE" --output-file "$catalogue" --locale "$language"
    babel compile --input-file "$catalogue" --output-file "${catalogue%.po}.mo" --locale "$language"
done
