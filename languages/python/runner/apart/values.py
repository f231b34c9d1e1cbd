"""What passes between tests and program: values of Python's own types, rebuilt by those types' own rules.

A value is `None`, a truth value, a text or a number as JSON has it, or a list that begins with a tag. Containers that
can be changed are known to both sides by a key and kept the same: each message brings along those that changed since
the last one. What else there is on one side, an object or a function, is told by the subclass (see `Carrier.foreign`).
"""

from __future__ import annotations

import base64
import datetime
import decimal
import fractions
import importlib
import pathlib
import sys
import types
import uuid
import zoneinfo
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import BuiltinFunctionType, FunctionType
from typing import Any

Node = Any
"""As JSON has it."""

# Why something isn't carried that only the program decides on; `integrity` asks for these.
TOO_DEEP = "it is nested too deeply"
GARBLED = "what comes from the program can't be rebuilt"


class Uncarried(BaseException):
    """Something that can't be carried across; the message says what. Not an `Exception`, so that no test catches it."""


ITEMS: Mapping[type, Callable[[Any], list[Any]]] = {
    list: lambda value: list(list.__iter__(value)),
    set: lambda value: list(set.__iter__(value)),
    dict: lambda value: list(dict.items(value)),
    OrderedDict: lambda value: list(OrderedDict.items(value)),
    defaultdict: lambda value: list(dict.items(value)),
    Counter: lambda value: list(dict.items(value)),
    deque: lambda value: list(deque.__iter__(value)),
    bytearray: lambda value: [bytearray.__getitem__(value, slice(None))],
}
"""What is in the containers that can be changed, by the rules of their own types."""

KINDS = {kind.__name__: kind for kind in ITEMS}
# Made by a call, with what the second gives of them.
MADE: Mapping[type, Callable[[Any], tuple[Any, ...]]] = {
    complex: lambda value: (value.real, value.imag),
    range: lambda value: (value.start, value.stop, value.step),
    slice: lambda value: (value.start, value.stop, value.step),
    decimal.Decimal: lambda value: (decimal.Decimal.__str__(value),),
    fractions.Fraction: lambda value: (value.numerator, value.denominator),
    datetime.date: lambda value: (value.year, value.month, value.day),
    datetime.time: lambda value: (*_clock(value), value.tzinfo, value.fold),
    datetime.datetime: lambda value: (value.year, value.month, value.day, *_clock(value), value.tzinfo, value.fold),
    datetime.timedelta: lambda value: (value.days, value.seconds, value.microseconds),
    datetime.timezone: lambda value: _zone(value.utcoffset(None), value.tzname(None)),
    zoneinfo.ZoneInfo: lambda value: (value.key,),
    uuid.UUID: lambda value: (str(value),),
    pathlib.PurePosixPath: lambda value: (str(value),),
    pathlib.PosixPath: lambda value: (str(value),),
}
MAKERS: Mapping[str, Callable[..., Any]] = {
    **{f"{kind.__module__}.{kind.__name__}": kind for kind in MADE},
    "datetime.time": lambda *parts: datetime.time(*parts[:-1], fold=parts[-1]),
    "datetime.datetime": lambda *parts: datetime.datetime(*parts[:-1], fold=parts[-1]),  # noqa: DTZ001
}
LARGE = 1 << 63
SINGLE: Mapping[str, Any] = {"...": Ellipsis, "NotImplemented": NotImplemented, "utc": datetime.UTC}
# Builtin types from which classes may be derived, each with how a value of it is seen by its own rules.
PLAIN: Mapping[type, Callable[[Any], Any]] = {
    str: str.__str__,
    int: int.__int__,
    float: float.__float__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    tuple: lambda value: tuple(tuple.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}


def _clock(value: datetime.time | datetime.datetime) -> tuple[int, int, int, int]:
    return value.hour, value.minute, value.second, value.microsecond


def _zone(offset: datetime.timedelta, name: str) -> tuple[Any, ...]:
    return (offset,) if name == datetime.timezone(offset).tzname(None) else (offset, name)


class Carrier:
    """One side's half of what is carried. `mark` begins the keys that are given here, so that the sides give others."""

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self._shared: dict[str, Any] = {}
        self._keys: dict[int, str] = {}
        self._known: dict[str, list[Any]] = {}
        self._given = 0
        self._encoders: Mapping[type, Callable[[Any], Node]] = {
            int: lambda value: value if -LARGE < value < LARGE else ["i", hex(value)],
            float: lambda value: ["d", value.hex()],
            bytes: lambda value: ["b", base64.b64encode(value).decode()],
            tuple: lambda value: ["t", self._all(value)],
            frozenset: lambda value: ["z", self._all(value)],
            **dict.fromkeys(MADE, self._made),
            **{kind: partial(self.container, kind=kind) for kind in ITEMS},
        }
        self._decoders: Mapping[str, Callable[..., Any]] = {
            "i": lambda text: int(text, 16),
            "d": float.fromhex,
            "b": base64.b64decode,
            "t": lambda parts: tuple(self._decoded(parts)),
            "z": lambda parts: frozenset(self._decoded(parts)),
            "m": lambda name, parts: MAKERS[name](*self._decoded(parts)),
            "1": SINGLE.__getitem__,
            "p": _named,
            "c": self._container,
            "=": lambda key: self._shared[key],
        }

    def foreign(self, value: Any) -> Node:
        """What is none of Python's own values. Raises `Uncarried`."""
        raise NotImplementedError

    def found(self, node: list[Any]) -> Any:
        """What the other side's `foreign` told."""
        raise NotImplementedError

    def encode(self, value: Any) -> Node:
        """Raises `Uncarried`."""
        kind = type(value)
        if value is None or kind in (bool, str):
            return value
        for name, single in SINGLE.items():
            if value is single:
                return ["1", name]
        if kind in self._encoders:
            return self._encoders[kind](value)
        if found := _name_of(value):
            return ["p", *found]
        return self.foreign(value)

    def decode(self, node: Node) -> Any:
        """Raises `ValueError` and the like for what no side of ours says."""
        if not isinstance(node, list):
            return node
        tag, *parts = node
        return self._decoders[tag](*parts) if tag in self._decoders else self.found(node)

    def _all(self, values: Iterable[Any]) -> list[Node]:
        return [self.encode(one) for one in values]

    def _made(self, value: Any) -> Node:
        kind = type(value)
        return ["m", f"{kind.__module__}.{kind.__name__}", self._all(MADE[kind](value))]

    def _decoded(self, parts: list[Node]) -> Iterator[Any]:
        return (self.decode(one) for one in parts)

    def container(self, value: Any, kind: type) -> Node:
        """One that can be changed, seen as `kind`."""
        if key := self._keys.get(id(value)):
            return ["=", key]
        self._given += 1
        key = self.share(f"{self._mark}{self._given}", value)
        extra = value.maxlen if kind is deque else self.encode(value.default_factory) if kind is defaultdict else None
        return ["c", key, kind.__name__, extra, self._parts(key)]

    def share(self, key: str, value: Any) -> str:
        """Know `value` by `key` from now on, on both sides."""
        self._shared[key] = value
        self._keys[id(value)] = key
        return key

    def changes(self) -> dict[str, list[Node]]:
        """The containers that changed here since both sides had the same in them, and those that are forgotten, because
        only the list of them has them here."""
        changed, forgotten = [], []
        for key in list(self._shared):
            value = self._shared[key]
            if key not in self._known:  # it is just being filled
                continue
            if not _same(_items(value), self._known[key]):
                changed.append([key, self._parts(key)])
            if sys.getrefcount(value) <= 3:  # the list of them, this variable, and the call
                forgotten.append(key)
                self.forget(key)
        return {"changed": changed, "forgotten": forgotten}

    def forget(self, key: str) -> None:
        """It isn't kept the same any more."""
        if key in self._shared:
            del self._keys[id(self._shared.pop(key))]
            self._known.pop(key, None)

    def taken(self, message: Mapping[str, Any], nodes: Iterable[Node]) -> list[Any]:
        """The values that a message brings in `nodes`; what changed there is changed here."""
        # First, for what changed may have a part in it that is new there.
        values = [self.decode(node) for node in nodes]
        for key, parts in message["changed"]:
            if key in self._shared:
                self.fill(key, parts)
        for key in message["forgotten"]:  # last, for it may be a value that nobody has there any more
            self.forget(key)
        return values

    def fill(self, key: str, parts: list[Node]) -> None:
        """Have these in a container."""
        value = self._shared[key]
        self._known.pop(key, None)
        items = [self.decode(one) for one in parts]
        kind = _kind_of(value)
        if kind in (list, bytearray):
            kind.__setitem__(value, slice(None), items[0] if kind is bytearray else items)
        elif kind is deque:
            deque.clear(value)
            deque.extend(value, items)
        elif kind is set:
            set.clear(value)
            set.update(value, items)
        else:
            OrderedDict.clear(value) if kind is OrderedDict else dict.clear(value)
            for name, one in items:
                OrderedDict.__setitem__(value, name, one) if kind is OrderedDict else dict.__setitem__(value, name, one)
        self._known[key] = _items(value)

    def _parts(self, key: str) -> list[Node]:
        items = self._known[key] = _items(self._shared[key])
        return [self.encode(bytes(one) if type(one) is bytearray else one) for one in items]

    def _container(self, key: str, name: str, extra: Node, parts: list[Node]) -> Any:
        kind = KINDS[name]
        made: dict[Any, Callable[[], Any]] = {
            deque: lambda: deque(maxlen=extra),
            defaultdict: lambda: defaultdict(_factory(self.decode(extra))),
        }
        value = made.get(kind, kind)()
        self.share(key, value)
        self.fill(key, parts)
        return value


def _factory(found: Any) -> Any:
    """What a dictionary makes its missing values by: of Python's own classes only one whose values are plain."""
    if type(found) is type and found.__module__ not in ("builtins", "collections", "datetime", "decimal", "fractions"):
        raise Uncarried(f"what is missing in a dictionary is made by a {found.__name__}")
    return found


def base_of(kind: type) -> type:
    """The builtin type whose values those of `kind` are; `object` for others."""
    return next((base for base in kind.__mro__ if base in PLAIN or base in ITEMS or base is BaseException), object)


def _kind_of(value: Any) -> type:
    return next(base for base in type(value).__mro__ if base in ITEMS)


def _items(value: Any) -> list[Any]:
    return ITEMS[_kind_of(value)](value)


def _same(one: list[Any], other: list[Any]) -> bool:
    """Whether the same things are in both; what an item of a dictionary is, is a new pair each time."""
    if len(one) != len(other):
        return False
    return all(
        a is b
        or (type(a) is type(b) is tuple and len(a) == len(b) == 2 and a[0] is b[0] and a[1] is b[1])
        or (type(a) is type(b) is bytearray and a == b)
        for a, b in zip(one, other, strict=True)
    )


def _name_of(value: Any) -> tuple[str, str] | None:
    """The module and name by which both sides have the same class or function of Python's own."""
    if not isinstance(value, type | FunctionType | BuiltinFunctionType):
        return None
    module, name = str(getattr(value, "__module__", "")), str(getattr(value, "__qualname__", ""))
    is_own = module.partition(".")[0] in sys.stdlib_module_names and module != "__main__"
    return (module, name) if is_own and getattr(sys.modules.get(module), name, None) is value else None


def python_module(name: str) -> types.ModuleType:
    """One of Python's own. Raises `ValueError` and `ImportError`."""
    if name.partition(".")[0] not in sys.stdlib_module_names - {"__main__", "antigravity", "this"}:
        raise ValueError(name)
    return importlib.import_module(name)


def _named(module: str, name: str) -> Any:
    found = getattr(python_module(module), name)
    if _name_of(found) != (module, name):  # a class or a function, and nothing that could be changed
        raise ValueError(name)
    return found
