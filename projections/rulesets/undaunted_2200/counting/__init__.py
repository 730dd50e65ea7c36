"""COUNTS: the figures that a season makes of the facts."""
