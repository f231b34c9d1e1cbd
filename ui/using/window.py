"""A program's windows on the page: their picture, which is clicked and typed into, and a row of what keys can't do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gradio as gr

from engines.conversations import Conversations
from engines.windows import Sight
from message import say
from ui.base.look import UNSEEN, Updates, build_html
from ui.base.templating import render
from ui.telling.outcome import picture_uri

# Each picture takes the place of the one before, so what lasts stands beside them: a field that nobody sees has the
# keyboard, for only into a field come accents, other scripts, and what is typed on a phone.
USED = """
const KEYS = /^(Backspace|Tab|Enter|Escape|Delete|Insert|Home|End|Page.+|Arrow.+|F([1-46-9]|10))$/;
const TOGETHER = 60, FAR = 4, MOST = 1000;
const NOTCH = 100, LINES = 3;  // of a notch of the wheel, in pixels or lines
const typing = Object.assign(document.createElement('textarea'), {id: 'window-typing', autocomplete: 'off',
  spellcheck: false, autocapitalize: 'off', rows: 1, disabled: true});
element.after(typing);
const acts = [];
let waiting = 0, path = null, turned = 0, page = '', sent = 0;
// Two requests may overtake each other, so they are numbered.
const send = () => {
  waiting = 0;
  trigger('click', {acts: acts.splice(0), page, number: sent++});
};
const act = (one) => {
  acts.push(one);
  waiting ||= setTimeout(send, TOGETHER);
};
const place = (event) => {
  const picture = element.querySelector('img'), shown = picture.getBoundingClientRect();
  const {left, top, width, height} = picture.dataset;
  const along = (where, begin, size, all) => Math.round(Math.min(Math.max((where - begin) / size, 0), 1) * (all - 1));
  return [Number(left) + along(event.clientX, shown.left, shown.width, width),
    Number(top) + along(event.clientY, shown.top, shown.height, height)];
};
watch('value', () => {
  const shown = element.querySelector('.assay-window'), was = !typing.disabled, had = document.activeElement === typing;
  typing.disabled = !shown;
  if (shown && !was) { page = Math.random().toString(36); sent = 0; }
  typing.setAttribute('aria-label', shown?.dataset.label || '');
  if (shown && !was && document.activeElement === document.body) typing.focus({preventScroll: true});
  if (!shown && had) requestAnimationFrame(() => document.getElementById('try-start')?.focus());
});
const isPicture = (event) => event.target.tagName === 'IMG';
element.addEventListener('pointerdown', (event) => {
  if (!isPicture(event)) return;
  event.preventDefault();
  typing.focus({preventScroll: true});
  if (event.button === 2) act({click: place(event), button: 3});
  if (event.button !== 0) return;
  path = [place(event)];
  element.setPointerCapture(event.pointerId);
});
element.addEventListener('pointermove', (event) => {
  if (!path || path.length > 400) return;
  const at = place(event), before = path.at(-1);
  if (Math.hypot(at[0] - before[0], at[1] - before[1]) >= FAR) path.push(at);
});
element.addEventListener('pointerup', () => {
  if (path) act(path.length > 1 ? {drag: path} : {click: path[0]});
  path = null;
});
element.addEventListener('pointercancel', () => { path = null; });
// A window that has the keyboard has the wheel, too; else the page would be caught in it.
element.addEventListener('wheel', (event) => {
  if (!isPicture(event) || event.ctrlKey || document.activeElement !== typing) return;
  event.preventDefault();
  turned += event.deltaY / (event.deltaMode === 0 ? NOTCH : LINES);
  const by = Math.max(-20, Math.min(20, Math.trunc(turned)));
  turned = by ? 0 : turned;
  if (by) act({wheel: place(event), by});
}, {passive: false});
element.addEventListener('contextmenu', (event) => { if (isPicture(event)) event.preventDefault(); });
const written = (event) => {
  if (event.isComposing) return;
  for (let at = 0; at < typing.value.length; at += MOST) act({type: typing.value.slice(at, at + MOST)});
  typing.value = '';
};
typing.addEventListener('input', written);
typing.addEventListener('compositionend', written);
typing.addEventListener('keydown', (event) => {
  const graph = event.getModifierState('AltGraph'), character = event.key.length === 1;
  const down = {Control: event.ctrlKey && !graph, Alt: event.altKey && !graph, Shift: event.shiftKey && !character};
  const held = Object.keys(down).filter((name) => down[name]);
  const pastes = down.Control && event.key.toLowerCase() === 'v';
  if (event.isComposing || event.metaKey || pastes || !(character ? held.length : KEYS.test(event.key))) return;
  event.preventDefault();
  act({key: event.key, held});
  if (event.key === 'Escape') textField()?.focus();
});
// What is done below the picture takes the same way, for it has to come after what was done in it.
const textField = () => document.querySelector('#window-text :is(input, textarea)');
const typeText = () => {
  const field = textField();
  for (let at = 0; at < field.value.length; at += MOST) act({type: field.value.slice(at, at + MOST)});
  field.value = '';
  field.dispatchEvent(new Event('input'));
};
const BUTTONS = {'window-type': typeText, 'window-close': () => act({close: true})};
for (const key of ['Enter', 'Tab', 'Backspace']) BUTTONS[`window-${key.toLowerCase()}`] = () => act({key});
// The row of buttons is drawn and taken away; where all of this was, too, what listened for it listens no more.
document.addEventListener('click', (event) => {
  if (element.isConnected) BUTTONS[event.target.closest('#window-keys button')?.id]?.();
});
document.addEventListener('keydown', (event) => {
  if (!element.isConnected || event.key !== 'Enter' || event.isComposing || event.target !== textField()) return;
  event.preventDefault();
  typeText();
});
"""


@dataclass(frozen=True, slots=True)
class WindowFields:
    """The picture, and what stands below it."""

    picture: gr.HTML
    row: gr.Row
    text: gr.Textbox
    stop: gr.Button

    @property
    def outputs(self) -> list[Any]:
        """What these change."""
        return [self.picture, self.row, self.text]

    @property
    def quiet(self) -> Updates:
        """No window is open."""
        return {self.picture: "", self.row: gr.Row(visible=False), self.text: ""}

    @property
    def opening(self) -> Updates:
        """One will be."""
        return {self.picture: window_html(None), self.row: gr.Row(visible=True)}


def build_window() -> WindowFields:
    """Put them into the column that is being built, unseen so far."""
    picture = build_html("window", script=USED)
    with gr.Row(visible=False, elem_id="window-keys") as row:
        text = gr.Textbox(
            "",
            label=say("Or type here"),
            max_lines=1,
            interactive=True,  # Gradio sees nobody who reads it
            elem_id="window-text",
            scale=4,
            min_width=180,
        )
        gr.Button(say("Type it"), min_width=80, elem_id="window-type")
        gr.Button(say("Enter ⏎"), min_width=80, elem_id="window-enter")
        gr.Button(say("Tab ⇥"), min_width=70, elem_id="window-tab")
        gr.Button(say("Delete ⌫"), min_width=80, elem_id="window-backspace")
        gr.Button(say("Close the window"), variant="primary", elem_id="window-close", min_width=140)
        stop = gr.Button(say("Stop it"), variant="stop", elem_id="window-stop", min_width=80)
    return WindowFields(picture, row, text, stop)


def wire_window(talks: Conversations, fields: WindowFields, state: gr.State) -> None:
    """Have what is done there done in the conversation that `state` names."""

    def act(event: gr.EventData, said: dict[str, Any]) -> None:
        acts, page, number = (getattr(event, name, None) for name in ("acts", "page", "number"))
        if isinstance(acts, list) and isinstance(number, int):
            talks.act(said.get("name", ""), acts, str(page), number)

    fields.picture.click(act, state, None, trigger_mode="multiple", **UNSEEN)
    # All of what it wrote is to be seen, so it is ended as by its last window.
    fields.stop.click(lambda said: talks.finish(said.get("name", "")), state, None, **UNSEEN)


def window_html(sight: Sight | None) -> str:
    """The windows as they are; before there is one, that it is coming."""
    return render("window", sight=sight, picture=picture_uri(sight.picture) if sight else "")
