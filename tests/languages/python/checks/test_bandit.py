import pytest
from bandit.core import extension_loader

from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.bandit import BanditCheck
from languages.python.checks.meanings import remedy
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
import ast, getpass, glob, hashlib, html, json, secrets, shutil, sqlite3, ssl, subprocess, tarfile, tempfile
import logging.config, wsgiref.simple_server
from urllib.request import urlopen

from defusedxml.ElementTree import fromstring, parse

import jinja2, markupsafe, paramiko, requests, torch, yaml
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric import rsa
from django.utils.html import format_html
from pysnmp.hlapi import UsmUserData
from transformers import AutoModel


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
    if not text:
        raise ValueError("No text.")
    try:
        int(text)
    except ValueError:
        print("No number.")
    Fernet(Fernet.generate_key()).encrypt(data)
    secrets.choice(data), secrets.token_hex()
    markupsafe.escape(text), html.escape(text), format_html("<b>{}</b>", text)
    rsa.generate_private_key(public_exponent=65537, key_size=4096)
    client = paramiko.SSHClient()
    client.load_system_host_keys()
    client.set_missing_host_key_policy(paramiko.RejectPolicy())
    client.open_sftp().get(path, "a.txt")
    UsmUserData("name", value, data)
    subprocess.run([shutil.which("git"), value], check=True)
    User.objects.raw("SELECT a FROM t WHERE b = %s", params=[value])
    logging.config.dictConfig(value), logging.config.listen(9999, verify=text)
    torch.load(path, weights_only=True)
    AutoModel.from_pretrained("a", revision="5d0f2e8a7f1bd583d2bf0a054c22c1a5e39fb3b1")
    wsgiref.simple_server.make_server("127.0.0.1", 8000, text)
    return "127.0.0.1", password, "\\u202e"
"""


def test_what_is_to_be_written_instead_is_found_no_more(sandbox: Sandbox) -> None:
    assert [finding for finding in check(REMEDIED, sandbox).findings if finding.is_serious] == []


def test_for_whatever_bandit_finds_it_is_said_what_to_write_instead() -> None:
    found = extension_loader.Manager()
    rules = {*found.plugins_by_id, *found.blacklist_by_id}
    assert len(rules) > 60
    assert [rule for rule in sorted(rules) if not remedy(rule)] == []
