from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agent.events import CheckFinished, CodeReady, Event, ModelText, RunFinished, StartsShown, TestsRan
from agent.types import Step
from languages.outcome import FileOut, Start, Table
from languages.python.candidates import program, suite
from languages.types import CheckReport, Finding, Mutation, Needs
from tests.fakes.told_runs import (
    ADD,
    FAILED,
    NO_PACKAGES,
    REQUEST,
    SECURE,
    START,
    STRONG,
    TEST_CODE,
    TESTS,
    everything_says,
    report_of,
    stored,
    whole_run,
)
from ui.base.templating import render
from ui.live.known import known_after
from ui.telling import view
from ui.telling.downloads import report_page
from ui.telling.plan_card import plan_html
from ui.using.result import result_html

STARTED_SUITE = suite(TEST_CODE, (replace(TESTS[0], scenario=True),))
"""Of which a test starts the program."""
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "</pre></details></div></style><b>",
    "![picture](https://example.org/x.png) [link](javascript:alert(1))",
    "\x1b[31mred\x1b[0m \x00 \u202etxt.exe \ud800 \u2028 \x0c",
    "' \" ` = / > &lt; &amp; {{ 7 * 7 }} {% raw %}",
)
Shape = tuple[str, tuple[tuple[str, str | None], ...]]
"""A tag, and its attributes with their values."""
VOID = ("meta", "rect", "link", "br", "img", "input")


class Tags(HTMLParser):
    """Collects the tags of a page with their attributes, and holds that each is closed in its turn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.shapes: set[Shape] = set()
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shapes.add((tag, tuple(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        pytest.fail(f"a comment: {data}")


def everything(events: Sequence[Event]) -> str:
    report, kept = report_of(events), stored(events)
    parts = [
        render("chat", request=report.request),
        view.steps_html(known_after(kept), START),
        view.log_html(kept),
        view.verdict_html(report),
        view.trust_html(report),
        view.asked_html(report, report.request or REQUEST, report.request.task if report.request else ""),
        result_html(report),
        result_html(replace(report, vouched=())),
    ]
    parts += [
        view.verdict_html(report, actions=True),
        plan_html(report),
        plan_html(replace(report, awaits_answer=True)),
    ]
    return "\n".join([*parts, view.attempts_html(report), view.how_to_run(report), report_page(report, "run")])


def text_of(html: str) -> str:
    return " ".join(Tags(html).text.split())


@cache
def known() -> frozenset[Shape]:
    """The tags with their attributes that come from harmless texts; whole pages, which not each process need make."""
    texts = ("plain\nwords", "3.50", ADD, "", "x" * 50_000, "input(sys.argv, sys.stdin)", "@@ -1,2 +1,2 @@\n-a\n+b\n c")
    return frozenset().union(*(Tags(everything(everything_says(text))).shapes for text in texts))


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=[])) | st.text("<>&\"'/= !-[]\n\t\0\x1bimgsvgonload{}%#@+"))
@example("\n".join(HOSTILE))
def test_no_tag_and_no_attribute_comes_from_a_text(text: str) -> None:
    assert Tags(everything(everything_says(text))).shapes <= known()


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_text_and_can_be_stored_as_utf8(text: str) -> None:
    html = everything(everything_says(text))
    assert Tags(html).shapes <= known()
    html.encode()
    assert not set(html) & set("\x00\x1b\u202e\ud800")


def test_what_a_model_wrote_is_shown_as_it_wrote_it() -> None:
    html = view.log_html(stored([ModelText("code", "if a < b && c: <b>")]))
    assert "if a < b && c: <b>" in Tags(html).text


@pytest.mark.parametrize("text", ["x" * 1_000_000, "<" * 1_000_000, "y\n" * 500_000, "\x1b" * 1_000_000])
def test_a_huge_text_makes_no_huge_page(text: str) -> None:
    events = everything_says(text)
    kept = stored(events)
    assert len(view.steps_html(known_after(kept), START)) < 20_000
    assert len(view.log_html(kept)) < 200_000
    assert len(view.trust_html(report_of(events))) < 1_300_000


def test_a_log_of_50000_pieces_makes_a_small_page_and_is_whole_as_text() -> None:
    pieces = stored([*whole_run()[:7], *(ModelText("code", f"piece {number}\n") for number in range(50_000))])
    page = view.log_html(pieces)
    assert len(page) < 100_000
    assert "piece 49999" in page
    assert "piece 0\n" not in page
    assert all(f"piece {number}\n" in view.log_text(pieces) for number in (0, 25_000, 49_998))


@pytest.mark.parametrize("length", range(len(whole_run()) + 1))
def test_every_beginning_of_a_run_can_be_shown(length: int) -> None:
    html = everything(whole_run()[:length])
    assert Tags(html)
    assert ("Under way" in html) == (length < len(whole_run()))


@pytest.mark.parametrize(
    ("status", "badge"),
    [
        ("verified", "Verified"),
        ("unverified", "Not verified"),
        ("failed", "Failed"),
        ("cancelled", "Stopped"),
        ("error", "Not finished"),
    ],
)
def test_a_verdict_is_a_word_and_an_answer_and_its_reason_is_in_the_evidence(status: str, badge: str) -> None:
    finished = RunFinished(status, "Test strength failed (weak).", 1.0, "Try again.", 1)  # type: ignore[arg-type]
    report = report_of([*whole_run()[:-1], finished])
    text = text_of(view.verdict_html(report))
    assert text.startswith(f"{badge} May I use it?")
    assert "Test strength failed (weak). Try again." in text_of(view.trust_html(report))


def test_the_one_thing_to_do_is_a_button_or_said_and_never_both() -> None:
    def told(step: Step, model: str) -> str:
        over = RunFinished("unverified", "Hm.", 1.0, attempt=1, step=step)
        report = report_of([*whole_run()[:-1], over])
        asked = replace(report, request=replace(REQUEST, model=model))
        return text_of(view.verdict_html(asked, actions=True))

    assert "Write stronger tests" in told("tests", "ollama:x")
    assert "Have stronger tests written." not in told("tests", "ollama:x")
    assert "Have stronger tests written." in told("tests", "demo"), "whom nobody can ask for any"


def test_a_failure_is_worded_as_one_and_without_what_only_programmers_know() -> None:
    failed = [*whole_run()[:10], TestsRan(1, FAILED, 0.1), RunFinished("failed", "No.", 1.0, attempt=1)]
    assert "What wasn'tIt doesn't do this: It adds more." in text_of(view.verdict_html(report_of(failed)))
    crash = CheckReport(
        "attack", "failed", "Ctrl+C at “Name”: it ends with an error of Python's (json.JSONDecodeError)"
    )
    broken = [*whole_run()[:11], CheckFinished(crash), RunFinished("unverified", "No.", 1.0, attempt=1, step="repair")]
    text = text_of(view.verdict_html(report_of(broken)))
    assert "Ctrl+C at “Name”: it ends with an error of Python's." in text


def test_what_it_left_itself_is_no_file_of_the_persons_that_it_changes() -> None:
    def told(*starts: Start) -> str:
        scenario = replace(report_of([*whole_run()[:11], StartsShown(1, starts)]), suite=STARTED_SUITE)
        return text_of(view.trust_html(scenario))

    made, changed = (FileOut("sums.csv", 9, change) for change in ("new", "changed"))
    again = Start("test_add", given=("sums.csv", "bank.csv"), files=(changed,))
    assert "It changes or removes files" in told(again)
    assert "It changes or removes files" not in told(Start("test_add", given=("bank.csv",), files=(made,)), again)


def test_a_run_that_gets_nowhere_offers_three_ways_on() -> None:
    attempts = [(CodeReady(n, program(ADD)), TestsRan(n, FAILED, 0.1)) for n in (1, 2, 3)]
    events = [*whole_run()[:8], *(event for pair in attempts for event in pair)]
    html = view.steps_html(known_after(stored(events)), START)
    ways = re.findall(r'<button type="button" data-action="(\w+)">([^<]*)<', html)
    assert ways == [
        ("stop", "Stop, and keep the best so far"),
        ("reword", "Stop, and say it more exactly"),
        ("model", "Stop, and take another model"),
    ]


def test_the_steps_are_a_list_that_says_in_words_where_the_run_is() -> None:
    html = view.steps_html(known_after(stored(whole_run()[:3])), START, "about 4 minutes")
    assert "(usually about 4 minutes)" in html
    assert "so far" not in text_of(html).partition("Writing")[0], "nothing was paid"
    assert "$0.02 so far" in text_of(view.steps_html(known_after(stored(whole_run()[:8])), START))
    assert "<ol" in html
    assert html.count('class="assay-step ') == 12
    assert html.count('class="assay-stage ') == 4
    assert html.count('aria-current="step"') == 1
    assert "demo was asked to write the tests. Writing: about 10 tokens so far." in text_of(html)


def test_each_test_has_its_result_in_words_and_its_code_one_click_away() -> None:
    html = view.trust_html(report_of([*whole_run()[:-6], TestsRan(1, FAILED, 0.1)]))
    text = text_of(html)
    assert text.index("It adds more. your example failed") < text.index("It adds. passed")
    assert "1 of 2 tests passed" in text
    assert "assert add(1, 2) == 3" in text
    assert "E assert 1 == 2" in text


def test_what_was_not_checked_is_said_loudly() -> None:
    failed = [*whole_run()[:10], TestsRan(1, FAILED, 0.1), RunFinished("failed", "No.", 1.0, attempt=1)]
    text = text_of(view.trust_html(report_of(failed)))
    names = "Starting it, Odd use, Security, Dependencies, Elsewhere, Test strength, Honesty"
    assert f"{names}: NOT CHECKED. Only a program that passes all of its tests is checked." in text


def test_a_check_that_could_not_run_never_looks_like_a_pass() -> None:
    unasked = CheckReport("pip-audit", "not_checked", "The service could not be asked")
    broken = CheckReport("bandit", "error", "The check broke")
    run = [*whole_run()[:11], CheckFinished(unasked), CheckFinished(broken), CheckFinished(STRONG)]
    html = view.trust_html(report_of([*run, RunFinished("unverified", "Hm.", 1.0, attempt=1)]))
    text = text_of(html)
    assert "Dependencies: NOT CHECKED. The service could not be asked" in text
    assert "Security: NOT CHECKED. The check broke" in text
    assert "Clean" not in text


def test_a_security_finding_is_explained_with_its_line() -> None:
    finding = Finding("B102 exec_used", "Use of exec detected.", "medium", 2, meaning="The program runs any text.")
    report = CheckReport("bandit", "failed", "1 security problem found", (finding,))
    text = text_of(view.trust_html(report_of([*whole_run()[:11], CheckFinished(report)])))
    assert "Of medium weight, line 2. The program runs any text." in text
    assert "return a + b" in text
    assert "B102 exec_used: Use of exec detected." in text


def test_the_strength_of_the_tests_is_a_sentence_a_picture_and_diffs() -> None:
    missed = Finding(
        "solution.x", "No test notices this change", "low", None, "--- a\n+++ b\n@@ -1 +1 @@\n-a + b\n+a - b"
    )
    strong = CheckReport("mutmut", "passed", "strong", (missed,), Mutation(30, 3, 0, 1, 34))
    html = view.trust_html(report_of([*whole_run()[:11], CheckFinished(strong)]))
    assert "The tests catch 31 of 34 planted mistakes." in text_of(html)
    assert 'aria-label="31 of 34 planted mistakes were caught"' in html
    assert "-a + b" in text_of(html)
    assert "+a - b" in text_of(html)


def test_attempts_show_how_the_code_changed() -> None:
    repaired = [
        *whole_run()[:8],
        CodeReady(1, program("a = 1\n")),
        TestsRan(1, FAILED, 0.1),
        CodeReady(2, program("a = 2\n")),
    ]
    text = text_of(view.attempts_html(report_of([*repaired, TestsRan(2, FAILED, 0.1)])))
    assert "1 of 2 tests passed, 1 failed" in text
    assert "What changed since attempt 1From line 1-a = 1+a = 2" in text


def test_how_to_run_is_made_for_this_program() -> None:
    text = text_of(view.how_to_run(report_of(whole_run())))
    assert "add(a, b)" in text
    assert "At the >>>, type for example:add(1, 2) It answers 3." in text
    assert "py -i solution.py" in text
    assert "python3 -i solution.py" in text
    assert "pip" not in text
    assert "ouble-click" not in text


def test_what_can_be_started_is_started_by_a_double_click_first_and_in_a_terminal_second() -> None:
    code = "import sys\nprint(sys.argv, input())"
    text = text_of(view.how_to_run(report_of([*whole_run()[:8], CodeReady(1, program(code))])))
    places = {"Windows.bat": "onto Start", "macOS.command": "drop Start", "Linux.sh": "drop Start"}
    folder, _, terminal = text.partition("In a terminal")
    for part, (name, dropped) in zip(folder.split("Download the zip.")[1:], places.items(), strict=True):
        assert re.search(f"Double-click Start on {name} .*It asks for .* {dropped} on {name}", part)
    assert terminal.count(" solution.py …") == 3


def test_packages_are_fetched_into_a_folder_of_their_own() -> None:
    needs = CheckReport("pip-audit", "passed", "No known vulnerabilities", needs=Needs(("six==1.17.0",)))
    run = [*whole_run()[:8], CodeReady(1, program("print(input())")), *map(CheckFinished, (SECURE, needs, STRONG))]
    text = text_of(view.how_to_run(report_of(run)))
    assert "assay-packages\\Scripts\\python -m pip install -r requirements.txt" in text
    assert "assay-packages/bin/python solution.py" in text
    assert "It asks for something" in text
    assert "it has not passed its tests" in text


def test_no_check_is_clean_before_it_was_made() -> None:
    text = text_of(view.trust_html(report_of([*whole_run()[:11], CheckFinished(NO_PACKAGES)])))
    assert text.count("Not checked yet.") == 6
    assert text.count("Clean") == 1


def test_what_a_program_makes_is_shown_while_it_is_attacked() -> None:
    out = FileOut("sums.csv", 9, "new", "", "table", "", (Table("", (("who", "sum"), ("Ada", "30"))),))
    starts = (Start("test_add", files=(out,)), Start("test_more", files=(out,)))
    begun = [*whole_run()[:11], StartsShown(1, starts)]
    scenario = replace(report_of(begun), suite=STARTED_SUITE)
    assert "What it makes so far sums.csv" in text_of(view.so_far_html(scenario))
    assert view.so_far_html(scenario).count("Ada") == 1
    assert view.so_far_html(report_of(whole_run()[:11])) == ""
