# shellcheck shell=bash
# Ollama, which runs language models on this machine. Needs say.sh and system.sh.

OLLAMA_SITE=https://ollama.com/install.sh

ensure_ollama() {
    step "Ollama, which runs language models on this machine"
    if [ "$WITH_OLLAMA" = no ]; then
        note "Left out, as you asked"
    elif have ollama; then
        ok "Already there"
    elif ! have curl && ! apt_install curl ca-certificates; then
        warn "It can't be fetched without curl; going on without it. $(ollama_advice)"
    else
        fetch_ollama
    fi
}

fetch_ollama() {
    local script
    script=$(mktemp)
    if ! logged curl -fsSL --connect-timeout 5 --max-time 30 -o "$script" "$OLLAMA_SITE"; then
        warn "Its site can't be reached; going on without it. $(ollama_advice)"
    elif agreed "Install Ollama (about 2 GB)?"; then
        install_ollama "$script"
    fi
    rm -f "$script"
}

install_ollama() {
    note "Running Ollama's own installer"
    if shown sh "$1"; then ok "Installed"; else warn "Ollama's installer failed; going on without it. $(ollama_advice)"; fi
}

ollama_advice() { echo "Get it from https://ollama.com/download, or use Claude or the demo."; }
