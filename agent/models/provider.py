"""What a provider of models is, as a value: all else about providers is derived from the table in `registry`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from agent.models.base import Model, ModelInfo
from agent.types import Usage
from cancel import Cancel
from message import say
from settings import Settings


# Why: docs/decisions.md, "A key is a field of `Settings`, and is kept in the system's keyring"
@dataclass(frozen=True, slots=True)
class Key:
    """The key of an account.

    `setting` is the field of `Settings` that holds it, which is read from the environment's `variable`; `site` is where
    one gets it, `looks_like` how one begins, and `kept_as` what it is called where it is kept.
    """

    setting: str
    variable: str
    site: str
    looks_like: str
    kept_as: str

    def value(self, settings: Settings) -> SecretStr | None:
        """The key that `settings` hold."""
        found: SecretStr | None = getattr(settings, self.setting)
        return found

    @property
    def advice(self) -> str:
        """What to do where there is no key."""
        return say(
            "Get a key from %(site)s, then set %(variable)s to it, or keep it in the page's settings.",
            site=self.site,
            variable=self.variable,
        )


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A model that can be fetched. `size_bytes` is its size on disk.

    `active_billions` is how many of its parameters, in billions, take part in each word, by its makers' model card:
    that decides how quick it is without a graphics card. `source` is where the size can be checked (rounded to two
    digits) without fetching the model.
    """

    name: str
    size_bytes: int
    active_billions: float
    source: str


@dataclass(frozen=True, slots=True)
class DownloadStep:
    """What a provider says of a download: `status` names the part it is at. Bytes are 0 while nobody knows them."""

    status: str
    completed_bytes: int = 0
    total_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Library:
    """Where models are fetched from by their name, the best `suggestions` first, and the `folder` they come to.

    `fetch` and `remove` raise the `ModelError` family, `fetch` also `Cancelled`; closing it ends the download.
    """

    suggestions: tuple[Suggestion, ...]
    fetch: Callable[[str, Settings, Cancel], Iterator[DownloadStep]]
    remove: Callable[[str, Settings], None]
    folder: Callable[[Settings], Path]


@dataclass(frozen=True, slots=True)
class Provider:
    """Where models come from. Its functions import the client they need when they are called.

    A model is named by its spec: `prefix:NAME`, or for what isn't `named` just the prefix. `meaning` says in a phrase
    what that is, `example` is such a NAME. What only knows recorded answers isn't `real`.

    `list` gives what can be picked now; each of its steps may take so many seconds, and the `ModelError` it raises says
    what is missing and what to do about it. `cause` then says it in a word for programs, as in `not_installed`.
    `is_here` says whether the models run on this computer. `rank` is how good a model, by its name, is at writing
    programs, 0 for the best, and None where nobody knows. `cost` is about what it costs in US dollars that one reads
    and writes so much in a whole run; None where it costs nothing, or nobody knows.
    """

    prefix: str
    title: str
    meaning: str
    open: Callable[[str, Settings], Model]
    list: Callable[[Settings, float], list[ModelInfo]]
    example: str = ""
    named: bool = True
    real: bool = True
    key: Key | None = None
    library: Library | None = None
    cause: Callable[[Settings], str] = lambda _: "not_usable"
    is_here: Callable[[Settings], bool] = lambda _: False
    rank: Callable[[str], int | None] = lambda _: None
    cost: Callable[[str, Usage], float | None] = lambda name, usage: None

    @property
    def form(self) -> str:
        """How its models are named, as in `ollama:NAME`."""
        return f"{self.prefix}:NAME" if self.named else self.prefix
