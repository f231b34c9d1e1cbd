"""A window that writes down what becomes of it, and where its parts are, each time something happens."""

import json
import sys
import tkinter as tk
from pathlib import Path
from tkinter import messagebox, ttk


class Board(tk.Tk):
    def __init__(self):
        super().__init__()
        self.title("Board")
        self.events, self.parts = [], {}
        grid = ttk.Frame(self)
        grid.pack()
        self.name = self.field(grid, 0, "Name:", tk.Entry)
        self.jars = self.field(grid, 1, "Jars", ttk.Entry)
        self.notes = self.field(grid, 2, "Notes", lambda of: tk.Text(of, height=3, width=20))
        self.notes.insert("1.0", "two\nlines")
        self.name.bind("<Return>", lambda event: self.note(f"entered {self.name.get()}"))
        self.jars.bind("<KeyRelease>", lambda event: self.note(f"jars {self.jars.get()}"))
        self.bind("<Control-s>", lambda event: self.note("saved"))
        self.fan, self.size = tk.BooleanVar(), tk.StringVar(value="small")
        self.part(ttk.Checkbutton(self, text="Fan", variable=self.fan, command=lambda: self.note("fan")), "Fan")
        self.part(tk.Radiobutton(self, text="large", variable=self.size, value="large", command=self.later), "large")
        for text in ("Guest", "Guest +", "Guest \N{MINUS SIGN}"):
            self.part(ttk.Button(self, text=text, command=lambda text=text: self.note(text)), text)
        self.part(tk.Button(self, text="Ask", command=self.ask), "Ask")
        self.part(tk.Button(self, text="Grey", state="disabled", command=lambda: self.note("grey")), "Grey")
        self.rows = tk.Listbox(self, height=3)
        self.rows.insert("end", "Ada", "Bo")
        self.rows.bind("<<ListboxSelect>>", lambda event: self.note(f"row {self.rows.curselection()}"))
        self.rows.pack()
        self.protocol("WM_DELETE_WINDOW", self.leave)
        self.wait_visibility(self.rows)
        self.note("")

    def field(self, grid, row, text, kind):
        ttk.Label(grid, text=text).grid(row=row, column=0)
        made = kind(grid)
        made.grid(row=row, column=1)
        made.bind("<FocusIn>", lambda event: self.note(""), add=True)
        self.parts[text.strip(":")] = made
        return made

    def part(self, widget, name):
        widget.pack()
        self.parts[name] = widget

    def later(self):
        self.after(100, self.note, "large")

    def ask(self):
        self.note(f"asked {messagebox.askyesno('Board', 'Really?')}" if "--ask" in sys.argv else "asked")

    def note(self, event):
        self.events += [event] if event else []
        self.update_idletasks()
        places = {
            name: (one.winfo_rootx() + one.winfo_width() // 2, one.winfo_rooty() + one.winfo_height() // 2)
            for name, one in self.parts.items()
        }
        left, top, width, height = self.rows.bbox(1)
        places["Bo"] = (self.rows.winfo_rootx() + left + width // 2, self.rows.winfo_rooty() + top + height // 2)
        held = [self.name.get(), self.jars.get(), self.notes.get("1.0", "end-1c"), self.fan.get(), self.size.get()]
        focus = next((name for name, one in self.parts.items() if one is self.focus_get()), "")
        text = json.dumps({"places": places, "focus": focus, "seen": [self.events, held]})
        Path("board.tmp").write_text(text, encoding="utf-8")
        Path("board.tmp").replace("board.json")

    def leave(self):
        self.note("left")
        self.destroy()


if __name__ == "__main__":
    Board().mainloop()
