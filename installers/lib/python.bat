@echo off
rem Which Python? One that runs: the Microsoft Store's alias has the name, but isn't one. Sets PYTHON, a command; where
rem there is none, uv brings one into Assay's folder, without an administrator.
goto %1

:find
set "PYTHON="
rem Python's own installer for Windows is not to bring one just because we look.
set "PYTHON_MANAGER_AUTOMATIC_INSTALL=false"
call :look_around
if not defined PYTHON call :from_uv
exit /b 0

:look_around
for /d %%D in (.uv\python\cpython-3*) do call :try_file "%%D\python.exe"
for %%V in (3.14 3.13 3.12 3.11) do call :try py -%%V
call :try python
call :try python3
for %%V in (314 313 312 311) do (
    call :try_file "%LocalAppData%\Programs\Python\Python%%V\python.exe"
    call :try_file "%ProgramFiles%\Python%%V\python.exe"
    call :try_file "%SystemDrive%\Python%%V\python.exe"
)
exit /b 0

:try_file
if not exist %1 exit /b 0
:try
if defined PYTHON exit /b 0
set LOOKED_AT=%*
%SAY% command "looking at !LOOKED_AT!"
call %* installers\lib\usable_python.py >>installers\install.log 2>&1 <nul
if "%ERRORLEVEL%"=="0" set PYTHON=%*
exit /b 0

:from_uv
%SAY% note "No usable Python 3.11 to 3.14 is here; getting one into Assay's folder with uv (about 60 MB)"
set "UV_UNMANAGED_INSTALL=%ROOT%\.uv"
set "UV_PYTHON_INSTALL_DIR=%ROOT%\.uv\python"
set "UV_PYTHON_INSTALL_BIN=0"
set "UV_PYTHON_INSTALL_REGISTRY=0"
set "UV_SYSTEM_CERTS=true"
call :find_uv
if not defined UV call :uv_from_its_site
if not defined UV call :uv_from_winget
if not defined UV exit /b 1
%SAY% command "uv python install"
call %UV% python install cpython-3.13-windows-x86_64 >>installers\install.log 2>&1 <nul
for /d %%D in (.uv\python\cpython-3*) do call :try_file "%%D\python.exe"
exit /b 0

:find_uv
set "UV="
if exist .uv\uv.exe set "UV=.uv\uv.exe"
if defined UV exit /b 0
call uv --version >>installers\install.log 2>&1 <nul
if "%ERRORLEVEL%"=="0" set "UV=uv"
exit /b 0

:uv_from_its_site
set "SITE=https://astral.sh/uv/install.ps1"
%SAY% command "powershell irm !SITE!"
call powershell -NoProfile -ExecutionPolicy Bypass -Command "irm %SITE% | iex" >>installers\install.log 2>&1 <nul
goto find_uv

:uv_from_winget
call installers\lib\winget.bat install astral-sh.uv "Its site can't be reached. Install uv by winget instead (about 20 MB)?"
goto find_uv
