"""How the conformance suite asks models, and what it looks for in their answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from agent.errors import ModelError
from agent.models.base import Delta, Model, ModelFinished, ModelNotice, Restarted, TextDelta
from cancel import Cancel
from tests.conformance.model_providers import QUESTION
from tests.fakes.streaming_server import Reply


def script(*replies: str | Reply) -> Callable[[object], str | Reply]:
    """Each reply once, in order; the last one from then on."""
    left = list(replies)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


def ask(model: Model) -> list[Delta]:
    return list(model.stream(QUESTION, Cancel()))


def text(deltas: list[Delta], thinking: bool = False) -> str:
    """What counts: the text since the last restart."""
    restarts = [number for number, delta in enumerate(deltas) if isinstance(delta, Restarted)]
    last = deltas[restarts[-1] :] if restarts else deltas
    return "".join(delta.text for delta in last if isinstance(delta, TextDelta) and delta.thinking is thinking)


def finished(deltas: list[Delta]) -> ModelFinished:
    """The one `ModelFinished`, which must be the last item."""
    ends = [delta for delta in deltas if isinstance(delta, ModelFinished)]
    assert len(ends) == 1
    assert deltas[-1] is ends[0]
    return ends[0]


def is_plain(error: ModelError) -> None:
    """Sentences for people: what happened, what to do, nothing of the machinery."""
    for sentence in (error.message, error.advice):
        assert sentence[0].isupper()
        assert sentence.endswith((".", "`.")) or "said: " in sentence
        assert not any(word in sentence for word in ("Error(", "Exception", "Traceback", "httpx", "{'", "None"))


def cancelled_after(event: threading.Event, cancel: Cancel) -> list[float]:
    """Cancel from another thread a moment after `event`; the list then holds when that was."""
    moment: list[float] = []

    def wait_and_cancel() -> None:
        event.wait(30)
        time.sleep(0.1)  # so that the model is blocked in its read by then
        moment.append(time.monotonic())
        cancel.cancel("Stopped by the user.")

    threading.Thread(target=wait_and_cancel, daemon=True).start()
    return moment


def drain(deltas: Iterator[Delta], event: threading.Event, sign: Callable[[Delta], bool]) -> None:
    """Read to the end, setting `event` at each delta that shows `sign`."""
    for delta in deltas:
        if sign(delta):
            event.set()


def never(_: Delta) -> bool:
    return False


def is_text(delta: Delta) -> bool:
    return isinstance(delta, TextDelta)


def is_notice(delta: Delta) -> bool:
    return isinstance(delta, ModelNotice)
