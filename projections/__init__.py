"""From a log to a state: the rulesets, what they share, and the read models."""
