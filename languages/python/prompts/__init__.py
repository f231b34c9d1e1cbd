"""The prompts: one Jinja template a file, filled in by name."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from languages.files import by_folder, fenced, quoted
from languages.python.assembly import own_part
from languages.python.packages.shelf import SHELF, on_shelf
from languages.python.reference import GROUPS, reference


@cache
def _environment() -> Environment:
    # The prompts are plain text for a model; nothing of them becomes HTML.
    environment = Environment(
        loader=PackageLoader("languages.python", "prompts"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701
        trim_blocks=False,
        keep_trailing_newline=False,
    )
    environment.filters.update(by_folder=by_folder, fenced=fenced, quoted=quoted, own=own_part)
    environment.globals |= {"reference": reference, "groups": GROUPS}
    environment.globals |= {"shelf": ", ".join(on_shelf()), "shelf_names": ", ".join(one.name for one in SHELF)}
    return environment


def render(prompt: str, **values: Any) -> str:
    """The template `PROMPT.j2` filled in with `values`; a value that is missing raises `jinja2.UndefinedError`."""
    return _environment().get_template(f"{prompt}.j2").render(**values)
