"""What the log says of what models are asked and answer."""

from __future__ import annotations

from agent import events as ev
from agent.pace import rounded
from message import joined, say, say_count
from storage.types import StoredEvent
from ui.telling.entry import Entry, Fold

THINKING = {
    "brief": say("Thinking about the plan"),
    "tests": say("Thinking about the tests"),
    "review": say("Thinking about the remarks"),
    "code": say("Thinking about the program"),
    "second": say("Thinking about the second program"),
}
WRITING = {
    "brief": say("The model writes the plan"),
    "tests": say("The model writes the tests"),
    "review": say("The model writes the remarks"),
    "code": say("The model writes the program"),
    "second": say("The model writes the second program"),
}


def answer_entry(first: StoredEvent, seconds: float, event: ev.ModelText, text: str) -> Entry:
    """The words of a model, `text`, which began with the event `first`."""
    kind = "second" if event.role == "code" and not event.attempt else event.role
    attempt = say(" (attempt %(attempt)s)", attempt=event.attempt) if event.attempt > 1 else ""
    if event.thinking:
        folds = (Fold(joined("", (THINKING[kind], attempt)), text),)
        return Entry(first.seq, seconds, "thinking", say("The model thinks"), folds=folds)
    return Entry(first.seq, seconds, "model", joined("", (WRITING[kind], attempt)), answer=text)


def model_entry(
    seq: int,
    seconds: float,
    event: ev.ModelAsked | ev.ModelRestarted | ev.ModelAnswered | ev.ModelStopped | ev.ReplyRejected,
) -> Entry:
    match event:
        case ev.ModelAsked(_, model, purpose, prompt):
            return Entry(
                seq,
                seconds,
                "plain",
                say("%(model)s is asked to %(purpose)s", model=model, purpose=purpose),
                folds=(Fold(say("What it was asked"), prompt),),
            )
        case ev.ModelRestarted(_, reason) | ev.ReplyRejected(_, reason):
            return Entry(seq, seconds, "unsure", say("Asked again: %(reason)s", reason=reason))
        case ev.ModelStopped(usage=usage):
            used = (usage.in_words,) if usage.input_tokens or usage.output_tokens else ()
            return Entry(seq, seconds, "unsure", say("Assay stopped waiting for its answer"), used)
        case ev.ModelAnswered(_, usage, took, cut_off, _, thought):
            title = say("Answered in %(took)s s (%(in_words)s)", took=f"{took:.1f}", in_words=usage.in_words)
            cut = say("The answer was cut off: it reached the model's limit.") if cut_off else ""
            lines = tuple(filter(None, (thought_about(thought), cut)))
            return Entry(seq, seconds, "unsure" if cut_off else "plain", title, lines)


def thought_about(tokens: int) -> str:
    """How long it thought, in a sentence; empty where it didn't."""
    about = rounded(tokens)
    return (
        say_count("It thought for about %(count)s token.", "It thought for about %(count)s tokens.", about)
        if about
        else ""
    )
