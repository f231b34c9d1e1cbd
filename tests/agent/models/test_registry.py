from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.errors import ModelUnavailable, UnknownModel
from agent.models import registry
from agent.models.base import Prompt
from agent.models.registry import ProviderModels, list_models, models_of, open_model
from cancel import Cancel
from settings import Settings
from tests.fakes.anthropic_server import AnthropicServer
from tests.fakes.ollama_server import OllamaServer


@pytest.fixture
def dead_address() -> Iterator[str]:
    """Where connections are taken and never answered."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def settings(**values: str) -> Settings:
    return Settings.model_validate(values)


def listed(**values: str) -> list[ProviderModels]:
    return [found for _, found in list_models(settings(**values))]


@pytest.mark.parametrize("spec", ["ollama:qwen3:8b", "claude:claude-sonnet-5-5", "demo", "ollama:hf.co/some/model:Q4"])
def test_a_spec_opens_the_model_that_it_names(spec: str) -> None:
    assert open_model(spec, settings()).name == spec


@pytest.mark.parametrize("spec", ["gpt-5", "ollama", "ollama:", "claude:", "demo:x", "openai:gpt-5", "OLLAMA:x"])
def test_a_spec_of_no_known_form_is_refused_with_the_forms(spec: str) -> None:
    with pytest.raises(UnknownModel) as caught:
        open_model(spec, settings())
    for form in ("ollama:NAME", "claude:NAME", "demo"):
        assert form in caught.value.advice


def test_the_settings_reach_the_models() -> None:
    with OllamaServer(lambda _: "ok") as local, AnthropicServer(lambda _: "ok") as remote:
        found = listed(OLLAMA_HOST=local.url, ANTHROPIC_API_KEY=remote.key, ANTHROPIC_BASE_URL=remote.url)
    assert [provider.name for provider in found] == ["Ollama", "Claude", "Demo"]
    specs = [model.spec for provider in found for model in provider.models]
    assert specs == ["ollama:tiny:latest", "claude:claude-sonnet-5-5", "demo"]
    assert not any(provider.problem for provider in found)


def test_what_cannot_be_asked_says_why_and_hides_nothing_else() -> None:
    local, remote, demo = listed(OLLAMA_HOST="http://127.0.0.1:9")
    assert "isn't running" in local.problem
    assert "https://ollama.com/download" in local.advice
    assert "API key" in remote.problem
    assert "ANTHROPIC_API_KEY" in remote.advice
    assert demo.models


def test_a_server_that_never_answers_does_not_hang_the_list(dead_address: str) -> None:
    there = settings(OLLAMA_HOST=dead_address, ANTHROPIC_API_KEY="key", ANTHROPIC_BASE_URL=dead_address)
    for provider in (one for one in registry.PROVIDERS if one.real):
        assert models_of(provider, there, seconds=0.2).problem


def test_a_provider_is_only_imported_when_it_is_used() -> None:
    code = "import sys, agent.models.registry; print({'ollama', 'anthropic', 'httpx', 'jinja2'} & set(sys.modules))"
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_where_no_model_was_picked_nothing_is_missing_until_one_is_asked() -> None:
    with pytest.raises(ModelUnavailable, match="No model was picked") as refused:
        next(iter(open_model("", Settings()).stream(Prompt(()), Cancel())))
    assert "Pick one" in refused.value.advice
