"""Leagues: a stream of seasons, teams, fixtures and awards, and the table that follows. Pure."""
