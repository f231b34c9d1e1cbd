@echo off
rem Programs from winget, Windows' own installer, which asks for an administrator where a program needs one.
goto %1

rem install ID "question": asks, installs, and notes it for uninstall. Ends with 0 where it is installed.
:install
call winget --version >>installers\install.log 2>&1 <nul
if not "%ERRORLEVEL%"=="0" goto missing
%SAY% ask "%~3"
if errorlevel 1 exit /b 1
%SAY% command "winget install %~2"
set "AGREED=--accept-package-agreements --accept-source-agreements"
rem %4 and %5 are for the program's own installer: --override "options".
call winget install --exact --id %2 --source winget %AGREED% %4 %5
if not "%ERRORLEVEL%"=="0" goto failed
%FIND% "winget %~2" installers\installed.txt >nul 2>&1
if errorlevel 1 >>installers\installed.txt echo winget %~2
call :extend_path
exit /b 0

:missing
%SAY% command "winget isn't here"
exit /b 1

:failed
%SAY% command "winget install %~2 failed"
exit /b 1

rem A window that was open before doesn't find a new program on its PATH yet.
:extend_path
set "PATH=%PATH%;%ProgramFiles%\Docker\Docker\resources\bin;%LocalAppData%\Programs\Ollama"
set "PATH=%PATH%;%LocalAppData%\Programs\DockerDesktop\resources\bin;%LocalAppData%\Microsoft\WinGet\Links"
exit /b 0
