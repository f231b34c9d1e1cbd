from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.bandit import BanditCheck
from languages.types import CheckReport
from sandbox.base import Sandbox


def check(code: str, sandbox: Sandbox) -> CheckReport:
    return BanditCheck().run(program(code), suite("", ()), CheckContext(sandbox, Cancel()))


def test_a_clean_program_passes(sandbox: Sandbox) -> None:
    report = check("def f():\n    return 1\n", sandbox)
    assert (report.name, report.status, report.findings) == ("bandit", "passed", ())


def test_a_serious_finding_fails_and_names_the_line(sandbox: Sandbox) -> None:
    report = check("import subprocess\n\ndef f(x):\n    subprocess.run(x, shell=True)\n", sandbox)
    assert report.status == "failed"
    finding = next(finding for finding in report.findings if finding.severity == "high")
    assert finding.line == 4
    assert finding.rule.startswith("B602")
    assert "shell=True" in finding.detail
    assert "can run any command" in finding.meaning


def test_a_minor_remark_does_not_fail_but_is_told(sandbox: Sandbox) -> None:
    report = check("def f(x):\n    assert x\n", sandbox)
    assert report.status == "passed"
    assert [finding.severity for finding in report.findings] == ["low"]
    assert "1 minor remark" in report.summary


def test_a_program_can_not_wave_its_own_findings_through(sandbox: Sandbox) -> None:
    report = check("import subprocess\n\ndef f(x):\n    subprocess.run(x, shell=True)  # nosec\n", sandbox)
    assert report.status == "failed"


def test_what_can_not_be_read_is_not_checked(sandbox: Sandbox) -> None:
    assert check("def f(:\n", sandbox).status == "not_checked"
