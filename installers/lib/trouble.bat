@echo off
rem What kept a step from working, in plain words: networks, proxies, certificates, disks.
goto %1

rem Where PowerShell can't be asked, the disk is taken to be large enough.
:check_space
set "FREE="
for /f %%F in ('powershell -NoProfile -Command "[int]((Get-Item .).PSDrive.Free / 1MB)" 2^>^>installers\install.log') do set "FREE=%%F"
if not defined FREE exit /b 0
if %FREE% GEQ 2000 exit /b 0
%SAY% failure "There are only %FREE% MB free on this disk, and about 2000 are needed. Make room, then start this again."
set "STATUS=1"
exit /b 1

rem One variable for a company's certificates serves all tools: pip, requests and uv each read their own.
:share_certificates
set "CERTIFICATES=%SSL_CERT_FILE%"
if not defined CERTIFICATES set "CERTIFICATES=%REQUESTS_CA_BUNDLE%"
if not defined CERTIFICATES set "CERTIFICATES=%PIP_CERT%"
if not defined CERTIFICATES exit /b 0
if not exist "%CERTIFICATES%" goto no_certificates
if not defined SSL_CERT_FILE set "SSL_CERT_FILE=%CERTIFICATES%"
if not defined REQUESTS_CA_BUNDLE set "REQUESTS_CA_BUNDLE=%CERTIFICATES%"
if not defined PIP_CERT set "PIP_CERT=%CERTIFICATES%"
exit /b 0
:no_certificates
%SAY% warn "The file of certificates isn't there: !CERTIFICATES!. Correct SSL_CERT_FILE, REQUESTS_CA_BUNDLE or PIP_CERT."
exit /b 0

rem Sets REASON to what the log says about why something failed, with one thing to do.
:reason
set "REASON=Start this again; if that doesn't help, report it with the log."
set "OFFLINE=There is no connection to the internet. Connect this computer, then start this again."
set "FULL=The disk is full. Make room (about 2 GB), then start this again."
call :because "NewConnectionError" "%OFFLINE%"
call :because "Failed to establish a new connection" "%OFFLINE%"
call :because "getaddrinfo failed" "%OFFLINE%"
call :because "ConnectTimeout" "%OFFLINE%"
call :because "dns error" "%OFFLINE%"
call :because "ProxyError" "The proxy doesn't let it through: !HTTPS_PROXY!. Correct HTTPS_PROXY, then start this again."
set "REFUSED=A certificate isn't trusted, as where a company looks into connections. Set SSL_CERT_FILE to your company's"
set "REFUSED=%REFUSED% certificates (a PEM file; ask your administrator), then start this again."
call :because "CERTIFICATE_VERIFY_FAILED" "%REFUSED%"
call :because "invalid peer certificate" "%REFUSED%"
set "CHANGED=What was downloaded isn't what was expected. Start this again; if that doesn't help, download Assay again."
call :because "DO NOT MATCH THE HASHES" "%CHANGED%"
call :because "No space left" "%FULL%"
call :because "not enough space" "%FULL%"
exit /b 0

:because
%FIND% "%~1" installers\install.log >nul
if not errorlevel 1 set "REASON=%~2"
exit /b 0
