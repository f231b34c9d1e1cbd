"""JSON, with numbers as they are written."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, NoReturn

from languages.python.parts.read.files import CannotRead, _place_of, _shortened
from languages.python.parts.read.text import read_text
from languages.python.parts.telling import sentence


def read_json(path: str | Path) -> Any:
    """What a JSON file says, as dict, list, str, int, bool, None, and Decimal for numbers with a point."""
    text, name = read_text(path), _place_of(path).name

    def refuse(said: str) -> NoReturn:
        number = _shortened(said)
        raise CannotRead(
            sentence("“{name}” contains {number}, which is not a number to calculate with.", name=name, number=number)
        )

    def number_of(said: str) -> Decimal:
        try:
            return Decimal(said)
        except InvalidOperation:  # with more places than it can have
            refuse(said)

    try:
        return json.loads(text, parse_float=number_of, parse_constant=refuse)
    except json.JSONDecodeError as problem:
        if not text.strip():
            raise CannotRead(sentence("“{name}” is empty.", name=name)) from None
        raise CannotRead(
            sentence("“{name}” is no JSON, or it is damaged in line {line}.", name=name, line=problem.lineno)
        ) from None
    except CannotRead:
        raise
    except (ValueError, RecursionError):  # thousands of digits, or of brackets
        raise CannotRead(sentence("“{name}” holds no readable JSON.", name=name)) from None
