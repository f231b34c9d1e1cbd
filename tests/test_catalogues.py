"""Each language says everything: no sentence is missing, stale or broken, and none isn't marked."""

from __future__ import annotations

import ast
import io
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import Environment, nodes

from tests.fakes.pseudo import LETTERS
from translation import CATALOGUES, TONGUES

ROOT = CATALOGUES.parent
CODES = [code for code in TONGUES if code != "en"]
LABELS = ("label", "placeholder", "info")
LABELLED = ("Button", "DownloadButton", "Tab", "Markdown")
MARKUP = re.compile(r"</?\w+|\"")


def catalogue(code: str) -> tuple[Path, Catalog]:
    path = CATALOGUES / code / "LC_MESSAGES" / "assay.po"
    with path.open("rb") as file:
        return path, read_po(file, locale=code)


def said(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string or "",)


def test_the_catalogues_hold_what_the_program_says() -> None:
    found = subprocess.run(["bash", "tools/translate.sh", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, f"run tools/translate.sh, then translate what is new: {found.stdout}{found.stderr}"


@pytest.mark.parametrize("code", CODES)
def test_a_language_says_everything_with_the_same_values_and_tags(code: str) -> None:
    path, language = catalogue(code)
    ours = [message for message in language if message.id]
    assert [message.id for message in ours if message.fuzzy or not all(said(message))] == []
    assert [error for message in ours for error in message.check(language)] == []
    for message in ours:
        english = message.id if isinstance(message.id, str) else message.id[0]
        for text in said(message):
            assert sorted(MARKUP.findall(text)) == sorted(MARKUP.findall(english)), text
    compiled = io.BytesIO()
    write_mo(compiled, language)
    assert path.with_suffix(".mo").read_bytes() == compiled.getvalue(), "run tools/translate.sh"


OF_SYSTEMS = {"Downloads", "Execute", "Extract", "Extract All", "More info", "Open Anyway", "Privacy & Security"}
OF_SYSTEMS |= {"Run anyway", "Run as a Program"}
"""What others call their buttons and folders."""


def test_what_a_sentence_calls_a_button_is_one() -> None:
    _, german = catalogue("de")
    sentences = {message.id if isinstance(message.id, str) else message.id[0] for message in german if message.id}
    named = {name for one in sentences for name in re.findall(r"“([A-Z][^”%{]+)”", one)}
    assert named - sentences - OF_SYSTEMS == set()


@pytest.mark.parametrize("path", sorted((ROOT / "ui/templates").rglob("*.j2")), ids=lambda path: path.stem)
def test_no_word_of_a_template_is_unmarked(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    marked = re.sub(r"(?s)\{% trans\b.*?\{% endtrans %\}", " ", source)
    plain = re.sub(r"(?s)\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "·", marked)
    named = re.findall(r'\b(?:aria-label|title|alt|placeholder)="([^"]*)"', plain)
    shown = re.sub(r"(?s)<(style|script)\b.*?</\1>|<[^>]*>", " ", plain)
    assert LETTERS.findall(" ".join([shown, *named]).replace("Assay", "")) == []
    tree = Environment(extensions=["jinja2.ext.i18n"]).parse(source)
    assert [text for text in _texts(tree) if re.search(r"[a-z] [a-z]", text)] == []


def _texts(node: nodes.Node) -> Iterator[str]:
    """The texts in expressions that nothing translates."""
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    if (
        isinstance(node, nodes.Call)
        and isinstance(node.node, nodes.Name)
        and node.node.name in ("_", "gettext", "ngettext")
    ):
        return
    if not isinstance(node, nodes.Filter | nodes.Test | nodes.TemplateData):
        for child in node.iter_child_nodes():
            yield from _texts(child)


@pytest.mark.parametrize("path", sorted((ROOT / "ui").rglob("*.py")), ids=lambda path: path.stem)
def test_no_label_on_the_page_is_unmarked(path: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    labels = [word.value for call in calls for word in call.keywords if word.arg in LABELS]
    labels += [call.args[0] for call in calls if call.args and getattr(call.func, "attr", "") in LABELLED]
    texts = [label.value for label in labels if isinstance(label, ast.Constant) and isinstance(label.value, str)]
    assert [text for text in texts if re.search(r"[A-Z][a-z]+\b(?!\()", text)] == []
