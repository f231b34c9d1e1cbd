"""What Python adds to the sandbox's runner: pytest with a report that can be trusted, and bandit and scripts kept warm.

Standard library and the packages of `requirements.txt` only: the folder is copied into the sandbox on
its own. `sandbox/runner/language.py` says what the tables mean.
"""

import os
import sys

COMMANDS = {
    "pytest": ("tests", "pytest_command:run_tests", "verdict:Records"),
    "pytest-apart": ("tests", "apart.plugin:run_tests", "verdict:Records", True),
    "starts": ("tests", "starts:write_starts"),
    "bandit": ("bandit", "tools:run_bandit"),
    "own": ("mutmut", "tools:run_own"),  # a module of this package, by its name
    "warm-python": ("mutmut", "tools:run_script"),  # as `python FILE`, with mutmut and pytest already imported
}
ZYGOTES = {
    "tests": (("warm_pytest:rehearse", "warm_pytest:begun_and_sealed"), ("_scenario.properties:prepare",)),
    # Most that is tried in a sandbox comes to no check, and these tools take three times as long to load as pytest.
    # They are two, so that they are loaded beside each other.
    "bandit": (("tools:load_bandit",), (), True),
    "mutmut": (("tools:load_mutmut",), ("warm_pytest:rehearse",), True),
}
# Behind the tools, so that no package can take the place of what judges programs; only newer versions of what is there
# come first, which lie in a folder of their own. No `.pth` file in either is executed.
PACKAGES = os.environ.get("ASSAY_PACKAGES", "")
NEWER = f"{PACKAGES}/_newer"
if PACKAGES:
    sys.path[:] = [NEWER, *sys.path, PACKAGES]

ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",  # else numpy takes the room of several threads as soon as it is imported
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONNOUSERSITE": "1",
} | ({"PYTHONPATH": os.pathsep.join((NEWER, PACKAGES))} if PACKAGES else {})
