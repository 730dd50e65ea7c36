"""JUDGES: the chapters of the rulebook, each with its checks and its options."""
