@echo off
rem Sets up Assay beside this folder and starts it. Can be repeated: what is already there is left alone.
rem
rem Written for what every cmd.exe does alike. Commands name files relative to Assay's folder, so that no letter of
rem its path, as in R&D (100%%),  is ever read as part of a command; texts name variables as !NAME!, see say.bat.
rem Programs that may be batch files themselves (py of pyenv-win, say) are started with `call`, or they'd end this one.
setlocal EnableExtensions DisableDelayedExpansion
rem Programs are found on the PATH, and not in the folder that this is in: cmd would look there first.
set "NoDefaultCurrentDirectoryInExePath=1"

set "YES=no"
set "LAUNCH=yes"
set "WITH_DOCKER=yes"
set "WITH_OLLAMA=yes"
set "MODEL="
set "PORT="
set "STATUS=0"
set "LOG="
rem A double-click gives the file's path in quotes, and no options.
set "OPENED=no"
if "%~1"=="" if %0=="%~f0" set "OPENED=yes"
set "SAY=call installers\lib\say.bat"
rem Windows' own `find`: another may come before it on the PATH.
set "FIND=%SystemRoot%\System32\find.exe"
for %%I in ("%~dp0..") do set "ROOT=%%~fI"

if "%ROOT:~0,2%"=="\\" goto elsewhere
cd /d "%ROOT%"
if not exist installers\lib\say.bat goto incomplete
if not exist requirements.txt goto incomplete
goto next_option

:elsewhere
echo This folder lies on another computer. Copy it to a disk of this one, as in C:\Assay, and start install.bat there.
if "%OPENED%"=="yes" pause
exit /b 1

:incomplete
echo This folder isn't complete. If it lies in a .zip file, extract that first: right-click it, choose "Extract All",
echo and start install.bat in the new folder.
if "%OPENED%"=="yes" pause
exit /b 1

:next_option
if "%~1"=="" goto options_are_read
if "%~1"=="--help" goto help
if "%~1"=="-h" goto help
if "%~1"=="/?" goto help
if "%~1"=="--yes" set "YES=yes" & goto shift_option
if "%~1"=="--no-launch" set "LAUNCH=no" & goto shift_option
if "%~1"=="--no-docker" set "WITH_DOCKER=no" & goto shift_option
if "%~1"=="--no-ollama" set "WITH_OLLAMA=no" & goto shift_option
if "%~1"=="--model" set "MODEL=%~2" & goto check_model
if "%~1"=="--port" set "PORT=%~2" & goto check_port
set "OPTION=%~1"
%SAY% plain "There is no option !OPTION!; see --help."
goto bad_usage

:check_model
if not defined MODEL goto model_is_wrong
if "%MODEL:~0,1%"=="-" goto model_is_wrong
for /f "delims=abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:/-" %%C in ("%MODEL%") do goto model_is_wrong
shift /1
goto shift_option
:model_is_wrong
%SAY% plain "--model needs the name of a model, as in --model qwen3:8b."
goto bad_usage

:check_port
if not defined PORT goto port_is_wrong
for /f "delims=0123456789" %%C in ("%PORT%") do goto port_is_wrong
if not "%PORT:~0,5%"=="%PORT%" goto port_is_wrong
if "%PORT:~0,1%"=="0" goto port_is_wrong
if %PORT% LSS 1 goto port_is_wrong
if %PORT% GTR 65535 goto port_is_wrong
shift /1
goto shift_option
:port_is_wrong
%SAY% plain "--port needs a number from 1 to 65535."
goto bad_usage

:shift_option
shift /1
goto next_option

:bad_usage
set "STATUS=2"
goto end

:help
echo Sets up Assay beside this folder and starts it. Can be repeated: what is already there is left alone.
echo.
echo   install.bat [options]
echo     --yes          answer every question with yes, licences too
echo     --no-launch    set everything up, but don't start the page
echo     --no-docker    leave Docker alone
echo     --no-ollama    leave Ollama alone; no model is fetched either
echo     --model NAME   fetch this model, as in qwen3:8b, rather than the one chosen for this computer
echo     --port N       serve the page on this port rather than the next free one from 7860 on
echo.
echo Ends with 0 where all is done, 1 where a needed step failed, 2 for bad usage, 3 where it is installed but
echo something that real runs need is missing, 130 if stopped.
goto end

:options_are_read
for /f "tokens=2 delims=:." %%C in ('chcp') do set "CODE_PAGE=%%C"
chcp 65001 >nul
call installers\lib\folder.bat enter
if not "%STATUS%"=="0" goto end
%SAY% plain "Setting up Assay in !ROOT!"
call installers\lib\environment.bat ensure
if "%STATUS%"=="130" goto stopped
if not "%STATUS%"=="0" goto failed
call installers\lib\docker.bat ensure
call installers\lib\ollama.bat ensure
call :sandbox
call installers\lib\ollama.bat first_model
call :launch
goto end

:failed
%SAY% plain "What was installed before is unchanged. Start this again when it is mended. Log: !LOG!"
goto end

:stopped
%SAY% plain "Stopped. Start this again at any time; it goes on where it was."
goto end

:sandbox
%SAY% step "The sandbox image, and a look at everything (a minute or two the first time)"
%SAY% command "app.py doctor --fix"
%ENVIRONMENT%\Scripts\python.exe app.py doctor --fix
if "%ERRORLEVEL%"=="0" exit /b 0
set "STATUS=3"
%SAY% plain "Mend what is marked above, then start this again. Until then new programs can't be run; the recorded demo"
%SAY% plain "works without a sandbox. (log: !LOG!)"
exit /b 0

:launch
echo.
if "%LAUNCH%"=="no" goto stay
%SAY% plain "Starting Assay. It ends when you close this window."
if defined PORT set "PORT=--port %PORT%"
%SAY% command "app.py !PORT!"
%ENVIRONMENT%\Scripts\python.exe app.py %PORT%
set "APP_STATUS=%ERRORLEVEL%"
rem What a program ends with that Ctrl-C has stopped.
if "%APP_STATUS%"=="-1073741510" set "APP_STATUS=130"
if not "%APP_STATUS%"=="0" set "STATUS=%APP_STATUS%"
exit /b 0
:stay
if "%STATUS%"=="0" %SAY% plain "Assay is ready. Start install.bat again to open it."
exit /b 0

:end
if defined CODE_PAGE chcp %CODE_PAGE% >nul
%SAY% keep_open
exit /b %STATUS%
