"""What stands in the tests' process for the program's modules, functions, classes and objects."""

from __future__ import annotations

import types
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from _pytest.outcomes import OutcomeException

from .values import ITEMS, PLAIN

if TYPE_CHECKING:
    from .proxies import Program

BASES = {one.__name__: one for one in (*PLAIN, *ITEMS, BaseException, object)}
# Of what is derived from a builtin type, these are that type's own: no program says what is equal to it.
JUDGED = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__len__", "__iter__", "__bool__"}
JUDGED |= {"__contains__", "__reversed__", "__index__", "__int__", "__float__"}
# With these it could say so in another way.
RECKONED = {
    f"__{prefix}{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow") for prefix in ("", "r")
}
RECKONED |= {"__neg__", "__pos__", "__abs__", "__round__", "__divmod__", "__and__", "__or__", "__xor__", "__invert__"}
# Asked for only by who looks into how something is made, which is nothing that a proxy can show.
INSIDE = {"__signature__", "__code__", "__dataclass_fields__"}
setting = object.__setattr__


class Remote(type):
    """The type of what stands for the program's classes. `_program` and `_number` are where and which it is."""

    _program: Program
    _number: int
    _info: Mapping[str, Any]

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], **_: Any) -> Remote:
        """Made by nobody but `Program`."""
        if "_number" not in space:
            of = next(one for base in bases for one in base.__mro__ if isinstance(one, Remote))
            of._program.refuse("a class of the tests is derived from one of the program")
        return super().__new__(cls, name, bases, space)

    def __init__(cls, *_: Any, **__: Any) -> None:
        """As `__new__`."""

    def __call__(cls, /, *arguments: Any, **named: Any) -> Any:
        return cls._program.ask("call", cls, *arguments, **named)

    def __getattr__(cls, name: str) -> Any:
        return cls._program.attribute(cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:
        cls._program.ask("setattr", cls, name, value)

    def __delattr__(cls, name: str) -> None:
        cls._program.ask("delattr", cls, name)

    def __instancecheck__(cls, value: Any) -> bool:
        if type.__instancecheck__(cls, value):
            return True
        return isinstance(type(value), Remote) and bool(cls._program.ask("isinstance", value, cls))

    def __bool__(cls) -> bool:
        return True

    def _notice(cls) -> None:
        """A class that a function gave answers for itself."""
        if "_given" in vars(cls):
            cls._program.judging = cls.__name__

    def __iter__(cls) -> Iterator[Any]:
        cls._notice()
        return iter(cls._program.ask("items", cls))

    def __len__(cls) -> int:
        cls._notice()
        return int(cls._program.ask("method", cls, "__len__"))

    def __getitem__(cls, key: Any) -> Any:
        cls._notice()
        return cls._program.ask("method", cls, "__getitem__", key)

    def __contains__(cls, value: Any) -> bool:
        cls._notice()
        return bool(cls._program.ask("method", cls, "__contains__", value))


class RemoteFunction:
    """Stands for a function or a method of the program."""

    def __init__(self, program: Program, number: int, name: str, doc: str | None) -> None:
        setting(self, "_program", program)
        setting(self, "_number", number)
        setting(self, "__name__", name)
        setting(self, "__qualname__", name)
        setting(self, "__doc__", doc)

    def __call__(self, /, *arguments: Any, **named: Any) -> Any:
        return self._program.ask("call", self, *arguments, **named)

    def __getattr__(self, name: str) -> Any:
        return self._program.attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._program.ask("setattr", self, name, value)

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"


class RemoteModule(types.ModuleType):
    """Stands for a module of the program."""

    def __getattr__(self, name: str) -> Any:
        if name == "__all__":
            return self._program.ask("public", self)
        return self._program.attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__"):
            super().__setattr__(name, value)
        else:
            self._program.ask("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        self._program.ask("delattr", self, name)


def own_number(kind: Remote) -> int:
    number: int = type.__getattribute__(kind, "_number")
    return number


def answers(info: Mapping[str, Any], base: type) -> dict[str, Any]:
    """What a class's objects answer for."""
    names = set(info["dunders"]) - (
        JUDGED | (RECKONED if base in (int, float) else set()) if base is not object else set()
    )
    found: dict[str, Any] = {name: _answer(name) for name in names - ASYNCHRONOUS.keys() if name != "__hash__"}
    found |= {name: ASYNCHRONOUS[name] for name in names & ASYNCHRONOUS.keys()}
    if base is object and "__eq__" in found:
        found["__eq__"] = _compared(info["fields"]) if info["fields"] else found["__eq__"]
        found["__hash__"] = _answer("__hash__") if info["hashable"] else None
    found |= {name: property(itemgetter(place)) for place, name in enumerate(info["items"])}  # of a named tuple
    if base is BaseException:
        found |= {"__init__": lambda self, *_, **__: None, "__str__": lambda self: self._text}
    return {**found, "__getattr__": _get, "__setattr__": _set, "__delattr__": _delete}


def _answer(name: str) -> Callable[..., Any]:
    def answer(self: Any, /, *arguments: Any, **named: Any) -> Any:
        if name in JUDGED | RECKONED and "_given" in vars(self):
            type(self)._program.judging = type(self).__name__
        if name == "__exit__":
            return _left(self, "method", "__exit__", *arguments[:2])
        return type(self)._program.ask("method", self, name, *arguments, **named)

    answer.__name__ = answer.__qualname__ = name
    return answer


def _left(self: Any, do: str, name: str, kind: type[BaseException] | None, error: BaseException | None) -> bool:
    """Leave a block. No traceback is carried, and that a test failed in it is nobody's to swallow."""
    failed = kind is not None and issubclass(kind, AssertionError | OutcomeException)
    program = type(self)._program
    swallowed = program.ask(do, self, name, *((None, None) if failed else (kind, error)), None)
    if swallowed and error is not None and not failed:
        program.judging = type(self).__name__  # what follows in the block was never reached
    return bool(swallowed) and not failed


def _compared(fields: list[str]) -> Callable[[Any, Any], Any]:
    """How dataclasses compare themselves: by their fields, here."""

    def equal(self: Any, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in fields)

    return equal


def _get(self: Any, name: str) -> Any:
    return type(self)._program.attribute(self, name)


def _set(self: Any, name: str, value: Any) -> None:
    if name.startswith("__"):  # as Python does it with exceptions
        setting(self, name, value)
    else:
        type(self)._program.ask("setattr", self, name, value)


def _delete(self: Any, name: str) -> None:
    type(self)._program.ask("delattr", self, name)


async def _entered(self: Any) -> Any:
    return type(self)._program.ask("wait for", self, "__aenter__")


async def _went_out(self: Any, kind: type[BaseException] | None, error: BaseException | None, _: Any) -> bool:
    return _left(self, "wait for", "__aexit__", kind, error)


async def _next(self: Any) -> Any:
    return type(self)._program.ask("wait for", self, "__anext__")


def _waited(self: Any) -> Generator[None, None, Any]:
    yield from ()  # for Python waits for generators only
    return type(self)._program.ask("await", self)


ASYNCHRONOUS: Mapping[str, Callable[..., Any]] = {
    "__aenter__": _entered,
    "__aexit__": _went_out,
    "__aiter__": _answer("__aiter__"),
    "__anext__": _next,
    "__await__": _waited,
}
"""What a class's objects answer for where somebody waits. Each wait is one question: on the program's side its own
event loop goes on until that is answered, and then stands still."""


async def awaited(program: Program, itself: Any) -> Any:
    """A coroutine of the program, as one of this side."""
    return program.ask("await", itself)


async def async_generated(program: Program, itself: Any) -> AsyncGenerator[Any, Any]:
    """An asynchronous generator of the program, as one of this side, to go through."""
    while True:
        try:
            given = program.ask("wait for", itself, "__anext__")
        except StopAsyncIteration:
            return
        yield given


def generated(program: Program, itself: Any) -> Generator[Any, Any, Any]:
    """A generator of the program, as one of this side."""
    step: tuple[Any, ...] = ("send", None)
    while True:
        try:
            given = program.ask("method", itself, *step)
        except StopIteration as end:
            return end.value
        try:
            step = ("send", (yield given))
        except GeneratorExit:
            program.ask("method", itself, "close")
            raise
        except Exception as error:
            step = ("throw", error)


def gives(do: str, arguments: tuple[Any, ...]) -> bool:
    """Whether what comes is a function's answer, and nothing that the test took or made by its name."""
    of = arguments[0]
    if do == "getattr":
        return not isinstance(of, RemoteModule | Remote)
    if do == "items" or (do == "method" and arguments[1] == "__enter__"):
        return "_given" in vars(of)
    is_made = do == "call" and isinstance(of, Remote) and of.__name__[:1].isupper() and "_function" not in vars(of)
    return do != "import" and not is_made
