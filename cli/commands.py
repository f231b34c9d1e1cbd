"""The sub-commands and their options; each does its work in a module of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from address import Address, read_address
from agent.errors import BadFiles, BadTask
from agent.models.registry import forms
from agent.strategies import STRATEGIES
from agent.types import Limits, Request
from cli.access import find_auth
from cli.console import fail, make_console
from cli.log import start_log
from cli.strict import StrictCommand, StrictGroup
from environment import prepare
from errors import AssayError
from languages.errors import BadExample
from sandbox.errors import UnknownSandbox
from sandbox.registry import NAMES, known
from settings import Settings

USAGE = 2
WEEK = 7 * 24 * 3600
MOST_RUNS = 1_000_000
PLAIN = Request("", "", "")
DEFAULTS = PLAIN.limits
HERE = Address()

ServePage = Callable[[Settings, Address], None]
"""Serves the page until it is stopped. It is handed in, because the command line and the page stand side by side."""

cli = typer.Typer(
    cls=StrictGroup,
    name="app.py",
    help="Describe a program in plain words; get one that was tested, attacked and audited.",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
AsJson = Annotated[bool, typer.Option("--json", help="Print it for machines, as JSON.")]


@cli.callback(invoke_without_command=True)
def page(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Where to serve the page; others can reach it on 0.0.0.0.")] = HERE.host,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Default: the next free one from 7860 on.")] = None,
    auth: Annotated[
        str, typer.Option(metavar="USER[:PASSWORD]", help="Who may see the page; needed for sharing. Or ASSAY_AUTH.")
    ] = "",
    auth_file: Annotated[Path | None, typer.Option(help="A file whose first line is USER:PASSWORD.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser, where there is one.")] = True,
) -> None:
    """Without a sub-command: serve the page."""
    serve: ServePage = context.obj
    context.obj = settings = _settings()
    start_log(settings.home)
    if context.invoked_subcommand is None:
        raise typer.Exit(_serve(serve, settings, host, port, browser, auth, auth_file))


@cli.command(cls=StrictCommand)
def solve(
    context: typer.Context,
    task: Annotated[
        str, typer.Argument(metavar="TASK|-", help="The task in plain words, or - to read it from standard input.")
    ],
    model: Annotated[str, typer.Option(help=f"{forms()}. Default: the first that is there.")] = "",
    test_model: Annotated[str, typer.Option(help="The model that writes the tests. Default: the same.")] = "",
    strategy: Annotated[
        str, typer.Option(metavar="|".join(STRATEGIES), help="How to search for a program.")
    ] = PLAIN.strategy,
    attempts: Annotated[int, typer.Option(min=1, help="Programs to try at most.")] = DEFAULTS.attempts,
    seconds: Annotated[
        float | None, typer.Option(min=1, max=WEEK, help="Time limit. Default: by the model's pace, 2 hours at most.")
    ] = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="Limit in US dollars.")] = None,
    mutation_score: Annotated[
        float, typer.Option(min=0, max=1, help="Share of planted mistakes that the tests must catch.")
    ] = DEFAULTS.mutation_score,
    quick: Annotated[
        bool, typer.Option("--quick", help="Ask the model for nothing beyond plan, tests, program and repairs.")
    ] = False,
    example: Annotated[
        list[str] | None, typer.Option(help='Something that must hold, as in "f(1, 2) == 3". Repeatable.')
    ] = None,
    file: Annotated[
        list[Path] | None, typer.Option(help="A file, folder or zip that the program is to work on. Repeatable.")
    ] = None,
    package: Annotated[
        list[str] | None, typer.Option(help="A package that the program may use though few do. Repeatable.")
    ] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Show what will be built, and wait for your answer before it is.")
    ] = False,
    sandbox: Annotated[str, typer.Option(metavar="|".join(NAMES), help="Where the program runs.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder for the results. Default: assay-RUN.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the events as JSON lines.")] = False,
) -> None:
    """Write a program for TASK, test it and check it.

    With --ask and --json, the answer is read as one line of JSON, where {} means that the plan is right; the end of
    the input stops the run.

    Ends with 0 if it is verified, 1 if not, 2 for bad usage, 3 if something needed is missing, 130 if stopped.
    """
    if ask and task == "-":
        raise typer.BadParameter("With --ask, standard input is for your answers: give the task as TASK.")
    text = sys.stdin.read() if task == "-" else task
    limits = Limits(attempts, seconds, max_cost, mutation_score, quick)
    request = Request(
        text,
        model,
        test_model,
        strategy,
        tuple(example or ()),
        limits,
        ask="always" if ask else "never",
        packages=tuple(package or ()),
    )
    settings: Settings = context.obj
    if sandbox:
        settings = settings.model_copy(update={"sandbox": sandbox})
    raise typer.Exit(_solve(settings, request, file or [], out, as_json))


@cli.command(cls=StrictCommand)
def models(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="With --fetch: which. Default: the best for this computer.")
    ] = "",
    fetch: Annotated[bool, typer.Option("--fetch", help="Fetch a model to this computer.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --fetch: don't ask before the download.")] = False,
    as_json: AsJson = False,
) -> None:
    """Which models can be picked, or with --fetch: fetch one.

    A fetch ends with 0 if the model is here, 1 if it could not be fetched, 2 for bad usage and where nobody is
    there to be asked, 130 if the answer was no, or it was stopped.
    """
    from cli.fetch import fetch as run_fetch
    from cli.models import show_models

    if fetch:
        raise typer.Exit(run_fetch(context.obj, name, yes, make_console()))
    if name or yes:
        raise typer.BadParameter("A NAME and --yes go with --fetch.")
    show_models(context.obj, as_json, make_console())


@cli.command(cls=StrictCommand)
def runs(
    context: typer.Context,
    as_json: AsJson = False,
    limit: Annotated[int, typer.Option(min=1, max=MOST_RUNS, help="How many at most.")] = 50,
) -> None:
    """The history of runs, newest first."""
    from cli.runs import show_runs

    try:
        show_runs(context.obj, limit, as_json, make_console())
    except AssayError as problem:
        raise typer.Exit(fail(problem)) from problem


@cli.command(cls=StrictCommand)
def doctor(
    context: typer.Context,
    fix: Annotated[bool, typer.Option("--fix", help="Build the sandbox image where it is missing.")] = False,
    empty: Annotated[bool, typer.Option("--empty-cache", help="Remove the packages fetched for programs.")] = False,
    as_json: AsJson = False,
) -> None:
    """What is here, what is missing, and how to get it. Ends with 3 if something needed is missing."""
    from cli.doctor import show_emptied, show_findings

    console = make_console(stderr=as_json)
    if empty:
        show_emptied(context.obj, console)
    raise typer.Exit(show_findings(context.obj, fix, as_json, console))


def _settings() -> Settings:
    try:
        settings = Settings()
        known(settings.sandbox)
    except ValidationError as problem:
        wrong = ", ".join(f"{error['loc'][0]}: {error['msg']}" for error in problem.errors())
        fail(AssayError(f"An environment variable can't be used. {wrong}", "Correct it, or unset it."))
        raise typer.Exit(USAGE) from problem
    except UnknownSandbox as problem:
        fail(problem)
        raise typer.Exit(USAGE) from problem
    prepare()
    return settings


def _serve(
    serve: ServePage, settings: Settings, host: str, port: int | None, browser: bool, auth: str, auth_file: Path | None
) -> int:
    try:
        address = read_address(host, port, find_auth(auth, auth_file, settings), browser)
    except AssayError as problem:
        fail(problem)
        return USAGE
    try:
        serve(settings, address)
    except AssayError as problem:
        return fail(problem)
    return 0


def _solve(settings: Settings, request: Request, files: list[Path], out: Path | None, as_json: bool) -> int:
    from agent.inputs import Given, read_inputs
    from agent.request import checked
    from cli.models import say_crowding, with_models
    from cli.output import FolderUnusable
    from cli.solve import solve as run_solve

    try:
        known(settings.sandbox)
        inputs = read_inputs(map(Given.at, files), request.task, request.language)
        request = replace(checked(with_models(request, settings)), left_out=inputs.left_out)
        console = make_console(stderr=as_json)
        say_crowding(request, settings, console)
        return run_solve(settings, request, inputs.files, out, as_json, console)
    except (BadTask, BadFiles, BadExample, FolderUnusable, UnknownSandbox) as problem:
        fail(problem)
        return USAGE
    except AssayError as problem:
        return fail(problem)
