"""Background jobs: they judge and count what the log holds, and decide nothing."""
