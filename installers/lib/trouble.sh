# shellcheck shell=bash
# What kept a step from working, in plain words: networks, proxies, certificates, disks. Needs say.sh and ROOT.

NEEDED_MB=2000 # for Assay's packages while they are installed
FULL_MB=50      # with less, what fails does so because of it

# One variable for a company's certificates serves all tools: pip, requests, curl and uv each read their own.
share_certificates() {
    local file=${SSL_CERT_FILE:-${REQUESTS_CA_BUNDLE:-${PIP_CERT:-}}}
    if [ -z "$file" ]; then return; fi
    if ! [ -r "$file" ]; then
        warn "The file of certificates can't be read: $file. Correct SSL_CERT_FILE, REQUESTS_CA_BUNDLE or PIP_CERT."
        return
    fi
    export SSL_CERT_FILE=${SSL_CERT_FILE:-$file} REQUESTS_CA_BUNDLE=${REQUESTS_CA_BUNDLE:-$file}
    export PIP_CERT=${PIP_CERT:-$file} CURL_CA_BUNDLE=${CURL_CA_BUNDLE:-$file}
}

free_mb() { df -Pk "$ROOT" | awk 'NR == 2 { print int($4 / 1024) }'; }

check_space() {
    local free
    free=$(free_mb) || return 0
    if [ "$free" -lt "$NEEDED_MB" ]; then
        die "There are only $free MB free on this disk, and about $NEEDED_MB are needed. Make room, then start this again."
    fi
}

check_writable() {
    if ! [ -w "$ROOT" ] || ! [ -w "$HERE" ]; then
        die "This folder can't be written: $ROOT. Move Assay into a folder of your own, and start it there."
    fi
}

# Why the last command failed, with one thing to do.
reason() { known_reason || echo "Start this again; if that doesn't help, report it with the log."; }

# The same where the end of the log tells, else it fails.
known_reason() {
    local said free
    free=$(free_mb) || free=$NEEDED_MB
    said=$(tail -n 80 "$LOG" 2>/dev/null || true)
    if [ "$free" -lt "$FULL_MB" ]; then said="No space left"; fi
    case $said in
        *"No space left"* | *"Disk quota exceeded"*)
            echo "The disk is full. Make room (about $NEEDED_MB MB), then start this again."
            ;;
        *CERTIFICATE_VERIFY_FAILED* | *"certificate verify failed"* | *"local issuer certificate"* | *"peer certificate"*)
            echo "A certificate isn't trusted, as where a company looks into connections. Set SSL_CERT_FILE to your company's certificates (a PEM file; ask your administrator), then start this again."
            ;;
        *ProxyError* | *"Tunnel connection failed"* | *"407 Proxy"*) proxy_reason "refuses" ;;
        *"name resolution"* | *"Failed to resolve"* | *"Could not resolve"* | *NewConnectionError* | *Timeout* | *unreachable* | *"dns error"* | *"timed out"*)
            if [ -n "$(proxy)" ]; then proxy_reason "can't be reached"; else offline_reason; fi
            ;;
        *"DO NOT MATCH THE HASHES"*)
            echo "What was downloaded isn't what was expected. Start this again; if that doesn't help, download Assay again."
            ;;
        *) return 1 ;;
    esac
}

proxy() { echo "${HTTPS_PROXY:-${https_proxy:-${ALL_PROXY:-${HTTP_PROXY:-}}}}"; }

proxy_reason() { echo "The proxy $1: $(proxy). See whether this computer is online and HTTPS_PROXY is right, then start this again."; }

offline_reason() { echo "There is no connection to the internet. Connect this computer, then start this again."; }
