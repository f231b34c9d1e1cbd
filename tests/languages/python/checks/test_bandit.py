import pytest

from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.bandit import BanditCheck
from languages.types import CheckReport
from sandbox.base import Sandbox


def check(code: str, sandbox: Sandbox) -> CheckReport:
    return BanditCheck().run(program(code), suite("", ()), CheckContext(sandbox, Cancel()))


SHELL = "import subprocess\n\ndef f(x):\n    subprocess.run(x, shell=True)"


@pytest.mark.parametrize(
    ("code", "status", "severities", "said"),
    [
        ("def f():\n    return 1\n", "passed", [], ""),
        ("def f(x):\n    assert x\n", "passed", ["low"], "1 minor remark"),
        (f"{SHELL}\n", "failed", ["low", "high"], ""),
        (f"{SHELL}  # nosec\n", "failed", ["low", "high"], ""),
        ("def f(:\n", "not_checked", [], ""),
    ],
    ids=["clean", "a remark", "a serious finding", "one that the program waves through", "what can't be read"],
)
def test_serious_findings_fail(code: str, status: str, severities: list[str], said: str, sandbox: Sandbox) -> None:
    report = check(code, sandbox)
    assert (report.name, report.status) == ("bandit", status)
    assert [finding.severity for finding in report.findings] == severities
    assert said in report.summary


def test_a_finding_names_the_line_and_what_it_means(sandbox: Sandbox) -> None:
    finding = next(finding for finding in check(SHELL, sandbox).findings if finding.severity == "high")
    assert finding.line == 4
    assert finding.rule.startswith("B602")
    assert "shell=True" in finding.detail
    assert "can run any command" in finding.meaning
