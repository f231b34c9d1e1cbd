"""What is here, what is missing, why, and one thing to do about each; and mending what needs no administrator."""

from setup.doctor.examination import examine
from setup.doctor.finding import Finding, State
from setup.doctor.mending import Mended, mend

__all__ = ["Finding", "Mended", "State", "examine", "mend"]
