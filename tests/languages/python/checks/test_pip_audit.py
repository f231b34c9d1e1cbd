import pytest

from cancel import Cancel
from errors import Cancelled
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.pip_audit import PipAuditCheck
from languages.types import CheckReport
from sandbox.base import Sandbox
from tests.fakes.osv_server import VULNERABILITY, osv_server


def check(code: str, sandbox: Sandbox, cancel: Cancel | None = None) -> CheckReport:
    return PipAuditCheck().run(program(code), suite("", ()), CheckContext(sandbox, cancel or Cancel()))


def test_a_program_without_packages_passes_without_asking_anybody(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_AUDIT_OSV_URL", "http://127.0.0.1:9/nobody")
    report = check("import json\n", sandbox)
    assert report.status == "passed"
    assert "only Python itself" in report.summary
    assert report.requirements == ()


def test_a_package_without_known_vulnerabilities_passes(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    with osv_server({}) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        report = check("import yaml\n", sandbox)
    assert report.status == "passed", report.summary
    assert [requirement.partition("==")[0] for requirement in report.requirements] == ["PyYAML"]


def test_a_known_vulnerability_fails_with_what_to_do(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    with osv_server({"pyyaml": VULNERABILITY}) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        report = check("import yaml\nimport click\n", sandbox)
    assert report.status == "failed"
    assert "pyyaml" in report.summary
    assert report.findings[0].message == "GHSA-0000-0000-0000: Reading a file can run code"
    assert report.findings[0].detail == "Repaired in 99.0."


def test_a_service_that_can_not_be_reached_is_not_checked(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_AUDIT_OSV_URL", "http://127.0.0.1:9/nobody")
    report = check("import yaml\n", sandbox)
    assert report.status == "not_checked"
    assert "can't be reached" in report.summary


def test_a_service_that_breaks_is_not_checked(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    with osv_server({}, status=500) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        assert check("import yaml\n", sandbox).status == "not_checked"


def test_a_package_that_nobody_could_look_up_is_not_checked(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """pip-audit skips what PyPI doesn't know and prints "No known vulnerabilities found"."""
    monkeypatch.setenv("PIP_AUDIT_VULNERABILITY_SERVICE", "pypi")
    report = check("import yaml\n", sandbox)
    if report.status == "passed":
        pytest.skip("PyPI's vulnerability data can be reached from here, so nothing is skipped")
    assert report.status == "not_checked"


def test_a_package_that_is_not_in_the_sandbox_is_not_checked(sandbox: Sandbox) -> None:
    report = check("import no_such_package\n", sandbox)
    assert report.status == "not_checked"
    assert "no_such_package" in report.summary


def test_cancelling_ends_the_question(sandbox: Sandbox) -> None:
    cancel = Cancel()
    cancel.cancel("stop")
    with pytest.raises(Cancelled):
        check("import yaml\n", sandbox, cancel)


def test_what_a_package_needs_itself_is_asked_for_too(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    with osv_server({"mdurl": VULNERABILITY}) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        report = check("import rich\n", sandbox)
    names = {requirement.partition("==")[0] for requirement in report.requirements}
    assert names == {"rich", "markdown-it-py", "mdurl", "Pygments"}
    assert report.status == "failed"
    assert "mdurl" in report.summary


def test_a_package_imported_by_its_name_as_text_counts(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    with osv_server({"pyyaml": VULNERABILITY}) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        report = check("import importlib\n\nyaml = importlib.import_module('yaml')\n", sandbox)
    assert report.status == "failed"


def test_an_import_whose_name_is_made_up_as_it_runs_is_not_checked(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check("def f(name):\n    return __import__(name)\n", sandbox).status == "not_checked"
    with osv_server({}) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        report = check("import yaml\n\n\ndef f(name):\n    return __import__(name)\n", sandbox)
    assert report.status == "not_checked"
    assert "(line 5)" in report.summary
    assert len(report.requirements) == 1


def test_importing_by_a_made_up_name_does_not_hide_a_known_vulnerability(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with osv_server({"pyyaml": VULNERABILITY}) as url:
        monkeypatch.setenv("PIP_AUDIT_OSV_URL", url)
        report = check("import yaml\n\n\ndef f(name):\n    return __import__(name)\n", sandbox)
    assert report.status == "failed"
