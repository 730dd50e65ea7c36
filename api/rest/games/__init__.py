"""The resources of a game."""
