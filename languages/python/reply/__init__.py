"""A model's text -> files: whatever can be taken from a reply is taken, the rest is asked for again.

Nothing here does I/O or runs any of the code; every function is pure. On a reply of any kind the
only exception is `NoUsableReply`, whose message tells the model what was wrong.
"""

from languages.python.reply.examples import merge_examples
from languages.python.reply.part import completed, merged
from languages.python.reply.solution import parse_solution
from languages.python.reply.suite import parse_tests

__all__ = ["completed", "merge_examples", "merged", "parse_solution", "parse_tests"]
