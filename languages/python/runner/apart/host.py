"""The program's side: does what it is asked for with the program's objects, which never leave this process."""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import dataclasses
import functools
import importlib
import io
import operator
import os
import signal
import socket
import sys
import traceback
import types
import warnings
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from .values import PLAIN, TOO_DEEP, Carrier, Node, Uncarried, base_of
from .wire import Ended, Wire

OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "import": importlib.import_module,
    "call": operator.call,
    "items": list,
    "await": lambda value, /: _awaited(value),
    "wait for": lambda value, name, /, *arguments: _awaited(getattr(type(value), name)(value, *arguments)),
    "public": lambda module: _public(module),
    **{one.__name__: one for one in (getattr, setattr, delattr, isinstance)},
}
# What a class may answer for that isn't a word of its own.
UNWANTED = {"__new__", "__init__", "__getattribute__", "__getattr__", "__setattr__", "__delattr__", "__class__"}
UNWANTED |= {"__dict__", "__weakref__", "__doc__", "__module__", "__init_subclass__", "__subclasshook__", "__slots__"}
UNWANTED |= {"__reduce__", "__reduce_ex__", "__sizeof__", "__dir__", "__class_getitem__", "__del__", "__getstate__"}
ALARM = "the program sets an alarm for the process that it runs in"
CONNECTION = 3  # file descriptor
SECONDS = 5.0  # of processor time, for one call
SHOWN = 200_000  # characters


class Host(Carrier):
    """What there is of the program in this process, by number."""

    def __init__(self, wire: Wire) -> None:
        super().__init__("p")
        self._wire = wire
        self._objects: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._told: set[int] = set()
        self._callbacks: dict[int, Any] = {}

    def serve(self) -> None:
        """Do what is asked for, one thing after the other, until the other side is gone."""
        while True:
            self._answer(self._wire.receive())

    def _answer(self, request: Mapping[str, Any]) -> None:
        with warnings.catch_warnings(record=True, action="always") as warned:
            said = self._done(request)
        said["shown"] = _taken_from(sys.stdout), _taken_from(sys.stderr)
        said["warned"] = [[self.encode(one.category), str(one.message)] for one in warned]
        self._wire.send({**said, **self._changes()})

    def _done(self, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            values = self.taken(request, [*request["arguments"], *request["named"].values()])
            arguments = values[: len(request["arguments"])]
            named = dict(zip(request["named"], values[len(arguments) :], strict=True))
            with limited():
                value = _operation(request["do"], request["caller"])(*arguments, **named)
                given = self._given_to_tests(value)
        except Uncarried as reason:
            return {"uncarried": str(reason)}
        except BaseException as error:
            return self._raised(error)
        return {"gives": given}

    def _given_to_tests(self, value: Any) -> Node:
        try:
            return self.encode(value)
        except RecursionError:
            raise Uncarried(TOO_DEEP) from None

    def _raised(self, error: BaseException) -> dict[str, Any]:
        try:
            return {"raises": self.foreign(error)}
        except Uncarried as reason:
            return {"uncarried": str(reason)}

    def _changes(self) -> dict[str, list[Node]]:
        try:
            return self.changes()
        except Uncarried:
            return {"changed": [], "forgotten": []}

    def foreign(self, value: Any) -> Node:
        """See `Carrier`."""
        kind = type(value)
        if isinstance(value, types.CoroutineType | types.AsyncGeneratorType):
            return ["w" if isinstance(value, types.CoroutineType) else "a", self._number(value)]
        if isinstance(value, type):
            return ["k", self._number(value), self._class(value)]
        if isinstance(value, types.ModuleType):
            if not (getattr(value, "__file__", None) or "").startswith(sys.path[0]):
                raise Uncarried("a test reaches one of Python's modules through the program")
            return ["s", self._number(value), value.__name__]
        if isinstance(value, types.GeneratorType):
            return ["g", self._number(value)]
        if isinstance(value, types.FunctionType | types.MethodType | types.BuiltinFunctionType):
            return ["f", self._number(value), value.__name__, value.__doc__]
        number = self._number(value)
        # First the class, then what the value is by the rules of the builtin type that it is derived from.
        described = ["k", self._number(kind), self._class(kind)]
        return ["o", number, described, self._plain(value, number)]

    def _plain(self, value: Any, number: int) -> Node:
        base = base_of(type(value))
        if base is object:
            return None
        if base is BaseException:
            file = (value.filename,) if isinstance(value, OSError) and value.filename is not None else ()
            cause = self.foreign(value.__cause__) if value.__cause__ else None
            more = {name: self._argument(one) for name, one in vars(value).items()}
            return [[self._argument(one) for one in (*value.args, *file)], str(value), cause, more]
        if base in PLAIN:
            return self.encode(PLAIN[base](value))
        key = self._keys.get(id(value)) or self.share(f"o{number}", value)
        return [key, self._parts(key)]

    def _argument(self, value: Any) -> Node:
        try:
            return self.encode(value)
        except Uncarried:
            return repr(value)

    def found(self, node: list[Any]) -> Any:
        """See `Carrier`."""
        match node:
            case ["o", number]:
                return self._objects[number]
            case ["cb", number, name]:
                return self._callbacks.setdefault(number, self._callback(number, name))
            case ["it", number]:
                return self._iterated(self._callback(number, "__next__"))
            case ["e", name, arguments]:
                kind = getattr(builtins, name, Exception)
                return kind(*(self.decode(one) for one in arguments))
        raise Ended

    def _callback(self, number: int, name: str) -> Any:
        def callback(*arguments: Any, **named: Any) -> Any:
            called = {"calls": number, "arguments": [self.encode(one) for one in arguments]}
            self._wire.send(
                {**called, "named": {key: self.encode(one) for key, one in named.items()}, **self._changes()}
            )
            while True:
                said = self._wire.receive()
                if "do" not in said:
                    break
                self._answer(said)  # what the test's function asks of the program in turn
            (value,) = self.taken(said, [said.get("raises", said.get("gives"))])
            if "raises" in said:
                raise value
            return value

        callback.__name__ = callback.__qualname__ = name
        return callback

    def _iterated(self, step: Callable[[], Any]) -> Iterator[Any]:
        while True:
            try:
                yield step()
            except StopIteration:
                return

    def _number(self, value: Any) -> int:
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self._objects)
            self._objects.append(value)  # kept for good, so that no other gets its number
        return self._numbers[id(value)]

    def _class(self, kind: type) -> Node:
        """What the other side has to know of a class, once: names, builtin base, bases, and what it answers for."""
        number = self._number(kind)
        if number in self._told:
            return None
        self._told.add(number)
        base = base_of(kind)
        written = [one for one in kind.__mro__ if one not in (base, object, type)]
        own = {name for one in written for name in vars(one) if callable(getattr(kind, name, None))}
        return {
            "name": kind.__name__,
            "qualname": kind.__qualname__,
            "module": kind.__module__,
            "doc": kind.__doc__,
            "base": base.__name__,
            "bases": [self.encode(one) for one in kind.__bases__ if one is not object],
            "dunders": sorted(n for n in own - UNWANTED if n.startswith("__") and n.endswith("__")),
            "hashable": kind.__hash__ is not None,
            "fields": _compared(kind),
            "items": list(getattr(kind, "_fields", ())) if base is tuple else [],
        }


def _operation(do: str, caller: str) -> Callable[..., Any]:
    """What does it, as if the tests' function with this name did: a program that keeps a log looks who calls it."""

    def calling(*arguments: Any, **named: Any) -> Any:
        if do != "method":
            return OPERATIONS[do](*arguments, **named)
        value, name, *more = arguments
        return getattr(type(value), name)(value, *more, **named)

    calling.__code__ = calling.__code__.replace(co_name=caller, co_qualname=caller)
    return calling


@functools.cache
def _loop() -> asyncio.AbstractEventLoop:
    """The one on which all of the program waits."""
    return asyncio.new_event_loop()


async def _waited(value: Awaitable[Any]) -> Any:
    return await value


def _awaited(value: Awaitable[Any]) -> Any:
    return _loop().run_until_complete(_waited(value))


def _public(module: types.ModuleType) -> list[str]:
    """What `from ... import *` brings, but for modules."""
    names = getattr(module, "__all__", [name for name in dir(module) if not name.startswith("_")])
    return [name for name in names if not isinstance(getattr(module, name), types.ModuleType)]


def _compared(kind: type) -> list[str] | None:
    """The names of a dataclass's fields by which it says itself that it is compared."""
    if not dataclasses.is_dataclass(kind):
        return None
    code = getattr(kind.__dict__.get("__eq__"), "__code__", None)
    made = code is not None and code.co_filename == "<string>"
    return [field.name for field in dataclasses.fields(kind) if field.compare] if made else None


def _taken_from(stream: Any) -> str:
    """What was written to one of Python's streams since it was last taken; nothing where it isn't ours."""
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(stream.buffer, io.BytesIO):
        return ""
    text = stream.buffer.getvalue().decode("utf-8", "replace")
    stream.seek(0)
    stream.truncate()
    return text[:SHOWN]


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """End what computes for ever, where it is."""

    def end(*_: object) -> NoReturn:
        raise Uncarried(f"it computes for more than {SECONDS:g} s")

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        if signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            raise Uncarried(ALARM)


def be_host() -> NoReturn:
    """Be the program's process, which was started for that and knows nothing yet, and never return."""
    sys.path[0], sys.argv[:] = str(Path.cwd()), [""]
    sys.stdin = io.StringIO()
    # The same for good, for a program may keep them.
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    try:
        with contextlib.suppress(Ended):
            Host(Wire(socket.socket(fileno=CONNECTION))).serve()
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)  # where the job's own goes
    finally:
        os._exit(0)
