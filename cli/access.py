"""The user and password that the page asks for, from wherever somebody keeps them."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from errors import AssayError
from settings import Settings


def find_auth(auth: str, file: Path | None, settings: Settings) -> str:
    """USER:PASSWORD as in the option `auth`, the first line of `file` or the settings; empty where none of them has it.

    A user without a password is asked for it, for what stands on a command line, all users of a machine can read.
    Raises `AssayError` where the file can't be read.
    """
    if auth and ":" not in auth and sys.stdin.isatty():
        return f"{auth}:{typer.prompt(f'Password for {auth}', hide_input=True)}"
    if auth or file is None:
        return auth or (settings.auth.get_secret_value() if settings.auth else "")
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise AssayError(f"{file} can't be read.", "Its first line has to be USER:PASSWORD.") from problem
