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
from message import say
from wording import without_markup, without_secrets

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
        return TransientModelError(
            say("The connection to Ollama broke off."), say("See whether Ollama is still running.")
        )
    return TransientModelError(
        say("What came from %(host)s could not be read.", host=without_secrets(host)),
        say("See whether it is Ollama that answers at this address."),
    )


def not_running(host: str) -> ModelUnavailable:
    """Nothing answers at `host`."""
    message = say("Ollama isn't running at %(host)s.", host=without_secrets(host))
    if not is_here(host):
        return ModelUnavailable(message, say("Start it there, or unset OLLAMA_HOST to use the one of this computer."))
    if ollama_program():
        return ModelUnavailable(message, say("Start it: open the Ollama app, or run `ollama serve`."))
    return ModelUnavailable(
        say("%(message)s It isn't installed on this computer.", message=message),
        say("Get it from %(download)s.", download=DOWNLOAD),
    )


def bad_address(host: str) -> ModelUnavailable:
    """`host` is no address."""
    return ModelUnavailable(
        say("Ollama's address isn't usable: %(host)s.", host=without_secrets(host)),
        say("Set OLLAMA_HOST to one like http://127.0.0.1:11434."),
    )


def missing(name: str) -> ModelUnavailable:
    """Ollama is there, the model isn't."""
    return ModelUnavailable(
        say("Ollama doesn't have the model %(name)s.", name=name), say("Get it with `ollama pull %(name)s`.", name=name)
    )


def stalled(name: str) -> TransientModelError:
    """No word for too long."""
    return TransientModelError(
        say("%(name)s stopped answering.", name=name), say("See whether this machine is busy, then try again.")
    )


def broke_off() -> TransientModelError:
    """The stream ended without its last message."""
    return TransientModelError(say("What came from Ollama broke off."), say("See whether Ollama is still running."))


def _answered(error: ollama.ResponseError, name: str, host: str, retry_after: str | None) -> ModelError:
    said, status = without_markup(str(error.error)), error.status_code
    lower = said.lower()
    if any(wording in lower for wording in OUT_OF_MEMORY):
        return ModelUnavailable(
            say("%(name)s doesn't fit into this machine's memory.", name=name),
            say("Pick a smaller model. Ollama said: %(said)s", said=said),
        )
    if status == 413 or any(wording in lower for wording in TOO_LONG):
        return ContextTooLong(
            say("The prompt is too long for %(name)s.", name=name), say("Shorten the task, or pick another model.")
        )
    if status == 404 and "not found" in lower:
        return missing(name)
    if "file does not exist" in lower:
        return UnknownModel(
            say("Ollama's library has no model %(name)s.", name=name),
            say("See https://ollama.com/library for the names."),
        )
    if any(wording in lower for wording in DISK_FULL):
        return ModelUnavailable(
            say("The disk is full where Ollama keeps its models, so %(name)s could not be fetched.", name=name),
            say("Make room there, then try again; what was fetched is kept."),
        )
    if any(wording in lower for wording in NO_NETWORK):
        return TransientModelError(
            say("Ollama could not reach its library to fetch %(name)s.", name=name),
            say(
                "Check the internet connection, and behind a company's proxy start Ollama with HTTPS_PROXY "
                "set; then try again. Ollama said: %(said)s",
                said=said[-200:],
            ),
        )
    if status in {401, 403}:
        return ModelUnavailable(
            say("Ollama at %(host)s refused access.", host=without_secrets(host)),
            say("Check OLLAMA_HOST and OLLAMA_API_KEY, or run `ollama signin`."),
        )
    if status in BUSY or status >= 500 or "unexpectedly" in lower or "terminated" in lower:
        return TransientModelError(
            _trouble(status, said), say("See whether Ollama is still running."), parse_retry_after(retry_after)
        )
    return ModelError(say("Ollama could not answer: %(said)s", said=said), say("Pick another model, or update Ollama."))


def _trouble(status: int, said: str) -> str:
    return (
        say("Ollama is busy.")
        if status in {429, 503, 529}
        else say("Ollama had a problem: %(said)s.", said=said.rstrip("."))
    )
