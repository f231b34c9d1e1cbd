"""Errors that a user can meet, as the page says them."""

from __future__ import annotations

from errors import AssayError
from ui.base.templating import render

NO_PROBLEM = ""


def problem_html(problem: AssayError) -> str:
    """What happened, and what to do next."""
    return render("problem", message=problem.message, advice=problem.advice)
