from __future__ import annotations

from tests.languages.python.parts.folder import program_folder

folder = program_folder
