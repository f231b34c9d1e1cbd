"""Runs inside the sandbox: what tests do with objects of a program's classes, as source that does it again.

An object is known by the statements that made it what it is: `stock = Stock(3)`, then `stock.add('tea')`, and what else
was done with it. Those of all objects that a call is about, in their order, lead to that call.
"""

import builtins
import enum
import inspect
import itertools
import keyword
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .spoken import MODULES, Unspeakable, source_of

MOST_STEPS = 12  # nobody follows more
TAKEN = {*MODULES, *keyword.kwlist, *dir(builtins), "program"}
_OBJECT = re.compile("\0(\\w+) (\\d+)\0")  # stands for one until all are given names

Steps = Mapping[int, str]
"""Statements by their place in time."""


class Call(NamedTuple):
    """One that a test makes: its source, the objects that it is about, and what was done with these before."""

    source: str
    about: Sequence[Any]
    before: Steps


class Objects:
    """Objects that tests hold, with how they came to be what they are. `names` are those that the program defines."""

    def __init__(self, module: str, names: Collection[str]) -> None:
        self._module, self._taken = module, TAKEN.union(names)
        self._held: dict[int, Any] = {}  # so that no two have the same id
        self._steps: dict[int, Steps] = {}
        self._time = itertools.count()

    def call(self, function: str, args: Sequence[Any], kwargs: Mapping[str, Any], owner: Any = None) -> Call:
        """The call of a function, or of a method of `owner`. Raises `Unspeakable`."""
        about = [] if owner is None else [owner]
        start = "" if owner is None else f"{self._known(owner)}."
        given = [self._argument(value, about) for value in args]
        given += [f"{key}={self._argument(value, about)}" for key, value in kwargs.items()]
        before = {place: step for one in about for place, step in self._steps[id(one)].items()}
        return Call(f"{start}{function}({', '.join(given)})", about, before)

    def made(self, call: Call, value: Any) -> bool:
        """Whether what came of a call is an object, which is known from now on."""
        step, about, is_object = call.source, call.about, _is_object(value, self._module)
        if is_object and id(value) not in self._steps:
            step, about = f"{self._held_as(value)} = {step}", [*about, value]
        steps = {**call.before, next(self._time): step}
        for one in about:
            self._steps[id(one)] = steps if len(steps) < MOST_STEPS else {}
        return is_object

    def read(self, names: Collection[str]) -> Iterator[list[str]]:
        """For each object what leads to it, and then one of its attributes that has one of these names."""
        for number, steps in self._steps.items():
            one = self._held[number]
            for name in sorted(set(names).intersection(dir(one))) if steps else ():
                if not name.startswith("_") and not _is_method(inspect.getattr_static(one, name, None)):
                    yield self.named([*_in_order(steps), f"{_standing_for(one)}.{name}"])

    def script(self, call: Call) -> list[str]:
        """What leads to a call, and the call."""
        return self.named([*_in_order(call.before), call.source])

    def named(self, steps: Sequence[str]) -> list[str]:
        """The same with a name for each object, after its class."""
        names: dict[str, str] = {}
        for kind, number in _OBJECT.findall("\n".join(steps)):
            if number not in names:
                first = kind.lower() if kind.lower() not in self._taken else f"the_{kind.lower()}"
                numbered = itertools.chain([first], (f"{first}_{count}" for count in itertools.count(2)))
                names[number] = next(name for name in numbered if name not in names.values())
        return [_OBJECT.sub(lambda found: names[found[2]], step) for step in steps]

    def _argument(self, value: Any, about: list[Any]) -> str:
        try:
            return str(source_of(value, self._module))
        except Unspeakable:
            if not self._steps.get(id(value)):
                raise
        about.append(value)
        return _standing_for(value)

    def _known(self, value: Any) -> str:
        """What stands for an object; one that was made elsewhere is written as it is now."""
        if not self._steps.get(id(value)):
            kind = type(value)
            takes_nothing = "__init__" not in {name for one in kind.__mro__[:-1] for name in vars(one)}
            source = f"{kind.__name__}()" if takes_nothing else source_of(value, self._module)
            self._steps[id(value)] = {next(self._time): f"{self._held_as(value)} = {source}"}
        return self._held_as(value)

    def _held_as(self, value: Any) -> str:
        self._held[id(value)] = value
        return _standing_for(value)


def _standing_for(value: Any) -> str:
    return f"\0{type(value).__name__} {id(value)}\0"


def _in_order(steps: Steps) -> list[str]:
    return [step for _, step in sorted(steps.items())]


def _is_object(value: Any, module: str) -> bool:
    """Whether it is one of the program's that can be written only by how it came about."""
    kind = type(value)
    if kind.__module__ != module or kind.__qualname__.startswith("_") or not kind.__qualname__.isidentifier():
        return False
    return not isinstance(value, tuple | BaseException) and not isinstance(kind, enum.EnumMeta)


def _is_method(found: Any) -> bool:
    return callable(found) or isinstance(found, classmethod)
