"""COUNTS: the facts of a game of football, wins beside expected ones."""
