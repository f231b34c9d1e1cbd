from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from cancel import Cancel
from errors import Cancelled
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.pip_audit import PipAuditCheck, _as_of
from languages.python.packages.advisories import Advisories, Answer, Vulnerability
from languages.python.packages.auditing import LookedUp
from languages.python.packages.shelf import pins
from languages.python.packages.sources import Sources
from languages.types import CheckReport
from sandbox.base import Sandbox
from tests.fakes.osv_server import VULNERABILITY, osv_server


def check(code: str, sandbox: Sandbox, cancel: Cancel | None = None, advisories: Path | None = None) -> CheckReport:
    context = CheckContext(sandbox, cancel or Cancel(), advisories=advisories)
    return PipAuditCheck().run(program(code), suite("", ()), context)


@pytest.fixture
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_AUDIT_OSV_URL", "http://127.0.0.1:9/nobody")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")  # PyPI's own data, which is asked next


WEAK = Vulnerability(id="GHSA-0000-0000-0000", fix_versions=("99.0",))
READING_EXCEL = {"pandas", "numpy", "python-dateutil", "tzdata", "openpyxl", "et-xmlfile"}
MADE_UP = "\n\ndef f(name):\n    return __import__(name)\n"
BY_NAME = "import importlib\n\nyaml = importlib.import_module('yaml')\n"


@pytest.mark.parametrize(
    ("code", "vulnerable", "status", "said"),
    [
        ("import yaml\n", "", "passed", ""),
        ("import yaml\nimport click\n", "pyyaml", "failed", "pyyaml"),
        ("import rich\n", "mdurl", "failed", "mdurl"),
        # numpy has a version of its own for older Pythons.
        ("import pandas\n", "", "passed", ""),
        ("import pandas\n", "numpy", "failed", "numpy"),
        (BY_NAME, "pyyaml", "failed", "pyyaml"),
        (MADE_UP, "", "not_checked", "(line 4)"),
        (f"import yaml\n{MADE_UP}", "", "not_checked", "(line 5)"),
        (f"import yaml\n{MADE_UP}", "pyyaml", "failed", "pyyaml"),
        ("import no_such_package\n", "", "not_checked", "no_such_package"),
    ],
)
def test_a_known_vulnerability_fails_and_what_nobody_can_know_is_not_checked(
    code: str, vulnerable: str, status: str, said: str, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with osv_server({vulnerable: VULNERABILITY} if vulnerable else {}) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        report = check(code, sandbox)
    assert report.status == status, report.summary
    assert said in report.summary
    assert len(report.findings) == sum(pin.startswith(f"{vulnerable}==") for pin in report.needs.pins)
    for finding in report.findings:
        assert finding.message == "GHSA-0000-0000-0000: Reading a file can run code"
        assert finding.detail == ("Repaired in 99.0." if vulnerable == "pyyaml" else "No repaired version is known.")


@pytest.mark.usefixtures("_offline")
@pytest.mark.parametrize(
    ("code", "status", "said", "requirements"),
    [
        ("import json\n", "passed", "only Python itself", set()),
        ("import yaml\n", "not_checked", "can't be reached", {"pyyaml"}),
        ("import rich\n", "not_checked", "can't be reached", {"rich", "markdown-it-py", "mdurl", "pygments"}),
        # What is used only by another package, or declared only, has to be there at home as well.
        ("import pandas\npandas.read_excel('a')\n", "not_checked", "can't be reached", READING_EXCEL),
        ("# /// script\n# dependencies = ['mdurl']\n# ///\n", "not_checked", "can't be reached", {"mdurl"}),
        ("try:\n    import cairo\nexcept ImportError:\n    cairo = None\n", "passed", "can do without", set()),
    ],
)
def test_a_service_that_can_not_be_reached_is_asked_for_a_package_and_all_that_it_needs(
    code: str, status: str, said: str, requirements: set[str], sandbox: Sandbox
) -> None:
    report = check(code, sandbox)
    assert report.status == status
    assert report.lacks_connection == (status == "not_checked")
    assert said in report.summary
    assert {requirement.partition("==")[0] for requirement in report.needs.pins} == requirements


@pytest.mark.parametrize(
    ("days", "known", "status"),
    [(0, (), "passed"), (29, (), "passed"), (29, (WEAK,), "failed"), (31, (), "not_checked")],
)
@pytest.mark.usefixtures("_offline")
def test_without_a_connection_the_last_answer_counts_for_a_while_with_its_day(
    days: int, known: tuple[Vulnerability, ...], status: str, sandbox: Sandbox, home: Path
) -> None:
    asked = datetime.now(UTC) - timedelta(days=days)
    kept = Advisories(home / "advisories.db")
    kept.keep([Answer(pin=f"pyyaml=={pins()['pyyaml']}", asked=asked, vulnerabilities=known)])
    report = check("import yaml\n", sandbox, advisories=kept.file)
    assert report.status == status
    day = asked.astimezone().date()
    dated = f"as of {day}, because the vulnerability service couldn't be asked now: it can't be reached"
    assert (dated in report.summary) is (status != "not_checked")
    assert [finding.upgrade for finding in report.findings] == ["pyyaml>=99.0" for _ in known]


@pytest.mark.usefixtures("_offline")
def test_what_was_answered_is_kept_and_what_nobody_asked_about_is_not_known(
    sandbox: Sandbox, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with osv_server({}) as url, monkeypatch.context() as online:
        online.setenv("PIP_AUDIT_OSV_URL", url)
        asked = check("import yaml\n", sandbox, advisories=home / "advisories.db")
    assert (asked.status, asked.summary) == ("passed", "No known vulnerabilities in 1 package")
    assert check("import yaml\n", sandbox, advisories=home / "advisories.db").status == "passed"
    assert check("import yaml\nimport jinja2\n", sandbox, advisories=home / "advisories.db").lacks_connection


def test_of_which_day_it_is_is_said_also_where_a_service_knows_only_some() -> None:
    partly = LookedUp((), (), date(2026, 11, 20), "No known vulnerabilities found")
    assert _as_of(partly) == "for some of them as of 2026-11-20"
    assert _as_of(replace(partly, since=None)) == ""


@pytest.mark.usefixtures("_offline")
def test_what_nobody_can_know_about_a_package_needs_a_connection_and_a_late_choice_helps_nothing(
    sandbox: Sandbox,
) -> None:
    nowhere = PipAuditCheck(sources=lambda: Sources(("http://127.0.0.1:9/simple",)))
    report = nowhere.run(program("import rich\n"), suite("", ()), CheckContext(sandbox, Cancel()))
    assert report.lacks_connection, report.summary
    assert check(f"import yaml\n{MADE_UP}", sandbox).helps == "nothing"


def test_a_service_that_breaks_is_not_checked(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    with osv_server({}, status=500) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        monkeypatch.setenv("PIP_AUDIT_VULNERABILITY_SERVICE", "osv")
        assert check("import yaml\n", sandbox).status == "not_checked"


def test_a_package_that_nobody_could_look_up_is_not_checked(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """pip-audit skips what PyPI doesn't know and prints "No known vulnerabilities found"."""
    monkeypatch.setenv("PIP_AUDIT_VULNERABILITY_SERVICE", "pypi")
    report = check("import yaml\n", sandbox)
    if report.status == "passed":
        pytest.skip("PyPI's vulnerability data can be reached from here, so nothing is skipped")
    assert report.status == "not_checked"


def test_cancelling_ends_the_question(sandbox: Sandbox) -> None:
    cancel = Cancel()
    cancel.cancel("stop")
    with pytest.raises(Cancelled):
        check("import yaml\n", sandbox, cancel)
