"""One command that runs a whole installation on one machine."""
