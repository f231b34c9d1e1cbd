"""The page's API: named endpoints for `gradio_client`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import gradio as gr
from gradio.events import api

from agent.models.registry import forms
from agent.report import as_json
from agent.request import checked
from agent.types import Request
from errors import AssayError
from ui.files import sent, with_files
from ui.services import Services

P = ParamSpec("P")
T = TypeVar("T")


def add_api(services: Services) -> None:
    """Add `/solve`, `/solve_with_files`, `/run` and `/stop` to the page that is being built."""

    def solve(task: str, model: str) -> str:
        """Start a run: a model writes tests and a program for the task, and both are checked. Returns its id at once.

        Args:
            task: What the program should do, in plain words.
            model: How it is named: FORMS.
        """
        return solve_with_files(task, model, None)

    # An endpoint of its own: Gradio has callers without its client send every argument, also those with a default.
    def solve_with_files(task: str, model: str, files: list[dict[str, Any]] | None) -> str:
        """Start a run as `solve` does, of a program that works on files. Returns its id at once.

        Args:
            task: What the program should do, in plain words.
            model: How it is named: FORMS.
            files: What the program is to work on, uploaded as Gradio's clients do it; a zip is unpacked.
        """
        return services.engine.start(*with_files(services.store, checked(Request(task, model, model)), sent(files)))

    def run(run_id: str) -> dict[str, Any]:
        """The report of a run so far, as in report.json, with the program. Its status is `running` until the verdict.

        Args:
            run_id: What `solve` returned.
        """
        snapshot = services.following.snapshot(run_id)
        report = snapshot.report
        # The history knows the task already while the first event is still on its way there.
        asked = {"task": snapshot.summary.task, "model": snapshot.summary.model}
        program = {
            "solution": report.chosen.source if report.chosen else "",
            "test_solution": report.suite.source,
        }
        return {**as_json(report, run_id), **asked, **program}

    def stop(run_id: str) -> str:
        """Ask a run to end. Returns its status.

        Args:
            run_id: What `solve` returned.
        """
        services.engine.cancel(run_id)
        return services.store.run(run_id).status

    for endpoint in (solve, solve_with_files, run, stop):
        endpoint.__doc__ = (endpoint.__doc__ or "").replace("FORMS", forms())
        api(_in_plain_words(endpoint), api_name=endpoint.__name__, queue=False)


def _in_plain_words(endpoint: Callable[P, T]) -> Callable[P, T]:
    @wraps(endpoint)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return endpoint(*args, **kwargs)
        except AssayError as problem:
            raise gr.Error(f"{problem.message} {problem.advice}".strip(), print_exception=False) from problem

    return wrapped
