"""What is typed and dropped before a run: too large, once more, in another script; and the ways back to the form."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sandbox.base import MOST_FILE_BYTES
from tests.fakes.ollama_server import TINY, FakeModel, OllamaServer
from tests.fakes.pages import A_RUN, needs_chromium, opened, pick_model, run_button, served, wait_for_run

pytestmark = [pytest.mark.docker, needs_chromium]
SAID = "I would rather talk about the weather."


def dropped(page: Page, *paths: Path) -> None:
    """Give the form these files."""
    page.locator("#files input[type=file]").set_input_files(list(paths))


def test_a_file_that_is_too_large_is_refused_and_no_run_begins_without_it_unsaid(page: Page, tmp_path: Path) -> None:
    large, small = tmp_path / "all of it.csv", tmp_path / "part.csv"
    large.write_bytes(bytes(MOST_FILE_BYTES + 1))
    small.write_text("tea;3\n")
    page.get_by_label("What should the program do?").fill("Count the words")
    dropped(page, large, small)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Too large, and so not taken: all of it.csv. All files together may have 64 MB.")
    expect(page.locator("#files")).to_contain_text("part")
    expect(page.locator("#files")).not_to_contain_text("all of it")
    before = page.url
    run_button(page).click()
    expect(told).to_contain_text("To go on without it, press Run once more.")
    assert page.url == before
    run_button(page).click()
    wait_for_run(page)
    expect(page.locator("#asked")).to_contain_text("part.csv")


def test_a_file_of_the_same_name_takes_the_place_of_the_earlier_one(page: Page, tmp_path: Path) -> None:
    for text in ("tea;3\n", "tea;3\ncake;4\n"):
        (tmp_path / "prices.csv").write_text(text)
        dropped(page, tmp_path / "prices.csv")
        expect(page.locator("#files")).to_contain_text(f"{len(text)}.0 B".replace("\u00a0", " "))
    expect(page.locator("#files .file-name, #files .filename")).to_have_count(1)
    page.get_by_label("What should the program do?").fill("Count the words")
    run_button(page).click()
    wait_for_run(page)


def test_back_leads_to_the_form_and_forward_to_the_run(page: Page) -> None:
    task = page.get_by_label("What should the program do?")
    task.fill("Count the words")
    pick_model(page, "Demo")
    run_button(page).click()
    wait_for_run(page)
    run = page.url
    page.go_back()
    expect(run_button(page)).to_be_visible()
    expect(task).to_have_value("Count the words")
    page.go_forward()
    expect(page.locator("#steps .assay-steps")).to_be_visible()
    assert page.url == run
    page.get_by_role("button", name="New program").click()
    expect(run_button(page)).to_be_visible()


def test_each_field_follows_the_script_of_what_is_written(page: Page) -> None:
    task = page.get_by_label("What should the program do?")
    task.fill("احسب الكلمات")
    assert task.evaluate("(field) => field.matches(':dir(rtl)')")
    task.fill("Count the words")
    assert task.evaluate("(field) => field.matches(':dir(ltr)')")
    fields = page.locator("textarea, input[type=text]").evaluate_all("(all) => all.map((one) => one.dir)")
    assert fields
    assert set(fields) == {"auto"}


def test_a_run_that_broke_off_shows_what_the_model_said_and_offers_another(browser: Browser, tmp_path: Path) -> None:
    with (
        OllamaServer(lambda _: SAID, {**TINY, "other:latest": FakeModel()}) as ollama,
        served(tmp_path / "home", {"OLLAMA_HOST": ollama.url}) as own,
        opened(browser, own.opens) as window,
    ):
        page = window.page
        page.get_by_label("What should the program do?").fill("Count the words")
        pick_model(page, "tiny")
        run_button(page).click()
        expect(page.locator("#asked .assay-badge")).to_have_text("Not finished", timeout=A_RUN)
        expect(page.locator("#so-far")).to_contain_text(SAID)
        page.get_by_role("button", name="Take another model").click()
        expect(page.get_by_label("What should the program do?")).to_have_value("Count the words")
        expect(page.locator("#model select")).to_be_focused()
