"""Who may do what: callers, tokens, sessions, permissions, rate limits."""
