"""Two programs in Python are compared: by the calls of their functions that tests make, and others like them."""

from __future__ import annotations

import ast
import json
from collections.abc import Collection, Iterator

from languages.comparing import Compared, Comparing
from languages.python.assembly import own_part
from languages.python.candidates import TESTS, job_files
from languages.python.checks.mutation_words import telling_input
from languages.python.checks.mutmut_settings import OPTIONS, OURS
from languages.python.syntax import BROKEN, parse
from languages.types import Candidate, Suite
from sandbox.base import Job, JobLimits, JobResult

JOB, SECOND, FOUND = "mutation.survivors.agreement_job", f"{OURS}/second.py", "agreement.json"
SECONDS = 20.0  # of processor time
WALL_SECONDS = 150.0


def outline(candidate: Candidate, suite: Suite) -> str:
    """The functions and classes that the tests name, without what is in them; see `Comparing.outline`.

    How tests want errors worded is a matter of names as well: nobody could guess it.
    """
    try:
        program, tests = parse(own_part(candidate.source)), parse(suite.files.get(TESTS, ""))
    except BROKEN:
        return ""
    named = {node.id for node in ast.walk(tests) if isinstance(node, ast.Name)}
    named |= {node.attr for node in ast.walk(tests) if isinstance(node, ast.Attribute)}
    found = (_stub(node, named) for node in program.body)
    stubs = [ast.unparse(ast.fix_missing_locations(node)) for node in found if node]
    return "\n\n".join([*stubs, *dict.fromkeys(_errors(tests))])


def _errors(tests: ast.Module) -> Iterator[str]:
    """As in `# raises ValueError: ^There is no name$`."""
    for node in ast.walk(tests):
        match node:
            case ast.Call(func=ast.Attribute(attr="raises"), args=[error], keywords=[ast.keyword("match", said)]):
                yield f"# raises {ast.unparse(error)}: {ast.unparse(said)}"


def _stub(node: ast.stmt, named: Collection[str]) -> ast.stmt | None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() if node.name in named or node.name == "__init__":
            node.body = [ast.Expr(ast.Constant(...))]
            return node
        case ast.ClassDef() if node.name in named:
            kept = [stub for inner in node.body if (stub := _stub(inner, named))]
            fields = [inner for inner in node.body if isinstance(inner, ast.AnnAssign)]
            node.body = [*fields, *kept] or [ast.Expr(ast.Constant(...))]
            return node
    return None


# Why: docs/decisions.md, "A second program is told names, parameters and the wording of errors"
def compare_job(candidate: Candidate, second: Candidate, suite: Suite) -> Job:
    """What compares both, and leaves `FOUND`; see `Comparing.job`."""
    tests = [path for path in suite.files if path.endswith(".py")]
    options = {"second": SECOND, "seconds": SECONDS, "tests": tests, "inputs": suite.inputs}
    files = {
        **job_files(candidate, suite),
        SECOND: second.source.encode(),
        OPTIONS: json.dumps(options).encode(),
    }
    limits = JobLimits(cpu_seconds=10 * SECONDS, seconds=WALL_SECONDS)
    return Job(files, ("own", JOB, OPTIONS), limits, read_back=(FOUND,))


def read_compared(result: JobResult) -> Compared | None:
    """What such a job found; see `Comparing.read`."""
    if result.status != "exited" or result.exit_code:
        return None
    try:
        found = json.loads(result.files[FOUND])
        telling, beyond = (tuple(map(telling_input, found[key])) for key in ("telling", "beyond"))
        return Compared(found["same"], found["different"], telling, beyond)
    except (ValueError, KeyError, TypeError):
        return None


COMPARING = Comparing(outline, compare_job, read_compared)
