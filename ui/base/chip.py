"""A list that looks like a small button: it shows the short name of what is picked, and opens all there is, in groups.

It is the browser's own list, so keys, screen readers and phones use it as any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gradio as gr

from ui.base.look import draw_anew
from ui.base.templating import render

# The words in the chip are those of what is picked in the list that lies over it, unseen until it is opened.
PICK = """
const show = () => {
  const list = element.querySelector('select');
  list.value = props.value;
  const picked = list.selectedOptions[0]?.dataset ?? {};
  element.querySelector('.chip-name').textContent = picked.name ?? '';
  const where = document.querySelector(below);
  if (where) where.textContent = picked.where ?? '';
};
element.addEventListener('change', ({target}) => { props.value = target.value; show(); trigger('input'); });
watch(Object.keys(props), show);
show();
"""


@dataclass(frozen=True, slots=True)
class Option:
    """What can be picked, by `value`; the chip shows its `name` alone, the list the `note` as well.

    `where` is a sentence that stands below while it is picked, see `build_where`.
    """

    value: str
    name: str
    note: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Options under a title; without one they stand alone."""

    title: str
    options: tuple[Option, ...]


def build_chip(name: str, label: str, groups: Sequence[Group], value: str) -> gr.HTML:
    """A chip whose value is that of what is picked, and which tells by `input` that a person picked something."""

    def drawn() -> dict[str, object]:
        return {"props": {"listed": _listed(label, groups)}}

    listed = _listed(label, groups)
    # Gradio's template says nothing of its own: what stands in it could be code.
    chip = gr.HTML(
        value,
        html_template="${listed}",
        js_on_load=f"const below = '#{name}-where p';{PICK}",
        elem_id=name,
        apply_default_css=False,
        listed=listed,
    )
    draw_anew(chip, drawn)
    return chip


def build_where(name: str) -> gr.HTML:
    """The place for the `where` of what is picked in the chip of this name; it is read out when it changes."""
    return gr.HTML("<p aria-live='polite'></p>", elem_id=f"{name}-where", apply_default_css=False)


def refilled(label: str, groups: Sequence[Group], value: str) -> gr.HTML:
    """The update of a chip to other options, of which `value` is picked."""
    return gr.HTML(value, listed=_listed(label, groups))


def _listed(label: str, groups: Sequence[Group]) -> str:
    return render("chip", label=label, groups=groups)
