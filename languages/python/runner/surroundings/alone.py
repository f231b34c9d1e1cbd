"""Runs inside the sandbox, beside `surroundings_job.py`: in which surroundings alone tests fail that fail in several at
once, and whether that is the program's fault."""

from __future__ import annotations

import ast
import contextlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from .acts import SHOWING
from .places import PLACES, Place
from .running_again import USUAL, Conditions, Ran, is_of, run

SECONDS = 60.0  # after which it goes on only until something is found
TOGETHER = "together"
ALL = ""
"""Stands for all tests."""


class Alone:
    """Finds out in which surroundings alone tests fail that fail in several at once."""

    def __init__(self, tests: list[str], usual: Ran, here: Ran) -> None:
        """What fails where nothing is told to the program is known."""
        self._tests, self._usual, self._here = tests, usual, here
        written = "\n".join(Path(one).read_text(encoding="utf-8", errors="replace") for one in tests)
        self._texts = dict(texts_of(written))
        self._until = time.monotonic() + SECONDS
        self._found: dict[str, Any] = {}
        self.sometimes: dict[str, str] = {}
        """What fails in none of the places, but in another order or time zone, or whatever else there is."""

    def of(self, runs: Mapping[Conditions, Ran]) -> dict[str, Any]:
        """For each place what `failed` there, what is `unknown`, and whether it was `tried`."""
        for conditions, ran in runs.items():
            for place in conditions.places:
                starts = PLACES[place].terminal or PLACES[place].starts
                tried = ran.failed is not None and (not starts or bool(ran.done))
                self._found.setdefault(place, {"failed": {}, "unknown": {}, "tried": tried})
        for conditions, ran in runs.items():
            if self._is_enough():
                break
            if ran.failed is None:
                self._where_nothing_is_told(conditions)
            elif new := self._new(ran):
                self._split(conditions, ran, new)
        return self._found

    def _is_enough(self) -> bool:
        """On a busy machine one finding that is told is better than all of them, and no time for it."""
        return time.monotonic() > self._until and any(seen["failed"] for seen in self._found.values())

    def _new(self, ran: Ran) -> dict[str, str]:
        """What fails, or can't be run, only there."""
        known = {*(self._usual.failed or ()), *(self._here.failed or ())}
        wrong = {**{name: "" for name in ran.skipped if name not in self._here.skipped}, **(ran.failed or {})}
        return {name: said for name, said in wrong.items() if name not in known}

    def _where_nothing_is_told(self, conditions: Conditions) -> None:
        """A program that ends the tests is to blame, unless it misses something there."""
        for place in conditions.places:
            alone = run(self._tests, replace(USUAL, places=(place,)))
            lacking = next((to for _, (what, _, to) in alone.acts if what == "missing"), "")
            if alone.failed is None and lacking:
                self._found[place]["unknown"][ALL] = ("lacking", lacking)
            elif alone.failed is None:
                self._found[place]["failed"][ALL] = ""
            elif new := self._new(alone):
                self._split(replace(USUAL, places=(place,)), alone, new)
            self._found[place]["tried"] = alone.failed is not None

    def _split(self, conditions: Conditions, ran: Ran, new: Mapping[str, str]) -> None:
        left, seen = dict(new), set[str]()
        for place in conditions.places:
            if not left or self._is_enough():
                return
            alone = self._alone(place, left)
            for name, said in self._new(alone).items():
                seen.add(name)
                if self._judge(place, name, said, alone):
                    left.pop(name, None)
        if left := {name: said for name, said in left.items() if name not in seen}:
            again = run(self._tests, replace(conditions, places=(), filled=False))
            for name, said in left.items():
                if again.failed is None or name in again.failed:
                    self.sometimes[name] = said
                elif not any(self._excuse(PLACES[place], name, ran) for place in conditions.places):
                    together = self._found.setdefault(TOGETHER, {"failed": {}, "unknown": {}, "tried": False})
                    together["failed"][name] = said

    def _alone(self, place: str, new: Mapping[str, str]) -> Ran:
        """Only these tests, and only there. At a terminal a program may wait where it doesn't otherwise."""
        conditions = replace(USUAL, places=(place,))
        alone = run(self._tests, conditions, new)
        if PLACES[place].terminal and alone.failed:
            waiting = run(self._tests, replace(conditions, whole=False), alone.failed)
            alone = replace(alone, failed=waiting.failed)
        return alone

    def _judge(self, place: str, name: str, said: str, ran: Ran) -> bool:
        """Whether it is the program's fault."""
        if why := self._excuse(PLACES[place], name, ran):
            self._found[place]["unknown"][name] = why
        else:
            self._found[place]["failed"][name] = said
        return not why

    def _excuse(self, place: Place, name: str, ran: Ran) -> tuple[str, str] | None:
        """Why nobody knows whether it is the program's fault: a sort of reason, and of what."""
        if name in ran.skipped:
            return "skipped", ran.skipped[name]
        if place.is_about(self._texts.get(name, "")):
            return "about", ""
        if place.appear and (lacking := ran.lacking(name) or self._started(name, ran)):
            return "lacking", lacking
        if place.starts and self._is_to_remember:
            return "about", ""
        return None

    def _started(self, test: str, ran: Ran) -> str:
        """A program of another system, which isn't here."""
        usual = {act for _, act in self._here.acts}
        acts = (act for one, act in ran.acts if is_of(one, test) and act not in usual)
        return next((to for what, _, to in acts if what == "start" and to not in SHOWING), "")

    @cached_property
    def _is_to_remember(self) -> bool:
        """Whether a test needs what earlier starts left in the home folder."""
        ran = run(self._tests, replace(USUAL, forgets=True))
        return bool({*(ran.failed or ())} - {*(self._usual.failed or ())})


def texts_of(tests: str) -> Iterator[tuple[str, str]]:
    """The text of each test by its name, and of what it asks for."""
    with contextlib.suppress(SyntaxError, ValueError):
        functions = [node for node in ast.walk(ast.parse(tests)) if isinstance(node, ast.FunctionDef)]
        texts = {node.name: ast.get_source_segment(tests, node) or "" for node in functions}
        # A decorator isn't a part of it.
        marks = {node.name: " ".join(map(ast.unparse, node.decorator_list)) for node in functions}
        for node in functions:
            fixtures = [texts[one.arg] for one in node.args.args if one.arg in texts]
            yield node.name, "\n".join([marks[node.name], texts[node.name], ast.unparse(node.args), *fixtures])


def _is(node_id: str, test: str) -> bool:
    return node_id.partition("::")[2].partition("[")[0] == test
