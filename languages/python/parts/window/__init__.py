"""Windows in which everything works as people know it: keyboard, pasting, undoing, sorting, closing."""
