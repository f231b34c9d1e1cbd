from __future__ import annotations

import builtins
import contextlib
from collections.abc import Callable, Iterator
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

import pytest

from languages.python.parts.ask import ask, ask_choice, ask_each, ask_lines, ask_yes
from languages.python.parts.understand import habits
from languages.python.parts.understand.dates import to_date
from languages.python.parts.understand.durations import to_duration
from languages.python.parts.understand.numbers import to_number, to_whole
from languages.python.parts.understand.times import to_time

Typing = Callable[..., list[str]]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Type some lines, after which the input ends; gives the prompts that were shown."""
    prompts: list[str] = []

    def type_lines(*lines: str) -> list[str]:
        left = iter(lines)

        def answer(prompt: str = "") -> str:
            prompts.append(prompt)
            with contextlib.suppress(StopIteration):
                return next(left)
            raise EOFError

        monkeypatch.setattr(builtins, "input", answer)
        return prompts

    return type_lines


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_answer(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    prompts = typing("  Ada \t Lovelace ")
    assert ask("Your name? ") == "Ada   Lovelace"
    assert prompts == ["Your name? "]
    assert said(capsys) == []


def test_asks_until_it_understands(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    prompts = typing("abc", "", "   ", "12,5")
    assert ask("How much?", to_number) == Decimal("12.5")
    assert prompts == ["How much? "] * 4
    assert said(capsys) == ["“abc” is not a number.", "Please type an answer.", "Please type an answer."]


def test_what_python_itself_says_of_an_answer_is_not_told(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing("five", "2025-02-30", "7")
    assert ask("How many?", lambda text: date.fromisoformat(text) if "-" in text else int(text)) == 7
    assert said(capsys) == ["“five” doesn't fit here.", "“2025-02-30” doesn't fit here."]


@pytest.mark.parametrize(
    ("understand", "typed", "shown"),
    [
        (to_date, "3/4/2024", ["“3/4/2024” is read as 2024-04-03."]),
        (to_date, "17/4/2024", []),
        (to_date, "3 April 2024", []),
        (to_number, "1,855", ["“1,855” is read as 1855."]),
        (to_number, "1,855.50", []),
        (to_whole, "12", []),
    ],
)
def test_what_is_read_otherwise_elsewhere_is_told(
    typing: Typing,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    understand: Any,
    typed: str,
    shown: list[str],
) -> None:
    monkeypatch.setattr(habits, "LANGUAGE", "en-GB")
    typing(typed)
    ask("When, or how much?", understand)
    assert said(capsys) == shown


def test_empty_answer_that_may_be(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing("abc", " ")
    assert ask("How much?", to_number, empty=True) is None
    assert said(capsys) == ["“abc” is not a number."]


@pytest.mark.parametrize(
    ("understand", "lowest", "highest", "answers", "value", "words"),
    [
        (to_number, 1, None, ["0,99", "1"], 1, "The lowest value allowed is 1."),
        (to_number, None, 10, ["10,01", "10"], 10, "The highest value allowed is 10."),
        (to_whole, 1, 10, ["0", "11", "10"], 10, "It must be from 1 to 10."),
        (to_number, Decimal("0.5"), 1.5, ["0", "0,5"], Decimal("0.5"), "It must be from 0,5 to 1,5."),
        (
            to_date,
            date(2025, 1, 1),
            date(2025, 12, 31),
            ["1.1.2026", "31.12.2025"],
            date(2025, 12, 31),
            "It must be from 01.01.2025 to 31.12.2025.",
        ),
        (to_time, time(9), None, ["8:59", "9:00"], time(9), "The lowest value allowed is 09:00."),
        (
            to_duration,
            None,
            timedelta(hours=1, minutes=30),
            ["2 h", "1 h"],
            timedelta(hours=1),
            "The highest value allowed is 1 h 30 min.",
        ),
        (str, "b", None, ["a", "b"], "b", "The lowest value allowed is b."),
        (to_whole, 0, 0, ["1", "-1", "0"], 0, "It must be from 0 to 0."),
    ],
)  # fmt: skip
def test_limits(
    typing: Typing,
    capsys: pytest.CaptureFixture[str],
    speak: Callable[[str], None],
    understand: Callable[[str], Any],
    lowest: Any,
    highest: Any,
    answers: list[str],
    value: Any,
    words: str,
) -> None:
    speak("de")
    typing(*answers)
    assert ask("?", understand, lowest=lowest, highest=highest) == value
    assert said(capsys) == [words] * (len(answers) - 1)


def test_keys_that_are_no_letters(typing: Typing) -> None:
    typing("\ufeff\x1b[A\x1b[1;5C\x1bOPA\x00d\x7fa\x08\udce4\x1b")
    assert ask("?") == "Ada"


def test_letters_of_all_writings_stay(typing: Typing) -> None:
    text = "Zoë 王 محمد 👩\u200d👩 ½ <b> [A"
    typing(text)
    assert ask("?") == text


def test_too_long(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing("x" * 10_001, "x" * 10_000)
    assert len(ask("?")) == 10_000
    assert said(capsys) == ["That is too long: at most 10000 characters."]


@pytest.mark.parametrize(
    ("understand", "answers", "value", "words"),
    [
        (
            int,
            ["²", "1_0", "1e5", "3"],
            3,
            ["“²” is not a number.", "“1_0” is not a number.", "“1e5” is not a number."],
        ),
        (float, ["inf", "nan", "2,5"], 2.5, ["“inf” is not a number.", "“nan” is not a number."]),
        (Decimal, ["sNaN", "x", "2.5"], Decimal("2.5"), ["“sNaN” is not a number.", "“x” is not a number."]),
    ],
)
def test_types_of_python(
    typing: Typing,
    capsys: pytest.CaptureFixture[str],
    understand: Callable[[str], Any],
    answers: list[str],
    value: Any,
    words: list[str],
) -> None:
    typing(*answers)
    answer = ask("?", understand)
    assert answer == value
    assert type(answer) is type(value)
    assert said(capsys) == words


def test_error_without_words(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    def odd(text: str) -> Decimal:
        if text == "a":
            raise ValueError
        return Decimal(text) / 3

    typing("a", "b", "3")
    assert ask("?", lambda text: odd(text)) == 1
    assert said(capsys) == ["“a” doesn't fit here.", "“b” doesn't fit here."]


@pytest.mark.parametrize("error", [EOFError, KeyboardInterrupt])
def test_end_goes_through(monkeypatch: pytest.MonkeyPatch, error: type[BaseException]) -> None:
    def end(prompt: str = "") -> str:
        raise error

    monkeypatch.setattr(builtins, "input", end)
    for asking in (
        lambda: ask("?"),
        lambda: ask("?", empty=True),
        lambda: ask_choice("?", ["a"]),
        lambda: ask_yes("?"),
        lambda: ask_each({"?": str}),
        lambda: list(ask_lines("?")),
    ):
        with pytest.raises(error):
            asking()


CHOICES = ["Apples", "apricots", "Pears", "2025", "Pear juice"]


@pytest.mark.parametrize(
    ("answer", "choice"),
    [
        ("1", "Apples"),
        ("5", "Pear juice"),
        ("٢", "apricots"),
        ("apples", "Apples"),
        ("PEARS", "Pears"),
        ("app", "Apples"),
        ("Apr", "apricots"),
        ("pear j", "Pear juice"),
        ("2025", "2025"),
        ("20", "2025"),
        ("2", "apricots"),
    ],
)
def test_choice(typing: Typing, capsys: pytest.CaptureFixture[str], answer: str, choice: str) -> None:
    prompts = typing(answer)
    assert ask_choice("Which?", CHOICES) == choice
    assert prompts == ["Which? "]
    assert said(capsys) == ["1. Apples", "2. apricots", "3. Pears", "4. 2025", "5. Pear juice"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("0", "Please type a number from 1 to 5."),
        ("6", "Please type a number from 1 to 5."),
        ("-1", "Please type a number from 1 to 5."),
        ("²", "Please type a number from 1 to 5."),
        ("9" * 5000, "Please type a number from 1 to 5."),
        ("plums", "Please type a number from 1 to 5."),
        ("ap", "“ap” can mean Apples or apricots."),
        ("pear", "“pear” can mean Pears or Pear juice."),
        ("", "Please type an answer."),
    ],
)
def test_no_choice(typing: Typing, capsys: pytest.CaptureFixture[str], answer: str, words: str) -> None:
    typing(answer, "3")
    assert ask_choice("Which?", CHOICES) == "Pears"
    assert said(capsys)[5:] == [words]


@pytest.mark.parametrize("answer", ["0", "00", "koniec", "K"])
def test_choice_of_the_end(typing: Typing, capsys: pytest.CaptureFixture[str], answer: str) -> None:
    typing("3", answer)
    assert ask_choice("Co?", ["Dodaj", "Stan"], end="Koniec") == "Koniec"
    assert said(capsys) == ["1. Dodaj", "2. Stan", "0. Koniec", "Please type a number from 0 to 2."]


def test_word_comes_before_number_and_beginning(typing: Typing) -> None:
    typing("2", "3", "tea", "TEA", "Tea")
    assert [ask_choice("?", ["3", "2", "1"]) for _ in range(2)] == ["2", "3"]
    assert [ask_choice("?", ["teapot", "tea", "Tea"]) for _ in range(3)] == ["tea"] * 3


def test_nothing_to_choose_from(typing: Typing) -> None:
    typing("1")
    with pytest.raises(ValueError) as caught:
        ask_choice("?", [])
    assert str(caught.value) == "There is nothing to choose from."


def test_yes(typing: Typing, capsys: pytest.CaptureFixture[str], speak: Callable[[str], None]) -> None:
    speak("de")
    prompts = typing("ja", "no", "", "maybe", "x", "N")
    assert [ask_yes("Go on?") for _ in range(3)] == [True, False, False]
    assert set(prompts) == {"Go on? (yes/no) "}
    assert said(capsys) == ["Please type an answer.", "“maybe” is neither yes nor no.", "“x” is neither yes nor no."]


@pytest.mark.parametrize("question", ["Undo it (yes/no)?", "Cofnąć go? (tak / nie)", "Weiter [J/n]"])
def test_yes_is_not_named_twice(typing: Typing, question: str) -> None:
    prompts = typing("ok", "no", "yes")
    assert (ask_yes(question), ask_yes("And (this or that)?")) == (False, True)
    assert prompts == [f"{question} ", f"{question} ", "And (this or that)? (yes/no) "]


QUESTIONS: dict[str, Callable[[str], Any]] = {"Name?": str, "Age?": int, "Born?": to_date}


def test_each(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    prompts = typing("Ada", "x", "36", "10.12.1815")
    answers = ask_each(QUESTIONS)
    assert list(answers.items()) == [("Name?", "Ada"), ("Age?", 36), ("Born?", date(1815, 12, 10))]
    assert prompts == ["Name? ", "Age? ", "Age? ", "Born? "]
    assert said(capsys) == ["Type < to go back to the question before.", "“x” is not a number."]


def test_way_back(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    prompts = typing("Bob", "36", "<", " < ", "<", "Ada", "37", "10.12.1815")
    assert ask_each(QUESTIONS) == {"Name?": "Ada", "Age?": 37, "Born?": date(1815, 12, 10)}
    assert prompts == [f"{name}? " for name in ("Name", "Age", "Born", "Age", "Name", "Name", "Age", "Born")]
    assert said(capsys) == ["Type < to go back to the question before.", "This is the first question."]


def test_two_questions_have_a_way_back(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing("a", "<", "b", "c")
    assert ask_each({"One?": str, "Two?": str}) == {"One?": "b", "Two?": "c"}
    assert said(capsys) == ["Type < to go back to the question before."]


def test_beginning_of_three_words(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing("a", "3")
    assert ask_choice("?", ["aa", "ab", "ac"]) == "ac"
    assert said(capsys)[3:] == ["“a” can mean aa or ab."]


def test_one_question_has_nothing_before(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing("Ada")
    assert ask_each({"Name?": str}) == {"Name?": "Ada"}
    assert ask_each({}) == {}
    assert said(capsys) == []


def test_lines(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    prompts = typing("2", "x", "3,5", "")
    assert list(ask_lines("Price?", to_number)) == [Decimal(2), Decimal("3.5")]
    assert prompts == ["Price? "] * 4
    assert said(capsys) == ["An empty line ends the input.", "“x” is not a number."]


def test_value_that_is_nothing_does_not_end_the_lines(typing: Typing) -> None:
    typing("0", "no", "")
    assert list(ask_lines("?", lambda text: 0 if text == "0" else "")) == [0, ""]


def test_each_line_is_given_at_once(typing: Typing) -> None:
    typing("a", "b")
    kept = []

    def keep(lines: Iterator[str]) -> None:
        for line in lines:
            kept.append(line)

    with pytest.raises(EOFError):
        keep(ask_lines("?"))
    assert kept == ["a", "b"]
