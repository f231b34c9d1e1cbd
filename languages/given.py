"""What is said of the files that a person gives to a program, in sentences; see `laying.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import signature

from languages.laying import Told
from message import say
from translation import translated

SENTENCES: Mapping[str, Callable[..., str]] = {
    "made": lambda files: say("Made from: %(files)s", files=files),
    "given": lambda files: say("Given to the program: %(files)s", files=files),
    "place": lambda file, name: say("%(file)s was given to the program as %(name)s.", file=file, name=name),
    "other": lambda file, name: say(
        "%(file)s was given to the program as %(name)s, though it is another kind of file.", file=file, name=name
    ),
    "example": lambda files: say("Made from the files that it was built with: %(files)s", files=files),
    "never": lambda files: say("The program never opened: %(files)s", files=files),
    "unclear": lambda files, names: say(
        "It isn't clear which file is to be which: of yours %(files)s, of the program's %(names)s. Give yours the name "
        "that the program's has, or only one of them, then start it again.",
        files=files,
        names=names,
    ),
}


def said(what: Iterable[Told]) -> tuple[str, ...]:
    """These as sentences."""
    return tuple(SENTENCES[name](**values) for name, values in what)


def templates() -> dict[str, str]:
    """The sentences in the language that is spoken here, with places such as `{files}` for what is put into them."""
    places = {name: [f"{{{place}}}" for place in signature(one).parameters] for name, one in SENTENCES.items()}
    return {name: translated(SENTENCES[name](*places[name])) for name in places}
