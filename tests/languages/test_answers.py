"""What a person says to a brief, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from languages.answers import Answers, answered, changes, holds, keeping_confirmed, read_answers_json
from languages.brief import MOST, Assumption, Brief, Example, Rule
from languages.errors import BadAnswers

BRIEF = Brief(
    "files",
    rules=(Rule("Gifts earn nothing.", "gifts have no price"), Rule("It greets.")),
    assumptions=(
        Assumption("Empty months?", "Left out.", ("Shown.", "Shown as 0."), "June"),
        Assumption("Rounded?", "To the cent."),
    ),
    examples=(Example("3 for 2.50", "7.50", "3 for 2.50 is 7.50"), Example("none", "0.00", "none is 0.00")),
)
SAID = Answers({1: "Shown."}, {1: " 7.50\n", 2: "nothing"}, (2,), ("It  says goodbye.", " "))
AFTER = replace(
    BRIEF,
    rules=(BRIEF.rules[0], Rule("It says goodbye.", confirmed=True)),
    assumptions=(
        Assumption("Empty months?", "Shown.", ("Left out.", "Shown as 0."), confirmed=True),
        BRIEF.assumptions[1],
    ),
    examples=(
        Example("3 for 2.50", "7.50", "3 for 2.50 is 7.50", confirmed=True),
        Example("none", "nothing", "none is 0.00", confirmed=True),
    ),
)


def test_a_brief_becomes_what_the_person_says_and_nothing_else_of_it_changes() -> None:
    assert answered(BRIEF, Answers()) == BRIEF
    assert answered(BRIEF, SAID) == AFTER
    assert answered(BRIEF, Answers({2: "As the bank does."})).assumptions[1].others == ("To the cent.",)
    assert AFTER.fixed == {1: AFTER.examples[0], 2: AFTER.examples[1]}


def test_what_is_otherwise_is_said_in_words_for_who_mends_the_program() -> None:
    assert changes(BRIEF, BRIEF) == ()
    assert changes(BRIEF, AFTER) == (
        "No longer: It greets.",
        "Also: It says goodbye.",
        "Empty months? Shown.",
        "This must hold: 3 for 2.50 -> 7.50",
        "This must hold: none -> nothing",
    )


@pytest.mark.parametrize(
    "said",
    [
        Answers({3: "Shown."}),
        Answers({0: "Shown."}),
        Answers({1: " "}),
        Answers(outcomes={3: "1"}),
        Answers(outcomes={1: ""}),
        Answers(without=(3,)),
        Answers(rules=("One more.",) * MOST),
    ],
)
def test_what_does_not_fit_is_refused_in_words(said: Answers) -> None:
    with pytest.raises(BadAnswers) as refused:
        answered(BRIEF, said)
    assert refused.value.advice


def test_programs_say_it_in_json() -> None:
    said = '{"choices": {"1": "Shown."}, "outcomes": {"1": " 7.50\\n", "2": "nothing"}, "without": [2]}'
    assert read_answers_json(said) == replace(SAID, rules=())
    assert read_answers_json("{}") == Answers()
    for wrong in ("", "[]", "yes", '{"choices": {"one": "Shown."}}', '{"choice": {}}', '{"rules": "It greets."}'):
        with pytest.raises(BadAnswers, match="answer") as refused:
            read_answers_json(wrong)
        assert '"without": [3]' in refused.value.advice


def test_a_wish_leaves_confirmed_what_it_leaves_as_it_was() -> None:
    as_a_model_writes_it = replace(
        AFTER,
        rules=tuple(replace(rule, confirmed=False) for rule in AFTER.rules),
        assumptions=(Assumption("Empty months?", "Left out."), BRIEF.assumptions[1]),
        examples=(Example("none", "a word", "none is 0.00"),),
    )
    kept = keeping_confirmed(as_a_model_writes_it, AFTER, "Say a word for none.")
    assert kept.rules == AFTER.rules
    assert not any(one.confirmed for one in kept.assumptions), "the wish was for another one"
    assert set(kept.examples) == {as_a_model_writes_it.examples[0], AFTER.examples[0]}


def test_only_the_person_changes_what_they_confirmed() -> None:
    twice = replace(AFTER, examples=(*AFTER.examples, replace(AFTER.examples[0], expected="7,50 €")))
    undone = replace(AFTER, examples=(Example("none", "0.00", "none is 0.00"),))
    for earlier in (AFTER, twice):
        kept = keeping_confirmed(undone, earlier, "Make the page blue.")
        assert [one for one in kept.examples if one.confirmed] == list(earlier.fixed.values())
        assert all(one.confirmed for one in kept.examples)


@pytest.mark.parametrize(
    ("source", "outcome", "can"),
    [
        ('assert total == Decimal("19.5")', "19,50", True),
        ("assert total == 1950", "19.50", False),
        ("assert total == 1000", "1,000", True),
        ("assert due(day) == date(2025, 3, 1)", "01.03.2025", True),
        ("assert total == 20", "19.50 for 3 jars", False),
        ('assert "gift" in run.text', "a Gift", True),
        ("assert run.exit_code == 0", "a Gift", False),
        ("assert not run.text", "—", True),
    ],
)
def test_a_test_can_hold_an_outcome_only_if_it_has_its_values(source: str, outcome: str, can: bool) -> None:
    assert holds(source, outcome) == can
