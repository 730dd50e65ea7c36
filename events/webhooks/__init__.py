"""What webhooks are told: the outbox, and where it may be sent."""
