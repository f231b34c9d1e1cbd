from __future__ import annotations

from agent.events import CheckFinished, ModelAsked, ModelText, MoveMade, Notice, TestsRan
from languages.types import TestResult
from tests.fakes.told_runs import FAILED, STRONG, everything_says, stored, whole_run
from ui.telling.log import MOST_ENTRIES, as_text, tail


def test_entries_come_in_order_with_the_newest_last() -> None:
    titles = [entry.title for entry in tail(stored(whole_run()))[0]]
    assert titles[0] == "The task"
    assert titles[4] == "2 tests written"
    assert titles[-1] == "Verdict: Verified. All is well."


def test_pieces_of_one_answer_are_one_entry_and_thinking_is_folded() -> None:
    thoughts = [ModelText("code", text, thinking=True) for text in "ab"]
    thinking, answer, notice = tail(stored([*thoughts, ModelText("code", "c"), Notice("n")]))[0]
    assert [fold.text for fold in thinking.folds] == ["ab"]
    assert (answer.answer, answer.seq, answer.seconds) == ("c", 3, 2.0)
    assert notice.title == "n"


def test_answers_that_stream_at_once_are_an_entry_each() -> None:
    pieces = [ModelText("code", f"{attempt}{part} ", attempt=attempt) for part in "abc" for attempt in (1, 2)]
    events = stored([*pieces, TestsRan(2, FAILED, 0.1), ModelText("code", "1d ", attempt=1)])
    entries = tail(events)[0]
    assert [entry.answer for entry in entries] == ["1a 1b 1c 1d ", "2a 2b 2c ", ""]
    assert "The model writes the program (attempt 2)\n    2a 2b 2c" in as_text(events)


def test_a_move_says_why_it_is_made_and_what_was_looked_at_first() -> None:
    (entry,) = tail(stored([MoveMade("the program is repaired", "it passes", ("nothing is written", "a test fails"))]))[
        0
    ]
    assert (entry.title, entry.lines) == ("Next: the program is repaired", ("Why now: it passes",))
    assert [fold.text for fold in entry.folds] == ["- nothing is written\n- a test fails"]


def test_failures_are_listed_and_their_output_is_folded() -> None:
    (entry,) = tail(stored([TestsRan(1, FAILED, 0.1)]))[0]
    assert entry.title == "Attempt 1: 1 of 2 tests pass"
    assert entry.lines == ("✗ test_more: assert 1 == 2",)
    assert [fold.label for fold in entry.folds] == ["The 1 failure in full", "1 test passed"]


def test_many_failures_are_counted() -> None:
    results = tuple(TestResult(f"test_{number}", "failed", "no") for number in range(9))
    assert tail(stored([TestsRan(1, results, 0.1)]))[0][0].lines[-1] == "… and 4 more failures"


def test_only_a_tail_goes_to_the_page() -> None:
    entries, more = tail(stored([Notice(str(number)) for number in range(1000)]))
    assert (len(entries), more) == (MOST_ENTRIES, True)
    assert entries[-1].title == "999"
    assert not tail(stored(whole_run()))[1]
    long, more = tail(stored([ModelAsked("code", "m", "p", "x" * 5000) for _ in range(100)]))
    assert more
    assert 5 < len(long) < 20


def test_a_long_answer_is_shown_from_its_end() -> None:
    (entry,) = tail(stored([ModelText("code", f"{number} ") for number in range(20_000)]))[0]
    assert entry.answer.endswith("19998 19999 ")
    assert entry.answer.startswith("[... the first 100,890 characters are only in the log to download ...]")


def test_the_text_holds_everything() -> None:
    text = as_text(stored([*whole_run(), CheckFinished(STRONG)]))
    for words in ("Write tests.", "Here it is.", "return a + b", "assert add(1, 2) == 3", "Verdict: Verified"):
        assert words in text
    assert text.startswith("[0:00] The task\n    Add two numbers\n[0:01] demo is asked to write the tests")


def test_the_text_steers_no_terminal() -> None:
    text = as_text(stored(everything_says("\x1b[31m\u202e\x00\ud800x")))
    assert not set(text) & set("\x1b\u202e\x00\ud800")
