"""Which functions of a program show something, and don't only work it out."""

from __future__ import annotations

import pytest

from languages.python.runner.mutation.saying import functions


@pytest.mark.parametrize(
    ("imported", "statement"),
    [
        ("", "print(a)"),
        ("from pathlib import Path", "Path(a).write_bytes(b)"),
        ("import tkinter as tk", "tk.Label(a, text=b).pack()"),
        ("from tkinter import messagebox", "messagebox.showerror(a, b)"),
        ("from openpyxl import Workbook", "Workbook().save(a)"),
        ("import json", "json.dump(a, b)"),
        ("import docx", "a.add_paragraph(b)"),
        ("from reportlab.pdfgen import canvas", "a.drawString(1, 2, b)"),
        ("import matplotlib.pyplot as plt", "plt.savefig(a)"),
        ("import pandas", "a.to_excel(b)"),
        ("", "return f'<tr><td>{a}</td></tr>'"),
        ("", "return '<!DOCTYPE html>' + a"),
    ],
)
def test_it_is_told_by_what_is_called_and_where_that_is_from(imported: str, statement: str) -> None:
    source = f"{imported}\n\nclass View:\n    def shown(self, a, b):\n        {statement}\n"
    assert functions(source) == {"View.shown"}


@pytest.mark.parametrize(
    "statement",
    [
        "return json.dumps(a)",
        "a.save(b)",
        "a.insert(0, b)",
        "return a.title()",
        "return a <b",
        "'See <p> and print(a).'",
    ],
)
def test_what_is_only_worked_out_is_not_shown(statement: str) -> None:
    assert functions(f"import json\n\ndef worked_out(a, b):\n    {statement}\n") == set()
