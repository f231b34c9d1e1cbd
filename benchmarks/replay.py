"""Recorded answers of real language models, given to a run as if one were there: `../shared/replay`."""

from __future__ import annotations

import ast
import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from agent.models.base import Delta, ModelFinished, Prompt, TextDelta
from agent.types import Usage
from cancel import Cancel
from languages.errors import NoUsableReply
from languages.python.candidates import TESTS
from languages.python.expectations import blanks_of
from languages.python.reply import parse_tests
from languages.python.reply.written import WrittenTests
from sandbox.base import Job, Sandbox

REPLAY = Path(__file__).resolve().parents[2] / "shared" / "replay"
NO_ANSWER = "I can't say."
APART = ("names by which others use your program", "Somebody else has written tests")
"""Of what is asked of who sees no other answer."""

Row = dict[str, Any]


@cache
def read(name: str) -> list[Row]:
    """The rows of one recording."""
    with gzip.open(REPLAY / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@dataclass(frozen=True, slots=True)
class Task:
    """One task with what was recorded for it: programs and suites of tests, in their order."""

    problem: Row
    programs: Sequence[str]
    suites: Sequence[str]


@dataclass(frozen=True, slots=True)
class RecordedSet:
    """One recording of answers to HumanEval's tasks: the programs and the suites in a row of it."""

    name: str
    programs: Callable[[Row], Sequence[str]]
    suites: Callable[[Row], Sequence[str]]

    def rows(self) -> list[Row]:
        """Its tasks."""
        return read(self.name)

    def task(self, number: int) -> Task:
        """The task of this number."""
        row = self.rows()[number]
        problem = next(one for one in read("humaneval_problems") if one["task_id"] == row["task_id"])
        return Task(problem, self.programs(row), self.suites(row))


SETS = {
    "agentcoder": RecordedSet(
        "agentcoder_gpt35_humaneval", lambda row: row["completion_list"], lambda row: row["test_case_list"]
    ),
    "reflexion": RecordedSet(
        "reflexion_gpt35_humaneval",
        lambda row: [one["code"] for one in row["rounds"]],
        lambda row: ["\n".join(row["llm_tests"])],
    ),
}


class Recorded:
    """A model that answers from the recordings of one task: with the next answer of the kind that is asked for."""

    name = "recorded"

    def __init__(self, task: Task) -> None:
        self._answers = {"programs": task.programs, "suites": task.suites}
        self._asked: Counter[str] = Counter()

    def stream(self, prompt: Prompt, cancel: Cancel) -> Iterator[Delta]:
        """See `Model.stream`."""
        cancel.raise_if_set()
        yield TextDelta(self._reply([message.content for message in prompt.messages]))
        yield ModelFinished(Usage())

    def _reply(self, said: Sequence[str]) -> str:
        conversation = "\n".join(said)
        if "You work out by hand" in said[0]:
            return self._derived(conversation)
        kind = "suites" if "You write pytest tests" in said[0] else "programs"
        answers, number = self._answers[kind], self._asked[kind]
        self._asked[kind] += 1
        if number >= len(answers) and any(words in conversation for words in APART):
            return NO_ANSWER  # else something would be held against itself
        return answers[min(number, len(answers) - 1)]

    def _derived(self, conversation: str) -> str:
        """A line for each expectation that a suite holds which nobody has seen: neither as tests nor as an answer."""
        known = [_expectations(reply) for reply in self._answers["suites"][max(1, self._asked["suites"]) :]]
        lines = []
        for call, answer in re.findall(r"assert (.+) == (ANSWER_\d+)$", conversation, re.MULTILINE):
            values = [expected[call] for expected in known if call in expected]
            number = self._asked[call]
            self._asked[call] += 1
            lines += [f"{answer} = {value}" for value in values[number : number + 1]]
        return "\n".join(lines) or NO_ANSWER


def _expectations(reply: str) -> dict[str, str]:
    """What the suite in a reply expects of which call, as far as these are mere values."""
    try:
        written = WrittenTests(parse_tests(reply, "").files[TESTS])
    except NoUsableReply:
        return {}
    blanks = [blank for test in written for blank in blanks_of(test.node) or ()]
    return {ast.unparse(blank.call): blank.value for blank in blanks if blank.call}


def is_right(solution: str, problem: Row, sandbox: Sandbox) -> bool:
    """Whether the official tests accept the solution."""
    official = f"from solution import *\nfrom solution import {problem['entry_point']}\n{problem['test']}\n"
    official += f"def test_official():\n    check({problem['entry_point']})\n"
    files = {"solution.py": solution.encode(), "test_official.py": official.encode()}
    result = sandbox.run(Job(files, ("pytest", "test_official.py")), Cancel())
    return bool(result.report) and all(report["outcome"] == "passed" for report in result.report)
