"""What is done in a search, in its order. Each file has a move, and none knows another."""

from agent.moves.asking import ASK
from agent.moves.comparing import COMPARE
from agent.moves.completing import COMPLETE
from agent.moves.disputing import HEAR, SETTLE
from agent.moves.holding import HOLD
from agent.moves.proving import PROVE
from agent.moves.reviewing import REVIEW
from agent.moves.strengthening import STRENGTHEN
from agent.moves.thickening import THICKEN
from agent.moves.unjudged import LEAVE_OUT
from agent.moves.widening import WIDEN
from agent.moves.writing import REPAIR, WRITE
from agent.search.move import Move

MOVES: tuple[Move, ...] = (
    WRITE,
    # what came of the answer
    HOLD,
    LEAVE_OUT,
    SETTLE,
    HEAR,
    # a program that passes: what brings most for its time comes first
    COMPLETE,
    REVIEW,
    WIDEN,
    STRENGTHEN,
    COMPARE,
    THICKEN,
    COMPARE,
    PROVE,
    # one that doesn't
    REPAIR,
    ASK,
)
"""From the first that applies to the last, and from the top again with each answer of the coder."""
