@echo off
rem What programs run in: a Docker engine with Linux containers, from Docker Desktop where there is none yet. The doctor
rem starts it, and says why where it can't.
goto %1

:ensure
%SAY% step "Docker, which runs generated programs in a sealed container"
if "%WITH_DOCKER%"=="no" goto left_out
call installers\lib\winget.bat extend_path
call :ask_engine
if defined ENGINE goto running
if defined DOCKER_HOST exit /b 0
call :find_desktop
if not defined DESKTOP goto install
:installed
%SAY% note "It is installed, and started below; that takes a minute or two"
exit /b 0

:left_out
%SAY% note "Left out, as you asked"
exit /b 0

:name_engine
if "%~1"=="linux" set "ENGINE=linux"
if "%~1"=="windows" set "ENGINE=windows"
exit /b 0

rem Sets ENGINE to `linux` or `windows`, what its containers are of, where an engine answers.
:ask_engine
set "ENGINE="
for /f %%O in ('docker info --format "{{.OSType}}" 2^>^>installers\install.log') do call :name_engine %%O
exit /b 0

:running
if "%ENGINE%"=="windows" goto wrong_containers
%SAY% ok "Running"
exit /b 0

:wrong_containers
%SAY% warn "Docker is set to Windows containers. Click its whale beside the clock, choose 'Switch to Linux containers',"
%SAY% plain "    then start this again."
exit /b 1

:find_desktop
set "DESKTOP="
set "NAME=Docker Desktop.exe"
if exist "%LocalAppData%\Programs\DockerDesktop\%NAME%" set "DESKTOP=%LocalAppData%\Programs\DockerDesktop\%NAME%"
if exist "%ProgramFiles%\Docker\Docker\%NAME%" set "DESKTOP=%ProgramFiles%\Docker\Docker\%NAME%"
exit /b 0

:install
call :find_obstacle
if defined OBSTACLE goto say_obstacle
%SAY% note "Docker Desktop is free for personal use, education, open source and companies of up to 250 people and 10 million"
%SAY% note "dollars a year; larger ones need a paid subscription. Its terms: https://www.docker.com/legal/docker-subscription-service-agreement"
set "QUESTION=Install Docker Desktop (about 2 GB) and accept its terms? Windows asks for an administrator."
call installers\lib\winget.bat install Docker.DockerDesktop "%QUESTION%" --override "install --quiet --accept-license"
call :find_desktop
if defined DESKTOP goto installed
%SAY% warn "Docker Desktop isn't installed; going on without it. It is at https://www.docker.com/products/docker-desktop/"
exit /b 1

:say_obstacle
%SAY% warn "%OBSTACLE%"
exit /b 1

rem Sets OBSTACLE to what keeps Docker Desktop from working here, with one thing to do.
:find_obstacle
set "OBSTACLE="
set "VIRTUAL="
set "QUERY=(Get-CimInstance Win32_ComputerSystem).HypervisorPresent -or @(Get-CimInstance Win32_Processor)[0].VirtualizationFirmwareEnabled"
for /f %%V in ('powershell -NoProfile -Command "%QUERY%" 2^>^>installers\install.log') do set "VIRTUAL=%%V"
if /i "%VIRTUAL%"=="False" goto not_virtual
set "WSL_UTF8=1"
call wsl --status >>installers\install.log 2>&1 <nul
if "%ERRORLEVEL%"=="0" exit /b 0
set "OBSTACLE=Docker needs WSL 2, which isn't set up. Open a terminal as administrator, run: wsl --install --no-distribution,"
set "OBSTACLE=%OBSTACLE% restart Windows, then start this again."
exit /b 0

:not_virtual
set "OBSTACLE=Virtualisation is off on this computer, and Docker needs it. Switch it on in the computer's BIOS or UEFI settings"
set "OBSTACLE=%OBSTACLE% (it is called Intel VT-x, AMD-V or SVM there), then start this again."
exit /b 0
