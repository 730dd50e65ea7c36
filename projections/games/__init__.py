"""One game read and judged: its tape, what it refuses, the read model of findings and facts."""
