"""Assay, installed: its modules lie in this folder as they lie at the top of its repository."""
