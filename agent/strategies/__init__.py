"""How a program is searched for: one file a strategy, and the table of them."""

from agent.strategies.repair import REPAIR

STRATEGIES = {strategy.name: strategy for strategy in (REPAIR,)}
