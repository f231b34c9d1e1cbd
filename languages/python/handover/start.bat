@echo off
rem Starts the program beside this file, and gives it the files that were dropped onto this one. What is missing is
rem fetched by uv, once that was agreed to.
rem
rem No letter of a name, as in R&D (100%%), is ever read as part of a command: values are set while ! is a letter like
rem any other, and then only used as !NAME!.
setlocal EnableExtensions DisableDelayedExpansion
rem Nothing that lies in this folder is started for its name: cmd, and what the program starts, would look here first.
set "NoDefaultCurrentDirectoryInExePath=1"
for %%I in (uv.exe py.exe python.exe powershell.exe) do set "FOUND_%%~nI=%%~$PATH:I"
rem What is said here in other languages than English has the letters of this code page.
if not "@CODE_PAGE@"=="" "%SystemRoot%\System32\chcp.com" @CODE_PAGE@ >nul 2>nul <nul
set "PROGRAM=@PROGRAM@"
set "PACKAGES=@PACKAGES@"
rem Whether what it said is read by the time it ends well.
set "WAITS=@WAITS@"
set ARGUMENTS=%*
set "OWN=%LocalAppData%\assay-start"
if not defined ASSAY_UV_INSTALLER set "ASSAY_UV_INSTALLER=https://astral.sh/uv/install.ps1"
rem As where the program was tested, whatever this computer is set to.
set "PYTHONUTF8=1"
rem No file beside the program takes the place of one of Python's modules.
set "PYTHONSAFEPATH=1"
set "PYTHON_MANAGER_AUTOMATIC_INSTALL=false"
set "UV_SYSTEM_CERTS=true"
set "OPENED="
pushd "%~dp0"
setlocal EnableDelayedExpansion

rem The Explorer gives R&D.txt without quotes, and cmd takes what follows the & for a command of its own. So names are
rem then read from cmd's command line, and the whole of cmd is ended with this file.
set "LINE=!cmdcmdline!"
if not defined LINE goto look
if "!LINE:&=!"=="!LINE!" goto look
set "REST=!LINE:*.bat"=!"
if "!REST!"=="!LINE!" goto look
set "ARGUMENTS=!REST:~0,-1!"
set "OPENED=yes"
:look
if not exist "!PROGRAM!" goto incomplete
call :find_uv
if defined UV goto with_uv
if "!PACKAGES!"=="no" call :find_python
if defined PYTHON goto with_python
call :fetch_uv
if defined UV goto with_uv
set "STATUS=1"
echo @NO_UV@
goto what_to_do

:with_uv
"!UV!" sync --quiet --offline --script "!PROGRAM!" >nul 2>nul <nul
if "!ERRORLEVEL!"=="0" goto run_with_uv
echo @FETCHING@
"!UV!" sync --script "!PROGRAM!" <nul
if "!ERRORLEVEL!"=="0" goto run_with_uv
set "STATUS=1"
echo @NOT_FETCHED@
goto what_to_do

:run_with_uv
"!UV!" run --quiet --offline --script "!PROGRAM!" !ARGUMENTS!
goto ended

:with_python
"!PYTHON!" !VERSION! "!PROGRAM!" !ARGUMENTS!
goto ended

:find_uv
set "UV=!FOUND_uv!"
call :is_uv
if "!ERRORLEVEL!"=="0" exit /b 0
set "UV=!OWN!\uv.exe"
call :is_uv
if not "!ERRORLEVEL!"=="0" set "UV="
if not defined UV exit /b 1
set "UV_CACHE_DIR=!OWN!\cache"
set "UV_PYTHON_INSTALL_DIR=!OWN!\python"
set "UV_PYTHON_INSTALL_BIN=0"
set "UV_PYTHON_INSTALL_REGISTRY=0"
exit /b 0

rem An old one doesn't know this option.
:is_uv
if not defined UV exit /b 1
"!UV!" sync --script "!PROGRAM!" --help >nul 2>nul <nul
exit /b !ERRORLEVEL!

:find_python
set "PYTHON=!FOUND_py!"
set "VERSION=-3"
call :is_python
if "!ERRORLEVEL!"=="0" exit /b 0
set "PYTHON=!FOUND_python!"
set "VERSION="
call :is_python
if not "!ERRORLEVEL!"=="0" set "PYTHON="
exit /b 0

rem Found by running it: the Microsoft Store's has the name, but isn't one.
:is_python
if not defined PYTHON exit /b 1
"!PYTHON!" !VERSION! -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul <nul
exit /b !ERRORLEVEL!

:fetch_uv
echo @LACKS@
echo   - @UV_ITSELF@
echo   - @WITH_UV@
echo @PLACE@
echo @TO_BE_RID@
set "ENTER="
set /p "ENTER=@AGREE@ "
rem As by somebody who types no.
if defined ENTER goto nothing
set "UV_UNMANAGED_INSTALL=!OWN!"
"!FOUND_powershell!" -NoProfile -ExecutionPolicy Bypass -Command "irm $env:ASSAY_UV_INSTALLER | iex" <nul
goto find_uv

:nothing
set "STATUS=1"
echo @NOTHING@
goto close

:incomplete
set "STATUS=1"
echo @APART@
echo @EXTRACT@
goto close

:what_to_do
echo @CONNECT@
goto close

:ended
set "STATUS=!ERRORLEVEL!"
if "!STATUS!!WAITS!"=="0yes" goto leave
if "!STATUS!"=="0" goto close
echo.
echo @FAILED@
:close
echo.
echo @CLOSE@
pause >nul
:leave
popd
if defined OPENED exit %STATUS%
exit /b %STATUS%
