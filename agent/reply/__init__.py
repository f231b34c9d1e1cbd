"""A model's text -> files: whatever can be taken from a reply is taken, the rest is asked for again.

Nothing here does I/O or runs any of the code; every function is pure. On a reply of any kind the
only exception is `NoUsableReply`, whose message tells the model what was wrong.
"""

from agent.reply.dropping import without_tests
from agent.reply.examples import merge_examples
from agent.reply.solution import parse_solution
from agent.reply.suite import ParsedTests, parse_tests

__all__ = ["ParsedTests", "merge_examples", "parse_solution", "parse_tests", "without_tests"]
