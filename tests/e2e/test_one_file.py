"""Programs as one HTML file, opened from the disk in a browser that has no network."""

from __future__ import annotations

import io
import re
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import openpyxl
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from cancel import Cancel
from languages.laying import nameless
from languages.one_file import NoOneFile
from languages.python.candidates import program
from languages.python.one_file import pyodide, wheels
from languages.slots import Slot
from languages.types import Needs
from sandbox.registry import open_sandbox
from tests.fakes import one_files, pyodide_packages
from tests.fakes.package_index import Release, wheel
from tests.fakes.pages import DESKTOP, PHONE, needs_chromium
from tests.fakes.pyodide_packages import put
from tests.fakes.specs import PYTHON

pytestmark = needs_chromium

TITLE = "Sums </script><img src=x onerror=alert(1)> of “bank” & more"
SUMS = '''
"""Sums up workbooks, and does worse if it is told to."""
import datetime, sys, zoneinfo
from pathlib import Path

import openpyxl

name = input("Your name? ")
print("0 %", end="\\r", flush=True)
print(f"\\x1b[32mHello\\x1b[0m, {name} <b>!</b>", *sys.argv[1:])
if name == "loop":
    while True:
        pass
if name == "lines":
    sys.exit(f"Lines: {len(sys.stdin.readlines())}")
if name == "ask web":
    import js
    from pyodide.ffi import run_sync
    for address in (input("Where? "), "file:///etc/passwd"):
        try:
            run_sync(js.fetch(address))
            print("REACHED")
        except Exception as error:
            print("kept in:", type(error).__name__)
print(datetime.datetime(2025, 7, 1, tzinfo=zoneinfo.ZoneInfo("Europe/Paris")).utcoffset())
if not input("More? "):
    sys.exit("Nothing more.")
for path in sorted(Path(".").rglob("*.xlsx")):
    total = sum(row[0].value for row in openpyxl.load_workbook(path).active)
    Path("out").mkdir(exist_ok=True)
    Path("out/sums.csv").write_text(f"file,total\\n{path},{total}\\n", encoding="utf-8")
    Path("page.html").write_text(
        f"<h1>{total}</h1><img src='WEB/picture'><link rel=stylesheet href='WEB/style'><script>parent.evil = 1</script>"
        "<a href='WEB/link'>go</a>"
    )
'''
TALKS = """
import et_xmlfile

name = input("Your name? ")
print("Hello,", name)
while name == "loop":
    pass
input("More? ")
"""
"""It needs a small package: where it is started again with each line, that is there once more each time."""
CALLED = '''
def split_bill(total, people):
    """Who owes what."""
    return {"each": total / people}
'''
FIXED = """
import csv, sys

with open("statement.csv", newline="") as file:
    print("sum:", sum(int(row["Sum"]) for row in csv.DictReader(file)))
input("Press Enter to close. ")
"""
"""Here it needs no Enter."""
WALKS = """
from pathlib import Path

for path in sorted(Path(".").rglob("*")):
    if path.suffix in (".jpg", ".csv"):
        print(path)
"""
WORDS = """
import sys

for name in sys.argv[1:]:
    with open(name) as file:
        print(f"{name}: {len(file.read())}")
"""
TAG = "cp314-cp314-pyemscripten_2026_0_wasm32"
PAGES = """
from pathlib import Path

import pypdfium2

import again

for path in sorted(Path(".").glob("*.pdf")):
    picture = pypdfium2.PdfDocument(path)[0].render()
    print(path.name, picture.width, picture.height, list(picture.buffer)[:3])
print(again.said)
"""
AGAIN = """
import ctypes

import words

library = ctypes.CDLL("/usr/lib/libpdfium.so")
library.FPDF_InitLibrary()
said = words.said + str(library.FPDF_GetLastError())
"""


class Web:
    """A server of another site, which writes down who asks it for something."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing is shown."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    made = Web()
    yield made
    made.server.shutdown()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, web: Web) -> Path:
    """A folder with these programs, each as one file."""
    folder = tmp_path_factory.mktemp("one file")
    needs = Needs(("openpyxl==3.1.5", "et-xmlfile==2.0.0", "tzdata==2026.6"))
    sandbox = open_sandbox(PYTHON, "process", None, print)
    fixed = one_files.subject(FIXED, known=nameless({"statement.csv": ["Date", "Sum"], "Ada Lovelace.txt": []}, FIXED))
    for name, what in {
        "sums": one_files.subject(SUMS.replace("WEB", web.address), needs=needs, title=TITLE),
        "talks": one_files.subject(TALKS, needs=Needs(needs.pins[1:2]), takes_files=False),
        "called": one_files.subject(CALLED),
        "fixed": fixed,
        "walks": one_files.subject(WALKS),
        "words": replace(one_files.subject(WORDS), as_words=True),
        "example": replace(
            fixed,
            slots=(Slot("Your statement", ".csv", "statement.csv", ("statement.csv",)),),
            examples={"statement.csv": b"Date,Sum\n1 May,40\n"},
        ),
    }.items():
        (folder / f"{name}.html").write_bytes(one_files.page_of(what, sandbox))
    with pytest.raises(NoOneFile, match="It needs greenlet, which there isn't"):
        one_files.page_of(one_files.subject("import greenlet", needs=Needs(("greenlet==3.2.4",))), sandbox)
    sandbox.close()
    return folder


@contextmanager
def opened(browser: Browser, path: Path, script: str = "") -> Iterator[Page]:
    """The file in a window of its own; at the end nothing may have been complained of but what is kept in."""
    complaints: list[str] = []
    with browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, color_scheme="dark") as context:
        page = context.new_page()
        page.add_init_script(script)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path.as_uri())
        expect(page.locator("#state")).to_have_text("Ready.")
        yield page
        assert complaints == []


@pytest.fixture(scope="module")
def sums(browser: Browser, files: Path) -> Iterator[Page]:
    """The program with a file, for tests that each begin by starting it: to open it takes a few seconds."""
    with opened(browser, files / "sums.html") as page:
        yield page


def answer(page: Page, text: str) -> None:
    expect(page.locator("#line")).to_be_visible()
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def begin(page: Page) -> None:
    expect(page.locator("#go")).to_be_enabled()
    page.locator("#go").click()


def workbook(*values: int) -> bytes:
    book = openpyxl.Workbook()
    for value in values:
        book.active.append([value])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_a_program_that_talks_and_works_on_files(sums: Page, web: Web) -> None:
    expect(sums.locator("h1")).to_have_text(TITLE)
    assert sums.locator("header img").evaluate("(mark) => mark.naturalWidth > 0")
    sums.get_by_label("Your files").set_input_files({"name": "Mai.xlsx", "mimeType": "", "buffer": workbook(3, 4)})
    expect(sums.locator(".slot.filled")).to_contain_text("Mai.xlsx")
    sums.get_by_text("More", exact=True).click()
    sums.get_by_label("Words after its name").fill("'two words' x")
    begin(sums)
    expect(sums.locator("#line")).to_be_visible()
    sums.locator("#line").fill("Zoë")
    sums.locator("#typing").evaluate("(form) => { form.requestSubmit(); form.requestSubmit(); }")  # is one answer
    answer(sums, "yes")
    expect(sums.locator("#state")).to_have_text("It has ended.")
    expect(sums.locator("#shown")).to_have_text(
        "Your name? Zoë\nHello, Zoë <b>!</b> two words x\n2:00:00\nMore? yes\n", use_inner_text=True
    )
    expect(sums.locator("#result table")).to_contain_text("Mai.xlsx")
    frame = sums.frame_locator("iframe")
    expect(frame.locator("h1")).to_have_text("7")
    expect(sums.locator("#result")).to_contain_text("No script of it runs here")
    frame.get_by_text("go").click()
    with sums.expect_download() as saved:
        sums.get_by_text("Save all of them").click()
    assert b"sums.csv" in Path(saved.value.path()).read_bytes()
    begin(sums)  # another start is another Python, in an empty folder
    answer(sums, "Zoë")
    answer(sums, "")
    expect(sums.locator("#state")).to_have_text("It ended with a problem.")
    expect(sums.locator("#shown")).to_contain_text("Nothing more.")
    assert sums.evaluate("window.evil") is None
    assert web.asked == []


def test_nothing_gets_out_and_nothing_goes_on_for_ever(sums: Page, web: Web) -> None:
    sums.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    wider = "document.documentElement.scrollWidth > innerWidth"
    assert not sums.evaluate(wider)
    begin(sums)
    answer(sums, "ask web")
    answer(sums, f"{web.address}/secret")
    expect(sums.locator("#shown")).to_contain_text(re.compile("(kept in: JsException.*){2}2:00:00", re.DOTALL))
    sums.get_by_role("button", name="End the input (Ctrl+D)").click()
    expect(sums.locator("#result")).to_contain_text("It wanted to read more input than it was given.")
    assert not sums.evaluate(wider)
    begin(sums)
    answer(sums, "lines")
    answer(sums, "a line")
    sums.get_by_role("button", name="Nothing more").click()
    expect(sums.locator("#shown")).to_contain_text("Lines: 1")
    begin(sums)
    answer(sums, "loop")
    sums.get_by_text("Stop", exact=True).click()
    expect(sums.locator("#state")).to_have_text("You stopped it.")
    expect(sums.locator("#go")).to_be_enabled()
    for sent in ("fetch(A)", "new WebSocket(A.replace('http', 'ws'))", "import(A)", "eval('1')"):
        sums.evaluate(f"A => {{ try {{ Promise.resolve({sent}).catch(() => 0) }} catch {{ }} }}", web.address)
    assert web.asked == []


ASKING = (
    "<link rel=preconnect href='WEB/'><link rel=prefetch href='WEB/p'><link rel=stylesheet href='WEB/s'>"
    "<meta http-equiv=refresh content='0;url=WEB/refresh'>"
)
HIDING = {
    "plain": f"<head>{ASKING}</head>",
    "forms": "<form><math><mtext></form><form><mglyph><style></math>"
    f"{ASKING}</style></mglyph></form></mtext></math></form>",
    "shadow": f"<div><template shadowrootmode=open>{ASKING}</template></div>",
    "svg": f"<svg></p><style><a id='</style>{ASKING}'>",
    "linked": "<a href='WEB/a' ping='WEB/ping'>go</a><svg><a xlink:href='WEB/b'><text>x</text></a></svg>",
}


@pytest.mark.parametrize("hidden", HIDING)
def test_what_a_page_hides_doesnt_come_back_when_it_is_read_again(sums: Page, web: Web, hidden: str) -> None:
    frame = "text => frameOf('page', text)[0].srcdoc"
    shown = sums.evaluate(frame, f"{HIDING[hidden]}<p>Seen".replace("WEB", web.address))
    again = """text => { const page = Document.parseHTMLUnsafe(text);
      const all = (root) => [...root.querySelectorAll("*")]
        .flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
      return all(page).filter((one) => ["link", "meta"].includes(one.localName) || one.outerHTML.match(/^<[^>]*href=/))
        .map((one) => one.outerHTML); }"""
    assert sums.evaluate(again, shown) == []


@pytest.mark.thorough
def test_where_a_program_cant_wait_it_is_started_again_with_each_line(browser: Browser, files: Path) -> None:
    with opened(browser, files / "talks.html", script="delete WebAssembly.Suspending") as page:
        begin(page)
        answer(page, "Ada")
        expect(page.locator("#shown")).to_contain_text("More?")
        assert page.locator("#shown").inner_text().count("Hello, Ada") == 1
        answer(page, "yes")
        expect(page.locator("#state")).to_have_text("It has ended.")
        expect(page.locator("#shown")).to_contain_text("Your name? Ada")
        assert page.locator("#shown").inner_text().count("Hello, Ada") == 1
        begin(page)
        answer(page, "loop")
        page.locator("#stop").click()  # while Python gets ready once more, or already runs
        expect(page.locator("#state")).to_have_text("Ready.")
        expect(page.locator("#stop")).to_be_hidden()


MAY = b"Date,Sum\n1 May,5\n"


def drop(page: Page, onto: Locator, *files: Path) -> None:
    """Drop files there, as a person does with those of a folder."""
    onto.scroll_into_view_if_needed()
    box = onto.bounding_box()
    assert box
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
    session = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, **place, "data": data})


def own(folder: Path, name: str, content: bytes = MAY) -> Path:
    """A file of the person's."""
    (folder / name).write_bytes(content)
    return folder / name


def made_of(page: Page, *sentences: str) -> None:
    """Above the result stands this, and nothing else."""
    expect(page.locator("#made p")).to_have_text(sentences)
    expect(page.locator("#made ~ #conversation ~ #result")).to_have_count(1)


def test_what_is_put_onto_a_slot_takes_the_place_of_the_example_whatever_its_name(
    browser: Browser, files: Path, tmp_path: Path
) -> None:
    assert b"Lovelace" not in (files / "fixed.html").read_bytes()
    with opened(browser, files / "fixed.html") as page:
        slot = page.get_by_role("listitem").filter(has_text="Your statement")
        expect(slot).to_contain_text("Drop it here or choose it, whatever it is called.")
        begin(page)
        expect(page.locator("#state")).to_have_text("It ended with a problem.")
        made_of(page, "No file was given to it.")
        page.get_by_label("Your statement").set_input_files(own(tmp_path, "my bank.txt"))
        expect(slot).to_contain_text("my bank.txt")
        drop(page, page.locator("h1"), own(tmp_path, "notes.md"))  # beside the slots
        expect(page.locator("#others")).to_contain_text("notes.md")
        begin(page)
        expect(page.locator("#shown")).to_contain_text("sum: 5")
        place = "my bank.txt was given to the program as statement.csv."
        made_of(page, "Made from: my bank.txt", place, "The program never opened: notes.md")
        page.get_by_role("button", name="Remove: notes.md").click()
        drop(page, slot, own(tmp_path, "june.csv", b"Date,Sum\n1 June,7\n"))
        expect(slot).to_contain_text("june.csv")
        expect(slot).not_to_contain_text("my bank.txt")
        begin(page)
        expect(page.locator("#shown")).to_contain_text("sum: 7")
        made_of(page, "Made from: june.csv", "june.csv was given to the program as statement.csv.")


@pytest.mark.thorough
def test_a_folder_is_dropped_with_all_that_is_in_it(browser: Browser, files: Path, tmp_path: Path) -> None:
    with opened(browser, files / "walks.html") as page:
        (tmp_path / "Photos" / "June").mkdir(parents=True)
        own(tmp_path / "Photos" / "June", "a.jpg")
        drop(page, page.locator("h1"), tmp_path / "Photos", own(tmp_path, "b.csv"))
        expect(page.locator(".slot.filled")).to_contain_text("Photos/June/a.jpg")
        begin(page)
        expect(page.locator("#shown")).to_have_text("Photos/June/a.jpg\nb.csv\n", use_inner_text=True)


@pytest.mark.thorough
def test_a_program_that_takes_files_as_words_gets_those_of_its_slot(
    browser: Browser, files: Path, tmp_path: Path
) -> None:
    with opened(browser, files / "words.html") as page:
        page.get_by_label("Your files").set_input_files(own(tmp_path, "my bank.csv"))
        begin(page)
        expect(page.locator("#shown")).to_have_text("my bank.csv: 17\n", use_inner_text=True)
        made_of(page, "Made from: my bank.csv")
        page.get_by_text("More", exact=True).click()
        page.get_by_label("Words after its name").fill("--version")
        begin(page)
        expect(page.locator("#result")).to_contain_text("--version")


@pytest.mark.thorough
def test_where_two_files_could_be_meant_nothing_is_guessed(browser: Browser, files: Path, tmp_path: Path) -> None:
    with opened(browser, files / "fixed.html") as page:
        drop(page, page.locator(".slot").first, own(tmp_path, "may.csv"), own(tmp_path, "june.csv"))
        expect(page.locator("#others")).to_contain_text("may.csv")
        begin(page)
        expect(page.locator("#result")).to_contain_text("It isn't clear which file is to be which")
        expect(page.locator("#state")).to_have_text("It ended with a problem.")
        page.get_by_role("button", name="Remove: may.csv").click()
        begin(page)
        made_of(page, "Made from: june.csv", "june.csv was given to the program as statement.csv.")


@pytest.mark.thorough
def test_the_result_of_the_examples_file_isnt_the_persons(browser: Browser, files: Path, tmp_path: Path) -> None:
    with opened(browser, files / "example.html") as page:
        slot = page.get_by_role("listitem").filter(has_text="Your statement")
        expect(slot).to_contain_text("Now it takes statement.csv.")
        begin(page)
        expect(page.locator("#shown")).to_contain_text("sum: 40")
        made_of(page, "Made from the files that it was built with: statement.csv")
        drop(page, page.locator("h1"), own(tmp_path, "mine.csv"))
        expect(slot).to_contain_text("mine.csv")
        begin(page)
        expect(page.locator("#shown")).to_contain_text("sum: 5")
        made_of(page, "Made from: mine.csv", "mine.csv was given to the program as statement.csv.")
        page.get_by_role("button", name="Remove: mine.csv").press("Enter")
        expect(page.get_by_label("Your statement")).to_be_focused()
        expect(slot).to_contain_text("Now it takes statement.csv.")


def test_the_page_of_a_program_says_what_it_is_how_it_was_checked_and_asks_for_no_more(
    browser: Browser, files: Path
) -> None:
    with opened(browser, files / "talks.html") as page:
        assert page.locator("html").get_attribute("lang") == "en"
        expect(page.locator("#slots")).to_have_count(0)
        expect(page.locator(".line")).to_have_text("It is started.")
        expect(page.get_by_text("The program passes its one test.")).to_be_hidden()
        page.locator("summary", has_text="Verified").click()
        expect(page.locator(".seal p")).to_have_text(["The program passes its one test.", "Look at it yourself."])


@pytest.mark.thorough
def test_a_function_is_called(browser: Browser, files: Path) -> None:
    with opened(browser, files / "called.html") as page:
        page.get_by_role("button", name="split_bill(total, people)").click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("split_bill(9, 2)")
        page.keyboard.press("Enter")
        expect(page.locator("#result")).to_have_text("{'each': 4.5}")
        page.locator("#expression").fill("split_bill(9, 0)")
        begin(page)
        expect(page.locator("#result")).to_contain_text("ZeroDivisionError")
        expect(page.locator("#result")).to_contain_text("line 4, in split_bill")


@pytest.mark.thorough
def test_compiled_packages_work_with_what_they_need(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pypdfium2 as PyPI has it, and a package that needs another one, and the same library by itself."""
    (served := tmp_path / "full").mkdir()
    store, needs = one_files.own_store(tmp_path / "store"), Needs(("pypdfium2==5.15.2", "again==1.0"))
    wheels.fetch(store, program("import pypdfium2"), Needs(needs.pins[:1]), Cancel(), print)
    library = io.BytesIO()
    (content,) = wheels.read(store, wheels.FROM_INDEX.values()).values()
    with zipfile.ZipFile(io.BytesIO(content)) as real, zipfile.ZipFile(library, "w") as alone:
        alone.writestr("libpdfium.so", real.read("pypdfium2_raw/libpdfium.so"))
    known = [
        put(served, f"again-1.0-{TAG}.whl", wheel("again", Release(files={"again.py": AGAIN})), ["Words", "libpdfium"]),
        put(served, "words-1.0-py3-none-any.whl", wheel("words", Release(files={"words.py": "said = 'no problem: '"}))),
        put(served, "libpdfium-1.0.zip", library.getvalue()),
    ]
    monkeypatch.setattr(pyodide, "packages", lambda store: {built["name"]: built for built in known})
    sandbox = open_sandbox(PYTHON, "process", None, print)
    with pyodide_packages.served(served):
        content = one_files.page_of(one_files.subject(PAGES, needs=needs), sandbox, store)
    sandbox.close()
    (tmp_path / "pages.html").write_bytes(content)
    with opened(browser, tmp_path / "pages.html") as page:
        picture = io.BytesIO()
        Image.new("RGB", (100, 50), "black").save(picture, "PDF", resolution=72)
        page.get_by_label("Your files").set_input_files(
            {"name": "list.pdf", "mimeType": "", "buffer": picture.getvalue()}
        )
        begin(page)
        expect(page.locator("#state")).to_have_text("It has ended.")
        shown = "list.pdf 100 50 [0, 0, 0]\nno problem: 0\n"
        expect(page.locator("#shown")).to_have_text(shown, use_inner_text=True)
        page.get_by_text("what is in this file").click()
        expect(page.locator("details").last).to_contain_text("again 1.0, libpdfium 1.0, pypdfium2 5.15.2, words 1.0")
