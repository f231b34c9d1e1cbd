"""Ollama: models on a computer of the user's own."""
