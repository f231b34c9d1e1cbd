"""How it is decided what is right: tests in dispute, what they expect, and other voices on both."""
