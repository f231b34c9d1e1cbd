# shellcheck shell=bash
# Ollama, which runs language models on this computer, and the first model; the doctor starts it. Needs say.sh and
# system.sh.

OLLAMA_SITE=https://ollama.com/install.sh

ensure_ollama() {
    step "Ollama, which runs language models on this computer"
    if [ "$WITH_OLLAMA" = no ]; then
        note "Left out, as you asked"
    elif have ollama || { is_mac && has_application Ollama; }; then
        ok "Already there"
        start_ollama_service
    elif is_mac; then
        ollama_by_homebrew
    else
        ollama_by_its_script
    fi
}

ollama_by_homebrew() {
    if ! have brew; then
        warn "Homebrew isn't here, which could install it; going on without it. $(ollama_advice)"
    elif agreed "Install Ollama by Homebrew (about 500 MB)?"; then
        brew_install ollama-app || ollama_failed
    fi
}

ollama_by_its_script() {
    local script
    if ! have curl && ! install_packages "install curl, to fetch Ollama" curl ca-certificates; then
        warn "It can't be fetched without curl; going on without it. $(ollama_advice)"
        return
    fi
    script=$(mktemp)
    if ! logged curl -fsSL --connect-timeout 5 --max-time 30 -o "$script" "$OLLAMA_SITE"; then
        warn "Its site can't be reached; going on without it. $(known_reason || ollama_advice)"
    elif agreed "Install Ollama (about 2 GB)? Its own script uses sudo to put it into /usr/local and to start it."; then
        run_ollama_script "$script"
    fi
    rm -f "$script"
}

run_ollama_script() {
    have zstd || install_packages "install zstd, to unpack Ollama" zstd || true
    if shown sh "$1"; then
        record program ollama
        ok "Installed"
    else
        ollama_failed
    fi
}

ollama_failed() { warn "Ollama could not be installed; going on without it. $(reason) $(ollama_advice)"; }

ollama_advice() { echo "Get it from https://ollama.com/download, or use Claude or the demo."; }

ollama_answers() { ollama list >>"$LOG" 2>&1; }

# Only what takes an administrator; all else the doctor starts.
start_ollama_service() {
    if ! is_mac && [ -z "${OLLAMA_HOST:-}" ] && ! ollama_answers && has_systemd && logged systemctl cat ollama; then
        can_be_root "start Ollama" && logged as_root systemctl enable --now ollama || true
    fi
}

# The app chooses what fits this computer, says how big it is, and asks. Where Ollama doesn't answer, the doctor said so.
ensure_model() {
    local status=0 before
    if [ "$WITH_OLLAMA" = no ] || ! ollama_answers; then return; fi
    step "A language model for this computer"
    before=$(model_names)
    fetch_model || status=$?
    case $status in
        0) record_new_models "$before" ;;
        130) note "No model was fetched. The page can do it, too, and so can the next start." ;;
        *) warn "No model was fetched. The next start goes on where it was; until then there is the demo, or Claude." ;;
    esac
}

fetch_model() {
    set -- "$ROOT/.venv/bin/python" "$ROOT/app.py" models --fetch
    if [ -n "$MODEL" ]; then set -- "$@" "$MODEL"; fi
    if [ "$YES" = yes ]; then set -- "$@" --yes; fi
    shown "$@"
}

model_names() { ollama list 2>>"$LOG" | sed -e 1d -e 's/[[:space:]].*//'; }

# $1: the models there were before, which uninstall must not remove.
record_new_models() {
    local name
    model_names | while read -r name; do
        case $'\n'$1$'\n' in *$'\n'"$name"$'\n'*) ;; *) record model "$name" ;; esac
    done
}
