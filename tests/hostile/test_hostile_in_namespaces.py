"""The same in the sandboxes without a container: a file of its own, which another process can take."""

import pytest

from tests.hostile.test_hostile_programs import test_a_hostile_program_is_held as test_a_hostile_program_is_held

SANDBOXES = ("bubblewrap", "ordinary")
pytestmark = pytest.mark.timeout(900)
