"""Another program for the task, by who sees neither the first nor its tests: two seldom make the same mistake apart.

Source of the idea: Chen et al., "CodeT: Code Generation with Generated Tests", 2022, which has programs agree. On
recorded samples of a real model, 97.0 % of the programs are right that pass all tests and do the same as one other on
200 inputs. Where the two differ, what is right is derived from the task; where that says nothing, a third is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce

from agent.attempts import Attempt, best
from agent.deciding.apart import ENOUGH, OTHERS, Apart, no_copies, written_apart
from agent.deciding.deriving import derive_all
from agent.deciding.new_tests import NewTest, answered, asked_of_person, ends, new_tests
from agent.events import Event
from agent.search.bench import Search
from agent.search.move import Move
from agent.types import Ground, TestChange
from agent.verdict import lacks_only_grounds
from languages.comparing import Compared
from languages.settling import Settling
from languages.strengthening import Strengthening
from languages.types import Candidate
from message import joined, say, say_count

Settle = Callable[[Search, Attempt, Compared], Generator[Event, None, bool]]
PURPOSE = say("work out what is right where two programs differ")
WRONG = say("A second program gives something else here, and worked out several times from the task, that is right.")
OPEN = say("Two programs written for this task differ here, and the task doesn't say what is right.")
SAME_TESTS = say("A second program, written without seeing it or its tests, passes the same tests")
NOTHING = ("", "None")  # no value, or one that says nothing of what was printed or changed
SEVERAL = 3
"""Programs that must all give the same, where they differ for inputs of a sort that no test has."""


@dataclass(slots=True)
class Comparison:
    """What came of comparing the best attempt.

    Of the other programs some are `agreeing` in all, and `State.differing` where nobody knows. `odd` are inputs of a
    sort that no test has with which the first of them differs; `within` has by program for how many inputs of the other
    sorts each gives the same, 0 if not for all. Of inputs with which the first differs, `decided` says whether it is
    known what is right. `of` says what was compared last.
    """

    decided: dict[str, bool] = field(default_factory=dict)
    agreeing: set[str] = field(default_factory=set)
    odd: tuple[str, ...] = ()
    within: dict[str, int] = field(default_factory=dict)
    of: Hashable = None


def compare(search: Search, most: int = OTHERS) -> Generator[Event, None, None]:
    """Compare the best attempt with another program, `most` at most, where nothing else keeps it from its verdict.

    Where they agree, or the task asks for what the attempt gives, that speaks for it; else the search goes on with a
    test that it fails. Raises as `Search.change_tests`; a model that fails has said nothing.
    """
    language, attempt, known = search.language, best(search.attempts), search.memory(Comparison)
    comparing, settling, strengthening = language.comparing, language.settling, language.strengthening
    if not (attempt and comparing and settling and strengthening):
        return
    settle = partial(_settle, settling=settling, strengthening=strengthening)
    search.state = replace(search.state, differing=frozenset())
    known.agreeing, known.odd, known.within = set(), (), {}
    for number in range(most):
        other = yield from written_apart(search, attempt, comparing, number)
        if other and (yield from _is_enough(search, attempt, other, settle)):
            break
    else:
        _have_all_speak(search, attempt)
    known.of = _of_now(search, attempt)


def _applies(search: Search) -> bool:
    """Not where it is started: what two programs show is worded in two ways. Nor where it would say the same again."""
    attempt = search.state.passing
    if not attempt or search.suite.starts:
        return False
    known = search.memory(Comparison).of == _of_now(search, attempt)
    return lacks_only_grounds(attempt, search.language.checks) and not known


def _of_now(search: Search, attempt: Attempt) -> Hashable:
    suite, others = search.suite, search.memory(Apart).programs
    return search.language.same_program(attempt.candidate), suite.source, suite.inputs, len(others)


def _is_enough(search: Search, attempt: Attempt, other: Candidate, settle: Settle) -> Generator[Event, None, bool]:
    """Whether `other` speaks for the attempt now, or there is a test that the attempt fails."""
    known = search.memory(Comparison)
    compared = yield from search.compare(attempt.candidate, other)
    if not compared:
        return False
    program = search.language.same_program(other)
    differs = compared.different or compared.telling  # also where the attempt crashes
    known.within[program] = 0 if differs else compared.same
    if compared.same < ENOUGH and not compared.telling:
        return (yield from _with_its_tests(search, attempt, other))
    if compared.same < max(ENOUGH, compared.different):
        return False
    if other is next(no_copies(search, attempt, *search.memory(Apart).programs)):
        is_settled = yield from settle(search, attempt, compared)
        if not is_settled:
            search.state = search.state.with_differing(program)
        known.odd = tuple(one.source for one in compared.beyond)
        chosen = best(search.attempts)  # where nobody has spoken for it, one more has to agree in all
        return not (chosen and _same(search, chosen, attempt) and lacks_only_grounds(chosen, search.language.checks))
    if differs or compared.beyond:
        search.state = search.state.with_differing(program)
    else:
        known.agreeing.add(program)
    # Where the first of them differs nobody knows what is right, and this is what most do.
    differing = search.state.differing
    if len(known.agreeing) <= len(differing):
        return False
    said = _most_of(len(known.agreeing | differing), compared.same) if differing else _same_for(compared.same)
    search.speak_for(attempt, Ground("second", _but_odd(search, said)))
    return True


# Why: docs/decisions.md, "Where programs differ, more must agree than differ, but not on what no test has"
def _have_all_speak(search: Search, attempt: Attempt) -> None:
    """Let all of several programs speak for `attempt` that differ from it only for a sort of inputs that no test has.

    The task's own examples have to be among the tests: they show the sorts that it is about.
    """
    known, chosen = search.memory(Comparison), best(search.attempts)
    counts = known.within.values()
    if not chosen or not _same(search, chosen, attempt) or not search.example_tests or not known.odd:
        return
    if lacks_only_grounds(chosen, search.language.checks) and len(counts) >= SEVERAL and min(counts) >= ENOUGH:
        search.speak_for(chosen, Ground("second", _but_odd(search, _all_of(len(counts), min(counts)))))


def _same(search: Search, one: Attempt, other: Attempt) -> bool:
    same = search.language.same_program
    return same(one.candidate) == same(other.candidate)


def _but_odd(search: Search, said: str) -> str:
    odd = search.memory(Comparison).odd
    but = (say("but not for %(input)s, which is of a sort that no test has", input=one) for one in odd)
    return joined(", ", (said, *but))


def _with_its_tests(search: Search, attempt: Attempt, other: Candidate) -> Generator[Event, None, bool]:
    """Where hardly an input can be varied, as of names of files, they are all there is to hold it to."""
    passes = (yield from search.sandbox.test(other, search.suite)).passed
    if passes:
        search.speak_for(attempt, Ground("second", SAME_TESTS))
    return passes


def _settle(
    search: Search, attempt: Attempt, compared: Compared, settling: Settling, strengthening: Strengthening
) -> Generator[Event, None, bool]:
    """Go on with what the task asks for where the two differ; what can't be asked, or is without an answer, is open."""
    decided = search.memory(Comparison).decided
    inputs = [one for one in compared.telling if one.source not in decided and one.outcome not in NOTHING]
    cases = [replace(case, contested=True) for case in new_tests(search.suite, inputs, settling, strengthening)]
    yield from derive_all(search, settling, cases, PURPOSE)
    wrong = [case for case in cases if case.agreed and case.agreed != case.expectation.values]
    added = yield from _add(search, attempt, wrong, settling, strengthening)
    open_ones = [case for case in cases if not case.said_twice or (case in wrong and case.name not in added)]
    decided.update({case.source: case not in open_ones for case in cases})
    if open_ones:
        dropped = [asked_of_person(search, settling, case, OPEN) for case in open_ones]
        yield from search.change_tests(replace(search.suite, dropped=(*search.suite.dropped, *dropped)), [])
    agreed = not added and all(decided.get(one.source) for one in compared.telling)
    if agreed and not compared.beyond:
        ours = bool(cases) and all(case.agreed for case in cases)
        search.speak_for(attempt, Ground("second", (_settled_for if ours else _same_for)(compared.same)))
    return agreed or bool(added)


def _add(
    search: Search, attempt: Attempt, wrong: Sequence[NewTest], settling: Settling, strengthening: Strengthening
) -> Generator[Event, None, Collection[str]]:
    """Go on with the tests of these that the attempt really fails, and nobody may dispute; their names."""
    said = [one for case in wrong if (one := answered(case, settling, strengthening))]
    if not said:
        return ()
    new = reduce(strengthening.joined, said)
    _, failing = yield from ends(search, attempt, new)
    if failing:
        kept = settling.without(new, [test.name for test in new.tests if test.name not in failing])
        changes = [TestChange(name, what, WRONG) for name in sorted(failing) for what in ("added", "confirmed")]
        yield from search.change_tests(strengthening.joined(search.suite, kept), changes)
    return failing


def _same_for(count: int) -> str:
    return say_count(
        "A second program, written without seeing it, gives the same for %(count)s input",
        "A second program, written without seeing it, gives the same for %(count)s inputs",
        count,
    )


def _settled_for(count: int) -> str:
    return say_count(
        "A second program, written without seeing it, gives the same for %(count)s input, "
        "and where they differ the task asks for what yours gives",
        "A second program, written without seeing it, gives the same for %(count)s inputs, "
        "and where they differ the task asks for what yours gives",
        count,
    )


def _most_of(programs: int, count: int) -> str:
    return say_count(
        "Most of %(programs)s other programs, written without seeing it, give the same for %(count)s input",
        "Most of %(programs)s other programs, written without seeing it, give the same for %(count)s inputs",
        count,
        programs=programs,
    )


def _all_of(programs: int, count: int) -> str:
    return say_count(
        "All of %(programs)s other programs, written without seeing it, give the same for %(count)s input",
        "All of %(programs)s other programs, written without seeing it, give the same for %(count)s inputs",
        count,
        programs=programs,
    )


COMPARE = Move(
    "compare",
    say("the program is compared with a second one"),
    say("only something that speaks for the program is missing"),
    _applies,
    compare,
)
