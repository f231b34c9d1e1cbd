@echo off
rem The folder that Assay lies in: can it be used? Sets STATUS where it can't, else LOG, and starts the log.
goto %1

:enter
rem Windows takes no path above 259 letters, unless told otherwise. The longest in the packages has 123, and
rem \.venv-12345678\Lib\site-packages\ before it 34: so up to 102 are left for this folder.
if "%ROOT:~0,100%"=="%ROOT%" goto short_enough
call reg query HKLM\SYSTEM\CurrentControlSet\Control\FileSystem /v LongPathsEnabled 2>nul | %FIND% "0x1" >nul
if not errorlevel 1 goto short_enough
%SAY% failure "This folder's path is too long for Windows. Move the folder, as to C:\Assay, and start this there."
set "STATUS=1"
exit /b 1

:short_enough
rem While another installer writes to the log, Windows doesn't let this one.
call :begin_log 2>nul
if not "%WRITABLE%"=="yes" goto not_writable
set "LOG=%ROOT%\installers\install.log"
echo %DATE% %TIME% >>installers\install.log
ver >>installers\install.log
exit /b 0

:begin_log
set "WRITABLE="
>installers\install.log set "WRITABLE=yes"
exit /b 0

:not_writable
%SAY% failure "This can't be written: !ROOT!\installers\install.log"
%SAY% plain "Is the installer already at work in another window? Wait for it. Else move Assay's folder to where it belongs"
%SAY% plain "to you, as in Documents, or free space on a full disk. Then start this again."
set "STATUS=1"
exit /b 1
