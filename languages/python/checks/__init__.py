"""The checks of programs in Python, in the order in which they are shown."""

from languages.checks import Check
from languages.python.checks.attack import AttackCheck
from languages.python.checks.bandit import BanditCheck
from languages.python.checks.integrity import IntegrityCheck
from languages.python.checks.mutmut import MutmutCheck
from languages.python.checks.pip_audit import PipAuditCheck
from languages.python.checks.start import StartCheck
from languages.python.checks.surroundings import SurroundingsCheck

CHECKS: tuple[Check, ...] = (
    StartCheck(),
    AttackCheck(),
    BanditCheck(),
    PipAuditCheck(),
    SurroundingsCheck(),
    MutmutCheck(),
    IntegrityCheck(),
)
