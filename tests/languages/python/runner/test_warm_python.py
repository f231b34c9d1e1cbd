from cancel import Cancel
from sandbox.base import Job
from sandbox.registry import open_sandbox
from tests.fakes.specs import PYTHON


def test_a_file_runs_as_python_would_run_it_with_the_tools_imported() -> None:
    files = {
        "a/b.py": b"import sys, c\nprint(__name__, sys.argv, c.x, 'pytest' in sys.modules)\nsys.exit(3)\n",
        "a/c.py": b"x = 1\n",
    }
    sandbox = open_sandbox(PYTHON, "process", None, lambda _: None)
    try:
        result = sandbox.run(Job(files, ("warm-python", "a/b.py", "z")), Cancel())
        missing = sandbox.run(Job({}, ("warm-python", "none.py")), Cancel())
    finally:
        sandbox.close()
    assert (result.exit_code, result.stdout) == (3, "__main__ ['a/b.py', 'z'] 1 True\n")
    assert missing.exit_code == 1
    assert "none.py" in missing.stderr
