"""What is here, what is missing, why, and one thing to do about each; and mending what needs no administrator."""

from engines.doctor.examination import examine
from engines.doctor.finding import Finding, State
from engines.doctor.mending import Mended, mend

__all__ = ["Finding", "Mended", "State", "examine", "mend"]
