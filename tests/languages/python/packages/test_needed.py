from __future__ import annotations

import pytest

from languages.packages import Inventory, PackageProblem
from languages.python.packages.needed import names, needed
from languages.python.packages.shelf import SHELF, pins

THERE = Inventory("3.13.5", "x86_64-linux", {"openpyxl": "3.1.5"}, {"openpyxl"})


def declaring(*packages: str) -> str:
    return f"# /// script\n# dependencies = {list(packages)}\n# ///\n"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("import json, openpyxl\n", ()),
        (declaring("openpyxl>=99") + "import openpyxl\n", ()),
        (declaring("tinyrates==0.0.1", "Tiny_Money") + "import tinyrates\n", ("tinyrates", "tiny-money")),
        (declaring("rates-of-banks") + "import bank_rates\n", ("rates-of-banks",)),
        (declaring("OpenPyXL[Charts,all]"), ("openpyxl[all,charts]",)),
        (declaring("tkinter", "json") + "import tkinter\n", ()),
        ("from bs4 import BeautifulSoup\nimport PIL.Image\n", ("beautifulsoup4", "pillow")),
        ("try:\n    import cairo\nexcept ImportError:\n    cairo = None\n", ()),
        ("import helpers\n", ()),
        ("try:\n    import cairo\nexcept:\n    cairo = None\n", ()),
        ("import contextlib\nwith contextlib.suppress(ImportError):\n    import cairo\n", ()),
        ("import sys\nif sys.platform == 'win32':\n    import win32com.client\n", ()),
        (declaring("opencv-python") + "import cv2\n", ("opencv-python",)),
        ("def broken(:\n", ()),
        ("# /// script\n# dependencies = 5\n# ///\n", ()),
        ("import __main__\n", ()),
    ],
)
def test_what_a_program_needs_is_what_it_says_and_what_it_imports(source: str, wanted: tuple[str, ...]) -> None:
    assert set(needed({"solution.py": source, "helpers.py": ""}, THERE)) == set(wanted)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import bank_rates\n", "`bank_rates` can't be imported"),
        ("try:\n    import fpdf3\nexcept ImportError:\n    raise SystemExit(1)\n", "`fpdf3`"),
        ("try:\n    import fpdf3\nexcept ImportError:\n    import sys\n    sys.exit('pip install fpdf3')\n", "`fpdf3`"),
        (declaring("two words"), "no name of a package"),
        (declaring("requests @ https://evil.example/x.zip"), "names an address"),
        (declaring("rich") + "\n" + declaring("two words"), "more than one"),
    ],
)
def test_what_nobody_knows_goes_back_to_the_model_with_what_is_there(source: str, said: str) -> None:
    with pytest.raises(PackageProblem) as problem:
        needed({"solution.py": source}, THERE)
    assert said in problem.value.message


def test_a_program_that_needs_nothing_is_not_looked_into() -> None:
    assert not names({"solution.py": "import json\n", "test_solution.py": "import pytest\nimport solution\n"})
    assert names({"solution.py": declaring("Tiny_Money") + "import openpyxl\n"}) == {"tiny-money", "openpyxl"}


def test_all_of_the_shelf_is_installed_in_the_image() -> None:
    assert all(one.version for one in SHELF)
    assert {"pytest", "bandit", "mutmut", "hypothesis"} <= pins().keys()
