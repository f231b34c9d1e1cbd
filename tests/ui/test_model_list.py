"""The models as they are picked, and what is said where none can be."""

from __future__ import annotations

from dataclasses import replace

from settings import Settings
from setup.catalog import Choice
from ui.base.chip import Group, Option
from ui.form.form import ALONE, NOT_PICKED
from ui.form.model_list import FoundModels, in_groups, missing_html

NOWHERE = "unix:///no/such/engine.sock"
DEMO, SONNET = Choice("demo", "Demo: recorded answers"), Choice("claude:sonnet", "Claude Sonnet", runs_at="Anthropic")
HERE = Choice("ollama:tiny", "tiny", "5.2 GB; fits this computer's memory")
THERE = Choice("ollama:large", "large", "9.3 GB", installed=False)


def settings(**values: str) -> Settings:
    return Settings.model_validate({"OLLAMA_HOST": "http://127.0.0.1:1", "ASSAY_SANDBOX": "process", **values})


def test_the_groups_come_by_how_near_they_are_and_each_says_which_it_is() -> None:
    here = "It runs on this computer: what you write stays here."
    there = "It runs at Anthropic: what you write, and lines of your files, are sent there."
    assert in_groups([DEMO, THERE, SONNET, HERE]) == [
        Group("On this computer", (Option("ollama:tiny", "tiny", "5.2 GB; fits this computer's memory", here),)),
        Group("Claude", (Option("claude:sonnet", "Claude Sonnet", "", there),)),
        Group("To download", (Option("fetch ollama:large", "large", "9.3 GB"),)),
        ALONE,
    ]
    # Ollama hands some on to its makers.
    assert in_groups([replace(HERE, runs_at="ollama.com"), HERE])[1].title == "Ollama"
    assert in_groups([]) == [ALONE]


def test_what_was_picked_before_they_were_found_stays_if_it_is_there() -> None:
    found = FoundModels(in_groups([DEMO, THERE, SONNET, HERE]), "ollama:tiny", "")
    assert [found.kept(one) for one in ("claude:sonnet", "demo", "fetch ollama:large")] == [
        "claude:sonnet",
        "demo",
        "fetch ollama:large",
    ]
    assert [found.kept(one) for one in (NOT_PICKED, "ollama:gone")] == ["ollama:tiny", "ollama:tiny"]


def test_what_programs_run_in_is_said_to_be_missing() -> None:
    assert missing_html(settings()) == ""
    said = missing_html(settings(ASSAY_SANDBOX="docker", DOCKER_HOST=NOWHERE))
    assert said.count("<button") == 1
    assert "nothing yet in which programs can run safely" in said
