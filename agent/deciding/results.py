"""What comes of a program's starts, as somebody reads it: the main thing, whole or visibly cut, each text once."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, zip_longest

from agent.attempts import Attempt
from agent.deciding.new_tests import ask_for_inputs
from agent.events import Event
from agent.looking import MOST_CHARACTERS, both_ends, in_detail, shared
from agent.outcomes import outcome_of
from agent.search.bench import Search
from languages.errors import NoUsableReply
from languages.files import FileLook, as_data, quoted
from languages.outcome import AT_ONCE, SHOT, FileOut, Said, Start, Table
from languages.strengthening import Strengthening
from languages.types import Suite, TellingInput
from message import Sentence, say
from wording import printable

MOST_STARTS, FEW_STARTS = 3, 2
"""Of the person's own files; more than a few only for rules that the others don't show."""
FEWEST_INPUTS, MOST_INPUTS = 3, 10
"""Starts that somebody thought of: so many at least, and no more, but for those that go on from one of them."""
MOST_RESULTS = 16
MOST_FILES = 4
CLICKED = "[... typed: ["
BEFORE = ".before"
"""How a file ends in which a program keeps what it remembered before: nobody has to read that."""
MOST_GIVEN = 8
"""Files that are named of those that lay there before a start."""
MOST_NAMED = 3
"""Files that are named of those that nobody could be shown."""
MOST_TEXT = 4_500
"""Characters of what one start shows."""
NOT_REACHED = say("started beside your own files it came to no result that could be read")
AS_BEFORE = say("as far as it is shown here, the same as after a start above")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".tif", ".tiff", ".bmp")
_PLACE = re.compile(r"gps|\b34853\b|0x8825", re.IGNORECASE)
"""In the task or in a program that looks where a picture was taken: that isn't shown to any model."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one start showed and left, as a model reads it; what it was `made_by`, where not by a double-click.

    The `given` files lay there before: it began in a folder of its own, unless it `goes_on` from the one before. The
    clock was set to `at`, if it was. `ended` says how, unless that was well, and `left_out` what isn't told. The
    `unseen` files are those that matter, by name, and nobody can be shown what is in them; of so many more that are
    `unread` only the names are told. The `gone` files lay there before, and don't any more.
    """

    text: str
    files: tuple[FileLook, ...]
    made_by: str = ""
    ended: str = ""
    left_out: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    at: str = ""
    given: tuple[str, ...] = ()
    goes_on: bool = False
    unread: int = 0
    gone: tuple[str, ...] = ()

    @property
    def is_of_window(self) -> bool:
        """Whether it tells what clicks changed in a window."""
        lines = self.text.splitlines()
        return any(line.startswith(CLICKED) for line in lines) and any(line.startswith(("+ ", "- ")) for line in lines)


def results_of(
    search: Search, attempt: Attempt, strengthening: Strengthening
) -> Generator[Event, None, tuple[Result, ...]]:
    """What came of the person's own files; nothing where no start among them came to a result.

    Where they gave none, it is of starts that somebody thought of who sees no program: what tests try is known. A
    window or a page is used by tests alone, so there it is of these.
    """
    if search.own_looks or (search.brief and search.brief.kind in ("window", "page")):
        starts = (yield from search.show(attempt)).starts
        rules = {test.name: frozenset(test.rules) for test in search.suite.tests}
        return results_among(starts, rules, own=bool(search.own_looks))
    if not search.state.inputs_asked:
        yield from ask_for_inputs(search, strengthening)
    return (yield from _of_inputs(search, attempt, strengthening))


def results_among(starts: Sequence[Start], rules: Mapping[str, frozenset[int]], own: bool = True) -> tuple[Result, ...]:
    """The results of the starts that show most, of those among the person's `own` files; `rules` are those of each
    test."""
    return _each_text_once(_chosen([one for one in _reaching(starts) if one.own or not own], rules))


def unseen(search: Search, attempt: Attempt, results: Sequence[Result]) -> tuple[Sentence, ...]:
    """What nobody can be shown of the person's files and of these results, in sentences."""
    tells_place = _PLACE.search(f"{search.request.task}\n{attempt.candidate.source}")
    matter = [one for one in search.own_looks if one.unseen == "content" or (one.unseen and tells_place)]
    left = dict.fromkeys(path for result in results for path in result.unseen)
    found = [*((one.path, one.unseen) for one in matter), *((path, "content") for path in left)]
    more = say("and other files like these") if found[MOST_NAMED:] else ""
    return tuple(filter(None, (*(_not_shown(*one) for one in found[:MOST_NAMED]), more)))


def _not_shown(path: str, what: str) -> str:
    if what == "place":
        return say("no model can be shown where %(name)s was taken", name=quoted(path))
    return say("no model can be shown what is in %(name)s", name=quoted(path))


def _of_inputs(
    search: Search, attempt: Attempt, strengthening: Strengthening
) -> Generator[Event, None, tuple[Result, ...]]:
    drafts: dict[str, tuple[str, Suite]] = {}
    for source in search.suite.inputs:
        with suppress(NoUsableReply):
            draft = strengthening.drafted(TellingInput(source, ()), drafts)
            if draft.starts:
                drafts[draft.tests[0].name] = source, draft
    if not drafts:
        return ()
    suite = reduce(strengthening.joined, (draft for _, draft in drafts.values()))
    run = yield from search.sandbox.runner()
    starts = outcome_of(attempt.candidate, suite, search.language, run).starts
    found = {name: [one for one in starts if one.test == name] for name in drafts}
    lines = [_in_a_line(drafts[name][0], made) for name, made in found.items() if made][:MOST_INPUTS]
    return _each_text_once([*chain.from_iterable(lines)][:MOST_RESULTS]) if len(lines) >= FEWEST_INPUTS else ()


def _in_a_line(source: str, starts: Sequence[Start]) -> list[Result]:
    """What came of starts each of which found what the one before it left; `source` has a line for each."""
    made = [_result(start, line) for start, line in zip(starts, source.splitlines(), strict=False)]
    return [replace(one, goes_on=place > 0) for place, one in enumerate(made)]


def _reaching(starts: Sequence[Start]) -> list[Start]:
    """Those that come to a result, by what most of them come to.

    They end well. Where those leave files, so do they; where something is typed in those, in theirs as well, for a
    start at which only Enter is pressed asks, and does nothing.
    """
    ended = [start for start in starts if not start.problem]
    by_tests = [start for start in ended if start.test != AT_ONCE]
    reach = [does for does in (_leaves, _types) if 2 * sum(map(does, by_tests)) > len(by_tests)]
    return [one for one in ended if (one.said or one.files) and all(does(one) for does in reach)]


def _leaves(start: Start) -> bool:
    return any(file.path != SHOT for file in start.files)


def _types(start: Start) -> bool:
    return any(turn.typed and turn.text.strip() for turn in start.said)


def _chosen(starts: Sequence[Start], rules: Mapping[str, frozenset[int]]) -> tuple[Result, ...]:
    """Those that left and showed most, once where they came to the same, and those that show other rules.

    One whose files had no room tells nothing that another wouldn't.
    """
    whole = [start for start in starts if all(file.unseen != "room" for file in start.files)]
    about: dict[object, set[int]] = {}
    found: dict[object, Result] = {}
    # What is shown may name the folder, which is another one at each start.
    for start in sorted(whole or starts, key=lambda start: (-len(start.files), -len(start.said))):
        result = _result(start)
        # A workbook with the same in it may have another size.
        files = tuple(replace(look, size=0) if look.excerpt else look for look in result.files)
        key = tuple(turn.text for turn in start.said if turn.typed), files
        found.setdefault(key, result)
        about.setdefault(key, set()).update(rules.get(start.test, ()))
    chosen: list[object] = []
    shown: set[int] = set()
    while len(chosen) < MOST_STARTS and (left := [key for key in found if key not in chosen]):
        # The first one shows most.
        best = max(left, key=lambda key: len(about[key] - shown)) if chosen else left[0]
        if len(chosen) >= FEW_STARTS and not about[best] - shown:
            break
        chosen.append(best)
        shown |= about[best]
    return tuple(found[key] for key in chosen)


def _each_text_once(results: Sequence[Result]) -> tuple[Result, ...]:
    """The results, in which a file that is as after an earlier start says so."""
    seen: set[tuple[str, str]] = set()
    told = []
    for result in results:
        files = [_as_before(look) if (look.path, look.excerpt) in seen else look for look in result.files]
        seen |= {(look.path, look.excerpt) for look in result.files if look.excerpt}
        told.append(replace(result, files=tuple(files)))
    return tuple(told)


def _as_before(look: FileLook) -> FileLook:
    return replace(look, sort=AS_BEFORE, excerpt="")


def _result(start: Start, made_by: str = "") -> Result:
    files = [file for file in start.files if file.path != SHOT and file.change != "removed"]
    readable = [file.path for file in files if not file.path.endswith(BEFORE)]
    wanted = in_detail(readable, MOST_FILES)
    looks = [_look(file, file.path in wanted) for file in files]
    text = printable(both_ends("".join(map(_turn, start.said)), MOST_TEXT)).strip()
    unseen = _unseen(files, wanted, text)
    return Result(
        text,
        tuple(shared(looks, MOST_CHARACTERS)),
        made_by,
        start.problem,
        start.left_out,
        unseen,
        start.at,
        start.given[:MOST_GIVEN],
        unread=len(readable) - len(wanted),
        gone=tuple(file.path for file in start.files if file.change == "removed"),
    )


def _unseen(files: Sequence[FileOut], wanted: Sequence[str], text: str) -> tuple[str, ...]:
    """The files of which nobody sees what matters: also pictures, where nothing else came of the start."""
    unknown = [file.path for file in files if file.path in wanted and file.unseen in ("content", "room")]
    pictures = [file.path for file in files if _is_drawn(file)]
    return (*unknown, *pictures) if len(pictures) == len(files) and not text else tuple(unknown)


def _is_drawn(file: FileOut) -> bool:
    """Whether what matters in it is to be seen, and not read."""
    return bool(file.picture and not file.tables and file.path.lower().endswith(_PICTURES))


def _turn(turn: Said) -> str:
    return f"[... typed: {as_data(turn.text)} ...]\n" if turn.typed else as_data(turn.text)


def _look(file: FileOut, wanted: bool) -> FileLook:
    if not wanted:
        return FileLook(file.path, file.size)
    rows = (line for table in file.tables for line in _lines(table))
    said = "\n".join(rows) or "\n".join(file.difference) or file.excerpt
    if _is_drawn(file):
        said = f"[... what is drawn in it isn't shown ...]\n{said}"
    return FileLook(file.path, file.size, f"{file.change}, {file.sort}", printable(said), file.unseen)


def _lines(table: Table) -> Iterator[str]:
    """A table in lines, a row in each. What its cells say was made data where it was read."""
    between = f"[... {table.more:,} rows left out here ...]" if table.more else ""
    # How many more sheets there are is a note of its own.
    title = f"[... sheet: {table.title} ...]" if table.title and not table.title.startswith("[...") else table.title
    rows = [*table.rows, *table.last]
    numbered = [_row(*one) for one in zip_longest(rows, table.numbers)][: len(rows)]
    yield from filter(None, (title, *numbered[: len(table.rows)], between, *numbered[len(table.rows) :]))


def _row(cells: Sequence[str], number: int | None) -> str:
    """Its number and its cells, in which what would look like another cell or row is written otherwise."""
    said = " | ".join(cell.replace("|", "\\|").replace("\r", "").replace("\n", "\\n") for cell in cells)
    return f"row {number}: {said}" if number else said
