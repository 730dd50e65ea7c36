"""The log: immutable events in streams, and what corrects them. Knows no game."""
