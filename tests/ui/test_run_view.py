"""Which version of a program is used while another is made, and after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import gradio as gr
import pytest

from agent.events import Event, RunFinished, RunStarted
from settings import Settings
from tests.fakes.runs import WHOLE_RUN, going_on_from
from ui.live.services import Services, open_services
from ui.run import answering
from ui.run.view import RunView, build_run_view


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    settings = Settings.model_validate({"ASSAY_HOME": str(tmp_path), "ASSAY_SANDBOX": "process"})
    with open_services(settings, tmp_path / "downloads") as opened:
        yield opened


@pytest.fixture
def view(services: Services) -> RunView:
    with gr.Blocks():
        return build_run_view(services, gr.HTML())[0]


@pytest.fixture
def versions(services: Services) -> tuple[str, str]:
    """A program, and a run that changes it, which goes on."""
    store = services.store
    first = store.create_run(replace(going_on_from(""), earlier=None))
    store.append(first, WHOLE_RUN)
    second = store.create_run(going_on_from(first, "Slower."))
    store.claim(second)
    store.append(second, [RunStarted(going_on_from(first, "Slower."))])
    return first, second


def ended(services: Services, run_id: str, *events: Event) -> None:
    services.store.append(run_id, events)


def test_while_it_is_changed_the_version_before_is_used(
    services: Services, view: RunView, versions: tuple[str, str]
) -> None:
    first, second = versions
    told = view.show(services, second, {})
    assert told[view.using] == first
    assert "This is version 1" in told[view.present]
    assert view.using not in view.show(services, second, {}, in_use=first), "what is used there isn't taken away"


def test_the_new_version_is_used_once_it_is_there(services: Services, view: RunView, versions: tuple[str, str]) -> None:
    first, second = versions
    ended(services, second, *WHOLE_RUN[2:])
    told = view.show(services, second, {})
    assert (told[view.using], told[view.present]) == (second, "")
    kept = view.show(services, second, {}, in_use=first)
    assert view.using not in kept, "a conversation with the version before goes on"
    assert f'href="?run={second}"' in kept[view.present]
    assert "You are still using version 1." in kept[view.present]


def test_without_a_new_program_the_version_before_stays(
    services: Services, view: RunView, versions: tuple[str, str]
) -> None:
    first, second = versions
    ended(services, second, RunFinished("cancelled", "You stopped it.", 1.0))
    told = view.show(services, second, {})
    assert told[view.using] == first
    assert "unchanged: the change gave no program" in told[view.present]
    services.store.delete(first)
    assert view.show(services, second, {})[view.using] == second


def test_what_is_said_of_a_result_is_kept_of_the_version_that_made_it(
    services: Services, view: RunView, versions: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = versions
    said: list[str] = []
    monkeypatch.setattr(answering, "said_right", lambda services, run_id, action: said.append(run_id))
    answering._vouched(services, view, second, {}, "right:june.csv", made_by=first)
    assert said == [first]
