"""What is said of planted mistakes: how many were noticed, and what came of each that wasn't."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from languages.python.checks.touched import touched
from languages.python.readable import readable
from languages.python.syntax import BROKEN, parse, parse_expression
from languages.types import Difference, Finding, Mutation, TellingInput
from message import joined, say, say_count

LONGEST = 90  # characters of a value or a line
ENDINGS = {
    "value": say("gives"),
    "printed": say("prints"),
    "arguments": say("makes of what it was given"),
    "exit_code": say("ends with code"),
}

ENDLESS = {"": say("no error"), "it doesn't end": say("no end")}
"""What isn't the name of an error: see `survivors/played.py`."""
_NAME = re.compile(r"(?:^\{|, )'([^']+)': ")
_BYTES = re.compile(r": b['\"]")

Outcome = Mapping[str, str]
"""As in `survivors/played.py`."""

Parameters = Mapping[str, Sequence[str]]
"""The names of what functions take, by the functions'."""
NOT_KNOWN: Parameters = {}


def parameters_of(source: str) -> Parameters:
    """Of the functions of a program; of one that doesn't parse nothing is known."""
    try:
        functions = [node for node in parse(source).body if isinstance(node, ast.FunctionDef)]
    except BROKEN:
        return NOT_KNOWN
    return {node.name: [one.arg for one in (*node.args.posonlyargs, *node.args.args)] for node in functions}


def in_words(mutation: Mutation, tried: int, first: str = "", sure: bool = False) -> str:
    """How many were planted and noticed, with how many `inputs` it was tried, and the first one that got away.

    It may be `sure` by a sample on which side of what is asked for the share of all is.
    """
    noticed = say_count("%(count)s noticed", "%(count)s noticed", mutation.caught)
    missed = say_count("%(count)s got away", "%(count)s got away", mutation.missed) if mutation.missed else ""
    got_away = joined(": ", (missed, first)) if missed else ""
    parts = joined(", ", (noticed, _equivalent(mutation, tried), _unasked(mutation), got_away))
    spread = (say("enough to be 99 %% sure") if sure else say("spread evenly")) if mutation.left_out else ""
    broken = mutation.broken
    loaded = (
        say_count("with %(count)s more it can't even be loaded", "with %(count)s more it can't even be loaded", broken)
        if broken
        else ""
    )
    whole = joined(": ", (joined(", ", (planted(mutation), spread)), parts))
    return joined("; ", (whole, _groups(mutation), loaded))


def _equivalent(mutation: Mutation, tried: int) -> str:
    if not mutation.equivalent:
        return ""
    change = say_count(
        "%(count)s changes nothing anyone could see",
        "%(count)s change nothing anyone could see",
        mutation.equivalent,
    )
    return say("%(change)s (%(inputs)s)", change=change, inputs=_tried(tried))


def _unasked(mutation: Mutation) -> str:
    if not mutation.unasked:
        return ""
    return say_count(
        "%(count)s changes something that the task doesn't speak of",
        "%(count)s change something that the task doesn't speak of",
        mutation.unasked,
    )


def _tried(count: int) -> str:
    return say_count("%(count)s input tried", "%(count)s inputs tried", count)


def planted(mutation: Mutation) -> str:
    """How many were planted, and how many of those that are possible."""
    if mutation.left_out:
        possible = mutation.total + mutation.left_out
        return say_count(
            "%(total)s of %(count)s possible mistake planted",
            "%(total)s of %(count)s possible mistakes planted",
            possible,
            total=mutation.total,
        )
    return say_count("%(count)s mistake planted", "%(count)s mistakes planted", mutation.total)


def finding(missed: Mapping[str, Any], parameters: Parameters = NOT_KNOWN, meaning: str = "") -> Finding:
    """One that no test noticed, as `mutation_job.py` tells it; its `meaning` is what no test looks at."""
    message, detail = _message(missed, parameters), missed["diff"]
    return Finding(rule=missed["name"], message=message, severity="low", detail=detail, meaning=meaning)


def telling_input(one: Mapping[str, Any]) -> TellingInput:
    """An input that tells some apart, as `mutation_job.py` tells it."""
    yours = one["yours"]
    programs = one.get("programs", {})  # two programs that are compared have no mistakes planted
    differences = (Difference(name, programs[name], touched(yours, one["changed"][name])) for name in programs)
    others = (said for changed in one["changed"].values() if (said := _given(changed)) not in ("", _given(yours)))
    source = "\n".join(one["lines"])
    return TellingInput(source, tuple(one["changed"]), _given(yours), tuple(differences), next(others, ""))


def _given(outcome: Outcome) -> str:
    """What a call gives, as `TellingInput.outcome` has it."""
    return f"raises {outcome['error']}" if "error" in outcome else outcome.get("value", "")


def difference(missed: Mapping[str, Any], parameters: Parameters = NOT_KNOWN) -> str:
    """What tells it apart, as in "for low=5, total=5 the changed program gives 4, yours 5"; or empty."""
    if "lines" not in missed:
        return ""
    verb, theirs, yours = _said(missed["changed"], missed["yours"])
    lines = missed["lines"]
    what = by_name(lines[0], parameters) if len(lines) == 1 else ""
    return say(
        "for %(input)s the changed program %(verb)s %(theirs)s, yours %(yours)s",
        input=what or given(lines),
        verb=verb,
        theirs=theirs,
        yours=yours,
    )


def by_name(call: str, parameters: Parameters) -> str:
    """What a call gives to which parameter, as people read it; empty where that isn't known."""
    match parse_expression(call):
        case ast.Call(ast.Name(name), [*values], [*named]) if len(parameters.get(name, ())) >= len(values):
            pairs = [*zip(parameters[name], values, strict=False), *((one.arg, one.value) for one in named)]
            return ", ".join(f"{key}={_short(readable(ast.unparse(value)))}" for key, value in pairs)
    return ""


def _message(missed: Mapping[str, Any], parameters: Parameters) -> str:
    tried = missed.get("tried", 0)
    if missed["status"] == "equivalent":
        return say("This changes nothing anyone could see (%(inputs)s)", inputs=_tried(tried))
    if missed["status"] == "unasked":
        change = say("This changes something that the task doesn't speak of")
        return joined(": ", (change, difference(missed, parameters)))
    if missed["status"] == "no_tests":
        return joined(": ", (say("No test reaches this change"), difference(missed, parameters)))
    if found := difference(missed, parameters):
        return joined(": ", (say("No test notices this change"), found))
    if not tried:
        return say("No test notices this change")
    return say_count(
        "No test notices this change, nor %(count)s input like those of the tests",
        "No test notices this change, nor %(count)s inputs like those of the tests",
        tried,
    )


def _groups(mutation: Mutation) -> str:
    """Both shares, where there are both."""
    worked_out = mutation.counted - mutation.shown
    if not mutation.shown or not worked_out:
        return ""
    noticed = say(
        "%(caught)s of %(worked_out)s in what the program works out",
        caught=mutation.caught - mutation.shown_caught,
        worked_out=worked_out,
    )
    return say(
        "noticed %(noticed)s, %(shown_caught)s of %(shown)s in what it asks, shows or writes",
        noticed=noticed,
        shown_caught=mutation.shown_caught,
        shown=mutation.shown,
    )


def _said(changed: Outcome, yours: Outcome) -> tuple[str, str, str]:
    """How the first difference shows, and what each says."""
    if "error" in changed or "error" in yours:
        first, second = (ENDLESS.get(one.get("error", ""), one.get("error", "")) for one in (changed, yours))
        return say("ends with"), first, second
    if changed.get("text") != yours.get("text"):
        return say("shows"), *_lines(changed.get("text", ""), yours.get("text", ""))
    for key, verb in ENDINGS.items():
        if changed.get(key) != yours.get(key):
            return verb, *_parts(*(readable(one.get(key, "")) or say("nothing") for one in (changed, yours)))
    return _files(changed.get("files", ""), yours.get("files", ""))


def _files(one: str, other: str) -> tuple[str, str, str]:
    """What both left, by names where these differ or nobody can read what is in them, else by the first other line."""
    a, b = (", ".join(_NAME.findall(text)) or say("none") for text in (one, other))
    if a != b:
        return say("leaves the files"), a, b
    if _BYTES.search(one + other):
        return say("leaves the files"), a, say("the same names with another content")
    return say("writes"), *_lines(_as_lines(one), _as_lines(other))


def _as_lines(files: str) -> str:
    """Names and contents as they would be read, from what stands for them."""
    return re.sub(r"\\n|': '|', '", "\n", files).removesuffix("'}")


def first_other(one: str, other: str) -> tuple[str, str]:
    """The first line in which two texts differ, of each, in quotes; empty where it has nothing there."""
    pairs = zip([*one.splitlines(), ""], [*other.splitlines(), ""], strict=False)
    a, b = next(((a, b) for a, b in pairs if a != b), ("", ""))
    return _quoted(a), _quoted(b)


def _quoted(line: str) -> str:
    return f"“{_short(line.strip())}”" if line.strip() else ""


def _lines(one: str, other: str) -> tuple[str, str]:
    a, b = first_other(one, other)
    return a or say("nothing there"), b or say("nothing there")


def _parts(one: str, other: str) -> tuple[str, str]:
    """Both, where they are long from shortly before where they differ."""
    if max(len(one), len(other)) <= LONGEST:
        return one, other
    same = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    start = max(0, same - LONGEST // 3)
    begin = "…" if start else ""
    return f"{begin}{_short(one[start:])}", f"{begin}{_short(other[start:])}"


def given(lines: Sequence[str]) -> str:
    """An input as people say it, from its statements; of a long one the first and the last."""
    if not lines[-1].startswith("program.start("):
        whole = "; ".join(lines)
        return f"`{whole if len(whole) <= LONGEST else '; … '.join(map(_short, dict.fromkeys((lines[0], lines[-1]))))}`"
    again = say("started again") if len(lines) > 1 else say("a start")
    return joined(" ", [again, *_with(lines[-1])])


def _with(start: str) -> Iterator[str]:
    call = parse_expression(start)
    for keyword in call.keywords if isinstance(call, ast.Call) else ():
        names = _texts(keyword.value)
        if keyword.arg == "typed":
            typed = ", ".join(f"“{_short(name)}”" for name in names[:8])
            yield say("with %(typed)s typed", typed=typed) if names else say("with nothing typed")
        elif keyword.arg == "files":
            yield say("beside %(names)s", names=", ".join(names[:3])) if names else say("without any file")
        elif keyword.arg == "args" and names:
            named = joined(", ", (name or say("an empty name") for name in names[:3]))
            yield say("with %(names)s dropped on it", names=named)


def _texts(node: ast.expr) -> list[str]:
    parts = node.keys if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.List | ast.Tuple) else []
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
