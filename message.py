"""Sentences of ours for people, as values that are said in the language of whoever reads them: see `translation`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, cast

from pydantic import PlainValidator

Value = str | int | float
"""What stands in a sentence: a text as it is, another sentence, or a number that is written as in that language."""

MOST_DEPTH = 20
"""Sentences within each other, in one that was stored: a verdict that tells a planted mistake has eleven."""
SHORT = 100
"""Characters of what such a sentence may say twice."""

_PLACEHOLDER = re.compile(r"%(?:%|\((\w+)\)s)")


# Why: docs/decisions.md, "Sentences are values that are translated where they are shown, and the page is built once"
class Translatable(str):
    """A sentence of ours. Everything below the page takes it for English text; the page says it in other languages.

    It is made by `say`, `say_count` and `joined`. Whatever else is done with a text, such as an f-string around it,
    gives plain English that stays so.
    """

    __slots__ = ("many", "template", "values")
    template: str
    many: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, many: str, values: Mapping[str, Value]) -> Translatable:
        """`many` is said instead of `template` where `values["count"]` isn't one; empty where nothing is counted."""
        english = many if many and values["count"] != 1 else template
        message = super().__new__(cls, filled(english, values, _in_english))
        message.template, message.many, message.values = template, many, values
        return message

    def __str__(self) -> Translatable:
        """Itself: who takes any text, as Gradio does for labels, gets what it is made of, too."""
        return self

    def __deepcopy__(self, _memo: object) -> Translatable:
        """Itself, for it never changes."""
        return self

    def __reduce__(self) -> tuple[type[Translatable], tuple[str, str, Mapping[str, Value]]]:
        return Translatable, (self.template, self.many, self.values)


def say(template: str, /, **values: Value) -> str:
    """A sentence of ours for people: `%(name)s` stands for a value, and `%%` for a per cent sign."""
    return Translatable(template, "", values)


def say_count(one: str, many: str, count: int, /, **values: Value) -> str:
    """`one` or `many` by `count`, which stands in both as `%(count)s`."""
    return Translatable(one, many, {**values, "count": count})


def joined(separator: str, parts: Iterable[str]) -> str:
    """Those of `parts` that aren't empty, with `separator` between them; sentences of ours stay such."""
    values = {f"part{number}": part for number, part in enumerate(filter(None, parts))}
    return Translatable(separator.replace("%", "%%").join(f"%({name})s" for name in values), "", values)


def either(words: Sequence[str]) -> str:
    """Several as in `a, b or c`; one by itself."""
    *first, last = words
    return say("%(words)s or %(last)s", words=joined(", ", first), last=last) if first else last


def bare(text: str) -> str:
    """`text` without full stops at its end, to stand in a sentence: ours are written without, where they do."""
    return text if isinstance(text, Translatable) else text.rstrip(". ")


def filled(template: str, values: Mapping[str, Value], shown: Callable[[Value], str]) -> str:
    """`template` with what `shown` makes of each value. Other than with `%`, it can ask for no width."""
    return _PLACEHOLDER.sub(lambda found: shown(values[found[1]]) if found[1] else "%", template)


def _in_english(value: Value) -> str:
    return value if isinstance(value, str) else f"{value:,}"


def as_stored(value: Any) -> Any:
    """`value`, made of dicts, lists and plain values, each `Translatable` in it as a dict that `Sentence` reads."""
    match value:
        case Translatable():
            counted = {"many": value.many} if value.many else {}
            return {"say": value.template, **counted, "with": as_stored(dict(value.values))}
        case dict():
            return {key: as_stored(one) for key, one in value.items()}
        case list() | tuple():
            return [as_stored(one) for one in value]
        case _:
            return value


def as_read(value: Any) -> Any:
    """What `as_stored` made `value` from; what only looks like a `Translatable` that was stored is left as it is."""
    match value:
        case {"say": _, "with": _}:
            with suppress(ValueError):
                return _read(value)
            return value
        case dict():
            return {key: as_read(one) for key, one in value.items()}
        case list():
            return [as_read(one) for one in value]
        case _:
            return value


def _read(value: Any, depth: int = 1) -> Any:
    """A `Translatable` as it was stored; a text, as earlier versions stored all, as it is. Raises `ValueError`."""
    match value:
        case str():
            return value
        case {"say": str(template), "with": dict(values)}:
            many = value.get("many", "")
            uncounted = bool(many) and type(values.get("count")) is not int
            if not isinstance(many, str) or uncounted or depth > MOST_DEPTH:
                raise ValueError("not a sentence that was stored")
            read = {name: _read_value(one, depth + 1) for name, one in values.items()}
            _require_bounded((template, many), read)
            return Translatable(template, many, read)
        case _:
            raise ValueError("not a sentence")


def _read_value(value: Any, depth: int) -> Value:
    return (
        value if isinstance(value, int | float) and not isinstance(value, bool) else cast("Value", _read(value, depth))
    )


def _require_bounded(templates: Iterable[str], values: Mapping[str, Value]) -> None:
    """Raises `ValueError` where a template has no value for a name, or says a long one twice: a few sentences within
    each other, each twice in the next, would be gigabytes of text."""
    for template in templates:
        said = Counter(name for name in _PLACEHOLDER.findall(template) if name)
        if not said.keys() <= values.keys():
            raise ValueError("not a sentence that was stored")
        if any(times > 2 or (times == 2 and len(_in_english(values[name])) > SHORT) for name, times in said.items()):
            raise ValueError("it would grow out of hand")


Sentence = Annotated[str, PlainValidator(_read)]
"""The type of a field that may hold a `Translatable`, and is stored as such."""
