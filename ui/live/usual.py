"""What a program usually takes with a model, by the runs that there were: said before somebody starts one and in it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from agent.errors import ModelError
from agent.models.provider import Provider
from agent.models.registry import find_provider
from agent.types import Usage
from message import say, say_count
from storage.store import Store
from storage.types import RunSummary

LOOKED_AT, COUNTED = 40, 10
"""Of so many last runs with a model so many count, of those that came to a verdict."""
USUAL = (Usage(7_000, 3_000), Usage(50_000, 18_000))
"""Tokens that a run takes at least and at most, as far as is known, without what a model thinks.

The least is what the demo's "Photos by month" takes: 7,100 and 2,742 by the "usage" of `python app.py solve TASK --file
… --model demo`. The longest of 24 recorded requests was answered by 71,727 characters, at four a token: `for one in
benchmarks/requests/*/; do cat "$one"/*.md | wc -c; done`; what is read for that is reckoned by the demo's proportion.
"""
VERDICTS = ("verified", "unverified", "failed")
APART = 2
"""So many times as much, or as little, another model may take for the same."""
NOT_KNOWN = say(
    "Each program costs money; how much isn't known before the first. A limit can be set under More settings."
)


def usual(store: Store, model: str) -> str:
    """As in "So far a program took about 4 minutes and $0.12 with this model (5 runs)."; of a paid one that was never
    used what its prices make likely, and else empty where nothing is known.

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
    return (_likely(store, provider, model) or NOT_KNOWN) if provider.key else ""


def _likely(store: Store, provider: Provider, model: str) -> str:
    """What a run costs by the model's prices, and the tokens that others took; empty where no price is known."""
    name = find_provider(model)[1]
    known = [cost for usage in _taken(store) if (cost := provider.cost(name, usage)) is not None]
    if not known:
        return ""
    least, most = (f"${max(0.01, cost):.2f}" for cost in (min(known), max(known)))
    return say(
        "By its prices a program costs about %(money)s with this model, more where it thinks for long. How "
        "long it takes isn't known yet: a first run shows it. A limit can be set under More settings.",
        money=least if least == most else say("%(least)s to %(most)s", least=least, most=most),
    )


def _taken(store: Store) -> Sequence[Usage]:
    """The least and the most that a run may take: by those of other models, else as it was measured once."""
    counted = [
        run for run in store.runs(LOOKED_AT) if run.status in VERDICTS and run.output_tokens and _real(run.model)
    ]
    if not counted:
        return USUAL
    counts = [(run.input_tokens, run.output_tokens) for run in counted[:COUNTED]]
    least, most = map(min, zip(*counts, strict=True)), map(max, zip(*counts, strict=True))
    return Usage(*(count // APART for count in least)), Usage(*(APART * count for count in most))


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
