"""Whole runs of programs with packages where the vulnerability service can't be reached, and again where it can."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent import events as ev
from agent.loop import Parts, run
from agent.moves.reviewing import GROUND
from agent.report import Report, fold
from agent.report_json import as_json
from agent.request import going_on
from agent.run_sandbox import OpenSandbox, Provision
from agent.types import Request
from agent.verdict import STEPS
from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import program
from languages.types import Candidate, CheckReport, Mutation, Suite
from tests.agent.moves import test_reviewing as letters
from tests.agent.test_loop import KEPT_OPEN, of
from tests.fakes import tax
from tests.fakes.osv_server import osv_server
from tests.fakes.quick_runs import only_checks
from tests.fakes.scripted_model import ScriptedModel

WITH_A_PACKAGE = tax.RIGHT.replace("def tax", "import yaml\n\n\ndef tax")
ALONE = ScriptedModel()


@pytest.fixture(autouse=True)
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_AUDIT_OSV_URL", "http://127.0.0.1:9/nobody")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    only_checks(monkeypatch, "pip-audit")


def play(
    home: Path, request: Request, coder: ScriptedModel, tester: ScriptedModel, opened: OpenSandbox = KEPT_OPEN.open
) -> list[ev.Event]:
    provision = Provision(home / "packages", lambda _, announce: opened(announce), (), home / "advisories.db")
    return list(run(request, Parts(coder, tester, opened, provision=provision), Cancel()))


def once_more(home: Path, report: Report) -> Report:
    """As the page's button does it."""
    assert report.chosen
    return fold(play(home, going_on("r", report, edited=report.chosen.candidate), ScriptedModel(), ScriptedModel()))


def test_all_but_the_audit_is_there_and_checked_again_with_a_connection_it_is_verified_without_a_model(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    coder = ScriptedModel(WITH_A_PACKAGE, second=tax.OTHER)
    report = fold(play(home, tax.REQUEST, coder, ScriptedModel(tax.WEAK)))
    assert (report.status, report.steps) == ("unverified", ("connect",))
    assert [ground.kind for ground in report.grounds] == ["second"]
    assert report.advice == STEPS["connect"]
    assert [as_json(report, "r")[key] for key in ("to_verify", "then_to_verify")] == ["connect", []]
    assert once_more(home, report).steps == ("connect",), "still offline"
    with osv_server({}) as url, monkeypatch.context() as online:
        online.setenv("PIP_AUDIT_OSV_URL", url)
        again = once_more(home, report)
    assert (again.status, again.grounds) == ("verified", report.grounds), again.reason
    offline = once_more(home, again)
    assert offline.status == "verified"
    assert any("as of" in check.summary for check in offline.checks)


def test_a_program_that_was_edited_keeps_nothing_that_spoke_for_it(home: Path) -> None:
    coder = ScriptedModel(WITH_A_PACKAGE, second=tax.OTHER)
    report = fold(play(home, tax.REQUEST, coder, ScriptedModel(tax.WEAK)))
    assert report.chosen
    edited = program(report.chosen.source.replace("> 10", ">= 11"))
    again = fold(play(home, going_on("r", report, edited=edited), ScriptedModel(), ScriptedModel()))
    assert (again.steps, again.grounds) == (("confirm", "connect"), ())
    assert again.advice == f"{STEPS['confirm']} {STEPS['connect']}"
    assert again.question, "it can be confirmed all the same"


def test_results_are_read_without_a_connection(home: Path) -> None:
    coder = ScriptedModel(letters.RIGHT.replace("from pathlib", "import yaml\nfrom pathlib"))
    tester = ScriptedModel(letters.TESTS, reviews=[letters.FINE])
    report = fold(play(home, letters.REQUEST, coder, tester, letters.WITH_FILES))
    assert report.steps == ("connect",)
    assert [ground.said for ground in report.grounds] == [GROUND]


def test_tests_are_made_stronger_without_a_connection(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from languages.python.checks.mutmut import MutmutCheck

    def too_few(self: MutmutCheck, candidate: Candidate, suite: Suite, context: CheckContext) -> CheckReport:
        return CheckReport(self.name, "failed", "Too few", mutation=Mutation(1, 9, 0, 0, 10))

    monkeypatch.setattr(MutmutCheck, "run", too_few)
    only_checks(monkeypatch, "pip-audit", "mutmut")
    request = replace(tax.REQUEST, examples=("tax(20) == 40",))
    events = play(home, request, ScriptedModel(WITH_A_PACKAGE), ScriptedModel(tax.WEAK))
    assert fold(events).steps == ("tests", "connect")
    assert "think of inputs" in str([one.purpose for one in of(ev.ModelAsked, events)])
