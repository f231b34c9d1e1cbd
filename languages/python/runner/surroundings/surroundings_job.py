"""Runs inside the sandbox: the tests again, each time in another order, with another hash seed, time zone and locale,
and in other surroundings (`places.py`).

Each run is a new interpreter, for a hash seed can't be changed later, in a copy of the working folder. What fails in
several surroundings at once is run again in each of them alone. Prints as JSON what fails and what it says: under
`always` the tests that fail in any new interpreter, where only pytest imported what the program uses, under `sometimes`
those that fail only under other conditions, and under `places` those that fail in one of these. There `unknown` are
those of which it can't be said, with why, and `tried` says whether any was. Under `touched` is what the program does to
what was there before, and under `elsewhere` what it does only there, see `elsewhere_job.py`; and the `locale` of
another language in which they ran, empty where none is installed. Imports nothing of ours.
"""

from __future__ import annotations

import contextlib
import json
import locale
import sys
from dataclasses import replace
from typing import Any

from .acts import MOST, only_in
from .alone import Alone
from .running_again import USUAL, Conditions, Ran, run

HERE = Conditions("1", 1, "EAST-13:45", "C", varies=True)  # zones that need no table of zones
SOMEWHERE = ("terminal", "later", "starts", "mac", "computer", "user")
THERE = Conditions("2", 2, "WEST+11", "C.UTF-8", SOMEWHERE, "de_DE.UTF-8")
ABROAD = Conditions("3", 3, "MIDDLE-02", "POSIX", ("windows", "leap"), "de_DE.UTF-8", filled=True)
RUNS = ("there", "abroad")
LOCALES = ("de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "en_US.UTF-8")
"""Those in which words are sorted otherwise than in C, and numbers written. The first is in our image."""


def main(only: list[str], tests: list[str]) -> None:
    """Print what fails always, sometimes, and somewhere, null where that can't be known; and what is touched.

    In other surroundings `only` these tests are run, or all where none is named.
    """
    language = another_locale()
    here = run(tests, HERE)
    others = [replace(THERE, locale=language or THERE.locale), ABROAD]
    runs = {conditions: run(tests, conditions, only) for conditions in others}
    there = {name: only_in(ran.acts, here.acts) for name, ran in zip(RUNS, runs.values(), strict=True)}
    touched = list(dict.fromkeys(act for _, act in here.acts if act[0] != "missing"))[:MOST]
    told = {**failed_in(tests, here, runs), "touched": touched, "elsewhere": there, "ready": here.ready}
    json.dump({**told, "locale": language}, sys.stdout)


def failed_in(tests: list[str], here: Ran, runs: dict[Conditions, Ran]) -> dict[str, Any]:
    """What `failed` always and sometimes, and what in which of the `places`."""
    broken = here.failed is None or any(ran.failed is None for ran in runs.values())
    found = [name for ran in (here, *runs.values()) for name in ran.failed or ()]
    usual = run(tests, USUAL, () if here.failed or broken else found) if found or broken else Ran({})
    if usual.failed is None or here.failed is None:
        return {"failed": None, "places": {}}
    alone = Alone(tests, usual, here)
    places = alone.of(runs)
    known = {**here.failed, **alone.sometimes}
    sometimes = {name: said for name, said in known.items() if name not in usual.failed}
    return {"failed": {"always": usual.failed, "sometimes": sometimes}, "places": places}


def another_locale() -> str:
    """The first of `LOCALES` that is installed here; empty where none is."""
    before = locale.setlocale(locale.LC_ALL)
    for name in LOCALES:
        with contextlib.suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, name)
            locale.setlocale(locale.LC_ALL, before)
            return name
    return ""


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2:])
