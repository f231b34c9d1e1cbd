"""Python as a value: the one entry of this folder in the table of languages."""

from languages.base import Language
from languages.python.assembly import assembled, own_part
from languages.python.beside import takes_for_code
from languages.python.breaking import BREAKING
from languages.python.candidates import ENTRY, FIXTURE, FIXTURE_PARTS, START_FILES, TESTS, edited, program, same_program
from languages.python.checks import CHECKS
from languages.python.checks.integrity import IntegrityCheck
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.surroundings import SurroundingsCheck
from languages.python.comparing import COMPARING
from languages.python.failing import failure_of
from languages.python.guide import question, test_sources
from languages.python.handover import described, handed_over, tests_apart
from languages.python.helpers import planned
from languages.python.holding_back import shown
from languages.python.looking import look
from languages.python.one_file import ONE_FILE
from languages.python.outcomes import starts, view
from languages.python.packages import PACKAGING
from languages.python.prompts import render
from languages.python.properties import examples_program
from languages.python.reply import completed, merge_examples, parse_solution, parse_tests
from languages.python.settling import SETTLING
from languages.python.specification import expression, specified
from languages.python.streamed import sentences
from languages.python.strengthening import STRENGTHENING
from languages.python.syntax import constants
from languages.python.testing import read_news, read_results, test_job
from languages.python.toolset import TOOLSET
from languages.python.tracing import TRACING
from languages.python.trying import try_call, try_start, try_window
from languages.python.validation import constant_program, empty_programs, narrowed
from languages.types import Candidate


def read_program(reply: str, task: str, earlier: Candidate | None = None) -> Candidate:
    """The program of one file that `reply` holds, or `earlier` as it changes that. Raises `NoUsableReply`."""
    code = parse_solution(reply, task)
    return program(assembled(completed(code, own_part(earlier.source)) if earlier else code))


PYTHON = Language(
    name="python",
    title="Python",
    checks=CHECKS,
    waits=dict.fromkeys((MutmutCheck.name, SurroundingsCheck.name), IntegrityCheck.name),
    toolset=TOOLSET,
    render=render,
    specified=specified,
    read_tests=parse_tests,
    read_program=read_program,
    with_examples=merge_examples,
    question=question,
    failure=failure_of,
    expression=expression,
    empty_programs=empty_programs,
    constant_program=constant_program,
    examples_program=examples_program,
    planned=planned,
    shown=shown,
    narrowed=narrowed,
    edited=edited,
    same_program=same_program,
    test_job=test_job,
    read_results=read_results,
    read_news=read_news,
    try_call=try_call,
    try_start=try_start,
    try_window=try_window,
    describe=described,
    test_sources=test_sources,
    constants=constants,
    sentences=sentences,
    syntax="python",
    file_names=(ENTRY, TESTS, FIXTURE, *FIXTURE_PARTS, *START_FILES.values(), ONE_FILE.name),
    takes_for_code=takes_for_code,
    own_names=((ENTRY,), (TESTS,)),
    handed_over=handed_over,
    tests_apart=tests_apart,
    look=look,
    starts=starts,
    view=view,
    settling=SETTLING,
    strengthening=STRENGTHENING,
    breaking=BREAKING,
    packaging=PACKAGING,
    comparing=COMPARING,
    tracing=TRACING,
    one_file=ONE_FILE,
)
