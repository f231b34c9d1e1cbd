"""Runs inside the sandbox: mistakes are planted in a program, and its tests are run with each."""
