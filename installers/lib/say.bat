@echo off
rem Speaking to the user and to the log:  say.bat KIND "text".  A variable's value is put in by writing !NAME! in the
rem text, which keeps every letter of it as it is. Needs YES, and LOG where there is a log yet.
setlocal EnableExtensions EnableDelayedExpansion
goto %1

:step
echo.
echo %~2
set "MARK=== "
goto log

:ok
set "MARK=  ok: "
goto both

:note
set "MARK=  - "
goto both

:warn
set "MARK=  attention: "
echo %MARK%%~2 ^(log: !LOG!^)
goto log

:failure
set "MARK=  failed: "
goto both

:plain
set "MARK="
goto both

:command
set "MARK=$ "
goto log

:both
echo %MARK%%~2
:log
if not defined LOG exit /b 0
>>installers\install.log echo %MARK%%~2
exit /b 0

rem Asks; ends with 0 for yes, with 1 for no and where nobody is there to answer.
:ask
set "TRIES=0"
set "MARK=  - Yes, as you said: "
if "%YES%"=="yes" goto both
:ask_again
set "ANSWER="
set /p "ANSWER=  ? %~2 Type y or n, then Enter: "
if /i "!ANSWER!"=="y" exit /b 0
if /i "!ANSWER!"=="yes" exit /b 0
if /i "!ANSWER!"=="n" exit /b 1
if /i "!ANSWER!"=="no" exit /b 1
set /a "TRIES+=1"
if %TRIES% LSS 2 goto ask_again
echo.
exit /b 1

rem The window that a double-click has opened closes at the end.
:keep_open
if "%OPENED%"=="yes" pause
exit /b 0
