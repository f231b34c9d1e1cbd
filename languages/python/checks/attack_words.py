"""What people read of the attack: of each kind of `attacks/kinds.py`, of what is done, and of what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from message import say, say_count

ANSWERS = {
    "digits": say("thirty digits"),
    "many": say("thirteen digits"),
    "nan": say("“nan”"),
    "infinite": say("“inf”"),
    "exponent": say("“1e999”"),
    "letters": say("letters that mean nothing"),
    "square": say("“²”"),
    "arabic": say("Arabic digits"),
    "comma": say("“1,5”"),
    "minus": say("“-0”"),
    "quotes": say("quotes"),
    "path": say("a folder's path"),
    "emoji": say("an emoji"),
    "arrow": say("an arrow key"),
    "control": say("control characters"),
    "long": say("a text of 5000 letters"),
    "spaces": say("spaces only"),
    "empty": say("Enter alone"),
}
"""What was typed: each of `kinds.ANSWERS`."""
ENDS = {
    "interrupt": say("Ctrl+C was pressed"),
    "eof": say("the input ended (Ctrl+D)"),
    "kill": say("it was killed"),
    "closed": say("its window was closed"),
}
CHANGED = {
    "empty": say("is empty"),
    "cut": say("ends in the middle"),
    "other": say("is of another sort than its name says"),
    "row": say("has a bad row in the middle"),
    "far": say("has a row whose days and numbers are far from all others"),
    "error": say("has a row in which cells show an error such as #N/A"),
    "headless": say("lacks its first line"),
    "utf16": say("is in UTF-16, as some programs write it"),
    "nul": say("has NUL bytes in it"),
    "wide": say("has twice as many columns"),
    "tenfold": say("is ten times as long"),
    "copy": say("has a copy beside it"),
    "case": say("has a copy beside it whose name differs in capital and small letters only"),
    "undecodable": say("has bytes in it that are no text"),
}
PLACES = {
    "folder": say("there is a folder of that name already"),
    "locked": say("another program has it open"),
    "readonly": say("nothing may be written in the folder"),
    "full": say("the disk is full"),
    "foreign": say("a file of yours has that name already"),
}
RESULTS = {
    "filling": say("the disk becomes full meanwhile"),
    "emptied": say("what it reads is empty now"),
}
CLOCKS = {
    "midnight": say("a second before midnight, at the end of a year"),
    "skipped": say("in the hour that is skipped when summer time begins"),
    "repeated": say("in the hour that comes twice when summer time ends"),
}
CAME: Mapping[str, Callable[[str], str]] = {
    "endless": lambda _: say("it doesn't end"),
    "silent": lambda _: say("it ends, and nobody is told why"),
    "lost": lambda _: say("what was there before is lost, without a word"),
    "shows": lambda shown: say("it shows “%(shown)s”, which is no number", shown=shown),
    "gave up": lambda _: say("it ends, and what had been entered before is lost"),
    "script": lambda shown: say("a script of the page falls over (%(shown)s)", shown=shown),
    "gone": lambda shown: say("the file “%(shown)s” is gone", shown=shown),
    "unsaved": lambda shown: say("what one of them kept in “%(shown)s” is lost, without a word", shown=shown),
    "unopened": lambda shown: say("other programs can't open it (%(error)s)", error=shown),
    "half": lambda _: say("a part of it stays there, without a word"),
    "replaced": lambda _: say("it replaces the earlier one by an emptier one, without a word"),
}
"""What came of it where that isn't an error of Python's."""
TOLD = ("shows", "gone", "script", "unsaved", "unopened")  # what is shown stands in the sentence
RULES = {
    "answer": say("odd answer"),
    "field": say("odd answer"),
    "page": say("odd answer"),
    "end": say("ended between two answers"),
    "cut short": say("ended between two answers"),
    "broken off": say("ended in the middle"),
    "file": say("odd file"),
    "place": say("result can't be written"),
    "memory": say("damaged memory"),
    "clock": say("odd time"),
    "again": say("second start"),
    "together": say("two starts at once"),
    "older": say("memory of an earlier start"),
    "unreadable": say("file that can't be read"),
    "opened": say("result that can't be opened"),
    "result": say("earlier result lost"),
}
DOING: Mapping[str, Callable[[str], str]] = {
    "answer": lambda where: say("odd answers to “%(where)s”", where=where),
    "field": lambda where: say("odd answers in “%(where)s”", where=where),
    "page": lambda where: say("odd answers in the fields of “%(where)s”", where=where),
    "end": lambda where: say("Ctrl+C at “%(where)s”", where=where),
    "cut short": lambda where: say("killed at “%(where)s”", where=where),
    "broken off": lambda _: say("its window is closed in the middle"),
    "file": lambda where: say("“%(where)s” damaged", where=where),
    "place": lambda where: say("“%(where)s” can't be written", where=where),
    "memory": lambda where: say("its memory “%(where)s” damaged", where=where),
    "clock": lambda _: say("the clock is put back"),
    "again": lambda _: say("started again"),
    "together": lambda _: say("started twice at once"),
    "older": lambda where: say("its memory “%(where)s” from an earlier start", where=where),
    "unreadable": lambda where: say("“%(where)s” can't be read", where=where),
    "opened": lambda where: say("“%(where)s” opened as other programs do", where=where),
    "result": lambda where: say("“%(where)s” written once more", where=where),
}
"""What is being tried."""

COUNTED: Mapping[str, Callable[[int], str]] = {
    "answer": lambda count: say_count(
        "%(tries)s odd answers to %(count)s question",
        "%(tries)s odd answers to each of %(count)s questions",
        count,
        tries=len(ANSWERS),
    ),
    "field": lambda count: say_count(
        "%(tries)s odd answers in %(count)s field",
        "%(tries)s odd answers in each of %(count)s fields",
        count,
        tries=len(ANSWERS),
    ),
    "page": lambda count: say_count("odd answers on %(count)s page", "odd answers on %(count)s pages", count),
    "end": lambda count: say_count(
        "Ctrl+C and Ctrl+D at %(count)s question", "Ctrl+C and Ctrl+D at %(count)s questions", count
    ),
    "cut short": lambda count: say_count(
        "a new start after it was killed at %(count)s question",
        "new starts after it was killed at %(count)s questions",
        count,
    ),
    "broken off": lambda count: say_count(
        "a new start after it was ended in the middle", "new starts after it was ended in the middle", count
    ),
    "file": lambda count: say_count("%(count)s given file damaged", "%(count)s given files damaged", count),
    "place": lambda count: say_count(
        "%(count)s result that can't be written", "%(count)s results that can't be written", count
    ),
    "memory": lambda count: say_count("%(count)s damaged memory", "%(count)s damaged memories", count),
    "again": lambda count: say_count("a second start", "second starts", count),
    "together": lambda count: say_count("two starts at once", "two starts at once", count),
    "older": lambda count: say_count(
        "%(count)s memory of an earlier start", "%(count)s memories of earlier starts", count
    ),
    "unreadable": lambda count: say_count(
        "%(count)s file that may not be read", "%(count)s files that may not be read", count
    ),
    "opened": lambda count: say_count("%(count)s result opened elsewhere", "%(count)s results opened elsewhere", count),
    "result": lambda count: say_count("%(count)s result written over", "%(count)s results written over", count),
    "clock": lambda count: say_count("a start at odd times", "starts at odd times", count),
}
"""What was tried, or was not, by how many groups of a kind."""
DONE: Mapping[str, Callable[[str, str], str]] = {
    "answer": lambda what, where: say("The answer to “%(question)s” is %(what)s", question=where, what=ANSWERS[what]),
    "field": lambda what, where: say("In the field “%(field)s” stands %(what)s", field=where, what=ANSWERS[what]),
    "end": lambda what, where: say("At “%(question)s” %(what)s", question=where, what=ENDS[what]),
    "cut short": lambda what, where: say(
        "At “%(question)s” %(what)s, and then it is started again", question=where, what=ENDS[what]
    ),
    "broken off": lambda what, where: say(
        "After “%(where)s” %(what)s, and then it is started again", where=where, what=ENDS[what]
    ),
    "file": lambda what, where: say("The file “%(name)s” %(what)s", name=where, what=CHANGED[what]),
    "place": lambda what, where: say("It writes “%(name)s”, and %(what)s", name=where, what=PLACES[what]),
    "memory": lambda what, where: say("The file “%(name)s” %(what)s", name=where, what=CHANGED[what]),
    "clock": lambda what, _: say("It is started %(when)s", when=CLOCKS[what]),
    "again": lambda _, __: say("It is started a second time"),
    "together": lambda _, where: _beside(where),
    "older": lambda _, where: say("The file “%(name)s” is as an earlier start left it", name=where),
    "unreadable": lambda _, where: say("The file “%(name)s” may not be read", name=where),
    "opened": lambda _, where: say("It writes “%(name)s”", name=where),
    "result": lambda what, where: say("It writes “%(name)s” once more, and %(what)s", name=where, what=RESULTS[what]),
}
"""What was done, as in: The answer to “How many?” is “nan”."""


def _beside(question: str) -> str:
    if not question:
        return say("While its window is open, it is started a second time")
    return say("While it asks “%(question)s”, it is started a second time", question=question)
