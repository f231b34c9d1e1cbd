"""Python: everything that knows this language."""
