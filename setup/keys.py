"""Where the keys of accounts are kept: in the system's keyring, else each in a file that only the user can read.

A key is never logged, and no error shows it.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from agent.models import registry
from agent.models.provider import Key, Provider
from agent.models.registry import models_of
from errors import AssayError
from message import joined, say
from settings import Settings
from setup.private_file import write_private

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "assay"
TRUSTWORTHY = 1  # the least priority of a backend that the keyring library itself recommends

TEST_SECONDS = 20.0
"""Somebody who asks whether a key works has more patience than a list of models."""

log = logging.getLogger(__name__)


class KeyNotChanged(AssayError):
    """The key could be neither kept nor removed."""


def with_stored_keys(settings: Settings) -> Settings:
    """`settings` with the keys that are kept, where the environment has none."""
    keys = [provider.key for provider in registry.PROVIDERS if provider.key and not provider.key.value(settings)]
    kept = {key.setting: value for key in keys if (value := load_key(settings, key))}
    return settings.model_copy(update=kept) if kept else settings


def load_key(settings: Settings, key: Key) -> SecretStr | None:
    """The key: the one in the environment, else the one that is kept, else None."""
    if present := key.value(settings):
        return present
    # The file first: there is one only where the keyring couldn't take the latest key.
    kept = _in_file(_file(settings, key)) or _in_keyring(_keyring(), key)
    return SecretStr(kept) if kept else None


# Why: docs/decisions.md, "A key is a field of `Settings`, and is kept in the system's keyring"
def save_key(settings: Settings, key: Key, typed: SecretStr) -> str:
    """Keep `typed` and return in a plain sentence where. Raises `KeyNotChanged`."""
    value = typed.get_secret_value().strip()
    if not value:
        raise KeyNotChanged(say("There is no key to keep."), say("Copy one from %(site)s.", site=key.site))
    backend = _keyring()
    # Wherever it was kept before, it goes: of two keys the older one might be found first.
    if backend is not None and _put_into_keyring(backend, key, value):
        _remove_file(_file(settings, key))
        where = say("The key is kept in this system's keyring (%(name)s).", name=backend.name)
    else:
        where = _put_into_file(_file(settings, key), key, value)
        _remove_from_keyring(backend, key)
    used = (
        say("For now %(variable)s is set, so that key is used instead.", variable=key.variable)
        if key.value(settings)
        else ""
    )
    return joined(" ", (where, used))


def forget_key(settings: Settings, key: Key) -> None:
    """Remove the key wherever it is kept. Raises `KeyNotChanged`. What the environment has stays."""
    _remove_file(_file(settings, key))
    if not _remove_from_keyring(_keyring(), key):
        raise KeyNotChanged(say("The keyring doesn't let go of the key."), say("Unlock the keyring, then try again."))


def test_key(settings: Settings, provider: Provider, key: Key, typed: SecretStr) -> str:
    """Ask `provider` for its models with `typed`: empty where that works, else the problem in plain words."""
    found = models_of(provider, settings.model_copy(update={key.setting: typed}), TEST_SECONDS)
    return joined(" ", (found.problem, found.advice))


def _keyring() -> KeyringBackend | None:
    """The system's keyring; None where there is none, or only one that keeps secrets in the open, or nowhere."""
    import keyring
    from keyring.backends.chainer import ChainerBackend

    try:
        found = keyring.get_keyring()
        backends = found.backends if isinstance(found, ChainerBackend) else [found]
        return next((backend for backend in backends if backend.priority >= TRUSTWORTHY), None)
    except Exception as error:  # the backends' own errors are of every kind
        _log(error)
        return None


def _in_keyring(backend: KeyringBackend | None, key: Key) -> str | None:
    try:
        return backend.get_password(SERVICE, key.kept_as) if backend else None
    except Exception as error:
        _log(error)
        return None


def _put_into_keyring(backend: KeyringBackend, key: Key, value: str) -> bool:
    """Whether it is really there afterwards."""
    try:
        backend.set_password(SERVICE, key.kept_as, value)
    except Exception as error:
        _log(error)
        return False
    return _in_keyring(backend, key) == value


def _remove_from_keyring(backend: KeyringBackend | None, key: Key) -> bool:
    """Whether it is really gone afterwards."""
    if backend is None or _in_keyring(backend, key) is None:
        return True
    try:
        backend.delete_password(SERVICE, key.kept_as)
    except Exception as error:
        _log(error)
    return _in_keyring(backend, key) is None


def _log(error: Exception) -> None:
    log.info("the keyring can't be used: %s", type(error).__name__)  # its message might hold the key


def _file(settings: Settings, key: Key) -> Path:
    return settings.home / f"{key.kept_as}-key"


def _in_file(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        log.warning("%s can't be read: %s", file, type(error).__name__)
        return None


def _put_into_file(file: Path, key: Key, value: str) -> str:
    try:
        write_private(file, value)
    except OSError as error:
        raise KeyNotChanged(
            say("The key can't be written to %(file)s.", file=str(file)),
            say("Or set %(variable)s instead.", variable=key.variable),
        ) from error
    who = say("which lies in your user's folder") if os.name == "nt" else say("which only your user can read")
    return say(
        "This system has no keyring that can be used, so the key is kept in the file %(file)s, %(who)s.",
        file=str(file),
        who=who,
    )


def _remove_file(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise KeyNotChanged(
            say("The file %(file)s with the key can't be removed.", file=str(file)), say("Remove it yourself.")
        ) from error
