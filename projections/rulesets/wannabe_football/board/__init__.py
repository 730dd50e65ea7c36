"""The six zones of the pitch."""
