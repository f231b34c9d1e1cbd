@echo off
rem Ollama, which runs language models on this computer, and the first model. The doctor starts it, and says why where
rem it can't.
goto %1

:ensure
%SAY% step "Ollama, which runs language models on this computer"
if "%WITH_OLLAMA%"=="no" goto left_out
call installers\lib\winget.bat extend_path
call ollama --version >>installers\install.log 2>&1 <nul
if not "%ERRORLEVEL%"=="0" goto install
%SAY% ok "Already there"
exit /b 0

:left_out
%SAY% note "Left out, as you asked"
exit /b 0

:install
call installers\lib\winget.bat install Ollama.Ollama "Install Ollama (about 2 GB)? It needs no administrator."
if not errorlevel 1 exit /b 0
%SAY% warn "Ollama isn't installed; going on without it. Get it from https://ollama.com/download, or use Claude or the demo."
exit /b 1

:first_model
if "%WITH_OLLAMA%"=="no" exit /b 0
call :models_into before
if not "%ERRORLEVEL%"=="0" goto silent
%SAY% step "A language model for this computer"
set "AGREED="
if "%YES%"=="yes" set "AGREED=--yes"
%SAY% command "app.py models --fetch %MODEL% %AGREED%"
%ENVIRONMENT%\Scripts\python.exe app.py models --fetch %MODEL% %AGREED%
set "FETCHED=%ERRORLEVEL%"
call :note_new_models
if "%FETCHED%"=="0" exit /b 0
if "%FETCHED%"=="130" goto later
%SAY% warn "No model was fetched. The next start goes on where it was; until then there is the demo, or Claude."
exit /b 1
:later
%SAY% note "No model was fetched. The page can do it, too, and so can the next start."
exit /b 0

:silent
del installers\models-before.txt
exit /b 0

rem What uninstall offers to remove: the models that are there now and weren't before.
:note_new_models
call :models_into after
for /f "skip=1" %%M in (installers\models-after.txt) do set "NAME=%%M" & call :note_if_new
del installers\models-before.txt installers\models-after.txt
exit /b 0

:note_if_new
%FIND% "%NAME% " installers\models-before.txt >nul
if errorlevel 1 >>installers\installed.txt echo model %NAME%
exit /b 0

:models_into
call ollama list >installers\models-%1.txt 2>>installers\install.log <nul
exit /b %ERRORLEVEL%

