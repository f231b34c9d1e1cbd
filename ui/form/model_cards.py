"""Two cards for who has no model yet: one on this computer, and one of an account. They go once there is one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import gradio as gr

from agent.models.provider import Provider
from agent.models.registry import PROVIDERS
from setup.beginning import LocalOffer
from ui.base.look import ACTIONS, Updates, build_html
from ui.base.templating import render
from ui.live.pulling import Pulling
from ui.live.usual import USUAL

if TYPE_CHECKING:
    from ui.form.model_list import FoundModels  # which knows the form that these cards stand in

# Models that came meanwhile are seen without a reload. While one is fetched it is told more often how far it is.
LOOKS = """
const look = () => {
  if (!element.isConnected) return;
  const card = element.querySelector('.model-card');
  if (card && !document.hidden) trigger('click', {action: 'look', mark: card.dataset.mark});
  setTimeout(look, card?.dataset.busy === undefined ? 5000 : 700);
};
setTimeout(look, 5000);
"""

KNOWN = '<i class="models-known" hidden></i>'
"""Where this stands, it is known which models there are, and what lies below the cards needn't wait for its place."""

# The key goes to the server, and is never sent back.
GIVES_KEY = """
element.addEventListener('submit', (event) => {
  event.preventDefault();
  trigger('click', {action: 'key', key: new FormData(event.target).get('key')});
});
"""


@dataclass(frozen=True, slots=True)
class ModelCards:
    """The places of the cards."""

    here: gr.HTML
    paid: gr.HTML

    def fitted(self, found: FoundModels, state: Pulling) -> Updates:
        """Both as what was found wants them, and a download that is in this `state`."""
        if found.usable:
            return {self.here: "", self.paid: KNOWN}
        return {self.here: here_html(found.offer, state), self.paid: paid_html() + KNOWN}


def build_model_cards() -> ModelCards:
    """Put the places into the column that is being built."""
    with gr.Row(elem_id="model-cards"):
        here = build_html("model-here", live=True, script=ACTIONS + LOOKS)
        return ModelCards(here, build_html("model-paid", script=GIVES_KEY))


def here_html(offer: LocalOffer | None, state: Pulling) -> str:
    """The card of this computer, or how far the download is; empty where there is neither."""
    if not (offer or state.going_on):
        return ""
    return render("model_here", offer=offer, state=state, mark=mark_of(offer, state))


def mark_of(offer: LocalOffer | None, state: Pulling) -> str:
    """What changes whenever the card does, but for how far a download is."""
    return f"{offer.runner if offer else ''} {state.going_on} {state.message}"


def paid_html(problem: str = "") -> str:
    """The card of an account, and why the key that was typed isn't taken."""
    provider = with_key()
    costs = [cost for usage in USUAL if (cost := provider.cost(provider.example, usage)) is not None]
    least, most = (min(costs), max(costs)) if costs else (None, None)
    return render("model_paid", provider=provider, key=provider.key, least=least, most=most, problem=problem)


def with_key() -> Provider:
    """The first provider whose models need a key."""
    return next(provider for provider in PROVIDERS if provider.key)
