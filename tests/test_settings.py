from pathlib import Path

import pytest

from settings import Settings


def test_the_conventional_variables_are_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASSAY_HOME", str(tmp_path))
    monkeypatch.setenv("ASSAY_SANDBOX", "bubblewrap")
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    settings = Settings()
    assert settings.home == tmp_path
    assert settings.sandbox == "bubblewrap"
    assert settings.ollama_host == "http://127.0.0.1:1"
    assert settings.database == f"sqlite:///{tmp_path / 'assay.db'}"


def test_the_key_never_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    assert "sk-secret" not in repr(Settings()) + str(Settings().model_dump())


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "")
    monkeypatch.setenv("ASSAY_DATABASE_URL", "")
    assert Settings().anthropic_api_key is None
    assert Settings().database.startswith("sqlite:///")
