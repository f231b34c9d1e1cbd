"""Python: everything that knows this language. `language.py` puts it together."""
