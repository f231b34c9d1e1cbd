"""A program is started, read and typed to, with real sandboxes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest
from PIL import Image

from engines import conversations
from engines.conversations import Conversations, Talk
from engines.sandboxes import Sandboxes
from engines.tryout import Tryout, TryResult
from languages.outcome import Said
from languages.python.candidates import program
from languages.registry import LANGUAGES
from settings import Settings
from tests.fakes.quick_runs import OneSandbox
from tests.fakes.waiting import until as wait_until

ASKS = """
import pathlib, sys
print("Hello, " + input("Who? ") + "!")
for line in sys.stdin:
    print("heard", line.strip())
pathlib.Path("said.txt").write_text("all")
"""


@pytest.fixture(params=[pytest.param("docker", marks=pytest.mark.docker), "process"])
def work(request: pytest.FixtureRequest) -> conversations.Work:
    sandboxes = Sandboxes(Settings.model_validate({"ASSAY_SANDBOX": request.param}))
    return partial(Tryout(LANGUAGES["python"], program(ASKS), sandboxes).talk, {}, [])


@pytest.fixture
def shared() -> Iterator[conversations.Work]:
    """All that are started are in one sandbox."""
    with closing(OneSandbox("process")) as sandboxes:
        yield partial(Tryout(LANGUAGES["python"], program(ASKS), sandboxes).talk, {}, [])


def until(talks: Conversations, name: str, shown: str) -> Talk:
    """How far it is once it has shown this."""
    wait_until(lambda: re.search(shown, said(talks, name).shown), f"it shows {shown}")
    return said(talks, name)


def ended(talks: Conversations, name: str) -> Talk:
    """What came of it."""
    wait_until(lambda: said(talks, name).over, "it is over")
    return said(talks, name)


def said(talks: Conversations, name: str) -> Talk:
    talk = talks.talk(name)
    assert talk
    return talk


def test_each_answer_is_given_where_it_is_asked_for(work: conversations.Work) -> None:
    talks = Conversations()
    name = talks.start(work)
    assert not until(talks, name, r"Who\? $").over
    talks.type(name, "Ada")
    until(talks, name, "Hello, Ada!")
    talks.type(name, "<b>")
    until(talks, name, "heard <b>")
    talks.finish(name)
    result = ended(talks, name).result
    assert result
    assert result.problem == ""
    assert result.files == {"said.txt": b"all"}
    assert Said("Ada", typed=True) in result.outcome.starts[0].said
    talks.close()


def test_it_is_stopped_by_the_person_by_others_and_by_nobody_looking(
    shared: conversations.Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    talks = Conversations()
    first, *_ = names = [talks.start(shared) for _ in range(conversations.MOST)]
    talks.stop(names[1])
    assert "You stopped it." in str(ended(talks, names[1]).problem)
    talks.start(shared)
    assert talks.talk(first) is None
    monkeypatch.setattr(conversations, "UNSEEN_SECONDS", -1.0)
    monkeypatch.setattr(conversations, "LOOKS_EVERY", 0.01)
    unseen = talks.start(shared)
    assert "Nobody looked" in str(ended(talks, unseen).problem)
    monkeypatch.setattr(conversations, "UNSEEN_SECONDS", 30.0)
    monkeypatch.setattr(conversations, "IDLE_SECONDS", -1.0)
    unused = talks.start(shared)
    assert "Nobody used it" in str(ended(talks, unused).problem)
    talks.type("never-was", "x")
    talks.act("never-was", [{"close": True}], "", 0)
    talks.close()


def test_what_breaks_ends_it_in_words(caplog: pytest.LogCaptureFixture) -> None:
    def breaks(*_: object) -> TryResult:
        raise KeyError("a bug")

    talks = Conversations()
    talk = ended(talks, talks.start(breaks))
    assert "Something broke inside Assay" in str(talk.problem)
    assert "a bug" in caplog.text
    talks.close()


WINDOW = """
import pathlib, tkinter
from tkinter import messagebox

def save():
    pathlib.Path("greeting.txt").write_text(f"Hello, {field.get()}!", encoding="utf-8")
    messagebox.showinfo("Saved", "Done.")
    print("said so")

def tick(left):
    clock["text"] = str(left)
    canvas["bg"] = "blue" if left else "lime"
    if left:
        root.after(100, tick, left - 1)

root = tkinter.Tk()
root.title("Greeting <b>")
root.geometry("300x200")
field = tkinter.Entry(root)
field.place(x=0, y=0, width=200, height=30)
tkinter.Button(root, text="Save", command=save).place(x=0, y=40, width=200, height=30)
canvas = tkinter.Canvas(root, bg="white", highlightthickness=0)
canvas.place(x=0, y=80, width=200, height=80)
canvas.bind("<Button-1>", lambda event: (canvas.config(bg="red"), print("at", event.x, event.y)))
canvas.bind("<Button-4>", lambda event: print("up"))
canvas.bind("<Button-5>", lambda event: print("down"))
canvas.bind("<Button-3>", lambda event: tick(3))
clock = tkinter.Label(root)
clock.place(x=210, y=0)
root.mainloop()
"""
RED, LIME = (255, 0, 0), (0, 255, 0)


@pytest.mark.parametrize(
    "sandbox", [pytest.param(name, marks=getattr(pytest.mark, name)) for name in ("docker", "bubblewrap")]
)
def test_windows_are_seen_clicked_and_typed_into(sandbox: str) -> None:
    sandboxes = Sandboxes(Settings.model_validate({"ASSAY_SANDBOX": sandbox}))
    talks = Conversations()
    name = talks.start(partial(Tryout(LANGUAGES["python"], program(WINDOW), sandboxes).window, {}, []))
    act = partial(talks.act, name, sender="the page")
    titled(talks, name, "Greeting <b>")
    act([{"click": [5, 85]}, {"click": [20, 15]}, {"type": "Zoë Жы€ab"}, {"key": "Backspace"}], number=0)
    until(talks, name, "at 5 5\n")
    act([{"wheel": [9, 99], "by": 2}, {"wheel": [9, 99], "by": -1}], number=1)
    until(talks, name, "down\ndown\nup\n")
    wait_until(lambda: color(said(talks, name), 100, 120) == RED, "the canvas is red")
    act([{"drag": [[5, 85], [9, 90]]}, {"click": [100, 55]}], number=3)  # it overtook what was typed before
    act([{"key": "Home"}, {"key": "ArrowRight", "held": ["Shift"]}, {"type": "C"}, {"key": "unknown"}, None], number=2)
    titled(talks, name, "Saved")
    act([{"key": "Enter"}], number=4)
    until(talks, name, "said so")
    act([{"click": [100, 120], "button": 3}], number=5)
    wait_until(lambda: color(said(talks, name), 100, 120) == LIME, "it changes by itself")
    act([{"close": True}], number=6)
    result = ended(talks, name).result
    assert result
    assert result.problem == ""
    assert {path: content.decode() for path, content in result.files.items()} == {"greeting.txt": "Hello, Coë Жы€a!"}
    assert result.outcome.starts[0].said == (Said("at 5 5\ndown\ndown\nup\nat 5 5\nsaid so\n"),)
    talks.close()


def titled(talks: Conversations, name: str, title: str) -> None:
    """Wait until the window of this title has the keyboard."""

    def found() -> bool:
        talk = said(talks, name)
        assert not talk.over, talk
        return talk.sight is not None and talk.sight.title == title

    wait_until(found, f"there is {title}")


def color(talk: Talk, x: int, y: int) -> object:
    """What can be seen at a place of the screen."""
    assert talk.sight
    picture = Image.open(io.BytesIO(talk.sight.picture)).convert("RGB")
    return picture.getpixel((x - talk.sight.left, y - talk.sight.top))
