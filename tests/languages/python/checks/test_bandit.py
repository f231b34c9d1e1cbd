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
    assert "a list, no shell" in finding.remedy


REMEDIED = """
import ast, getpass, glob, hashlib, json, sqlite3, ssl, subprocess, tarfile, tempfile
from urllib.request import urlopen

from defusedxml.ElementTree import fromstring, parse

import jinja2, requests, yaml


def f(text, data, path, value, connection):
    ast.literal_eval(text)
    ast.parse(text, mode="eval")
    open(path, opener=lambda name, flags: __import__("os").open(name, flags, 0o600))
    password = getpass.getpass()
    with tempfile.TemporaryDirectory() as folder, tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    tempfile.mkstemp()
    requests.get("https://a.org", timeout=30)
    json.loads(text)
    hashlib.sha256(data)
    urlopen("https://a.org/" + path)
    yaml.safe_load(text)
    subprocess.run([path, value], check=True)
    connection.execute("SELECT a FROM t WHERE b = ?", (value,))
    glob.glob("*.txt")
    parse(path), fromstring(text), ssl.create_default_context()
    jinja2.Environment(autoescape=True)
    return "127.0.0.1", password
"""


def test_what_is_to_be_written_instead_is_found_no_more(sandbox: Sandbox) -> None:
    assert [finding for finding in check(REMEDIED, sandbox).findings if finding.is_serious] == []
