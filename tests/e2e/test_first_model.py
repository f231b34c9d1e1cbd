"""A first model from the form: fetched by one press, had by a key, or come meanwhile; what was typed stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from setup.installing import what_it_does
from tests.fakes.anthropic_server import AnthropicServer
from tests.fakes.ollama_server import OllamaServer, Reply
from tests.fakes.pages import needs_chromium, opened, problems, run_button, served

pytestmark = [pytest.mark.docker, needs_chromium]
TASK = "Count the words of a text."
NOWHERE = {"OLLAMA_HOST": "http://127.0.0.1:1"}


@contextmanager
def asking(browser: Browser, home: Path, environment: Mapping[str, str]) -> Iterator[Page]:
    """The form of a page with something typed, once it is known that no model is here."""
    with served(home, environment) as own, opened(browser, own.opens) as window:
        window.page.get_by_label("What should the program do?").fill(TASK)
        expect(window.page.locator(".model-card").first).to_be_visible()
        yield window.page


def can_run(page: Page, model: str) -> None:
    """That model is picked, nothing is missing any more, and the request is as it was typed."""
    expect(page.locator("#model .chip-name")).to_contain_text(model)
    expect(page.locator(".model-card")).to_have_count(0)
    expect(page.get_by_label("What should the program do?")).to_have_value(TASK)
    expect(run_button(page)).to_be_enabled()


def test_one_press_fetches_a_model_and_it_is_picked(browser: Browser, tmp_path: Path) -> None:
    with (
        OllamaServer(lambda _: "", {}) as ollama,
        asking(browser, tmp_path / "home", {"OLLAMA_HOST": ollama.url}) as page,
    ):
        expect(page.locator("#model-here")).to_contain_text("Free, and private")
        assert problems(page) == []
        name = page.locator("#model-here p").first.inner_text().split("stays here. ")[1].split(" takes")[0]
        page.locator("#model-here").get_by_role("button", name="Fetch it").click()
        can_run(page, name)


@pytest.mark.thorough
def test_a_download_shows_how_far_it_is_and_can_be_stopped(browser: Browser, tmp_path: Path) -> None:
    with (
        OllamaServer(lambda _: "", {}, pull=Reply(ending="stall")) as ollama,
        asking(browser, tmp_path / "home", {"OLLAMA_HOST": ollama.url}) as page,
    ):
        card = page.locator("#model-here")
        card.get_by_role("button", name="Fetch it").click()
        expect(card).to_contain_text("1 kB of 1 kB")
        expect(card.get_by_role("progressbar")).to_have_attribute("max", "1000")
        assert problems(page, "#model-here") == []
        card.get_by_role("button", name="Cancel").click()
        expect(card.get_by_role("alert")).to_contain_text("You stopped the download.")
        expect(card.get_by_role("button", name="Fetch it")).to_be_visible()


@pytest.mark.thorough
def test_a_model_that_came_meanwhile_appears_without_a_reload(browser: Browser, tmp_path: Path) -> None:
    with (
        OllamaServer(lambda _: "", {}) as ollama,
        asking(browser, tmp_path / "home", {"OLLAMA_HOST": ollama.url}) as page,
    ):
        ollama.add("tiny:latest")
        can_run(page, "tiny")


def test_what_will_be_done_is_read_before_anything_is_installed(browser: Browser, tmp_path: Path) -> None:
    with asking(browser, tmp_path / "home", {**NOWHERE, "PATH": "/usr/bin:/bin"}) as page:
        card = page.locator("#model-here")
        if what_it_does():
            expect(card.get_by_role("button", name="Install Ollama and fetch the model")).to_be_hidden()
            card.get_by_text("Set it up here").click()
            expect(card).to_contain_text("is fetched from ollama.com")
            expect(card.get_by_role("button", name="Install Ollama and fetch the model")).to_be_visible()
        else:
            expect(card.get_by_role("link", name="ollama.com/download")).to_be_visible()
        assert problems(page) == []


def test_a_key_is_tried_and_kept_and_never_comes_back(browser: Browser, tmp_path: Path) -> None:
    with (
        AnthropicServer(lambda _: "") as claude,
        asking(browser, tmp_path / "home", {**NOWHERE, "ANTHROPIC_BASE_URL": claude.url}) as page,
    ):
        card = page.locator("#model-paid")
        expect(card).to_contain_text("A program costs about $0.04 to $0.28")
        expect(card.get_by_role("link", name="Get a key")).to_have_attribute(
            "href", "https://platform.claude.com/settings/keys"
        )
        field = card.get_by_label("Key of your Claude account")
        field.fill("sk-ant-wrong")
        card.get_by_role("button", name="Use this key").click()
        expect(card.get_by_role("alert")).to_contain_text("did not accept")
        field.fill(claude.key)
        field.press("Enter")
        can_run(page, "Claude")
        assert claude.key not in page.content()
        assert (tmp_path / "home" / "claude-key").read_text() == claude.key
