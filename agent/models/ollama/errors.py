"""What goes wrong with Ollama, in plain words.

Source of the wordings matched here: https://github.com/ollama/ollama/blob/main/api/types.go and
https://github.com/ollama/ollama/blob/main/llm/server.go
"""

from __future__ import annotations

import httpx
import ollama

from agent.errors import ContextTooLong, ModelError, ModelUnavailable, TransientModelError, UnknownModel
from agent.models.ollama.program import is_here, ollama_program
from agent.models.retry import parse_retry_after
from wording import without_secrets

DOWNLOAD = "https://ollama.com/download"
BUSY = {408, 409, 425, 429}
OUT_OF_MEMORY = ("more system memory", "out of memory", "unable to allocate", "failed to allocate", "cudamalloc")
TOO_LONG = ("exceeds the context", "exceed context", "exceeds the available context", "input length exceeds")
DISK_FULL = ("no space left on device", "not enough space on the disk", "disk quota exceeded")
# As Go words them, when the library or the store of its files can't be reached (https://github.com/ollama/ollama/issues
# numbers 8167, 8231 and 10151).
NO_NETWORK = ("dial tcp", "max retries exceeded", "no such host", "proxyconnect", "tls handshake", "x509:")
# What the client raises where a server sends something that isn't Ollama's JSON.
GARBAGE = (ValueError, AttributeError, TypeError, KeyError)
CLIENT_ERRORS = (ollama.ResponseError, httpx.HTTPError, httpx.InvalidURL, ConnectionError, *GARBAGE)


def in_plain_words(error: Exception, name: str, host: str, retry_after: str | None = None) -> ModelError:
    """The `ModelError` for one of `CLIENT_ERRORS`, for model `name` at `host`."""
    if isinstance(error, ollama.ResponseError):
        return _answered(error, name, host, retry_after)
    if isinstance(error, ConnectionError | httpx.ConnectError | httpx.ConnectTimeout):
        return not_running(host)
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol):
        return bad_address(host)
    if isinstance(error, httpx.TimeoutException):
        return stalled(name)
    if isinstance(error, httpx.HTTPError):
        return TransientModelError("The connection to Ollama broke off.", "See whether Ollama is still running.")
    return TransientModelError(
        f"What came from {without_secrets(host)} could not be read.",
        "See whether it is Ollama that answers at this address.",
    )


def not_running(host: str) -> ModelUnavailable:
    """Nothing answers at `host`."""
    message = f"Ollama isn't running at {without_secrets(host)}."
    if not is_here(host):
        return ModelUnavailable(message, "Start it there, or unset OLLAMA_HOST to use the one of this computer.")
    if ollama_program():
        return ModelUnavailable(message, "Start it: open the Ollama app, or run `ollama serve`.")
    return ModelUnavailable(f"{message} It isn't installed on this computer.", f"Get it from {DOWNLOAD}.")


def bad_address(host: str) -> ModelUnavailable:
    """`host` is no address."""
    return ModelUnavailable(
        f"Ollama's address isn't usable: {without_secrets(host)}.",
        "Set OLLAMA_HOST to one like http://127.0.0.1:11434.",
    )


def missing(name: str) -> ModelUnavailable:
    """Ollama is there, the model isn't."""
    return ModelUnavailable(f"Ollama doesn't have the model {name}.", f"Get it with `ollama pull {name}`.")


def stalled(name: str) -> TransientModelError:
    """No word for too long."""
    return TransientModelError(f"{name} stopped answering.", "See whether this machine is busy, then try again.")


def broke_off() -> TransientModelError:
    """The stream ended without its last message."""
    return TransientModelError("What came from Ollama broke off.", "See whether Ollama is still running.")


def _answered(error: ollama.ResponseError, name: str, host: str, retry_after: str | None) -> ModelError:
    said, status = str(error.error), error.status_code
    lower = said.lower()
    if any(wording in lower for wording in OUT_OF_MEMORY):
        return ModelUnavailable(
            f"{name} doesn't fit into this machine's memory.", f"Pick a smaller model. Ollama said: {said}"
        )
    if status == 413 or any(wording in lower for wording in TOO_LONG):
        return ContextTooLong(f"The prompt is too long for {name}.", "Shorten the task, or pick another model.")
    if status == 404 and "not found" in lower:
        return missing(name)
    if "file does not exist" in lower:
        return UnknownModel(f"Ollama's library has no model {name}.", "See https://ollama.com/library for the names.")
    if any(wording in lower for wording in DISK_FULL):
        return ModelUnavailable(
            f"The disk is full where Ollama keeps its models, so {name} could not be fetched.",
            "Make room there, then try again; what was fetched is kept.",
        )
    if any(wording in lower for wording in NO_NETWORK):
        return TransientModelError(
            f"Ollama could not reach its library to fetch {name}.",
            "Check the internet connection, and behind a company's proxy start Ollama with HTTPS_PROXY set; "
            f"then try again. Ollama said: {said[-200:]}",
        )
    if status in {401, 403}:
        return ModelUnavailable(
            f"Ollama at {without_secrets(host)} refused access.",
            "Check OLLAMA_HOST and OLLAMA_API_KEY, or run `ollama signin`.",
        )
    if status in BUSY or status >= 500 or "unexpectedly" in lower or "terminated" in lower:
        return TransientModelError(
            _trouble(status, said), "See whether Ollama is still running.", parse_retry_after(retry_after)
        )
    return ModelError(f"Ollama could not answer: {said}", "Pick another model, or update Ollama.")


def _trouble(status: int, said: str) -> str:
    return "Ollama is busy." if status in {429, 503, 529} else f"Ollama had a problem: {said.rstrip('.')}."
