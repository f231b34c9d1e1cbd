import gettext
import math
import re
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import UTC, datetime, timedelta

import pytest

from message import joined, say, say_count
from translation import (
    ENGLISH,
    TONGUES,
    Translation,
    here,
    of_environment,
    preferred,
    speaking,
    translated,
    translation,
)


@pytest.mark.parametrize(
    ("chosen", "accepted", "expected"),
    [
        ("", "", "en"),
        ("", "fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("", "ja, en;q=0.3, de-AT;q=0.7", "de"),
        ("", "de;q=0, es", "es"),
        ("", "de;q=x, *;q=0.5", "en"),
        ("ar", "de", "ar"),
        ("xx", "de", "de"),
    ],
)
def test_the_language_is_the_chosen_one_else_what_the_browser_likes_best(
    chosen: str, accepted: str, expected: str
) -> None:
    assert preferred(chosen, accepted).code == expected


class Reversed(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return f"[{message}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"[{msgid1 if n < 2 else msgid2}]"


def test_sentences_are_said_with_what_stands_in_them() -> None:
    german = Translation(TONGUES["de"], Reversed())
    sentence = say_count("%(count)s of %(x)s", "%(count)s of all %(x)s", 1234, x=say("tests"))
    assert german.text(sentence) == "[1.234 of all [tests]]"
    assert german.text(joined("; ", [sentence, "plain"])) == "[[1.234 of all [tests]]; plain]"
    assert german.text(joined(", ", [sentence, "plain"])) == "[1.234 of all [tests]][, ]plain"
    assert german.text("plain") == "plain"
    assert german.text(say("")) == ""


def test_numbers_money_and_times_are_written_as_people_do() -> None:
    english, german = Translation(ENGLISH, gettext.NullTranslations()), Translation(TONGUES["de"], Reversed())
    now = datetime.now(UTC)
    assert (english.number(1234.5), german.number(1234.5)) == ("1,234.5", "1.234,5")
    assert english.money(0.02) == "$0.02"
    assert english.ago(now) == "just now"
    assert english.ago(now - timedelta(minutes=1, seconds=1)) == "1 minute ago"
    assert german.ago(now - timedelta(hours=23, minutes=59)) == "vor 23 Stunden"
    assert english.ago(now - timedelta(days=6, hours=23)) == "6 days ago"


@pytest.mark.parametrize(
    "number",
    [10**27, -(10**27), 10**4000, 1e300, math.inf, -math.inf, math.nan, True],
    ids=lambda number: str(number)[:9],
)
def test_whatever_number_stands_in_a_sentence_it_can_be_said(number: float) -> None:
    for tongue in TONGUES.values():
        assert here().number(number)
        assert translation(tongue).text(say_count("%(count)s %(x)s", "%(count)s %(x)s", 10**30, x=number))
        assert re.search(r"\$|USD", translation(tongue).money(number))


def test_two_people_at_a_time_read_two_languages() -> None:
    def spoken() -> str:
        return here().tongue.code

    with ThreadPoolExecutor(2) as threads, speaking(TONGUES["de"]):
        inside = threads.submit(copy_context().run, spoken)
        with speaking(TONGUES["ar"]):
            innermost = threads.submit(copy_context().run, spoken)
        outside = threads.submit(spoken)
        assert (inside.result(), innermost.result(), outside.result(), spoken()) == ("de", "ar", "en", "de")
    assert spoken() == "en"


def test_all_that_is_sent_is_translated_whatever_it_is_in() -> None:
    sent = {"label": say("Run"), "choices": [(say("Run"), "run")], "left": ["Run", 3, None]}
    with speaking(ENGLISH):
        assert translated(sent) == {"label": "Run", "choices": [("Run", "run")], "left": ["Run", 3, None]}


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr.UTF-8", "LANG": "de_DE.UTF-8"}, "fr"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_a_terminal_says_which_language_is_spoken(variables: dict[str, str], code: str) -> None:
    assert of_environment(variables).code == code
