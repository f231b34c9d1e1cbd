"""What a language does so that tests can be settled: what one expects is derived again, without seeing it or code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from languages.types import Suite

UNCLEAR = "unclear"
"""In place of a value: the task doesn't decide it."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What one test expects, kept apart from what it does.

    `text` is the test with a blank in place of each expectation, and without the words that say it. `values` are the
    expectations, written so that equal ones are equal texts; `numbers` are those of their blanks. Both are empty where
    what is expected isn't a mere value: then the blanks say nothing, and the whole test has to be written again.
    """

    test: str
    text: str
    numbers: tuple[int, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Tests that can't all hold, by name, each with the value that it expects of the very same. `text` is what they do,
    with a blank of this `number` in place of that value."""

    text: str
    number: int
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Settling:
    """What a language knows of expectations."""

    expectation: Callable[[Suite, str, int, str], Expectation]
    """That of the test of this name; its blanks are numbered from the number that is given. The text is how the test
    failed, empty where it didn't: where its own line could not be carried out, what that looks for is masked, too."""

    at_input: Callable[[Suite, str, str], Suite]
    """The tests, in which the one of this name tries just the input with which it failed, by what was said of that, or
    has each line of its table written out; as they are where it has neither."""

    read_values: Callable[[str, Mapping[int, str]], Mapping[int, str]]
    """From a model's reply to the values that it gives, or `UNCLEAR`, by the numbers of the blanks. Each is of the type
    of the expectation that is given for its number, as far as that is a matter of writing."""

    with_values: Callable[[Suite, Mapping[str, Sequence[str]]], Suite]
    """The tests with other values in those of these names, as many as each has blanks.

    Raises `NoUsableReply` where one can't be written so."""

    only: Callable[[Suite, int], Suite | None]
    """The one test in a draft that was asked for by this number, as tests of one; None where it isn't there."""

    with_test: Callable[[Suite, str, Suite], Suite]
    """The tests with the one of the other suite in place of that of this name. Raises `NoUsableReply`."""

    is_broken: Callable[[str], bool]
    """Whether a test that failed with these words could not be carried out itself, so that it says nothing."""

    contradictions: Callable[[Suite], Sequence[Contradiction]]
    """Which tests contradict each other, as far as that can be told without running any; numbered from 1."""

    readable: Callable[[str], str]
    """A value as people read it."""

    without: Callable[[Suite, Sequence[str]], Suite]
    """The tests less those of these names."""

    looks_up: Callable[[Suite, str], bool]
    """Whether the test of this name first looks for where a value stands, such as in a line or a cell: then it isn't
    settled with the value whether that is the right place."""

    reads_prints: Callable[[Suite], bool]
    """Whether the tests look at what functions print, and not only at what they give."""

    says: Callable[[Suite, str, str, str], bool]
    """Whether the test of this name tests an example: what is given, and what is expected, as people write both."""
