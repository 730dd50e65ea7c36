"""Leagues and seasons kept and read: standings, sums, ratings, the events behind a number."""
