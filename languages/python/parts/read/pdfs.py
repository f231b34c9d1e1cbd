"""The text of PDFs."""

from __future__ import annotations

import io
import logging
from pathlib import Path
from typing import Any

from languages.python.parts.read.files import CannotRead, _content_of, _place_of
from languages.python.parts.telling import sentence, tell


def read_pdf(path: str | Path) -> list[str]:
    """The text of each page of a PDF; "" for pages without text, such as scanned ones, which are told."""
    data, name = _content_of(path), _place_of(path).name
    pages = _pdf_pages(data, name)
    texts = [_pdf_text(page) for page in pages]
    empty = [str(number) for number, text in enumerate(texts, 1) if not text and _is_drawn(pages[number - 1])]
    if empty and len(empty) == len(pages):
        tell(sentence("“{name}” has no text that can be read. It may be scanned.", name=name))
    elif empty:
        tell(
            sentence(
                "“{name}” has pages without text, which may be scanned: {pages}", name=name, pages=", ".join(empty)
            )
        )
    return texts


def _pdf_pages(data: bytes, name: str) -> list[Any]:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it mends in a file is nothing to a person
    if b"%PDF-" not in data[:1024]:
        raise CannotRead(sentence("“{name}” is not a PDF.", name=name))
    try:
        reader = PdfReader(io.BytesIO(data))
        is_open = not reader.is_encrypted or bool(reader.decrypt(""))
        pages = list(reader.pages) if is_open else []
    except DependencyError:
        is_open, pages = False, []
    except Exception:  # whatever it meets in a file that is damaged
        raise CannotRead(sentence("“{name}” is damaged.", name=name)) from None
    if not is_open:
        raise CannotRead(sentence("“{name}” is protected by a password. Save it without one.", name=name))
    return pages


def _pdf_text(page: Any) -> str:
    try:
        return str(page.extract_text()).replace("\0", "").strip()
    except Exception:  # a page that is damaged has no text
        return ""


def _is_drawn(page: Any) -> bool:
    """Whether there is something on it."""
    try:
        content = page.get_contents()
        return content is not None and bool(content.get_data().strip())
    except Exception:  # it is there, but damaged
        return True
