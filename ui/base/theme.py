"""How Gradio's own parts look: deep ink and one warm accent, the system's fonts, enough contrast in light and dark."""

from __future__ import annotations

import gradio as gr
from gradio.themes.utils import colors

INK, INK_DEEPER = "#26345f", "#1a2547"
BRASS = "#e0a83e"

COLORS = {
    "body_background_fill": "#faf8f4",
    "body_background_fill_dark": "#12151f",
    "body_text_color": "#1c2030",
    "body_text_color_subdued": "*neutral_600",
    "body_text_color_subdued_dark": "*neutral_300",
    "block_background_fill_dark": "transparent",
    "block_border_width": "0px",
    "block_background_fill": "transparent",
    "block_padding": "0px",
    "block_shadow": "none",
    "block_label_background_fill": "transparent",
    "block_title_text_color": "var(--assay-quiet)",
    "block_title_text_size": "var(--assay-small)",
    "input_border_color": "var(--assay-line)",
    "input_border_color_dark": "var(--assay-line)",
    "button_secondary_background_fill": "var(--assay-surface)",
    "button_secondary_background_fill_hover": "var(--assay-sunken)",
    "button_secondary_border_color": "var(--assay-line)",
    "button_secondary_border_color_hover": "var(--assay-accent)",
    "button_secondary_text_color": "var(--assay-text)",
    "button_secondary_background_fill_dark": "var(--assay-surface)",
    "button_secondary_background_fill_hover_dark": "var(--assay-sunken)",
    "button_secondary_border_color_dark": "var(--assay-line)",
    "button_secondary_border_color_hover_dark": "var(--assay-accent)",
    "button_secondary_text_color_dark": "var(--assay-text)",
    "block_label_text_color_dark": "*neutral_200",
    "block_info_text_color": "*neutral_600",
    "block_info_text_color_dark": "*neutral_300",
    "input_placeholder_color": "*neutral_500",
    "input_placeholder_color_dark": "*neutral_400",
    "input_background_fill_dark": "#232838",
    "color_accent": "*primary_700",
    "color_accent_soft_dark": "*primary_900",
    "checkbox_background_color_selected": "*primary_700",
    "checkbox_background_color_selected_dark": "*primary_700",
    "checkbox_border_color_selected": "*primary_700",
    "checkbox_border_color_selected_dark": "*primary_700",
    "slider_color": "*primary_700",
    "button_cancel_background_fill": "white",
    "button_cancel_background_fill_hover": colors.red.c50,
    "button_cancel_text_color": colors.red.c800,
    "button_cancel_border_color": colors.red.c800,
    "button_cancel_background_fill_dark": "transparent",
    "button_cancel_background_fill_hover_dark": colors.red.c950,
    "button_cancel_text_color_dark": colors.red.c200,
    "button_cancel_border_color_dark": colors.red.c200,
    "button_border_width": "1px",
    "button_primary_border_color": "transparent",
    "button_primary_border_color_dark": "transparent",
    "button_primary_background_fill": INK,
    "button_primary_background_fill_hover": INK_DEEPER,
    "button_primary_background_fill_dark": BRASS,
    "button_primary_background_fill_hover_dark": "*primary_400",
    "button_primary_text_color": "white",
    "button_primary_text_color_dark": INK_DEEPER,
}
"""Gradio's variables, by their names."""


def make_theme() -> gr.themes.Base:
    """The theme with these."""
    return gr.themes.Default(
        primary_hue=colors.amber,
        secondary_hue=colors.amber,
        neutral_hue=colors.stone,
        font=("system-ui", "sans-serif"),
        font_mono=("ui-monospace", "Consolas", "monospace"),
        text_size="lg",
        radius_size="lg",
    ).set(**COLORS)
