"""Reads and writes files, databases and folders, also those beside it."""

import csv
import json
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path


def total(path):
    with open(path, newline="") as file:
        return sum(int(row["price"]) for row in csv.DictReader(file))


def save(path, value):
    Path(path).write_text(json.dumps(value))
    return json.loads(Path(path).read_text())


def names(folder):
    return sorted(os.listdir(folder))


def start_project(folder):
    for name in ("main.py", "test_main.py", "conftest.py"):
        (Path(folder) / name).write_text("")
    return names(folder)


def count_rows(rows):
    with tempfile.TemporaryDirectory() as folder:
        base = sqlite3.connect(os.path.join(folder, "a.db"))
        base.execute("create table t (x)")
        base.executemany("insert into t values (?)", [(row,) for row in rows])
        found = base.execute("select count(*) from t").fetchone()[0]
        base.close()
        shutil.copy(os.path.join(folder, "a.db"), os.path.join(folder, "b.db"))
    return found


def processors():
    return Path("/proc/cpuinfo").read_text().count("processor") or os.cpu_count()


# --- its tests ---
from solution import count_rows, names, processors, save, start_project, total


def test_total(tmp_path):
    (tmp_path / "a.csv").write_text("name,price\na,3\nb,4\n")
    assert total(tmp_path / "a.csv") == 7


def test_saves(tmp_path):
    assert save(tmp_path / "x.json", {"a": [1, None]}) == {"a": [1, None]}
    assert names(tmp_path) == ["x.json"]


def test_starts_a_project(tmp_path):
    assert start_project(tmp_path) == ["conftest.py", "main.py", "test_main.py"]


def test_counts_rows():
    assert count_rows([1, 2, 3]) == 3


def test_processors():
    assert processors() > 0
