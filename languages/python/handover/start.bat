@echo off
rem Starts the program beside this file, and gives it the files that were dropped onto this one. What is missing is
rem fetched by uv, once that was agreed to.
rem
rem No letter of a name, as in R&D (100%%), is ever read as part of a command: values are set while ! is a letter like
rem any other, and then only used as !NAME!.
setlocal EnableExtensions DisableDelayedExpansion
set "PROGRAM=@PROGRAM@"
set "PACKAGES=@PACKAGES@"
rem Whether what it said is read by the time it ends well.
set "WAITS=@WAITS@"
set ARGUMENTS=%*
set "OWN=%LocalAppData%\assay-start"
if not defined ASSAY_UV_INSTALLER set "ASSAY_UV_INSTALLER=https://astral.sh/uv/install.ps1"
rem As where the program was tested, whatever this computer is set to.
set "PYTHONUTF8=1"
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
echo uv could not be fetched.
goto what_to_do

:with_uv
"!UV!" sync --quiet --offline --script "!PROGRAM!" >nul 2>nul <nul
if "!ERRORLEVEL!"=="0" goto run_with_uv
echo Fetching what the program needs ...
"!UV!" sync --script "!PROGRAM!" <nul
if "!ERRORLEVEL!"=="0" goto run_with_uv
set "STATUS=1"
echo That could not be fetched.
goto what_to_do

:run_with_uv
"!UV!" run --quiet --offline --script "!PROGRAM!" !ARGUMENTS!
goto ended

:with_python
!PYTHON! !VERSION! "!PROGRAM!" !ARGUMENTS!
goto ended

:find_uv
set "UV=uv.exe"
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
"!UV!" sync --script "!PROGRAM!" --help >nul 2>nul <nul
exit /b !ERRORLEVEL!

:find_python
set "PYTHON=py.exe"
set "VERSION=-3"
call :is_python
if "!ERRORLEVEL!"=="0" exit /b 0
set "PYTHON=python.exe"
set "VERSION="
call :is_python
if not "!ERRORLEVEL!"=="0" set "PYTHON="
exit /b 0

rem Found by running it: the Microsoft Store's has the name, but isn't one.
:is_python
!PYTHON! !VERSION! -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul <nul
exit /b !ERRORLEVEL!

:fetch_uv
echo This program needs something that isn't on this computer yet. It can be fetched now, once:
echo   - uv, which sets up programs in Python (about 20 MB), from !ASSAY_UV_INSTALLER!
echo   - with uv, Python itself if it is missing (about 30 MB), and the packages that are named in !PROGRAM!
echo It goes into the folder !OWN!
echo and needs no administrator. To be rid of it, delete that folder.
set /p "ENTER=Press Enter to fetch it, or close this window. "
set "UV_UNMANAGED_INSTALL=!OWN!"
powershell.exe -NoProfile -ExecutionPolicy Bypass -Command "irm $env:ASSAY_UV_INSTALLER | iex" <nul
goto find_uv

:incomplete
set "STATUS=1"
echo !PROGRAM! isn't beside this file. If they came in a .zip file, right-click that, choose "Extract All", and start this
echo in the new folder.
goto close

:what_to_do
echo Connect this computer to the internet and start this again. If it is connected, a company's network may be in the way:
echo ask whoever looks after it for uv, see https://docs.astral.sh/uv.
goto close

:ended
set "STATUS=!ERRORLEVEL!"
if "!STATUS!!WAITS!"=="0yes" goto leave
if "!STATUS!"=="0" goto close
echo.
echo The program ended with an error (number !STATUS!). What it said about it stands above.
:close
echo.
echo Press Enter to close.
pause >nul
:leave
popd
if defined OPENED exit %STATUS%
exit /b %STATUS%
