"""Asking in the terminal: until an answer is understood, with a way back, and keeping each answer at once."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

from languages.python.parts.telling import _is_in_words, sentence, tell
from languages.python.parts.understand.dates import date_order
from languages.python.parts.understand.numbers import decimal_sign, to_number, to_whole
from languages.python.parts.understand.writing import written_date, written_duration, written_number
from languages.python.parts.understand.yes import to_yes

_ANSWER_LENGTH = 10_000
_ANSWER_BACK = "<"
_ANSWER_KEYS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O[A-Z])")  # what arrow keys send where nothing takes them
# Python's own understand too much, such as "inf" and "1_0", and complain in words for programmers.
_ANSWER_THOUSAND = re.compile(r"\d[.,]\d{3}(?!\d)")
_ANSWER_HINT = re.compile(r"[(\[]\s*\w+\s*/\s*\w+\s*[)\]]")

_ANSWER_UNDERSTOOD: dict[object, Callable[[str], Any]] = {
    int: to_whole,
    Decimal: to_number,
    float: lambda text: float(to_number(text)),
}


def ask(
    question: str,
    understand: Callable[[str], Any] = str,
    *,
    lowest: Any = None,
    highest: Any = None,
    empty: bool = False,
) -> Any:
    """Ask until `understand` (such as to_date) takes the answer, within limits; what its ValueError says is told.
    `empty`: an empty answer gives None."""
    while True:
        text = _answer(question)
        if not text and empty:
            return None
        try:
            value = _answer_within(_answer_understood(text, understand), lowest, highest)
        except ValueError as error:
            tell(str(error) if _is_in_words(error) else sentence("“{text}” doesn't fit here.", text=text))
        else:
            _tell_reading(text, value)
            return value


def ask_choice(question: str, choices: Sequence[str], end: str = "") -> str:
    """Show the numbered `choices`, with `end` under 0, and ask for one by its number, word or beginning; gives its
    whole text, for 0 that of `end`."""
    if not choices:
        raise ValueError(sentence("There is nothing to choose from."))
    for number, choice in enumerate(choices, 1):
        tell(f"{number}. {choice}")
    if end:
        tell(f"0. {end}")
    return str(ask(question, lambda text: _chosen(text, choices, end)))


def ask_yes(question: str) -> bool:
    """Ask a question that is answered with yes or no; "(yes/no)" is added, unless it has such words."""
    if not _ANSWER_HINT.search(question):
        question = sentence("{question} (yes/no)", question=question)
    return bool(ask(question, _agreed))


def _agreed(text: str) -> bool:
    """As `to_yes`, but for a cross: it is a yes in a table, and may be a no for who types it."""
    if text.casefold() == "x":
        raise ValueError(sentence("“{text}” is neither yes nor no.", text=text))
    return to_yes(text)


def ask_each(questions: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """Ask several questions, {question: understand, ...}; "<" goes back one. Gives the answers by question."""
    if len(questions) > 1:
        tell(sentence("Type {back} to go back to the question before.", back=_ANSWER_BACK))
    answers: dict[str, Any] = {}
    while len(answers) < len(questions):
        question = list(questions)[len(answers)]
        answer = ask(question, functools.partial(_answer_or_back, understand=questions[question]))
        if answer is not _ANSWER_BACK:
            answers[question] = answer
        elif answers:
            answers.popitem()
        else:
            tell(sentence("This is the first question."))
    return answers


def ask_lines(question: str, understand: Callable[[str], Any] = str) -> Iterator[Any]:
    """Ask for one line after another until an empty one; each is given at once, so that the program can keep it."""
    tell(sentence("An empty line ends the input."))
    while (answer := ask(question, understand, empty=True)) is not None:
        yield answer


def _answer(question: str) -> str:
    """What is typed, without keys that are no letters."""
    typed = _ANSWER_KEYS.sub("", input(f"{question.rstrip()} ")).replace("\t", " ")
    return "".join(letter for letter in typed if _is_letter(letter)).strip()


def _is_letter(letter: str) -> bool:
    """Whether `letter` is no control character, half of a pair, or mark of the order of bytes."""
    return unicodedata.category(letter) not in ("Cc", "Cs") and letter != "\ufeff"


def _answer_understood(text: str, understand: Callable[[str], Any]) -> Any:
    if not text:
        raise ValueError(sentence("Please type an answer."))
    if len(text) > _ANSWER_LENGTH:
        raise ValueError(sentence("That is too long: at most {most} characters.", most=_ANSWER_LENGTH))
    try:
        return _ANSWER_UNDERSTOOD.get(understand, understand)(text)
    except ArithmeticError:
        raise ValueError(sentence("“{text}” doesn't fit here.", text=text)) from None


def _tell_reading(text: str, value: Any) -> None:
    """How an answer was read that means something else in another country."""
    if isinstance(value, date) and re.search(r"\d[-/]\d", text) and not date_order([text]):
        tell(sentence("“{text}” is read as {value}.", text=text, value=value.isoformat()[:10]))
    elif isinstance(value, Decimal | int | float) and _ANSWER_THOUSAND.search(text) and not decimal_sign([text]):
        tell(sentence("“{text}” is read as {value}.", text=text, value=written_number(value)))


def _answer_within(value: Any, lowest: Any, highest: Any) -> Any:
    low, high = _limit_written(lowest), _limit_written(highest)
    if (lowest is None or value >= lowest) and (highest is None or value <= highest):
        return value
    if highest is None:
        raise ValueError(sentence("The lowest value allowed is {lowest}.", lowest=low))
    if lowest is None:
        raise ValueError(sentence("The highest value allowed is {highest}.", highest=high))
    raise ValueError(sentence("It must be from {lowest} to {highest}.", lowest=low, highest=high))


def _limit_written(limit: Any) -> str:
    if isinstance(limit, int | float | Decimal):
        return written_number(limit)
    if isinstance(limit, date):
        return written_date(limit)
    if isinstance(limit, timedelta):
        return written_duration(limit)
    return f"{limit:%H:%M}" if isinstance(limit, time) else str(limit)


def _chosen(text: str, choices: Sequence[str], end: str) -> str:
    """The choice that `text` is, whose number it is, or of which alone it is the beginning."""
    all_of_them = [*choices, end] if end else choices
    words = {choice.strip().casefold(): choice for choice in reversed(all_of_them)}
    word = text.casefold()
    begun = [choice for beginning, choice in words.items() if beginning.startswith(word)]
    if word in words:
        return words[word]
    first = 0 if end else 1
    if text.isdecimal() and len(text) < 10 and first <= int(text) <= len(choices):
        return choices[int(text) - 1] if int(text) else end
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise ValueError(
            sentence("“{text}” can mean {first} or {second}.", text=text, first=begun[-1], second=begun[-2])
        )
    raise ValueError(sentence("Please type a number from {first} to {count}.", first=first, count=len(choices)))


def _answer_or_back(text: str, understand: Callable[[str], Any]) -> Any:
    return _ANSWER_BACK if text == _ANSWER_BACK else _answer_understood(text, understand)
