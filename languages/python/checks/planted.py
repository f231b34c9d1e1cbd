"""What became of the mistakes that were planted in a program, and what of that stays true with more tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from languages.python.checks.mutation_words import telling_input
from languages.python.runner.mutation import plantable, saying
from languages.types import Mutation, TellingInput

COUNTS = fields(Mutation)


@dataclass(frozen=True, slots=True)
class Planted:
    """All that `mutation_job.py` tells. `fates` has what became of those that no test notices, by name, of which some
    are told as `missed`; the `noticed` ones are those for which tests fail, all by name. Where only some were planted,
    it may be `sure` on which side of the bar the share of all is: `above` or `below`, and the others are `left`."""

    mutation: Mutation
    fates: Mapping[str, str]
    missed: tuple[Mapping[str, Any], ...]
    inputs: tuple[TellingInput, ...]
    noticed: tuple[str, ...]
    unproven: tuple[str, ...]
    tried: int
    statements: int
    left_alone: Mapping[str, int]
    sure: str
    left: tuple[str, ...] = ()

    def noticed_by(self, names: Collection[str], unproven: Iterable[str], source: str) -> Planted:
        """With other tests, which notice these as well."""
        found = {name: fate for name, fate in self.fates.items() if name in names}
        showing = saying.functions(source)
        shown = [name for name in found if plantable.function_of(name) in showing]
        counted_now = sum(found[name] in plantable.LEFT_OUT for name in shown)
        mutation = _moved(self.mutation, found.values(), "killed")
        mutation = replace(
            mutation, shown=mutation.shown + counted_now, shown_caught=mutation.shown_caught + len(shown)
        )
        return replace(
            self,
            mutation=mutation,
            fates={name: fate for name, fate in self.fates.items() if name not in found},
            missed=tuple(one for one in self.missed if one["name"] not in found),
            noticed=(*self.noticed, *found),
            unproven=tuple(unproven),
            sure=self.sure if self.sure == "above" else "",  # more tests notice no fewer
        )

    def leaving_out(self, unasked: Collection[str], source: str) -> Planted:
        """Where the programs with these digests have a mistake that the task doesn't speak of."""
        differences = [one for telling in self.inputs for one in telling.differences]
        names = {one.mutant for one in differences if one.program in unasked}
        most = int(plantable.UNPROVED_SHARE * self.mutation.total) - self.mutation.equivalent - self.mutation.unasked
        found = [name for name, fate in self.fates.items() if name in names and fate in plantable.MISSED][
            : max(0, most)
        ]
        if not found:
            return self
        showing = saying.functions(source)
        mutation = _moved(self.mutation, [self.fates[name] for name in found], "unasked")
        shown = sum(plantable.function_of(name) in showing for name in found)
        told = [{**one, "status": "unasked"} if one["name"] in found else one for one in self.missed]
        return replace(
            self,
            mutation=replace(mutation, shown=mutation.shown - shown),
            fates={**self.fates, **dict.fromkeys(found, "unasked")},
            missed=tuple(sorted(told, key=lambda one: one["status"] in plantable.LEFT_OUT)),
        )

    def looked_at_again(self, again: Planted) -> Planted:
        """Where all that no test had noticed were planted once more, and `again` has what became of them."""
        before, now = self.mutation, again.mutation
        mutation = replace(
            now,
            killed=before.killed + now.killed,
            timeout=before.timeout + now.timeout,
            total=before.total - len(self.fates) + now.total,
            shown=before.shown_caught + now.shown,
            shown_caught=before.shown_caught + now.shown_caught,
            left_out=before.left_out,
            broken=before.broken,
        )
        # What tells some apart goes on doing so.
        inputs = tuple({one.source: one for one in (*self.inputs, *again.inputs)}.values())
        return replace(
            again,
            mutation=mutation,
            inputs=inputs,
            noticed=(*self.noticed, *again.noticed),
            unproven=self.unproven,
            tried=max(self.tried, again.tried),
            statements=self.statements,
            left_alone=self.left_alone,
            sure=self.sure,
            left=self.left,
        )

    def completed_by(self, rest: Planted) -> Planted:
        """Where all that were left were planted, and `rest` has what became of them."""
        counts = {one.name: getattr(self.mutation, one.name) + getattr(rest.mutation, one.name) for one in COUNTS}
        inputs = tuple({one.source: one for one in (*self.inputs, *rest.inputs)}.values())
        return replace(
            self,
            mutation=Mutation(**counts | {"left_out": 0}),
            fates={**self.fates, **rest.fates},
            missed=(*self.missed, *rest.missed),
            inputs=inputs,
            noticed=(*self.noticed, *rest.noticed),
            tried=max(self.tried, rest.tried),
            sure="",
            left=(),
        )


def read_planted(output: Mapping[str, Any]) -> Planted:
    """What `mutation.json` holds. Raises `KeyError`, `TypeError` and `ValueError` where that is no such thing."""
    return Planted(
        Mutation(**output["statistics"]),
        output["names"],
        tuple(output["missed"]),
        tuple(map(telling_input, output["inputs"])),
        tuple(output["killed"]),
        tuple(output["unproven"]),
        output["tried"],
        output["statements"],
        output["left_alone"],
        output["sure"],
        tuple(output["left"]),
    )


def _moved(mutation: Mutation, fates: Iterable[str], to: str) -> Mutation:
    """Where those of these fates have another one now."""
    changed = Counter({to: 0})
    for fate in fates:
        changed[fate] -= 1
        changed[to] += 1
    return replace(mutation, **{fate: getattr(mutation, fate) + by for fate, by in changed.items()})
