"""DRAWS: the parts of which `show` makes a scene."""
