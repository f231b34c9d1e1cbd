"""What is said of a start that failed in a way which isn't for tests to judge; looked for where results are read."""

FELL_OVER_ITSELF = "Assay's own test kit fell over, which says nothing of the program"
CRASHED = "The program crashed"
UNSEEN_ERROR = "and nobody would see why"
NO_WINDOW = "It ended without a window"
FELL_OVER = (CRASHED, UNSEEN_ERROR, NO_WINDOW)
STAYS = "The window doesn't close"
