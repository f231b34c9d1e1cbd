"""The tab with the programs that a person keeps: used again with new files, by a name; shared, and taken in."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any

import gradio as gr

from agent.errors import BadTask
from agent.models.registry import find_provider
from agent.types import Request
from errors import AssayError
from message import say
from sandbox.paths import is_portable
from storage.sharing import ENDING, Shared, shared, taken_in
from storage.shelf import LONGEST_NAME
from storage.store import Store
from storage.types import KeptProgram, KeptVersion
from ui.base.look import CHANGED_IN_SIGHT, IN_SIGHT, KEEP_FOLDS, RUN_CLICKS, UNSEEN, Updates, build_html, fold
from ui.base.problems import NO_PROBLEM, problem_html
from ui.base.templating import render, short_title
from ui.form.files import build_upload
from ui.form.form import NOT_FETCHED
from ui.live.services import Services
from ui.run.naming import keep
from ui.run.opening import opened, show_in_address
from ui.run.tab import RunTab
from ui.shelf.dropping import DROPS, LAY_DROPPED
from ui.shelf.preview import NO_PREVIEW, Preview, preview_of
from ui.telling.comparing import changes_between
from ui.telling.exports import write_file
from ui.telling.handing import Handing, build_handing, saved_by, wire_handing
from ui.using.uses import Use, last_use
from wording import printable

MOST_VERSIONS = 20
MOST_PICTURES = 40
"""So many of the newest programs are shown with what comes of them."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A program with the picture by which it is known again, and what is said of its versions."""

    program: KeptProgram
    preview: Preview = NO_PREVIEW
    told: Sequence[str] = ()
    """What tells its versions apart, where there are several."""
    use: Use | None = None
    """When it was used last."""

    @property
    def takes_files(self) -> bool:
        """Whether a file may be dropped on its card."""
        return self.program.versions[0].kind in ("files", "page", "")


@dataclass(frozen=True, slots=True)
class ShelfTab:
    """The components."""

    tab: gr.Tab
    problem: gr.HTML
    programs: gr.HTML
    changed: gr.HTML
    handing: Handing
    dropped: gr.File
    take_in: gr.Button


def build_shelf_tab(services: Services, tabs: gr.Tabs, run_tab: RunTab) -> None:
    """Put the tab into the tabs that are being built, and wire it and what keeps a run's program."""
    with gr.Tab(say("My programs"), id="shelf") as tab:
        problem = build_html("shelf-problem", script=IN_SIGHT)
        programs = gr.HTML(elem_id="shelf", js_on_load=KEEP_FOLDS + RUN_CLICKS + DROPS, apply_default_css=False)
        changed = build_html("shelf-changed", live=True, script=CHANGED_IN_SIGHT)
        handing = build_handing("handing-shared", files=True)
        with fold(say("Take in a program that somebody shared"), "sharing"):
            dropped = build_upload(say("One file that ends in %(ending)s", ending=ENDING), "shared")
            take_in = gr.Button(say("Check it anew and take it in"), elem_id="take-in")
    shelf = ShelfTab(tab, problem, programs, changed, handing, dropped, take_in)
    _wire_listing(services, shelf, tabs, run_tab)
    _wire_taking_in(services, shelf, tabs, run_tab)
    _wire_keeping(services, run_tab)


def _wire_listing(services: Services, shelf: ShelfTab, tabs: gr.Tabs, run_tab: RunTab) -> None:
    def listed() -> Updates:
        try:
            return _listed(services, shelf)
        except AssayError as problem:
            return {shelf.problem: problem_html(problem)}

    def act(event: gr.EventData) -> Updates:
        action, about = getattr(event, "action", ""), getattr(event, "run", "")
        none: Updates = {**shelf.handing.nothing, shelf.problem: NO_PROBLEM}
        try:
            return none | _act(services, shelf, tabs, run_tab, action, about)
        except AssayError as problem:
            return none | {shelf.problem: problem_html(problem)}

    ours, view = [shelf.problem, shelf.programs, shelf.changed, *shelf.handing.outputs], run_tab.view
    shelf.tab.select(listed, None, ours, **UNSEEN)
    done = shelf.programs.click(act, None, [tabs, *ours, *view.outputs], **UNSEEN)
    show_in_address(done, view.run_id)
    done.then(None, None, None, js=LAY_DROPPED, api_visibility="private")
    saved_by(done, shelf.handing)
    wire_handing(shelf.handing, partial(_shared, services))


def _act(services: Services, shelf: ShelfTab, tabs: gr.Tabs, run_tab: RunTab, action: str, about: str) -> Updates:
    """What comes of a button; `about` is a run, a name, or a run with what it is held against."""
    first, _, rest = about.partition(" ")
    match action:
        case "use":
            return _used(services, tabs, run_tab, about)
        case "share":
            make = partial(_shared, services)
            return shelf.handing.begun(services, _newest(services, about), about, make, name=about)
        case "compare":
            return {shelf.changed: _compared(services, first, rest)}
        case "back":
            keep(services, first, rest)
            return _listed(services, shelf) | {shelf.changed: render("went_back", name=rest)}
        case "put-away":
            services.store.put_away(about)
            return _listed(services, shelf)
        case "build":
            return {tabs: gr.Tabs(selected="build")}
        case _:
            return {}


def _wire_taking_in(services: Services, shelf: ShelfTab, tabs: gr.Tabs, run_tab: RunTab) -> None:
    view = run_tab.view

    def take_in(given: Any, picked: str) -> Updates:
        try:
            found = taken_in(given)
            run_id = services.engine.start(with_model(found.request, picked), dict(found.files))
            _keep_as_new(services, run_id, found)
            shown = opened(services, view, run_id)
        except AssayError as problem:
            return {shelf.problem: problem_html(problem)}
        return {shelf.problem: NO_PROBLEM, tabs: gr.Tabs(selected="build"), **shown}

    done = shelf.take_in.click(
        take_in, [shelf.dropped, run_tab.form.model], [tabs, shelf.problem, *view.outputs], **UNSEEN
    )
    show_in_address(done, view.run_id)


def with_model(request: Request, picked: str) -> Request:
    """The request with the model that is picked in the form: whoever shared it doesn't say whom this person asks."""
    is_there = picked and not picked.startswith(NOT_FETCHED) and find_provider(picked)[0].real
    return replace(request, model=picked, test_model=picked) if is_there else request


def _newest(services: Services, name: str) -> str:
    """The run of the newest version of that name. Raises `BadTask` and `StorageError`."""
    kept = next((one for one in services.store.kept() if one.name == name), None)
    if kept is None:
        raise BadTask(say("This program isn't kept any more."), say("Reload the page."))
    return kept.versions[0].run_id


def _shared(services: Services, name: str, with_files: bool) -> str:
    """The path of the file with the newest version of that name. Raises likewise."""
    run_id = _newest(services, name)
    report = services.following.snapshot(run_id).report
    content = shared(name, report, services.store.inputs(run_id), with_files)
    title = re.sub(r"[^\w-]+", "-", name).strip("-")[:50]
    return write_file(services.downloads / run_id, f"{title if is_portable(title) else 'program'}{ENDING}", content)


def _listed(services: Services, shelf: ShelfTab) -> Updates:
    store = services.store
    kept = enumerate(store.kept())
    tiles = [
        Tile(
            one,
            preview_of(store.outcome(one.versions[0].run_id)) if place < MOST_PICTURES else NO_PREVIEW,
            _told(store, one.versions) if len(one.versions) > 1 else (),
            last_use(store, one),
        )
        for place, one in kept
    ]
    return {
        shelf.problem: NO_PROBLEM,
        shelf.programs: render("shelf", tiles=tiles, most=MOST_VERSIONS),
        shelf.changed: "",
    }


def _told(store: Store, versions: Sequence[KeptVersion]) -> list[str]:
    """What was last asked for in each of the newest versions."""
    requests = [store.request(version.run_id) for version in versions[:MOST_VERSIONS]]
    return [change_of(request) for request in requests]


def change_of(request: Request) -> str:
    """What a version is that this request makes, beside the one that it goes on from."""
    earlier = request.earlier
    if earlier is None or not earlier.run_id:
        return say("As it was first asked for")
    if earlier.mends == "plan":
        return say("With tests that were written here")
    if earlier.only_checked:
        return say("Checked again")
    return earlier.changes[-1] if earlier.changes else say("Your own version")


def _compared(services: Services, earlier: str, later: str) -> str:
    """How a version became the next one. Raises `StorageError`."""
    before, after = (services.following.snapshot(run_id).report for run_id in (earlier, later))
    return render("changed", changes=changes_between(before, after), title=say("What changed"), before="")


def _used(services: Services, tabs: gr.Tabs, run_tab: RunTab, run_id: str) -> Updates:
    """The run, with its program to be used."""
    return {tabs: gr.Tabs(selected="build"), **opened(services, run_tab.view, run_id)}


def _wire_keeping(services: Services, run_tab: RunTab) -> None:
    view = run_tab.view

    def named(run_id: str, name: str) -> str:
        try:
            return _kept(services, run_id, " ".join(name.split())[:LONGEST_NAME])
        except AssayError as problem:
            return problem_html(problem)

    taking = view.taking
    gr.on([taking.keep.click, taking.name.submit], named, [view.run_id, taking.name], taking.kept, **UNSEEN)


def _kept(services: Services, run_id: str, name: str) -> str:
    """Keep the program, and say so. Raises `BadTask` without a name, and `StorageError`."""
    if not name:
        raise BadTask(say("It has no name yet."), say("Give it one by which you find it again."))
    keep(services, run_id, name)
    versions = next((len(one.versions) for one in services.store.kept() if one.name == name), 1)
    return render("kept", name=name, versions=versions)


def _keep_as_new(services: Services, run_id: str, found: Shared) -> None:
    """Keep what was taken in by its name, or one beside that where the person has another program by it.

    Raises `StorageError`.
    """
    earlier = found.request.earlier
    brief = earlier.brief if earlier else None
    planned = brief.name if brief else ""
    name = printable(found.name or planned)[:LONGEST_NAME].strip() or short_title(found.request.task, LONGEST_NAME)
    free = free_name(name, {one.name for one in services.store.kept()})
    services.store.keep(run_id, free, brief.kind if brief else "")


def free_name(name: str, taken: Collection[str]) -> str:
    """`name`, or one like it that isn't taken."""
    others = (f"{name[: LONGEST_NAME - 6].strip()} ({number})" for number in count(2))
    return name if name not in taken else next(other for other in others if other not in taken)
