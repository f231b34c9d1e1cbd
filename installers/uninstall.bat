@echo off
rem Removes what install.bat set up, asks about the history, the models and other programs, and leaves what was there
rem before. See install.bat for how these files are written.
setlocal EnableExtensions DisableDelayedExpansion
rem Programs are found on the PATH, and not in the folder that this is in: cmd would look there first.
set "NoDefaultCurrentDirectoryInExePath=1"

set "YES=no"
set "ALL=no"
set "STATUS=0"
set "LOG="
rem A double-click gives the file's path in quotes, and no options.
set "OPENED=no"
if "%~1"=="" if %0=="%~f0" set "OPENED=yes"
set "SAY=call installers\lib\say.bat"
rem Windows' own `find`: another may come before it on the PATH.
set "FIND=%SystemRoot%\System32\find.exe"
for %%I in ("%~dp0..") do set "ROOT=%%~fI"

cd /d "%ROOT%" 2>nul
if not exist installers\lib\say.bat goto incomplete
goto next_option

:incomplete
echo This folder isn't complete, or lies on another computer. Start uninstall.bat where Assay was installed.
if "%OPENED%"=="yes" pause
exit /b 1

:next_option
if "%~1"=="" goto options_are_read
if "%~1"=="--help" goto help
if "%~1"=="-h" goto help
if "%~1"=="/?" goto help
if "%~1"=="--yes" set "YES=yes" & goto shift_option
if "%~1"=="--all" set "ALL=yes" & goto shift_option
set "OPTION=%~1"
%SAY% plain "There is no option !OPTION!; see --help."
set "STATUS=2"
goto end

:shift_option
shift /1
goto next_option

:help
echo Removes what install.bat set up, and leaves what was there before.
echo.
echo   uninstall.bat [options]
echo     --yes          remove Assay's own without asking; keep the history, the models, and other programs
echo     --all          with --yes: remove those, too
echo.
echo Ends with 0 when done, 1 where Assay is still running or something could not be removed, 2 for bad usage, 130 if
echo cancelled.
goto end

:options_are_read
call installers\lib\folder.bat enter
if not "%STATUS%"=="0" goto end
%SAY% plain "Removing Assay from this computer; its folder !ROOT! stays"
for /d %%D in (.venv-*) do call :stop_if_used %%D
if not "%STATUS%"=="0" goto end
%SAY% ask "Remove Assay's environment, its containers, its sandbox images and what it fetched?"
if errorlevel 1 goto nothing
call :images
call :fetched
call :history
call :environments
call :models
call :programs
if "%STATUS%"=="0" goto done
%SAY% plain "Not all could be removed; see what needs attention above. Log: !LOG!"
goto end

:done
%SAY% plain "Done. What was here before Assay is still here. To remove the rest, delete the folder !ROOT!"
del installers\install.log
goto end

:nothing
%SAY% plain "Nothing was removed."
set "STATUS=130"
goto end

:stop_if_used
call installers\lib\environment.bat look_for_use %1
if "%IN_USE%"=="no" exit /b 0
%SAY% failure "Assay is still running. Close its window, then start this again. Nothing was removed. Log: !LOG!"
set "STATUS=1"
exit /b 1

:could_not
%SAY% warn "%~1"
set "STATUS=1"
exit /b 1

:quietly
call %* >>installers\install.log 2>&1 <nul
exit /b %ERRORLEVEL%

rem Asks about what isn't Assay's own; --yes alone keeps it.
:may_lose
if "%YES%%ALL%"=="yesno" goto kept
%SAY% ask "%~1"
exit /b %ERRORLEVEL%
:kept
%SAY% note "%~1 No: --yes keeps it, --all removes it."
exit /b 1

:images
%SAY% step "Containers and sandbox images"
call :quietly docker --version
if not "%ERRORLEVEL%"=="0" goto none
call :quietly docker info
if not "%ERRORLEVEL%"=="0" goto no_engine
set "REMOVED=yes"
for /f %%C in ('docker ps --all --quiet --filter label^=assay.owner') do call :remove_by rm %%C
for %%N in (assay-sandbox assay-base) do for /f %%I in ('docker images --quiet %%N') do call :remove_by rmi %%I
if "%REMOVED%"=="yes" %SAY% ok "Removed"
exit /b 0
:remove_by
call :quietly docker %1 --force %2
if "%ERRORLEVEL%"=="0" exit /b 0
set "REMOVED=no"
call :could_not "%2 could not be removed."
exit /b 1
:no_engine
call :could_not "The engine doesn't answer, so they are left. Start Docker Desktop, then start this again."
exit /b 1

:none
%SAY% ok "There are none"
exit /b 0

rem What was fetched for programs, and what lets somebody into the page.
:fetched
set "DATA=%ASSAY_HOME%"
if not defined DATA set "DATA=%LocalAppData%\assay\assay"
%SAY% step "What Assay fetched, and the page's token"
set "REMOVED=yes"
call :remove_kept own
call :remove_kept folder
if "%REMOVED%"=="yes" %SAY% ok "Removed"
rmdir "%DATA%" >>installers\install.log 2>&1
exit /b 0

:history
%SAY% step "Your history and your key for Claude"
if not exist "%DATA%" goto none
call :may_lose "Delete the history in !DATA!, and the key? They can't be had back."
if errorlevel 1 exit /b 0
rem A key that Windows keeps, where there is one.
for /d %%D in (.venv-*) do if exist %%D\Scripts\python.exe %%D\Scripts\python.exe -m keyring del assay claude >>installers\install.log 2>&1 <nul
set "REMOVED=yes"
call :remove_kept history
if "%REMOVED%"=="yes" %SAY% ok "Deleted"
rmdir "%DATA%" >>installers\install.log 2>&1
if exist "%DATA%" %SAY% note "Other files in !DATA! were left."
exit /b 0

rem Removes what lib\kept.txt calls %1: only Assay's own, for ASSAY_HOME may be a folder that holds others, too.
:remove_kept
for /f "tokens=1,2" %%K in (installers\lib\kept.txt) do if "%%K"=="%1" call :remove_one %1 %%L
exit /b 0
:remove_one
if not exist "%DATA%\%~2" exit /b 0
if "%1"=="folder" goto remove_folder
del /q "%DATA%\%~2" >>installers\install.log 2>&1
goto is_it_gone
:remove_folder
set "FETCHED=no"
if not defined ASSAY_HOME set "FETCHED=yes"
if exist "%DATA%\%~2\uv\CACHEDIR.TAG" set "FETCHED=yes"
if exist "%DATA%\%~2\pyodide-*.tgz" set "FETCHED=yes"
if "%FETCHED%"=="yes" goto remove_fetched
%SAY% note "!DATA!\%~2 was left, for it may not be Assay's."
exit /b 0
:remove_fetched
rmdir /s /q "%DATA%\%~2" >>installers\install.log 2>&1
:is_it_gone
if not exist "%DATA%\%~2" exit /b 0
set "REMOVED=no"
call :could_not "!DATA!\%~2 could not be removed."
exit /b 1

:environments
%SAY% step "Python's environment"
rmdir .venv 2>nul
for /d %%D in (.venv-*) do if not "%%D"==".venv-before" call installers\lib\environment.bat discard %%D
if exist .uv rmdir /s /q .uv
%SAY% ok "Removed"
exit /b 0

rem What is in the record and can't or mustn't be removed goes into a new one.
:models
%SAY% step "Models that the installer fetched"
call :each model
exit /b 0

:programs
%SAY% step "Programs that the installer brought"
call :each winget
exit /b 0

:each
%FIND% "%1 " installers\installed.txt >nul 2>&1
if errorlevel 1 goto none
move /y installers\installed.txt installers\installed-before.txt >nul
for /f "tokens=1,2" %%K in (installers\installed-before.txt) do call :one %1 %%K %%L
del installers\installed-before.txt
exit /b 0

:one
if not "%1"=="%2" goto remember
if "%3"=="Ollama.Ollama" %SAY% note "Ollama's own uninstaller removes all of its models, too."
call :may_lose "Remove %3?"
if errorlevel 1 goto remember
if "%2"=="model" call :quietly ollama rm %3
if "%2"=="winget" call winget uninstall --exact --id %3
if not "%ERRORLEVEL%"=="0" goto not_removed
%SAY% ok "%3 is removed"
exit /b 0
:not_removed
call :could_not "%3 could not be removed. Try again later; programs can be removed in Windows' settings under Apps, too."
:remember
>>installers\installed.txt echo %2 %3
exit /b 0

:end
%SAY% keep_open
exit /b %STATUS%
