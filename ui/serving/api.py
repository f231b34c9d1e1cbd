"""The page's API: named endpoints for `gradio_client`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import gradio as gr
from gradio.events import api

from agent.models.registry import forms
from agent.report_json import as_json
from agent.request import checked
from agent.types import Request
from errors import AssayError
from languages.answers import read_answers
from translation import translated
from ui.form.files import sent, with_files
from ui.live.services import Services
from ui.telling.plan_card import answer_plan

P = ParamSpec("P")
T = TypeVar("T")


def add_api(services: Services) -> None:
    """Add `/solve`, `/solve_with_files`, `/plan`, `/answer`, `/run` and `/stop` to the page that is being built."""
    made = _Endpoints(services)
    for endpoint in (made.solve, made.solve_with_files, made.plan, made.answer, made.run, made.stop):
        called = _in_plain_words(endpoint)
        called.__doc__ = (called.__doc__ or "").replace("FORMS", forms())
        api(called, api_name=endpoint.__name__, queue=False)


@dataclass(frozen=True, slots=True)
class _Endpoints:
    """What programs can call. The descriptions are shown to whoever looks at the API."""

    services: Services

    def solve(self, task: str, model: str) -> str:
        """Start a run: a model writes tests and a program for the task, and both are checked. Returns its id at once.

        Args:
            task: What the program should do, in plain words.
            model: How it is named: FORMS.
        """
        return self.solve_with_files(task, model, None)

    # An endpoint of its own: Gradio has callers without its client send every argument, also those with a default.
    def solve_with_files(self, task: str, model: str, files: list[dict[str, Any]] | None) -> str:
        """Start a run as `solve` does, of a program that works on files. Returns its id at once.

        Args:
            task: What the program should do, in plain words.
            model: How it is named: FORMS.
            files: What the program is to work on, uploaded as Gradio's clients do it; a zip is unpacked.
        """
        return self._start(Request(task, model, model), files)

    def plan(self, task: str, model: str, files: list[dict[str, Any]] | None) -> str:
        """Start a run as `solve_with_files` does, which waits for `answer` once it has a plan. Returns its id at once.

        While it waits, what `run` returns has the plan as `brief`, and `awaits_answer` is true.

        Args:
            task: What the program should do, in plain words.
            model: How it is named: FORMS.
            files: What the program is to work on, or none.
        """
        return self._start(Request(task, model, model, ask="always"), files)

    def answer(self, run_id: str, answers: dict[str, Any]) -> str:
        """Say what is thought of the plan of a run that waits, or change it once the run is over.

        Returns the id of the run that builds the plan: the same one, or one that goes on from it.

        Args:
            run_id: What `plan` or `solve` returned.
            answers: {} where the plan is right. Else, by numbers from 1: "choices", the answers to assumptions;
                "outcomes", what must come out of examples, which confirms them; "without", the rules to take away;
                "rules", those to add, in words.
        """
        return answer_plan(self.services, run_id, read_answers(answers))

    def _start(self, request: Request, files: list[dict[str, Any]] | None) -> str:
        return self.services.engine.start(*with_files(self.services.store, checked(request), sent(files)))

    def run(self, run_id: str) -> dict[str, Any]:
        """The report of a run so far, as in report.json, with the program. Its status is `running` until the verdict.

        Args:
            run_id: What `solve` returned.
        """
        snapshot = self.services.following.snapshot(run_id)
        report = snapshot.report
        # The history knows the task already while the first event is still on its way there.
        asked = {"task": snapshot.summary.task, "model": snapshot.summary.model}
        program = {
            "solution": report.chosen.source if report.chosen else "",
            "test_solution": report.suite.source,
        }
        return {**translated(as_json(report, run_id)), **asked, **program}

    def stop(self, run_id: str) -> str:
        """Ask a run to end. Returns its status.

        Args:
            run_id: What `solve` returned.
        """
        self.services.engine.cancel(run_id)
        return self.services.store.run(run_id).status


def _in_plain_words(endpoint: Callable[P, T]) -> Callable[P, T]:
    @wraps(endpoint)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return endpoint(*args, **kwargs)
        except AssayError as problem:
            raise gr.Error(problem.in_words.strip(), print_exception=False) from problem

    return wrapped
