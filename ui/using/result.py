"""The result of a run: what came of the person's own files, the question whether it is right, and their answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from agent.errors import BadTask
from agent.report import Report
from agent.request import correcting
from agent.result import lines_of, result_of
from agent.vouching import taking_back, vouching
from languages.brief import Example
from languages.outcome import SHOT, FileOut, Said, Start
from message import say
from ui.base.framed import framed, is_page
from ui.base.look import ACTIONS
from ui.base.templating import render
from ui.form.changing import by_model
from ui.form.files import Asked
from ui.live.services import Services
from ui.telling.outcome import pictures_of

RIGHT, BACK, WRONG, KEEP = "right", "take-back", "wrong", "keep"
"""What the buttons say; the first may have the names of files behind it, as in `right:june.csv`."""
MOST_FILES, MOST_LINES, FEW_LINES = 8, 100, 12
"""That are shown of a result; so few lines stand open below its files."""

# What is wrong is picked where it stands: each of its cells and lines becomes a button.
RESULT_ANSWERS = (
    ACTIONS
    + """
const part = (name) => element.querySelector(`[data-part="${name}"]`);
const pick = (button) => {
  const form = part('should');
  form.hidden = false;
  form.elements.place.value = button.closest('[data-place]').dataset.place;
  form.elements.should.value = '';
  form.querySelector('[data-part="came"]').textContent = button.textContent;
  element.querySelector('[aria-pressed="true"]')?.setAttribute('aria-pressed', 'false');
  button.setAttribute('aria-pressed', 'true');
  form.scrollIntoView({block: 'nearest'});
  form.elements.should.focus({preventScroll: true});
};
const asButton = (place) => {
  const button = Object.assign(document.createElement('button'), {type: 'button', className: 'assay-pick'});
  button.textContent = place.textContent;
  place.replaceChildren(button);
};
const choose = (wrong) => {
  part('asks').hidden = wrong;
  part('picks').hidden = !wrong;
  const places = [...element.querySelectorAll('[data-place]')].filter((one) => one.textContent.trim());
  if (!wrong) for (const one of places) one.textContent = one.textContent;
  else places.forEach(asButton);
  const alone = places.length === 1 && element.querySelector('.assay-pick');
  if (wrong && alone) pick(alone);
  else (wrong ? element.querySelector('.assay-pick') ?? part('else') : part('no')).focus();
};
element.addEventListener('click', ({target}) => {
  const button = target.closest('button');
  if (button?.matches('.assay-pick')) pick(button);
  if (button?.dataset.part === 'no') choose(true);
  if (button?.dataset.part === 'not-no') choose(false);
});
element.addEventListener('submit', (event) => {
  event.preventDefault();
  const {place, should} = event.target.elements;
  trigger('click', {action: 'wrong', fields: {place: place.value, should: should.value}});
});
"""
)


@dataclass(frozen=True, slots=True)
class Result:
    """What is shown: the `start`, its `files`, of which pages are in frames, and the `lines` that it showed; or the
    `question` of something that is called. `asks` says whether the person may say that it is right. So many
    `more` files aren't shown."""

    start: Start | None
    files: Sequence[FileOut] = ()
    lines: Sequence[Said] = ()
    question: Example | None = None
    asks: bool = True
    more: int = 0


def result_html(report: Report, kept: bool = False, asks: bool = True) -> str:
    """The result with its question, and whether the program is `kept` already; empty where there is neither.

    Where it `asks` nothing, it is only shown.
    """
    result = _result(report)
    if result is None:
        return ""
    contents = report.outcome.contents
    made = {file.path: contents.get(file.digest, b"") for file in result.files}
    pages = {name: framed(name, made)[0] for name, content in made.items() if content and is_page(name)}
    pictures = pictures_of(report.outcome)
    about = {"result": result, "report": report, "kept": kept, "asks": asks, "few": FEW_LINES}
    return render("result", **about, pictures=pictures, pages=pages, window=SHOT)


def _result(report: Report) -> Result | None:
    start = result_of(report)
    if start is None:
        question = report.question
        return Result(None, question=question) if question else None
    files = [file for file in start.files if file.change != "removed"]
    # What is in doubt is asked for itself, and where it fell over there is nothing to be right.
    asks = not report.objections and not start.problem
    more = max(0, len(files) - MOST_FILES)
    return Result(start, files[:MOST_FILES], lines_of(start)[:MOST_LINES], asks=asks, more=more)


def said_right(services: Services, run_id: str, action: str) -> None:
    """Keep that the person says that the result of a run is right, or that they take it back.

    Raises `BadTask` and `StorageError`.
    """
    report = services.following.snapshot(run_id).report
    first, _, names = action.partition(":")
    start = result_of(report)
    made_of = tuple(names.split("\n")) if names else start.given if start else ()
    event = vouching(report, made_of, datetime.now(UTC)) if first == RIGHT else taking_back(report)
    services.store.say_after(run_id, event)


def put_right(services: Services, run_id: str, fields: dict[str, Any], model: str) -> Asked:
    """The request, with the run's files, that goes on with what should be there in place of what is wrong.

    Raises `BadTask`, `ModelUnavailable` and `StorageError`.
    """
    place, should = (str(fields.get(name, "")) for name in ("place", "should"))
    if not place:
        raise BadTask(say("It isn't said yet what is wrong."), say("Click it, then try again."))
    request = correcting(run_id, services.following.snapshot(run_id).report, place, should)
    return by_model(request, model), services.store.inputs(run_id)
