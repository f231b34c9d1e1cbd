"""What is handed over with a program to start it on Windows, tried here because Wine is.

Wine's cmd doesn't know its own command line: so names with & but without quotes, as the Explorer gives them, aren't
tried. Python, uv and PowerShell are batch files that tell how they were called.
"""

from __future__ import annotations

import shutil

from languages.python.candidates import START_FILES
from languages.python.handover import start_file
from tests.fakes.personal_computer import unpack
from tests.fakes.wine_machine import WineMachine, windows_path
from translation import TONGUES, speaking

PYTHON = 'if "%~2"=="-c" exit /b 0\necho [python %2 %3 %4] %PYTHONUTF8%\nexit /b 3'
UV = """
if "%~5"=="--help" exit /b 0
if not "%~2"=="sync" echo [uv %2 %6 %7]
if "%~4"=="--offline" if not exist fetched exit /b 1
if "%~2"=="sync" if exist no-network exit /b 1
if "%~2"=="sync" echo.>fetched
exit /b 0
"""
POWERSHELL = """
echo [%6]
if exist no-network exit /b 1
mkdir "%UV_UNMANAGED_INSTALL%"
move "%STUBS%\\uv-elsewhere.exe" "%UV_UNMANAGED_INSTALL%\\uv.exe" >nul
"""
END = "\nPress Enter to close.\n"


def in_one_line(said: str) -> str:
    return " ".join(said.split())


def start(windows: WineMachine, dropped: str = "", *answers: str) -> tuple[int, str]:
    """Double-click the file, or drop names in quotes onto it, and answer what it asks."""
    click = windows.app.parent / "click.bat"
    click.write_text(f'@"{windows_path(windows.app)}\\Start on Windows.bat" {dropped}\n', "cp437", newline="\r\n")
    return windows.run_as([windows_path(click)], answers=answers)


def test_a_python_that_is_there_starts_it_and_an_error_is_said_in_words(windows: WineMachine) -> None:
    windows.has_exe("python", PYTHON)
    unpack(windows.app, "print(input())\n")
    dropped = r'"C:\R&D (1)\its 100.txt" "b.txt"'
    error = "The program ended with an error (number 3). What it said about it\nstands above."
    assert start(windows, dropped) == (3, f'[python "solution.py" {dropped}] 1\n\n{error}\n{END}')
    with speaking(TONGUES["de"]):
        unpack(windows.app, "print(input())\n")
    (windows.app / "solution.py").unlink()
    assert in_one_line(start(windows)[1]) == (
        "solution.py liegt nicht neben dieser Datei. Kamen sie in einer .zip-Datei, klicken Sie mit der rechten "
        "Maustaste darauf, wählen Sie 'Alle extrahieren' und starten Sie dies im neuen Ordner. "
        "Drücken Sie die Eingabetaste, um zu schließen."
    )


def test_nothing_that_lies_beside_the_program_is_started(windows: WineMachine) -> None:
    windows.has_exe("python", PYTHON)
    unpack(windows.app, "print(input())\n")
    windows.has_exe("evil", "echo evil\nexit /b 0")
    for name in ("uv.exe", "py.exe", "python.exe", "powershell.exe", "chcp.com"):
        shutil.copy(windows.app.parent / "bin" / "evil.exe", windows.app / name)
    status, said = start(windows)
    assert (status, "evil" in said, "[python " in said) == (3, False, True), said


def test_cmd_reads_nothing_in_a_programs_name(windows: WineMachine) -> None:
    windows.has_exe("python", PYTHON)
    unpack(windows.app, "print(input())\n")
    begins = windows.app / START_FILES["Windows"]
    for name in ('x"&echo.>ran&".py', "x&echo.>ran&.py", "x^&(echo.>ran).py", "x%PATH%.py", "it's (1).py"):
        begins.write_bytes(start_file("Windows", name, "print(input())\n").content)
        status, said = start(windows)
        assert (status, "isn't beside this file" in in_one_line(said)) == (1, True), said
        assert not list(windows.app.rglob("ran"))


def test_uv_brings_what_is_missing(windows: WineMachine) -> None:
    windows.has_exe("python", PYTHON)
    windows.has_exe("uv", UV)
    unpack(windows.app, "print(input())\n", "six==1.17.0")
    (windows.app / "no-network").touch()
    status, said = start(windows)
    assert (status, "That could not be fetched.\nConnect this computer to the internet" in said) == (1, True), said
    (windows.app / "no-network").unlink()
    started = f'[uv run "solution.py" "a b"]\n{END}'
    assert start(windows, '"a b"') == (0, f"Fetching what the program needs...\n{started}")
    assert start(windows, '"a b"') == (0, started)
    unpack(windows.app, "input()\n", "six==1.17.0")  # which waits itself
    assert start(windows, '"a b"') == (0, started.removesuffix(END))


def test_uv_is_fetched_where_nothing_else_starts_it(windows: WineMachine) -> None:
    windows.has_exe("uv-elsewhere", UV)
    windows.has_exe("powershell", POWERSHELL)
    unpack(windows.app, "print(input())\n")
    (windows.app / "no-network").touch()
    status, said = start(windows, "", "no")
    assert (status, "Nothing was fetched." in said, "irm" in said) == (1, True, False), said
    said = start(windows)[1]
    assert "uv, which sets up programs in Python (about 20 MB), from https://astral.sh/uv/install.ps1" in in_one_line(
        said
    )
    assert '["irm $env:ASSAY_UV_INSTALLER | iex"]' in said
    assert "uv could not be fetched.\nConnect this computer to the internet" in said
    (windows.app / "no-network").unlink()
    assert '[uv run "solution.py" "a b"]' in start(windows, '"a b"')[1]
    assert (windows.local / "assay-start" / "uv.exe").exists()
    assert start(windows)[1].startswith("[uv run")
