import pytest

from cancel import Cancel
from languages.checks import CheckContext
from languages.python.candidates import program, suite
from languages.python.checks.bandit import BanditCheck
from sandbox.base import Sandbox

OWN_FILES = """
import hashlib, pickle, xml.etree.ElementTree as ET
from xml.dom import minidom

def read(path, user):
    pickle.load(open(path, "rb"))  # remark
    ET.parse(path)  # remark
    minidom.parse(path)  # remark

def find_doubles(path):
    return hashlib.md5(open(path, "rb").read()).hexdigest()  # remark
"""
SECRETS = """
import hashlib, pickle, socketserver

def digest(text):
    return hashlib.sha1(text.encode()).hexdigest()  # serious

def same(my_password, stored):
    return digest(my_password) == pickle.loads(stored)  # serious
"""
DATABASE = """
import sqlite3
TABLE = "items"
COLUMN: str = "name"

def find(base, ids, name, order):
    marks = ", ".join("?" for _ in ids)
    base.execute(f"SELECT * FROM {TABLE} WHERE {COLUMN} = ?", (name,))  # remark
    base.execute(f"SELECT * FROM items WHERE id IN ({marks})", ids)  # remark
    base.execute("SELECT * FROM items WHERE id IN (%s)" % ",".join("?" * len(ids)), ids)  # remark
    base.execute("SELECT * FROM " + TABLE + " ORDER BY name")  # remark
    base.execute(f"SELECT * FROM items WHERE name = '{name}'")  # serious
    base.execute("SELECT * FROM items ORDER BY " + order)  # serious
    for table in ids:
        base.execute(f"SELECT COUNT(*) FROM {table} WHERE a = 1")  # remark
        base.execute(f"SELECT * FROM {table} WHERE a = {name}")  # serious
    marks2 = marks3 = "a"
    marks3 += name
    base.execute(f"SELECT * FROM items WHERE id IN ({marks3})", ids)  # serious
    conditions = []
    conditions.append(f"name = '{name}'")
    base.execute("SELECT * FROM items WHERE " + " AND ".join(conditions))  # serious
    columns = ["a", "b"]
    base.execute("SELECT " + ", ".join(columns) + " FROM items")  # remark
    kind = "x"
    match name:
        case [kind, *order]:
            base.execute(f"SELECT * FROM items WHERE kind = '{kind}'")  # serious
    base.execute(f"SELECT * FROM items WHERE name = '{name * 1}'")  # serious
    loop = f"{loop}"
    base.execute(f"SELECT * FROM items WHERE id IN ({loop})", ids)  # serious
"""
WEB = """
import pickle, urllib.request
from urllib.request import Request, urlopen
BASE = "https://example.org"
URL = f"{BASE}/prices.csv"

def fetch(city, address):
    urlopen(URL)  # remark
    urllib.request.urlopen(f"{BASE}/weather?city={city}")  # remark
    urlopen("https://%s/x" % city)  # remark
    urlopen("http://example.org/{}".format(city))  # remark
    asked = Request(BASE + "/" + city, headers={})
    urlopen(asked)  # remark
    urlopen(address)  # remark
    return pickle.loads(asked)  # serious
"""
SERVER = """
from http import server
from urllib.request import urlopen

class Page(server.BaseHTTPRequestHandler):
    def do_GET(self):
        urlopen("https://example.org" + self.path)  # remark
        urlopen(self.path)  # serious
        urlopen("file://" + self.path)  # serious
"""


@pytest.mark.parametrize(
    "source", [OWN_FILES, SECRETS, DATABASE, WEB, SERVER], ids=["own files", "secrets", "a database", "web", "server"]
)
def test_what_does_no_harm_here_is_a_remark(source: str, sandbox: Sandbox) -> None:
    report = BanditCheck().run(program(source), suite("", ()), CheckContext(sandbox, Cancel()))
    lines = source.splitlines()
    found: dict[str, set[str]] = {"serious": set(), "remark": set()}
    for finding in report.findings:
        if not finding.rule.startswith(("B403", "B405", "B408")):  # that something is imported
            found["serious" if finding.is_serious else "remark"].add(lines[(finding.line or 0) - 1])
    for weight, seen in found.items():
        assert seen == {line for line in lines if line.endswith(f"# {weight}")}
    assert report.status == ("failed" if found["serious"] else "passed")
