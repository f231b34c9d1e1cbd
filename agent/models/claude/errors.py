"""What goes wrong with Claude, in plain words.

Source: https://platform.claude.com/docs/en/api/errors. An error in mid-stream has the status of the
stream, 200, so its type is what counts.
"""

from __future__ import annotations

import anthropic
import httpx2

from agent.errors import ContextTooLong, ModelError, ModelUnavailable, TransientModelError, UnknownModel
from agent.models.claude.provider import KEY
from agent.models.retry import parse_retry_after
from message import say

BILLING = ("credit balance", "usage limit", "spend limit")
TOO_LONG = ("prompt is too long", "exceed context limit", "exceeds the context")
TRANSIENT_STATUSES = {408, 409, 425, 429}
TRANSIENT_TYPES = {"overloaded_error", "api_error", "timeout_error", "rate_limit_error"}
# What the SDK raises where a server sends something that isn't the API's JSON.
GARBAGE = (ValueError, AttributeError, TypeError, KeyError)
CLIENT_ERRORS = (anthropic.AnthropicError, httpx2.HTTPError, httpx2.InvalidURL, *GARBAGE)


def in_plain_words(error: Exception, model: str, key: str) -> ModelError:
    """The `ModelError` for one of `CLIENT_ERRORS`; `key` is left out of it."""
    if isinstance(error, anthropic.APIStatusError):
        return _answered(error, model, key)
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return ModelUnavailable(say("Claude's address isn't usable."), say("Check ANTHROPIC_BASE_URL, or unset it."))
    if isinstance(error, anthropic.APITimeoutError | httpx2.TimeoutException):
        return TransientModelError(say("Claude stopped answering."), say("Check your connection, then try again."))
    if isinstance(error, anthropic.APIConnectionError):
        return _not_reached(error)
    if isinstance(error, httpx2.HTTPError):
        return TransientModelError(
            say("The connection to Claude broke off."), say("Check your connection, then try again.")
        )
    return garbage()


def garbage() -> TransientModelError:
    """Something answers, but not the API."""
    return TransientModelError(
        say("What came from Claude could not be read."), say("Try again; check ANTHROPIC_BASE_URL.")
    )


def broke_off() -> TransientModelError:
    """The stream ended without its last message."""
    return TransientModelError(say("Claude's answer broke off."), say("Check your connection, then try again."))


def too_long(model: str) -> ContextTooLong:
    """The prompt, or the prompt and the answer, don't fit."""
    return ContextTooLong(
        say("This is more than %(model)s can read at once.", model=model),
        say("Shorten the task, or pick a model with a longer context."),
    )


def _not_reached(error: anthropic.APIConnectionError) -> ModelError:
    if isinstance(error.__cause__, httpx2.ConnectError):
        return ModelUnavailable(
            say("Claude can't be reached."),
            say("Check your internet connection, and ANTHROPIC_BASE_URL where it is set."),
        )
    if isinstance(error.__cause__, httpx2.UnsupportedProtocol | httpx2.InvalidURL):
        return ModelUnavailable(say("Claude's address isn't usable."), say("Check ANTHROPIC_BASE_URL, or unset it."))
    return TransientModelError(
        say("The connection to Claude broke off."), say("Check your connection, then try again.")
    )


def _answered(error: anthropic.APIStatusError, model: str, key: str) -> ModelError:
    kind, status, said = str(error.type or ""), error.status_code, (error.api_message or "").lower()
    if kind == "billing_error" or status == 402 or any(wording in said for wording in BILLING):
        return ModelUnavailable(
            say("The Claude account has no credit left, or its spending limit is reached."),
            say("See https://platform.claude.com/settings/billing."),
        )
    if kind == "authentication_error" or status == 401:
        return ModelUnavailable(say("Claude did not accept the API key."), KEY.advice)
    if kind == "permission_error" or status == 403:
        return ModelUnavailable(
            say("This API key may not use %(model)s.", model=model), say("Pick another model, or use another key.")
        )
    if kind == "not_found_error" or status == 404:
        return UnknownModel(
            say("There is no Claude model %(model)s.", model=model),
            say("See what can be picked with `python app.py models`."),
        )
    if status == 413 or kind == "request_too_large" or any(wording in said for wording in TOO_LONG):
        return too_long(model)
    if kind in TRANSIENT_TYPES or status in TRANSIENT_STATUSES or status >= 500:
        return _transient(error, kind, status)
    reason = (error.api_message or say("status %(status)s", status=status)).replace(key, "(key)")
    return ModelError(say("Claude could not take the request: %(reason)s", reason=reason), say("Pick another model."))


def _transient(error: anthropic.APIStatusError, kind: str, status: int) -> TransientModelError:
    retry_after = parse_retry_after(error.response.headers.get("retry-after"))
    if kind == "rate_limit_error" or status == 429:
        advice = say("The account's limit for this minute is reached; wait a little, or pick another model.")
        return TransientModelError(say("Claude is asked too often."), advice, retry_after)
    if kind == "overloaded_error" or status in {503, 529}:
        return TransientModelError(say("Claude is overloaded."), retry_after=retry_after)
    return TransientModelError(say("Claude had a problem of its own."), retry_after=retry_after)
