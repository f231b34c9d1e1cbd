"""The part of the page that shows one run, and the update of it: the same for a live run and an old one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import gradio as gr

from agent.report import Report
from errors import AssayError
from message import say
from ui.base.look import ACTIONS, OPENS_RUN, PLAN_ANSWERS, Updates, build_html
from ui.base.problems import problem_html
from ui.base.templating import render
from ui.form.anew import AnewFields, build_anew_box
from ui.form.changing import ChangeFields, build_change_box, build_editor
from ui.live.following import Snapshot
from ui.live.news import ASKS, names, news_of
from ui.live.services import Services
from ui.live.versions import build_versions, present_html
from ui.live.watching import Shown, changes, turned
from ui.run.heading import NAMING, STAMPED, TITLE
from ui.run.parts import PARTS, syntax_of
from ui.telling.comparing import changes_between
from ui.telling.exports import export_program
from ui.using.sending import SendingFields, build_sending, wire_sending
from ui.using.tab import TryFields, build_try_tab
from ui.using.taking import TakingFields, build_taking, wire_taking

EVIDENCE = "evidence"
"""The tab with all that is known of a run; inside of it are `trust`, `attempts` and `log`."""
PARTS_OF_EVIDENCE = ((say("What is known"), "trust"), (say("Attempts"), "attempts"), (say("Log"), "log"))
BUSY_SECONDS = 0.25
IDLE_SECONDS = 3.0
TURN_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class RunView:
    """The components of one run. `run_id` is what the tab follows, `shown` what it got of it already, and `using` the
    run whose program is used: an earlier one as long as this has none.

    `turning` ticks once where something is to change that no news can.
    """

    run_id: gr.Textbox
    shown: gr.JSON
    turning: gr.Timer
    timer: gr.Timer
    problem: gr.HTML
    asked: gr.HTML
    versions: gr.HTML
    present: gr.HTML
    using: gr.Textbox
    steps: gr.HTML
    plan: gr.HTML
    so_far: gr.HTML
    verdict: gr.HTML
    result: gr.HTML
    anew: AnewFields
    changed: gr.HTML
    details: gr.Tabs
    inner: gr.Tabs
    log: gr.HTML
    trust: gr.HTML
    attempts: gr.HTML
    sending: SendingFields
    taking: TakingFields
    trying: TryFields
    edit_tab: gr.Tab
    edited: gr.Code
    check: gr.Button
    chat: gr.HTML
    stop: gr.Button

    @property
    def outputs(self) -> list[Any]:
        """Everything that `show` can change."""
        own = [getattr(self, name) for name in self.__slots__ if name not in ("trying", "sending", "taking", "anew")]
        return [*own, *self.trying.outputs, *self.sending.outputs, *self.taking.outputs, self.anew.task, self.anew.own]

    @property
    def followed(self) -> list[Any]:
        """Everything that news can change, in their order."""
        return list(map(self._part, names(PARTS)))

    def _part(self, name: str) -> Any:
        return getattr(self if hasattr(self, name) else self.taking, name)

    def show(self, services: Services, run_id: str, shown: Shown, in_use: str = "") -> Updates:
        """What to send to a tab that follows `run_id` and shows `shown`.

        The program of the run `in_use` isn't taken away there.
        """
        if not run_id:
            return self.nothing
        try:
            snapshot = services.following.snapshot(run_id)
            return self._parts(snapshot, shown) | self._going_on(services, snapshot, shown, in_use)
        except AssayError as problem:
            return self._broken(problem)

    def _parts(self, snapshot: Snapshot, shown: Shown) -> Updates:
        changed, now_shown = changes(PARTS, snapshot, shown, datetime.now(UTC))
        updates: Updates = {self._part(name): told for name, told in PARTS.told(changed, snapshot.report).items()}
        return updates if now_shown == shown else {**updates, self.shown: now_shown}

    def _going_on(self, services: Services, snapshot: Snapshot, shown: Shown, in_use: str) -> Updates:
        """What depends on whether the run still goes on; sent only when that changes."""
        if not turned(snapshot, shown):
            return {}
        told = self._ended(services, snapshot) if snapshot.finished else self._started()
        return told | self._used(snapshot, in_use)

    def _used(self, snapshot: Snapshot, in_use: str) -> Updates:
        """Which version is used: the newest, unless an earlier one is `in_use`."""
        newest = snapshot.present or snapshot
        if not in_use:
            return {**self.trying.fitted(newest.report), self.using: newest.summary.run_id}
        if in_use == newest.summary.run_id:
            return {}
        return {self.present: present_html(snapshot.versions, in_use, ready=True)}

    def _started(self) -> Updates:
        return {
            **dict.fromkeys((self.problem, self.changed), ""),
            self.timer: gr.Timer(BUSY_SECONDS, active=True),
            **self._opened("log"),
            self.stop: gr.Button(visible=True),
            **self.taking.started,
            **self.sending.started,
            self.edit_tab: gr.Tab(interactive=False),
        }

    def _ended(self, services: Services, snapshot: Snapshot) -> Updates:
        chosen = snapshot.report.chosen
        name = snapshot.name
        program = export_program(snapshot, services.downloads)
        taking = self.taking
        return {
            self.problem: "",
            self.changed: _changed(services, snapshot.report),
            self.timer: gr.Timer(IDLE_SECONDS, active=True),
            **self._opened("trust" if chosen else "log"),
            self.stop: gr.Button(visible=False),
            taking.program: gr.DownloadButton(value=program, interactive=bool(program)),
            taking.everything: gr.Button(interactive=True),
            **taking.handing.nothing,
            taking.name: name,
            taking.kept: "",
            taking.keep: gr.Button(interactive=bool(chosen)),
            **self.sending.fitted(snapshot, services.settings.browser_parts),
            **self.anew.fitted(snapshot.report),
            self.edit_tab: gr.Tab(interactive=bool(chosen)),
            self.edited: gr.Code(chosen.source if chosen else "", language=syntax_of(snapshot.report)),
        }

    def _opened(self, part: str) -> Updates:
        """The evidence, at this part of it."""
        return {self.details: gr.Tabs(visible=True, selected=EVIDENCE), self.inner: gr.Tabs(selected=part)}

    def _broken(self, problem: AssayError) -> Updates:
        """The run can't be shown, for instance because its address is wrong or it was deleted."""
        return {**self.nothing, self.problem: problem_html(problem)}

    @property
    def nothing(self) -> Updates:
        """No run is shown, so that there is room for the form."""
        return {
            **dict.fromkeys((self.problem, self.asked, self.steps, self.so_far, self.plan, self.verdict), ""),
            **dict.fromkeys((self.versions, self.present, self.chat, self.using), ""),
            self.result: "",
            self.changed: "",
            self.details: gr.Tabs(visible=False),
            self.timer: gr.Timer(active=False),
            self.shown: {},
            self.stop: gr.Button(visible=False),
        }


def build_run_view(services: Services, problem: gr.HTML) -> tuple[RunView, ChangeFields, gr.Button]:
    """Put a run into the column that is being built, with the fields to change it and the button for another; what
    can't be done is said in `problem`."""
    parts: dict[str, Any] = {
        "run_id": gr.Textbox("", visible=False),
        "using": gr.Textbox("", visible=False),
        "shown": gr.JSON({}, visible=False),
        "problem": problem,
    }
    parts["timer"] = gr.Timer(BUSY_SECONDS, active=False)
    parts["turning"] = gr.Timer(TURN_SECONDS, active=False)
    with gr.Row(elem_id="bar"):
        parts["asked"] = build_html("asked", script=STAMPED + NAMING)
        parts["stop"] = gr.Button(say("Stop"), variant="stop", elem_id="stop", visible=False, size="sm", min_width=80)
        another = gr.Button(say("New program"), elem_id="another", size="sm", min_width=120)
    with gr.Row(elem_id="program"):
        with gr.Column(elem_id="use"):
            parts["present"] = build_html("present", live=True)
            trying = build_try_tab(services, parts["using"])
        with gr.Column(elem_id="judged"):
            parts["verdict"] = build_html("verdict", live=True, script=ACTIONS)
    parts |= {"trying": trying, "result": trying.result}
    parts["plan"] = build_html("plan", live=True, script=PLAN_ANSWERS)
    parts["anew"] = build_anew_box()
    parts["versions"] = build_versions()
    parts["chat"] = build_html("chat")
    parts["changed"] = build_html("changed", live=True)
    change = build_change_box()
    script = ACTIONS + TITLE + ASKS + OPENS_RUN
    parts["steps"] = build_html("steps", script=script, answers=[news_of(services.following, PARTS)])
    parts["so_far"] = build_html("so-far")
    with gr.Tabs(visible=False, elem_id="details") as parts["details"]:
        with gr.Tab(say("Evidence"), id=EVIDENCE), gr.Tabs(elem_id="inner") as parts["inner"]:
            for title, name in PARTS_OF_EVIDENCE:
                with gr.Tab(title, id=name):
                    parts[name] = build_html(name)
        with gr.Tab(say("Send it"), id="send"):
            parts["sending"] = build_sending()
        with gr.Tab(say("Take it"), id="program"):
            parts["taking"] = build_taking()
        with gr.Tab(say("Edit the code"), id="edit") as parts["edit_tab"]:
            parts["edited"], parts["check"] = build_editor()
    wire_sending(services, parts["run_id"], parts["sending"])
    wire_taking(services, parts["run_id"], parts["taking"])
    return RunView(**parts), change, another


def _changed(services: Services, report: Report) -> str:
    """How the program became another than that which the run goes on from; empty where it goes on from none, or
    only checks that once more."""
    earlier = report.request.earlier if report.request else None
    if not (earlier and earlier.run_id and report.chosen):
        return ""
    try:
        before = services.following.snapshot(earlier.run_id).report
    except AssayError:  # it was deleted
        return ""
    changes = changes_between(before, report)
    if earlier.only_checked and not (changes.added or changes.gone):
        return ""
    return render("changed", changes=changes, title=say("What changed since the version before"), before=earlier.run_id)
