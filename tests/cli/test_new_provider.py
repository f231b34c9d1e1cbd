"""One more provider of models is one value: it is then found wherever providers matter."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from agent.errors import ModelUnavailable, UnknownModel
from agent.models import registry
from agent.models.base import Model, ModelInfo
from agent.models.demo import DemoModel
from agent.models.provider import Key, Library, Provider, Suggestion
from agent.models.registry import open_model
from cancel import Cancel
from cli.console import make_console
from cli.models import show_models
from settings import Settings
from setup import keys
from setup.catalog import catalog, fetch, remove
from setup.doctor import examine
from setup.fetching import offer
from setup.memory import Memory

GIGABYTE = 10**9
REMOVED: list[str] = []


class Parrot(DemoModel):
    """A model of the new provider."""


def _open(name: str, settings: Settings) -> Model:
    return Parrot()


def _list(settings: Settings, seconds: float) -> list[ModelInfo]:
    if not PARROTS_KEY.value(settings):
        raise ModelUnavailable("Parrots want a cracker.", PARROTS_KEY.advice)
    return [ModelInfo("parrot:grey", "grey", "talks")]


PARROTS_KEY = Key("anthropic_api_key", "PARROT_KEY", "https://parrots.example", "pa-…", kept_as="parrot")
PARROTS = Provider(
    prefix="parrot",
    title="Parrots",
    meaning="one that repeats",
    example="grey",
    open=_open,
    list=_list,
    key=PARROTS_KEY,
    library=Library(
        suggestions=(Suggestion("blue", GIGABYTE, 1.0, "https://parrots.example"),),
        fetch=lambda name, settings, cancel: iter([]),
        remove=lambda name, settings: REMOVED.append(name),
        folder=lambda settings: settings.home,
    ),
    is_here=lambda settings: True,
    rank=lambda name: 0,
)


@pytest.fixture
def without_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(registry, "PROVIDERS", (PARROTS, *registry.PROVIDERS))
    nobody = {"OLLAMA_HOST": "http://127.0.0.1:9", "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    return Settings.model_validate({"ASSAY_HOME": tmp_path / "home", "ANTHROPIC_API_KEY": None, **nobody})


@pytest.fixture
def settings(without_key: Settings) -> Settings:
    keys.save_key(without_key, PARROTS_KEY, SecretStr("pa-1"))
    return without_key


def test_its_models_are_opened_and_the_errors_name_its_form(settings: Settings) -> None:
    assert isinstance(open_model("parrot:grey", settings), Parrot)
    with pytest.raises(UnknownModel) as refused:
        open_model("parrot", settings)
    assert "parrot:NAME for one that repeats (as in parrot:grey), ollama:NAME for" in refused.value.advice


def test_its_models_are_listed(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    show_models(settings, True, make_console())
    listed = {provider["name"]: provider["models"] for provider in json.loads(capsys.readouterr().out)}
    assert [model["spec"] for model in listed["Parrots"]] == ["parrot:grey"]


def test_its_models_are_in_the_catalogue_and_can_be_fetched_and_removed(settings: Settings) -> None:
    choices = {choice.spec: choice for choice in catalog(settings, Memory(16 * GIGABYTE, 16 * GIGABYTE))}
    assert choices["parrot:grey"].recommended
    assert choices["parrot:blue"].note == "not here yet: 1.0 GB to download"
    assert offer(keys.with_stored_keys(settings), "parrot:blue").size_bytes == GIGABYTE
    assert list(fetch("parrot:blue", settings, Cancel())) == []
    remove("parrot:blue", settings)
    assert REMOVED == ["blue"]


def test_the_doctor_says_what_it_has_and_what_it_lacks(without_key: Settings) -> None:
    lacking = {found.name: found for found in examine(without_key)}["Parrots"]
    assert (lacking.state, lacking.cause, lacking.summary) == ("optional", "no_key", "Parrots want a cracker.")
    assert "PARROT_KEY" in lacking.advice
    keys.save_key(without_key, PARROTS_KEY, SecretStr("pa-1"))
    assert {found.name: found for found in examine(without_key)}["Parrots"].summary == "1 model"


def test_the_help_of_the_command_line_names_its_form() -> None:
    code = (
        "from agent.models import registry; from tests.cli.test_new_provider import PARROTS; "
        "registry.PROVIDERS += (PARROTS,); from cli.commands import cli; cli(['solve', '--help'])"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert "parrot:NAME" in done.stdout
