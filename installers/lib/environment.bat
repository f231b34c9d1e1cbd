@echo off
rem Assay's packages in a virtual environment of their own. Each state of requirements.txt has its own folder, complete or
rem not used at all, so that an update that fails leaves the old one as it was. Sets ENVIRONMENT, the folder's name, or
rem STATUS where it couldn't be had.
goto %1

:ensure
%SAY% step "Python and Assay's packages"
set "HASH="
for /f "skip=1 delims=" %%H in ('certutil -hashfile requirements.txt SHA256 2^>nul') do if not defined HASH set "HASH=%%H"
for %%F in (requirements.txt) do if not defined HASH set "HASH=%%~zF-bytes"
set "HASH=%HASH: =%"
set "ENVIRONMENT=.venv-%HASH:~0,8%"
call :look
if "%COMPLETE%"=="yes" (%SAY% ok "Already there") else call :install
if not "%STATUS%"=="0" exit /b 1
for /d %%D in (.venv-*) do if not "%%D"=="%ENVIRONMENT%" if not "%%D"==".venv-before" call :remove_old %%D
call :name_it_venv
exit /b 0

:look
set "COMPLETE=no"
if not exist %ENVIRONMENT%\.complete exit /b 0
%ENVIRONMENT%\Scripts\python.exe installers\lib\usable_python.py >>installers\install.log 2>&1 <nul
if "%ERRORLEVEL%"=="0" set "COMPLETE=yes"
exit /b 0

:install
call :remove %ENVIRONMENT%
if "%IN_USE%"=="yes" goto in_use
call installers\lib\trouble.bat check_space
if not "%STATUS%"=="0" exit /b 1
call installers\lib\trouble.bat share_certificates
call installers\lib\python.bat find
if not defined PYTHON goto no_python
%SAY% ok "Python: !PYTHON!"
goto build

:in_use
%SAY% failure "This folder's environment is in use. Is the installer already at work in another window? Wait for it."
set "STATUS=1"
exit /b 1

:no_python
set "WHAT=No Python 3.11 to 3.14 could be had. Get the 64-bit one from https://www.python.org/downloads/windows/"
call installers\lib\trouble.bat reason
%SAY% failure "%WHAT%"
%SAY% plain "and start this again. %REASON%"
set "STATUS=1"
exit /b 1

:build
%SAY% note "Installing Assay's packages; this takes some minutes (about 100 MB to download, 500 MB on the disk)"
%SAY% command "python -m venv !ENVIRONMENT!"
call %PYTHON% -m venv %ENVIRONMENT% >>installers\install.log 2>&1 <nul
if not "%ERRORLEVEL%"=="0" goto not_built
%SAY% command "python -m pip install -r requirements.txt"
set "INSTALL=-m pip install --disable-pip-version-check --no-input --require-hashes --only-binary=:all:"
%ENVIRONMENT%\Scripts\python.exe %INSTALL% -r requirements.txt >>installers\install.log 2>&1 <nul
if not "%ERRORLEVEL%"=="0" goto not_built
>%ENVIRONMENT%\.complete echo %DATE%
%SAY% ok "Installed in !ROOT!\!ENVIRONMENT!"
exit /b 0

:not_built
set "STATUS=1"
%FIND% "Operation cancelled by user" installers\install.log >nul
if errorlevel 1 goto say_why
set "STATUS=130"
exit /b 1
:say_why
call installers\lib\trouble.bat reason
%SAY% failure "The packages could not be installed. %REASON%"
exit /b 1

rem For uninstall.bat: the same of the environment %2.
:look_for_use
call :is_in_use %2
exit /b 0

:discard
call :remove %2
exit /b 0

rem Sets IN_USE to whether somebody runs the environment %1: Windows lets nobody write to a running program's file.
:is_in_use
set "IN_USE=no"
if exist %1\Scripts\python.exe call :write_to %1\Scripts\python.exe 2>nul
exit /b 0
:write_to
set "IN_USE=yes"
>>%1 set "IN_USE=no"
exit /b 0

:remove
call :is_in_use %1
if "%IN_USE%"=="yes" exit /b 1
if exist %1\Scripts rmdir /s /q %1 >>installers\install.log 2>&1
exit /b 0

:remove_old
call :remove %1
if "%IN_USE%"=="yes" %SAY% note "An Assay that is still running keeps %1 until it ends."
exit /b 0

rem For the terminal, `.venv` leads to the environment. A folder of that name with something in it stays what it is.
:name_it_venv
rmdir .venv 2>nul
if not exist .venv mklink /J .venv %ENVIRONMENT% >>installers\install.log 2>&1
exit /b 0
