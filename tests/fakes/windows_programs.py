"""Batch files that stand in for the programs of a Windows; see `wine_machine`."""

from __future__ import annotations

PYTHON = r"""
if exist "%FACTS%\broken-%NAME%" exit /b 9009
if "%NAME%"=="py" if not "%~1"=="-3.13" exit /b 103
if "%NAME%"=="py" shift /1
if "%~x1"==".exe" shift /1
if "%~n1"=="usable_python" exit /b 0
if "%1 %2"=="-m venv" goto venv
if "%1 %2"=="-m pip" goto pip
if "%1 %2 %3"=="app.py doctor --fix" goto doctor
if "%1 %2"=="app.py models" goto models
if "%1"=="app.py" goto app
if "%1"=="runs" goto runs
exit /b 0
:runs
echo.>"%FACTS%\is-running"
ping
if exist "%FACTS%\running" goto runs
exit /b 0
:venv
if exist "%FACTS%\no-venv" exit /b 1
mkdir %3\Scripts
copy "%SHELF%\environment-python.exe" %3\Scripts\python.exe >nul
exit /b 0
:pip
if exist "%FACTS%\pip-tells-certificates" echo pip trusts %PIP_CERT%
if not exist "%FACTS%\pip-says" exit /b 0
type "%FACTS%\pip-says"
exit /b 1
:doctor
if exist "%ProgramFiles%\Docker\Docker\Docker Desktop.exe" echo.>"%FACTS%\engine-runs"
if exist "%FACTS%\engine-runs" exit /b 0
echo no sandbox
exit /b 3
:models
if exist "%FACTS%\no-model" exit /b 1
if exist "%FACTS%\said-no" exit /b 130
echo qwen3:8b  500a1  5 GB  now>>"%FACTS%\models"
exit /b 0
:app
if exist "%FACTS%\port-is-busy" echo That port is taken
if exist "%FACTS%\port-is-busy" exit /b 2
echo the page opens
exit /b 0
"""
REAL_APP = r"""
if "%~x1"==".exe" shift /1
if not "%1"=="app.py" exit /b 0
start /unix {script} %1 %2 %3 %4 %5
:wait
ping
if not exist "%FACTS%\real-code" goto wait
type "%FACTS%\real-output"
set /p CODE=<"%FACTS%\real-code"
del "%FACTS%\real-code"
exit /b %CODE%
"""
DOCKER = r"""
if "%1"=="--version" exit /b 0
if not exist "%FACTS%\engine-runs" exit /b 1
if "%1"=="info" if exist "%FACTS%\windows-containers" (echo windows) else echo linux
if "%1"=="ps" echo c0ffee
if "%1 %3"=="images assay-sandbox" echo 1ma6e
if "%1"=="rmi" if exist "%FACTS%\image-in-use" exit /b 1
exit /b 0
"""
OLLAMA = r"""
if "%1"=="--version" exit /b 0
if exist "%FACTS%\ollama-silent" exit /b 1
if not "%1"=="list" exit /b 0
echo NAME  ID  SIZE  MODIFIED
if exist "%FACTS%\models" type "%FACTS%\models"
"""
WINGET = r"""
if "%1"=="--version" exit /b 0
if exist "%FACTS%\winget-fails" exit /b 1
if "%1 %4"=="install Docker.DockerDesktop" goto docker
if "%1 %4"=="install Ollama.Ollama" copy "%SHELF%\ollama.bat" "%STUBS%" >nul
if "%1 %4"=="install astral-sh.uv" copy "%SHELF%\uv.bat" "%STUBS%" >nul
exit /b 0
:docker
mkdir "%ProgramFiles%\Docker\Docker"
copy "%SHELF%\docker.exe" "%ProgramFiles%\Docker\Docker\Docker Desktop.exe" >nul
copy "%SHELF%\docker.bat" "%STUBS%" >nul
"""
POWERSHELL = r"""
set "ASKED=%~3"
if not "%ASKED:PSDrive=%"=="%ASKED%" goto space
if exist "%FACTS%\no-virtualisation" (echo False) else echo True
if not exist "%FACTS%\uv-site" exit /b 1
mkdir .uv 2>nul
copy "%SHELF%\uv.exe" .uv\uv.exe >nul
exit /b 0
:space
if exist "%FACTS%\little-space" (echo 300) else echo 30000
"""
UV = r"""
if not "%1"=="python" exit /b 0
if exist "%FACTS%\no-python-downloads" exit /b 1
mkdir .uv\python\cpython-3.13.9-windows-x86_64-none
copy "%SHELF%\uv-python.exe" .uv\python\cpython-3.13.9-windows-x86_64-none\python.exe >nul
"""
CERTUTIL = r"""
set /p FIRST=<requirements.txt
echo SHA256 hash of requirements.txt:
echo %FIRST:~2%0123456789abcdef
"""
BODIES = {
    "py": PYTHON, "python": PYTHON, "python3": PYTHON, "environment-python": PYTHON, "uv-python": PYTHON,
    "docker": DOCKER, "ollama": OLLAMA, "winget": WINGET, "powershell": POWERSHELL, "uv": UV,
    "certutil": CERTUTIL, "wsl": 'if exist "%FACTS%\\no-wsl" exit /b 50',
    "ping": "",
    "reg": 'if exist "%FACTS%\\long-paths" echo LongPathsEnabled REG_DWORD 0x1',
}  # fmt: skip
