from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import KeyringLocked, PasswordDeleteError
from pydantic import SecretStr

from agent.models.claude.provider import CLAUDE
from agent.models.claude.provider import KEY as CLAUDE_KEY
from settings import Settings
from setup import keys
from setup.keys import KeyNotChanged, forget_key, load_key, save_key, with_stored_keys
from tests.fakes.anthropic_server import AnthropicServer

SECRET = "sk-ant-very-secret"
KEY = SecretStr(SECRET)
OTHER = SecretStr("sk-ant-other")


class MemoryKeyring(KeyringBackend):
    """A keyring as a desktop has it, which can be locked."""

    priority = 5.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        self._check("")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check(password)
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check("")
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError

    def _check(self, password: str) -> None:
        if self.locked:
            raise KeyringLocked(f"locked {password}")


class OpenFileKeyring(MemoryKeyring):
    """One like `keyrings.alt.file.PlaintextKeyring`, which the library doesn't recommend either."""

    priority = 0.5


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_at(tmp_path / "home")


@pytest.fixture
def desktop() -> MemoryKeyring:
    backend = MemoryKeyring()
    keyring.set_keyring(backend)
    return backend


def settings_at(home: Path, **values: str) -> Settings:
    return Settings.model_validate({"ASSAY_HOME": home, "ANTHROPIC_API_KEY": None, **values})


def value(key: SecretStr | None) -> str | None:
    return key.get_secret_value() if key else None


def test_without_a_key_there_is_none(settings: Settings) -> None:
    assert load_key(settings, CLAUDE_KEY) is None
    assert with_stored_keys(settings) is settings
    forget_key(settings, CLAUDE_KEY)


def test_a_key_goes_into_the_keyring_and_comes_back(settings: Settings, desktop: MemoryKeyring) -> None:
    said = save_key(settings, CLAUDE_KEY, SecretStr(f" {SECRET}\n"))
    assert "keyring" in said
    assert said.endswith(".")
    assert list(desktop.kept.values()) == [SECRET]
    assert not settings.home.exists()
    assert value(load_key(settings, CLAUDE_KEY)) == SECRET
    assert value(with_stored_keys(settings).anthropic_api_key) == SECRET
    forget_key(settings, CLAUDE_KEY)
    assert load_key(settings, CLAUDE_KEY) is None


@pytest.mark.parametrize("backend", [NoKeyring, NullKeyring, OpenFileKeyring])
def test_without_a_keyring_worth_its_name_it_goes_into_a_private_file(
    settings: Settings, backend: type[KeyringBackend]
) -> None:
    keyring.set_keyring(backend())
    said = save_key(settings, CLAUDE_KEY, KEY)
    file = settings.home / "claude-key"
    assert str(file) in said
    assert file.read_text() == SECRET
    assert list(settings.home.iterdir()) == [file]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert value(load_key(settings, CLAUDE_KEY)) == SECRET
    forget_key(settings, CLAUDE_KEY)
    assert not file.exists()


def test_a_keyring_that_fails_is_replaced_by_the_file(settings: Settings, desktop: MemoryKeyring) -> None:
    save_key(settings, CLAUDE_KEY, OTHER)
    desktop.locked = True
    assert "file" in save_key(settings, CLAUDE_KEY, KEY)
    assert value(load_key(settings, CLAUDE_KEY)) == SECRET
    desktop.locked = False
    assert value(load_key(settings, CLAUDE_KEY)) == SECRET


def test_a_new_key_replaces_the_old_one_wherever_that_was(settings: Settings, desktop: MemoryKeyring) -> None:
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    save_key(settings, CLAUDE_KEY, KEY)
    keyring.set_keyring(desktop)
    save_key(settings, CLAUDE_KEY, OTHER)
    assert not (settings.home / "claude-key").exists()
    assert value(load_key(settings, CLAUDE_KEY)) == value(OTHER)


def test_the_environment_wins_and_is_said(tmp_path: Path, desktop: MemoryKeyring) -> None:
    both = settings_at(tmp_path, ANTHROPIC_API_KEY="sk-ant-environment")
    assert "ANTHROPIC_API_KEY is set" in save_key(both, CLAUDE_KEY, KEY)
    assert value(load_key(both, CLAUDE_KEY)) == value(with_stored_keys(both).anthropic_api_key) == "sk-ant-environment"
    forget_key(both, CLAUDE_KEY)
    assert value(load_key(both, CLAUDE_KEY)) == "sk-ant-environment"


def test_a_keyring_that_does_not_let_go_is_told(
    settings: Settings, desktop: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_key(settings, CLAUDE_KEY, KEY)
    monkeypatch.setattr(desktop, "delete_password", lambda *_: None)
    with pytest.raises(KeyNotChanged) as refused:
        forget_key(settings, CLAUDE_KEY)
    assert refused.value.advice


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    with pytest.raises(KeyNotChanged) as refused:
        save_key(settings_at(tmp_path / "home"), CLAUDE_KEY, KEY)
    assert SECRET not in f"{refused.value} {refused.value.advice} {refused.value.__cause__!r}"


def test_no_key_is_not_kept(settings: Settings) -> None:
    with pytest.raises(KeyNotChanged, match="no key"):
        save_key(settings, CLAUDE_KEY, SecretStr("  "))


def test_a_file_that_is_no_text_is_no_key(settings: Settings) -> None:
    settings.home.mkdir()
    (settings.home / "claude-key").write_bytes(b"\xff\xfe")
    assert load_key(settings, CLAUDE_KEY) is None


def test_a_key_is_tried_at_the_service(tmp_path: Path) -> None:
    with AnthropicServer(lambda _: "ok") as server:
        there = settings_at(tmp_path, ANTHROPIC_BASE_URL=server.url)
        assert keys.test_key(there, CLAUDE, CLAUDE_KEY, SecretStr(server.key)) == ""
        refused = keys.test_key(there, CLAUDE, CLAUDE_KEY, KEY)
    assert "did not accept" in refused
    assert SECRET not in refused
    assert "can't be reached" in keys.test_key(there, CLAUDE, CLAUDE_KEY, KEY)


def test_the_key_is_shown_nowhere(settings: Settings, desktop: MemoryKeyring, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with AnthropicServer(lambda _: "ok") as server:
        keys.test_key(settings.model_copy(update={"anthropic_base_url": server.url}), CLAUDE, CLAUDE_KEY, KEY)
    said = [save_key(settings, CLAUDE_KEY, KEY)]
    desktop.locked = True
    said.append(save_key(settings, CLAUDE_KEY, KEY))
    said.append(repr(with_stored_keys(settings)))
    assert SECRET not in "\n".join([*said, caplog.text])
