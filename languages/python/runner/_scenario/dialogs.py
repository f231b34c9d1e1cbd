"""Message boxes, questions and file dialogs of tkinter: each is noted, and answered as the test says."""

from __future__ import annotations

import os
import tkinter.commondialog
import tkinter.filedialog
import tkinter.messagebox
import tkinter.simpledialog
from collections.abc import Callable
from typing import Any

NO = {"", "0", "false", "n", "no", "nein", "non", "nee", "cancel", "abort", "abbrechen", "annuler"}
CANCEL = {"", "none", "cancel", "abort", "abbrechen", "annuler"}
FILES = {"tk_getOpenFile", "tk_getSaveFile", "tk_chooseDirectory"}
ANSWERS = {  # of a message box by its buttons: when somebody agrees, and when not
    "ok": ("ok", "ok"),
    "okcancel": ("ok", "cancel"),
    "yesno": ("yes", "no"),
    "yesnocancel": ("yes", "no"),
    "retrycancel": ("retry", "cancel"),
    "abortretryignore": ("retry", "abort"),
}


class Dialogs:
    """What they said since the start, and in `latest` since the last request. Who isn't told otherwise agrees, and
    chooses no file."""

    def __init__(self, answers: list[Any]) -> None:
        self.said: list[str] = []
        self.latest: list[str] = []
        self._answers = list(answers)

    def begin(self, answers: list[Any]) -> None:
        """Forget what was said, and have these answers ready."""
        self.latest, self._answers = [], list(answers)

    def install(self) -> None:
        """Take the place of tkinter's dialogs."""
        shared: Any = tkinter.commondialog.Dialog
        shared.show = lambda dialog, **options: self._show(dialog.command, {**dialog.options, **options})
        simple: Any = tkinter.simpledialog
        for name, read in (("askstring", str), ("askinteger", int), ("askfloat", float)):
            setattr(simple, name, self._asking(getattr(simple, name), read))

    def _show(self, command: str, options: dict[str, Any]) -> Any:
        self._note(str(options.get(name) or "") for name in ("title", "message", "detail"))
        answer = self._next()
        if command in FILES:
            return self._file(command, options, answer)
        if command == "tk_chooseColor":
            return (None, answer) if answer else (None, None)
        agreed, refused = ANSWERS.get(str(options.get("type", "ok")), ANSWERS["ok"])
        said = "yes" if answer is None else str(answer).strip().casefold()
        if said in CANCEL and options.get("type") == "yesnocancel":
            return "cancel"
        return refused if said in NO else agreed

    def _file(self, command: str, options: dict[str, Any], answer: Any) -> Any:
        """The whole path of what was chosen, beside the program unless it says otherwise."""
        chosen = [answer] if isinstance(answer, str) else list(answer or ())
        paths = [os.path.abspath(path) for path in chosen if path]  # noqa: PTH100  (links stay what they are called)
        if options.get("multiple"):
            return tuple(paths)
        path = paths[0] if paths else ""
        ending = str(options.get("defaultextension") or "")
        return path + ending if path and command == "tk_getSaveFile" and not os.path.splitext(path)[1] else path  # noqa: PTH122

    def _asking(self, ask: Callable[..., Any], read: Callable[[Any], Any]) -> Callable[..., Any]:
        """Where there is an answer, it is taken; else the dialog opens as a window that can be typed into."""

        def answered(title: str, prompt: str, **options: Any) -> Any:
            if not self._answers:
                return ask(title, prompt, **options)
            self._note((title, prompt))
            answer = self._next()
            return None if answer is None else read(answer)

        return answered

    def _next(self) -> Any:
        return self._answers.pop(0) if self._answers else None

    def _note(self, parts: Any) -> None:
        text = ": ".join(part for part in parts if part)
        if text:
            self.said.append(text)
            self.latest.append(text)
