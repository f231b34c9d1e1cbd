"""What a program usually takes with a model, by the runs that there were: said before somebody starts one and in it."""

from __future__ import annotations

from statistics import median

from agent.errors import ModelError
from agent.models.provider import Provider
from agent.models.registry import find_provider
from message import say, say_count
from storage.store import Store
from storage.types import RunSummary

LOOKED_AT, COUNTED = 40, 10
"""Of so many last runs with a model so many count, of those that came to a verdict."""
VERDICTS = ("verified", "unverified", "failed")
NOT_KNOWN = say(
    "Each program costs money; how much isn't known before the first. A limit can be set under More settings."
)


def usual(store: Store, model: str) -> str:
    """As in "So far a program took about 4 minutes and $0.12 with this model (5 runs)."; empty where nothing is known.

    `model` is the spec that was picked, or what stands for one that isn't here yet.
    """
    provider = _real(model)
    if provider is None:
        return ""
    if runs := _runs(store, model):
        count, time = len(runs), _time(runs)
        if money := _money(runs):
            return say_count(
                "So far a program took %(time)s and %(money)s with this model (%(count)s run).",
                "So far a program took %(time)s and %(money)s with this model (%(count)s runs).",
                count,
                time=time,
                money=money,
            )
        return say_count(
            "So far a program took %(time)s with this model (%(count)s run).",
            "So far a program took %(time)s with this model (%(count)s runs).",
            count,
            time=time,
        )
    return NOT_KNOWN if provider.key else ""


def usual_time(store: Store, model: str) -> str:
    """As in "about 4 minutes"; empty where nothing is known. `model` is a spec."""
    runs = _runs(store, model) if _real(model) else []
    return _time(runs) if runs else ""


def _real(model: str) -> Provider | None:
    """Who has the model; None for one that answers from recordings, or that nobody knows."""
    try:
        provider, _ = find_provider(model)
    except ModelError:
        return None
    return provider if provider.real else None


def _runs(store: Store, model: str) -> list[RunSummary]:
    return [run for run in store.runs(LOOKED_AT, model=model) if run.status in VERDICTS][:COUNTED]


def _time(runs: list[RunSummary]) -> str:
    minutes = round(median(run.seconds or 0.0 for run in runs) / 60)
    return (
        say_count("about %(count)s minute", "about %(count)s minutes", minutes)
        if minutes
        else say("less than a minute")
    )


def _money(runs: list[RunSummary]) -> str:
    costs = [run.cost_usd for run in runs if run.cost_usd]
    return f"${median(costs):.2f}" if costs else ""
