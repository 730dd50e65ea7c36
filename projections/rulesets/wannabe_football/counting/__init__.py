"""COUNTS: what Multi Cards decided."""
