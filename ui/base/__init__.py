"""What all of the page stands on: its look, its templates, its languages, and what is drawn everywhere."""
