"""Models, keys and the look of the page."""
