"""The games: one folder each, found by itself. None knows another. Pure."""
