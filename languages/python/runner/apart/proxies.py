"""The tests' side of the connection: asks for what the program's side has, and rebuilds what comes."""

from __future__ import annotations

import contextlib
import functools
import logging
import sys
import threading
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

from _pytest.outcomes import Failed, OutcomeException

from .remote import (
    BASES,
    INSIDE,
    Remote,
    RemoteFunction,
    RemoteModule,
    answers,
    async_generated,
    awaited,
    generated,
    gives,
    own_number,
    setting,
)
from .surroundings import Surroundings
from .values import GARBLED, ITEMS, PLAIN, TOO_DEEP, Carrier, Node, Uncarried, python_module
from .wire import Ended, Wire

log = logging.getLogger(__name__)


TURN_SECONDS = 3.0
OURS = (__package__, contextlib.__name__)
STEPWISE = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)


class Refused(Uncarried, OutcomeException):
    """The test that runs can't be judged this way. For pytest it ends a test, whose fixtures are torn down."""


class Program(Carrier):
    """The program, over `wire`. `modules` are the names of its own.

    `uncarried` says why the test that runs can't be judged this way, `strange` what it met that stands for something
    that isn't plain, so that it may fail for that, and `judging` of which objects that functions gave the program
    itself said what they are equal to, or the like.
    """

    def __init__(self, wire: Wire, modules: Iterable[str]) -> None:
        super().__init__("t")
        self._wire: Wire | None = wire
        self._modules = frozenset(modules)
        self._stand_ins: dict[int, Any] = {}
        # Not kept, for one that nobody has any more is closed.
        self._steps: WeakKeyDictionary[Any, int] = WeakKeyDictionary()
        self._callbacks: dict[int, Callable[..., Any]] = {}
        self._surroundings = Surroundings()
        self._giving = False
        self._asking = threading.RLock()  # by a function of the tests, which the program calls, once more
        self._ended = ""
        self._at_import: str | None = None  # what all tests meet
        self.uncarried = self.strange = self.judging = ""

    def begin_test(self) -> None:
        """Another test is about to begin."""
        self.uncarried = self.judging = ""
        if self._at_import is None:
            self._at_import = "function of the tests" if self._callbacks else ""
        self.strange = self._at_import

    def module(self, name: str) -> RemoteModule:
        """The program's module of this name, which is imported there."""
        module: RemoteModule = self.ask("import", name)
        return module

    def _module(self, number: int, name: str) -> RemoteModule:
        module = RemoteModule(name)
        vars(module).update(_program=self, _number=number, __file__=f"{Path.cwd()}/{name}.py")
        return module

    def attribute(self, of: Any, name: str) -> Any:
        """The attribute `name`, where it isn't one that only Python itself looks for."""
        if name in INSIDE:
            self.refuse(f"a test looks into the program (`{name}`)")
        if name.startswith("__") and name.endswith("__") and name not in ("__version__", "__author__"):
            raise AttributeError(name)
        found = self.ask("getattr", of, name)
        if isinstance(found, Remote) and isinstance(of, RemoteModule) and not name[:1].isupper():
            type.__setattr__(found, "_function", True)  # what looks like a function is one
        return found

    def ask(self, do: str, /, *arguments: Any, **named: Any) -> Any:
        """Have the program do something; gives and raises what it does. Raises `Uncarried`."""
        with self._turn():
            if changed := self._surroundings.changed():
                self.refuse(f"a test replaces {changed}")
            self._giving = gives(do, arguments)
            said = self._said(do, arguments, named)
        for category, text in said["warned"]:
            warnings.warn(text, category, stacklevel=3)
        if "raises" in said:
            raise said["raises"]
        return said["gives"]

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """What threads of a test ask for is done one after another. One that waits for another, in vain, ends that."""
        if threading.current_thread() is not threading.main_thread():
            self.strange = self.strange or "thread of the tests"
        if not self._asking.acquire(timeout=TURN_SECONDS):
            self._end("threads of a test wait for one another")
        try:
            yield
        finally:
            self._asking.release()

    def _said(self, do: str, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
        if self._wire is None:
            self.refuse(self._ended or "the program has ended")
        try:
            return self._asked(self._wire, do, arguments, named)
        except Ended:
            if self._ended:
                self.refuse(self._ended)
            self._wire = None
            raise Failed("The program ended the process that it ran in.", pytrace=False) from None
        except Uncarried as reason:
            self.refuse(str(reason))
        except RecursionError:
            self.refuse(TOO_DEEP)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, ImportError):
            log.exception("nothing of ours says that")
            self._end(GARBLED)
        except BaseException:  # its time is up, in the middle of a message
            self._end("it takes too long")

    def _asked(self, wire: Wire, do: str, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
        request: dict[str, Any] = {"do": do, "arguments": [self.encode(one) for one in arguments]}
        request |= {"named": {name: self.encode(one) for name, one in named.items()}, **self.changes()}
        wire.send({**request, "caller": _caller()})
        while "calls" in (said := wire.receive()):
            wire.send(self._called_back(said))
        return self._understood(said)

    def _understood(self, said: Any) -> dict[str, Any]:
        """What the program's side says. Raises `Uncarried`, and anything where no side of ours would say it."""
        key = "raises" if "raises" in said else "gives"
        value, *categories = self.taken(said, [said.get(key), *(one[0] for one in said["warned"])])
        sys.stdout.write(said["shown"][0])
        sys.stderr.write(said["shown"][1])
        if "uncarried" in said:
            raise Uncarried(str(said["uncarried"]))
        texts = [str(one[1]) for one in said["warned"]]
        return {key: value, "warned": list(zip(categories, texts, strict=True))}

    def _end(self, reason: str) -> NoReturn:
        """Nothing can be asked any more."""
        wire, self._wire, self._ended = self._wire, None, reason
        if wire:
            wire.close()
        self.refuse(reason)

    def _called_back(self, said: Mapping[str, Any]) -> dict[str, Any]:
        values = self.taken(said, [*said["arguments"], *said["named"].values()])
        arguments, named = values[: len(said["arguments"])], values[len(said["arguments"]) :]
        try:
            value = self._callbacks[said["calls"]](*arguments, **dict(zip(said["named"], named, strict=True)))
            given = {"gives": self.encode(value)}
        except Exception as error:
            given = {"raises": self.encode(error)}
        return {**given, **self.changes()}

    def refuse(self, reason: str) -> NoReturn:
        """The test that runs can't be judged this way."""
        self.uncarried = self.uncarried or reason
        raise Refused(reason)

    def foreign(self, value: Any) -> Node:
        """See `Carrier`."""
        if isinstance(value, Remote):
            return ["o", own_number(value)]
        if isinstance(value, RemoteModule | RemoteFunction) or isinstance(type(value), Remote):
            return ["o", object.__getattribute__(value, "_number")]
        if isinstance(value, STEPWISE) and value in self._steps:
            return ["o", self._steps[value]]
        if isinstance(value, BaseException):
            return ["e", type(value).__name__, [self.encode(one) for one in value.args]]
        if isinstance(value, Iterator):
            return ["it", self._callback(value.__next__)]
        if isinstance(value, types.FunctionType | types.MethodType | types.BuiltinMethodType | functools.partial):
            return ["cb", self._callback(value), getattr(value, "__name__", "function")]
        raise Uncarried(f"the program is given a {type(value).__name__} of the tests")

    def _callback(self, function: Callable[..., Any]) -> int:
        """What the program has of it does all that a call does, but it is no function that it could look into."""
        self.strange = self.strange or "function of the tests"
        known = next((number for number, one in self._callbacks.items() if one is function), len(self._callbacks))
        self._callbacks[known] = function
        return known

    def found(self, node: list[Any]) -> Any:
        """See `Carrier`."""
        value = self._found(node)
        if isinstance(value, Remote):
            self.strange = "stand-in for a class"
            if self._giving:
                type.__setattr__(value, "_given", True)
        elif isinstance(type(value), Remote):
            if self._giving:
                setting(value, "_given", True)
            # What functions give that is derived from a builtin type is taken for one of that type, and nothing else.
            if not self._giving or type(value)._info["base"] in ("object", "BaseException"):
                self.strange = f"stand-in for a {type(value).__name__}"
        return value

    def _found(self, node: list[Any]) -> Any:
        match node:
            case ["k", int(number), info]:
                return self._stand_in(number, lambda: self._class(number, info))
            case ["f", int(number), str(name), doc]:
                return self._stand_in(number, lambda: RemoteFunction(self, number, name, doc))
            case ["g" | "w" | "a" as tag, int(number)]:
                return self._stepwise(tag, number)
            case ["s", int(number), str(name)]:
                return self._stand_in(number, lambda: self._module(number, name))
            case ["o", int(number), described, plain]:
                kind = self._found(described)
                return self._stand_in(number, lambda: self._object(kind, number, plain))
        raise ValueError(node)

    def _stand_in(self, number: int, make: Callable[[], Any]) -> Any:
        if number not in self._stand_ins:
            self._stand_ins[number] = make()
        return self._stand_ins[number]

    def _object(self, kind: type, number: int, plain: Node) -> Any:
        if not isinstance(kind, Remote) and not issubclass(kind, BaseException):
            raise TypeError(kind)
        base = next(one for one in kind.__mro__ if one in BASES.values())
        if base is BaseException:
            arguments, text, cause, more = plain
            error = self._exception(kind, number, [self.decode(one) for one in arguments], text)
            error.__cause__ = self.decode(cause)
            vars(error).update({name: self.decode(one) for name, one in more.items() if name not in vars(error)})
            return error
        new: Any = base.__new__
        made = new(kind, self.decode(plain)) if base in PLAIN else new(kind)
        setting(made, "_number", number)
        if base in ITEMS:
            key, parts = plain
            self.share(key, made)
            self.fill(key, parts)
        return made

    def _exception(self, kind: type, number: int, arguments: list[Any], text: str) -> BaseException:
        if not isinstance(kind, Remote):
            with contextlib.suppress(TypeError):
                known: BaseException = kind(*arguments)
                return known
        made: BaseException = kind.__new__(kind, *arguments)
        made.args = tuple(arguments)
        if isinstance(kind, Remote):
            setting(made, "_number", number)
            setting(made, "_text", text)
        return made

    def _stepwise(self, tag: str, number: int) -> Any:
        if tag != "g":
            self.strange = "stand-in for something to wait for"
        made = {"g": generated, "w": awaited, "a": async_generated}[tag](
            self, RemoteFunction(self, number, "step", None)
        )
        self._steps[made] = number
        return made

    def _class(self, number: int, info: Mapping[str, Any]) -> type:
        top = info["module"].partition(".")[0]
        if top in sys.stdlib_module_names and info["base"] == "BaseException":
            found = getattr(python_module(info["module"]), info["name"])
            if isinstance(found, type) and issubclass(found, BaseException):
                return found  # whatever else calls itself one would judge in the tests' own process
        base = BASES[info["base"]]
        bases = [
            one for one in map(self.decode, info["bases"]) if isinstance(one, Remote) or issubclass(one, BaseException)
        ]
        space = {
            "_program": self,
            "_number": number,
            "_info": info,
            "__module__": info["module"],
            "__qualname__": info["qualname"],
            "__doc__": info["doc"],
            **answers(info, base),
        }
        own = (*bases, *([] if any(issubclass(one, base) for one in bases) else [base]))
        return type.__new__(Remote, info["name"], own, space)


def _caller() -> str:
    """The name of the function that asks the program for something."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"].startswith(OURS):
        frame = frame.f_back
    return frame.f_code.co_name
