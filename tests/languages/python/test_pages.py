"""Tests act in pages as a person does: in the sandbox, and with plain pytest on the person's own computer."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from agent.outcomes import outcome_of
from cancel import Cancel
from languages.base import TEST_LIMITS
from languages.brief import Brief
from languages.checks import CheckContext, Earlier
from languages.python import testing
from languages.python.candidates import program, suite
from languages.python.checks.page_scripts import _mistakes
from languages.python.checks.start import StartCheck
from languages.python.language import PYTHON
from languages.python.runner._scenario.browser import missing
from languages.types import CheckReport, TestCase
from sandbox.base import Sandbox
from tests.languages.python.test_starting import take_home

ANIMALS = '''
"""A page of animals, with a box to search in."""

from pathlib import Path

PAGE = """<!doctype html>
<html lang="en"><head><title>Animals</title><style>.gone { display: none }</style></head><body>
<h1>Animals</h1>
<label>Search <input id="search"></label>
<label for="kind">Kind</label> <select id="kind"><option>all</option><option>cat</option><option>dog</option></select>
<ul>ITEMS</ul>
<p id="found"></p>
<button id="send">Send</button> <button onclick="broken()">Break</button> <button onclick="while (true);">Hang</button>
<label><input type="checkbox" id="dark"> Dark</label>
<table><tr><th id="age">Age</th></tr><tr><td>7</td></tr><tr><td>3</td></tr></table>
<table><tr><td>Tea</td><td><button class="copy">Copy</button></td><td><input placeholder="Note"></td></tr>
<tr><td>Milk</td><td><button class="copy">Copy</button></td><td><input placeholder="Note"></td></tr>
<tr><td>Rum</td><td><button class="copy">Copy</button></td><td><input placeholder="Note"></td></tr></table>
<p id="note"></p>
<textarea id="names" aria-label="Names"></textarea>
<a href="other%20page.html">More</a> <a href="http://example.org/">Away</a>
<script>
const of = name => document.getElementById(name);
function show() {
  let count = 0;
  for (const item of document.querySelectorAll('li')) {
    const fits = item.textContent.toLowerCase().includes(of('search').value.toLowerCase());
    const right = of('kind').value === 'all' || item.dataset.kind === of('kind').value;
    item.className = fits && right ? '' : 'gone';
    if (fits && right) { count += 1; }
  }
  of('found').textContent = count + ' found';
}
of('search').addEventListener('input', () => setTimeout(show, 250));
of('kind').addEventListener('change', show);
of('search').addEventListener('keydown', event => { if (event.key === 'Enter') of('found').textContent = 'entered'; });
of('dark').addEventListener('change', event => { localStorage.dark = event.target.checked; });
of('dark').checked = localStorage.dark === 'true';
of('age').addEventListener('click', () => {
  const rows = [...of('age').closest('table').querySelectorAll('tr')].slice(1);
  rows.sort((a, b) => a.textContent - b.textContent).forEach(row => row.parentNode.append(row));
});
of('send').addEventListener('click', () => {
  const who = prompt('Who is it from?');
  of('names').value = confirm('Really send?') ? 'From\\\\n' + who : 'Not sent';
});
const first = button => button.closest('tr').querySelector('td').textContent;
for (const one of document.querySelectorAll('.copy'))
  one.addEventListener('click', () => navigator.clipboard.writeText(first(one)));
for (const one of document.querySelectorAll('td input'))
  one.addEventListener('input', () => { of('note').textContent = first(one) + ': ' + one.value; });
let seconds = 0;
setInterval(() => { seconds += 1; document.title = 'Open for ' + seconds + ' s, ' + new Date().getFullYear(); }, 1000);
document.body.dataset.lot = [Math.random(), crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(4))].join(' ');
of('note').textContent = 'Lot ' + document.body.dataset.lot;
of('names').addEventListener('paste', event => {
  event.preventDefault();
  of('names').value = event.clipboardData.getData('text').split('\\\\n').length + ' pasted';
});
show();
</script></body></html>"""

if __name__ == "__main__":
    animals = [("Luna", "cat"), ("Rex", "dog"), ("Mia", "cat")]
    items = "".join(f'<li data-kind="{kind}">{name}</li>' for name, kind in animals)
    Path("animals.html").write_text(PAGE.replace("ITEMS", items), encoding="utf-8")
    Path("other page.html").write_text("<title>More</title><h1>More animals</h1><p>None yet", encoding="utf-8")
    print("animals.html is there.")
'''
TESTS = '''
import pytest


def test_searching(program):
    """What is typed is searched for, whatever its case, and a little later."""
    page = program.start().page("animals.html")
    assert (page.line("found"), page.headings) == ("3 found", ["Animals"])
    page.type("Search", "LU")
    assert page.line("found") == "1 found"
    assert "Luna" in page.text and "Rex" not in page.text
    page.type("search", "")
    assert page.line("found") == "3 found"
    page.choose("Kind", "cat")
    assert "Mia" in page.text and "Rex" not in page.text
    assert page.values["Kind"] == "cat"
    page.type("Search", "x")
    page.press("Enter")
    assert page.line("entered")
    page.paste("Search", "mia")
    assert page.value("Search") == "mia" and page.line("found") == "1 found"
    page.paste("Names", "Ada\\nBo\\n")
    assert page.value("Names") == "3 pasted"


def test_what_is_there_later(program):
    """Its clock stands still, it remembers what it stores, and leads to other pages."""
    run = program.start(now="2031-05-01 10:00")
    page = run.page("animals.html")
    page.click("Dark")
    page.wait(60)
    assert page.title == "Open for 60 s, 2031"
    assert page.values["Dark"] == "on"
    page.reload()
    assert (page.title, page.values["Dark"]) == ("Animals", "on")
    page.click("Age")
    assert page.tables[0] == [["Age"], ["3"], ["7"]]
    assert run.page("other page.html").headings == ["More animals"]
    page.click("More")
    assert page.headings == ["More animals"]


def test_chance_is_set(program):
    """What it takes for random is the same each time, and other where that is wanted."""
    lots = [program.start(seed=seed).page("animals.html").line("Lot") for seed in (0, 0, 1)]
    assert lots[0] == lots[1] != lots[2] and len(lots[0].split()) == 4


def test_one_of_several(program):
    """Of those that say the same, the one that is meant is found; what is copied is known."""
    page = program.start().page("animals.html")
    page.click("Copy", beside="milk")
    assert page.clipboard == "Milk"
    page.type("Note", "strong", beside="rum")
    assert page.line("Rum: strong")
    page.click("Copy")
    assert page.clipboard == "Tea"


def test_questions(program):
    """Message boxes are answered, and what they said is known."""
    page = program.start().page("animals.html")
    page.click("Send", answers=["Ada", "yes"])
    assert page.values["Names"] == "From\\nAda"
    assert page.text.splitlines()[-2:] == ["Ada", "More Away"]
    page.click("Send", answers=["Ada", "no"])
    assert page.values["Names"] == "Not sent"
    assert page.messages == ["Who is it from?", "Really send?"] * 2


def test_what_fails(program):
    """Who does in vain what nobody can do is told what there is."""
    page = program.start().page("animals.html")
    with pytest.raises(AssertionError, match="There is nothing to click that says 'Print'. It shows to click .*'Send'"):
        page.click("Print")
    with pytest.raises(AssertionError, match="no field that a person would call 'Colour'"):
        page.type("Colour", "red")
    with pytest.raises(AssertionError, match="'Kind' has no 'bird' to choose. It has: 'all', 'cat', 'dog'"):
        page.choose("Kind", "bird")
    with pytest.raises(AssertionError, match="fell over, and nobody would see why: ReferenceError: broken is not"):
        page.click("Break")
'''
HANGS = "def test_a(program):\n    program.start().page('animals.html').click('Hang')\n"
CASES = tuple(
    TestCase(name, "It works.", scenario=True)
    for name in (
        "test_searching",
        "test_what_is_there_later",
        "test_one_of_several",
        "test_questions",
        "test_what_fails",
    )
)
ALL = suite(TESTS, CASES)
LOOKS = "def test_a(program):\n    assert 'Luna' in program.start().page('animals.html').text\n"
FINDS = """
def test_a(program):
    page = program.start().page("animals.html")
    assert page.line("found") == "3 found"
    page.type("Search", "UN")
    assert page.line("found") == "1 found" and "Mia" not in page.text
    page.type("Search", "x")
    page.choose("Kind", "cat")
    assert page.line("found") == "0 found"
    page.type("Search", "")
    assert page.line("found") == "2 found"
    page.press("Enter")
    assert page.line("entered")
    page.click("Dark")
    page.reload()
    assert page.values["Dark"] == "on"
    page.click("Age")
    assert page.tables[0] == [["Age"], ["3"], ["7"]]
    page.click("Copy", beside="milk")
    assert page.clipboard == "Milk"
    page.type("Note", "tea", beside="Rum")
    assert page.line("Rum: tea")
    page.click("Send", answers=["Ada"])
    assert page.values["Names"] == "From\\nAda"
    page.wait(3)
    assert page.title.startswith("Open for 3 s")
"""


@pytest.mark.parametrize("command", ["test_job", "apart_job"])
def test_pages_are_used_in_the_sandbox(sandbox: Sandbox, command: str) -> None:
    job = getattr(testing, command)(program(ANIMALS), ALL, testing.APART_LIMITS)
    verdicts = PYTHON.read_results(sandbox.run(job, Cancel()), CASES)
    assert verdicts.passed, verdicts


@pytest.mark.thorough
def test_a_page_that_hangs_is_a_failure(sandbox: Sandbox) -> None:
    result = sandbox.run(PYTHON.test_job(program(ANIMALS), suite(HANGS, ()), TEST_LIMITS), Cancel())
    assert "A script of the page goes on and on." in PYTHON.read_results(result, ()).failures[0].message


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_pages_are_used_by_plain_pytest(tmp_path: Path) -> None:
    take_home(tmp_path, ANIMALS, TESTS)
    assert "6 passed" in plain_pytest(tmp_path, {})


def test_where_no_browser_is_they_say_so(tmp_path: Path) -> None:
    take_home(tmp_path, ANIMALS, TESTS)
    said = plain_pytest(tmp_path, {"PATH": str(tmp_path)})
    assert "6 skipped" in said
    assert "there is no browser" in said


def plain_pytest(folder: Path, environment: dict[str, str]) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-rs"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, check=False, env={**os.environ, **environment}
    ).stdout.decode()


def test_what_was_done_on_a_page_is_told_with_what_stood_there_then(sandbox: Sandbox) -> None:
    assert PYTHON.starts
    given = suite(f"{LOOKS}\n\n{FINDS.replace('def test_a(', 'def test_b(')}", ())
    made = outcome_of(program(ANIMALS), given, PYTHON, lambda job: sandbox.run(job, Cancel())).starts
    looking, finding = (next(one for one in made if one.test == name) for name in ("test_a", "test_b"))
    assert not any(turn.typed for turn in looking.said)
    done = [turn.text for turn in finding.said if turn.typed]
    assert done[0].startswith("Search: ")
    assert "found" in finding.said[-1].text


def looked_at(sandbox: Sandbox, code: str, tests: str) -> CheckReport:
    given = suite(tests, (TestCase("test_a", "A.", scenario=True),))
    return StartCheck().run(program(code), given, CheckContext(sandbox, Cancel(), brief=Brief("page")))


def test_who_only_looks_does_not_know_what_scripts_do(sandbox: Sandbox) -> None:
    report = looked_at(sandbox, ANIMALS, LOOKS)
    assert (report.status, report.summary) == (
        "not_checked",
        "The page has scripts, and no test notices when they don't run",
    )


def test_mistakes_in_scripts_are_to_be_noticed(sandbox: Sandbox) -> None:
    report = looked_at(sandbox, ANIMALS, FINDS)
    assert report.status == "passed", report
    counts = "def test_a(program):\n    assert program.start().page('animals.html').line('3 found')\n"
    report = looked_at(sandbox, ANIMALS, counts)
    assert report.status == "not_checked"
    assert "mistakes in the scripts of its page tests notice" in report.summary
    assert any("instead of" in finding.message for finding in report.findings)


@pytest.mark.thorough
def test_where_a_test_is_added_only_what_was_left_is_planted_again(sandbox: Sandbox) -> None:
    given = suite(LOOKS, (TestCase("test_a", "A.", scenario=True),))
    left = looked_at(sandbox, ANIMALS, LOOKS)
    nothing_shown = replace(left, findings=())

    def again(earlier: CheckReport, added: str) -> CheckReport:
        tests = f"{LOOKS}\n\n{added.replace('def test_a(', 'def test_b(')}"
        more = suite(tests, (*given.tests, TestCase("test_b", "B.", scenario=True)))
        context = CheckContext(sandbox, Cancel(), brief=Brief("page"), earlier=Earlier(given, earlier, given))
        return StartCheck().run(program(ANIMALS), more, context)

    assert again(left, FINDS).status == "passed"
    assert again(left, LOOKS).findings == left.findings
    assert again(replace(left, findings=left.findings[1:2]), LOOKS).findings == left.findings[1:2]
    assert again(nothing_shown, LOOKS).findings == left.findings, "nothing was planted before"


def test_words_of_its_own_that_a_page_shows_are_nobody_s_mistake() -> None:
    said = 'PAGE = """<script>\\nx.textContent = {}\\n</script>"""\n'
    assert not list(_mistakes(said.format('done ? "Copied." : "Copy it by hand.";'), ""))
    assert not list(_mistakes(said.format('"Personne d\'autre";'), ""))
    assert len(list(_mistakes(said.format('"Copied.";'), 'It says "Copied."'))) == 1
    for counts in ('"";', 'found + " found";', "`${found} found`;"):
        assert len(list(_mistakes(said.format(counts), ""))) == 1


def test_a_script_that_falls_over_is_found_without_any_test(sandbox: Sandbox) -> None:
    report = looked_at(sandbox, ANIMALS.replace("\nshow();", "\nshow(); nothing.at.all();"), FINDS)
    assert report.status == "failed"
    assert "ReferenceError: nothing is not defined" in report.findings[0].detail
