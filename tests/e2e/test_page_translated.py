"""The page in a browser that translates it: words may change, code and names may not, and a run is watched on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.pages import A_RUN, needs_chromium, see, start_example, verdict

pytestmark = [pytest.mark.docker, needs_chromium]

# As Google's translation changes a page: each text is wrapped twice, what comes later as well.
TRANSLATES = """() => {
  const skipped = '[translate="no"], .notranslate, script, style, textarea, select, input';
  const translate = (root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
    for (let one = texts.nextNode(); one; one = texts.nextNode()) found.push(one);
    for (const one of found) {
      if (!one.data.trim() || !one.parentElement || one.parentElement.closest(`${skipped}, font`)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      one.replaceWith(outer);
      outer.append(inner);
      inner.append(one.data);  // in words that the test knows
    }
  };
  translate(document.body);
  new MutationObserver((changes) => {
    for (const {target} of changes) translate(target.nodeType === Node.TEXT_NODE ? target.parentNode : target);
  }).observe(document.body, {childList: true, characterData: true, subtree: true});
}"""
CODE = "code, pre, bdi, .cm-content, .assay-code, .assay-log, .file-name"
TOUCHED = f"""() => [...document.querySelectorAll("{CODE}")]
  .filter((one) => !one.closest('[translate="no"]') || one.querySelector('font')).map((one) => one.outerHTML)"""


@pytest.mark.thorough
def test_a_run_is_watched_in_a_browser_that_translates_the_page(page: Page) -> None:
    page.evaluate(TRANSLATES)
    start_example(page, "Read Roman numerals")
    expect(page.locator("#log")).to_contain_text("Attempt 1", timeout=A_RUN)
    assert page.evaluate(TOUCHED) == []
    assert "Verified" in verdict(page)
    for tab in ("Take it", "Edit the code", "Evidence", "Attempts", "Log"):
        see(page, tab)
        assert page.evaluate(TOUCHED) == []
    see(page, "Edit the code")
    expect(page.locator(".cm-content:visible")).to_contain_text("def roman_to_number")


def test_no_browser_offers_to_translate_what_is_in_its_own_language(page: Page) -> None:
    assert page.evaluate("document.documentElement.lang") == page.evaluate("navigator.language").partition("-")[0]
